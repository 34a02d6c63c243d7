"""What a seat may know as float32: one flat array, or its named parts. The layout is the game's own `features`."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from roundhouse.core.game import Game
from roundhouse.core.sentence import BadSetup, say
from roundhouse.core.state import SPECTATOR, View
from roundhouse.games import BUILT_IN, find

Array = NDArray[np.float32]

_INTRODUCTION: Final = """\
# Views as numbers

What `roundhouse.research.observation.observe(game, view)` returns, feature by feature: the same numbers for every number of
seats, from what the reader may know and nothing else. *from* is the place of the first number, *shape* how many there are,
*divided by* what the whole number of the rules was divided by. Seats are counted from the reader, who is seat 0 here; places
of seats that are not at the table stay zero. This page is written by `python -m roundhouse.research.observation`."""


def check_features(game: Game[Any]) -> None:
    """Raise BadSetup if the game has no features, of which observations are made."""
    if not game.features:
        raise BadSetup(say("{title} has no features, so there are no observations to learn from", title=game.title))


def factors(game: Game[Any]) -> Array:
    """Return what each whole number of `game.numbers` is multiplied by. Raise BadSetup for a game without features."""
    check_features(game)
    return _factors(tuple((feature.scale, feature.size) for feature in game.features))


@cache
def _factors(scales: tuple[tuple[int, int], ...]) -> Array:
    result = np.concatenate([np.full(size, 1 / scale, np.float32) for scale, size in scales])
    result.flags.writeable = False
    return result


def observe(game: Game[Any], seen: View) -> Array:
    """A view as `game.size` numbers of about one."""
    return np.asarray(game.numbers(seen)) * factors(game)


def parts(game: Game[Any], observation: NDArray[Any]) -> dict[str, NDArray[Any]]:
    """An observation, or many side by side, as its features by name, each in its shape; they share its memory.

    >>> game = find(next(iter(BUILT_IN)))
    >>> seen = game.view(game.start(2), 0)
    >>> parts(game, observe(game, seen))["actor"].shape == (game.seats[-1] + 2,)
    True
    """
    result = {}
    at = 0
    for feature in game.features:
        block = observation[..., at : at + feature.size]
        result[feature.name] = block.reshape(*block.shape[:-1], *feature.shape)
        at += feature.size
    return result


def mask(game: Game[Any], seen: View) -> NDArray[np.int8]:
    """One number a move: 1 where the reader may make it now. Nobody but the acting seat may make any."""
    result = np.zeros(game.move_count, np.int8)
    if seen.seat != SPECTATOR and seen.seat == seen.position.actor:
        result[list(seen.position.legal_moves())] = 1
    return result


def layout(game: Game[Any]) -> str:
    """The layout as a table in Markdown, a feature a row."""
    lines = [f"**{game.title}** (`{game.name}`): {game.size} numbers.", "", "| from | name | shape | divided by | meaning |"]
    lines.append("|---|---|---|---|---|")
    at = 0
    for feature in game.features:
        shape = " x ".join(map(str, feature.shape))
        lines.append(f"| {at} | `{feature.name}` | {shape} | {feature.scale} | {feature.meaning} |")
        at += feature.size
    return "\n".join(lines)


def page() -> str:
    """The layouts of the built-in games, as docs/features.md shows them."""
    games = [find(name) for name in BUILT_IN]
    return "\n\n".join([_INTRODUCTION, *(f"## {game.title}\n\n{layout(game)}" for game in games)]) + "\n"


if __name__ == "__main__":
    print(page(), end="")
