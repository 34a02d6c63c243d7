"""What the page of a game says, read from the game itself: picture, options, spaces, rewards."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.state import CHANCE, OVER
from roundhouse.research.episode import observation_space
from roundhouse.research.utility import UTILITIES
from roundhouse.ui.options import options_in_words
from roundhouse.ui.page import page_of
from roundhouse.ui.rulebook import clause_count
from roundhouse.ui.text import translate
from roundhouse.web.catalog.pictures import BOARD, picture_of
from tools.views import example, view_section

_GAMES: Final = 12  # played for the figures
_ENGLISH: Final = "en"
_MEANING: Final = {
    "win": "1 for the winner, 0 for the others; tied winners share it",
    "margin": "own points minus those of the best other seat",
    "score": "own points",
}


class Sample(NamedTuple):
    """Figures of one game between heuristic bots."""

    decisions: int
    scores: list[int]
    ranks: list[int]


def picture(game: Game[Any]) -> str:
    """Return the board in the middle of a game as SVG."""
    drawn = picture_of(game, BOARD, _ENGLISH)
    if drawn is None:
        raise ValueError(f"{game.name} has no picture")
    return drawn


def gallery(games: Iterable[Game[Any]]) -> str:
    """Return a picture of every board, with a link to its page."""
    parts = []
    for game in games:
        page = page_of(game)
        parts.append(
            f"## [{game.title}]({game.name}.md)\n\n{translate(page.description, _ENGLISH)}"
            f" {_players(game)}, about {page.minutes} minutes.\n\n[![The board of {game.title}]({game.name}.svg)]({game.name}.md)"
        )
    return "\n\n".join(parts)


def game_facts(game: Game[Any]) -> str:
    """Return the generated part of a game's page."""
    samples = [_play(game, seed) for seed in range(_GAMES)]
    parts = [
        f"![The board of {game.title} in the middle of a game]({game.name}.svg)",
        f"The complete rules: [{clause_count(game)} clauses]({game.name}-rules.md).",
        "## Options",
        _options(game),
        "## Action space",
        f"`Discrete({game.move_count})`: every decision is one integer, with a text that needs no position to be understood. Chance"
        f" has {game.outcome_count} outcomes of its own, numbered after the moves of players"
        + (f"; what a seat may not see is shown to it as one of {game.shadow_count} more." if game.shadow_count else "."),
        _actions(game),
        "## Observation space",
        f"{_observation(game)} The layout is the same for every number of players:"
        f" [the {len(game.features)} features](../features.md#{_anchor(game.title)}).",
        "## Rewards and length",
        f"Rewards are paid at the end of the game, by one of these utilities. The figures come from {_GAMES} games between"
        f" {game.seats[0]} heuristic bots.",
        _rewards(samples),
        f"These games had {min(one.decisions for one in samples)} to {max(one.decisions for one in samples)} decisions in all"
        f" (median {statistics.median(one.decisions for one in samples):g}). No game is longer than {game.max_moves:,} moves,"
        " chance included.",
        "## Named view",
        "What bots in other languages, the API and `game.describe_view(view)` get: what a seat may know, by the words of the rules."
        f" This is version {game.view_version}, also [as JSON Schema]({game.name}-view.schema.json).",
        view_section(game),
        "## Example",
        example(game),
    ]
    return "\n\n".join(parts)


def option_rows(game: Game[Any]) -> list[tuple[str, str, str]]:
    """Return the name, the default value and the explanation of every option."""
    rows = []
    for option in options_in_words(game, _ENGLISH):
        choices = "; ".join(f"`{value}`: {meaning}" for value, meaning in option.choices)
        rows.append((option.name, option.default, f"{option.meaning} {choices}".strip()))
    return rows


def _options(game: Game[Any]) -> str:
    rows = option_rows(game)
    if not rows:
        return "None."
    set_one = f"Set them with `roundhouse play {game.name} --option NAME=VALUE`, in the form of a new table, or from Python."
    return f"{set_one}\n\n" + _table(
        ("option", "default", "meaning"), [(f"`{name}`", f"`{value}`", text) for name, value, text in rows]
    )


def _observation(game: Game[Any]) -> str:
    """Return the space of the environments, as they declare it; its bounds, those of the encoding, say little."""
    parts = (f"`{name}`, {part.shape[0]:,} numbers of type `{part.dtype}`" for name, part in observation_space(game).items())
    return f"A dictionary of {' and '.join(parts)}. Observations are scaled to about 1."


def _actions(game: Game[Any]) -> str:
    kinds: dict[str, list[str]] = {}
    for move in range(game.move_count):
        text = game.notation(move)
        kinds.setdefault(text.split()[0], []).append(text)
    return _table(
        ("first word", "moves", "for example"),
        [(f"`{word}`", str(len(texts)), ", ".join(f"`{text}`" for text in _examples(texts))) for word, texts in kinds.items()],
    )


def _examples(texts: list[str]) -> list[str]:
    return texts if len(texts) <= 2 else [texts[0], texts[len(texts) // 2]]


def _rewards(samples: list[Sample]) -> str:
    rows = []
    for name, utility in UTILITIES.items():
        paid = [value for sample in samples for value in utility(sample.scores, sample.ranks)]
        spread = statistics.pstdev(paid)
        rows.append(
            (f"`{name}`", _MEANING[name], f"{min(paid):g} to {max(paid):g}", f"{statistics.mean(paid):.1f}", f"{spread:.1f}")
        )
    return _table(("utility", "pays", "range here", "mean", "standard deviation"), rows)


def _play(game: Game[Any], seed: int) -> Sample:
    rng = Rng(seed)
    state = game.start(game.seats[0])
    decisions = 0
    while state.actor != OVER:
        if state.actor == CHANCE:
            state.apply(state.draw(rng))
        else:
            state.apply(game.advise(game.view(state, state.actor), rng))
            decisions += 1
    return Sample(decisions, [int(score) for score in state.scores()], [int(rank) for rank in state.ranks()])


def _players(game: Game[Any]) -> str:
    return f"{game.seats[0]} to {game.seats[-1]} players"


def _anchor(title: str) -> str:
    """Return the anchor that MkDocs gives a heading."""
    return "-".join("".join(char for char in title.lower() if char.isalnum() or char in " -").split())


def _table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [headings, ["---"] * len(headings), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)
