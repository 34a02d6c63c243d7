"""Pictures for the rules: moments of games that are always the same, drawn as a player would see them."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final, NamedTuple

from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.state import CHANCE, OVER, State
from roundhouse.games import find
from roundhouse.ui.text import translate
from roundhouse.web.catalog.scenes import dice1, dice2, express, tickets, tycoon
from roundhouse.web.catalog.scenes.scene import Scene

_SCENES: Final[dict[str, tuple[Scene, ...]]] = {
    "tickets": tickets.SCENES,
    "express": express.SCENES,
    "tycoon": tycoon.SCENES,
    "dice1": dice1.SCENES,
    "dice2": dice2.SCENES,
}
_SEED: Final = 7
_MARGIN: Final = 16.0
_PLACE: Final = re.compile(r'<g transform="translate\((-?[\d.]+) (-?[\d.]+)\)">')


class Moment(NamedTuple):
    """A position, and who looks at it with which moves."""

    state: State
    seat: int
    moves: tuple[int, ...]


def scenes(game: Game[Any]) -> tuple[Scene, ...]:
    """The pictures of a game; none where nobody has chosen any."""
    return _SCENES.get(game.name, ())


def find_scene(game: Game[Any], name: str) -> Scene | None:
    """The picture of that name."""
    return next((scene for scene in scenes(game) if scene.name == name), None)


def scene_contexts(game: Game[Any], language: str) -> dict[int, list[dict[str, str]]]:
    """The pictures of a rules page by their chapter."""
    found: dict[int, list[dict[str, str]]] = {}
    for scene in scenes(game):
        address = f"/pictures/{language}/{game.name}/{scene.name}.svg"
        found.setdefault(scene.chapter, []).append({"address": address, "caption": translate(scene.caption, language)})
    return found


def advised(game: Game[Any], seats: int, limit: int) -> tuple[State, int]:
    """A game played by its own heuristic, always the same, up to so many moves; and how many those are."""
    state: State = game.start(seats)
    rng = Rng(_SEED)
    count = 0
    while count < limit and state.actor >= CHANCE:
        _step(game, state, rng)
        count += 1
    return state, count


def _step(game: Game[Any], state: State, rng: Rng) -> None:
    state.apply(state.draw(rng) if state.actor == CHANCE else game.advise(game.view(state, state.actor), rng))


@cache
def moments(game_name: str, seats: int) -> dict[str, Moment]:
    """The positions of all pictures, found in one game."""
    game = find(game_name)
    found: dict[str, Moment] = {}
    state: State = game.start(seats)
    rng = Rng(_SEED)
    count = 0
    while state.actor != OVER:
        if state.actor != CHANCE:
            texts = {move: game.notation(move) for move in state.legal_moves()}
            for scene in scenes(game):
                if scene.name not in found and count >= scene.after and scene.offers and _offered(scene, list(texts.values())):
                    found[scene.name] = Moment(state.copy(), state.actor, tuple(texts))
        _step(game, state, rng)
        count += 1
    return found | {scene.name: Moment(state, 0, ()) for scene in scenes(game) if not scene.offers}


def _offered(scene: Scene, texts: list[str]) -> bool:
    return any(text.split()[0] == scene.offers for text in texts)


def window(scene: Scene, parts: dict[str, str], canvas: tuple[int, int]) -> str:
    """What of a drawing is shown, as a `viewBox`: a piece of the map, or a panel down to where the next one begins."""
    if " " in scene.show:
        return scene.show
    places = {name: (float(at[1]), float(at[2])) for name, part in parts.items() if (at := _PLACE.match(part))}
    x, y = places[scene.show]
    column = places["prompt"][0]
    width = scene.size[0] or (canvas[0] if x >= column else column - _MARGIN) - _MARGIN - x
    below = [other[1] for other in places.values() if other[0] == x and other[1] > y]
    height = scene.size[1] or (min(below) if below else canvas[1]) - y - 10
    return f"{x - 8:g} {y - 8:g} {width + 16:g} {height + 8:g}"
