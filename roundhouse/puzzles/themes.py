"""What puzzles are about. The kinds of moves that belong to a theme are data of each game (`puzzles.toml` in its package)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from roundhouse.core.game import Game
from roundhouse.core.sentence import Sentence, say
from roundhouse.core.state import View

FILE: Final = "puzzles.toml"
OPENING: Final = "opening"
ENDGAME: Final = "endgame"
BLOCKING: Final = "blocking"
_EARLY: Final = 4  # turns of the seat before
_SOON: Final = 0.75  # of the playouts in which the game ends soon
_MOSTLY: Final = 0.6  # of what a move gains
_LEAST_POINTS: Final = 1.0

NAMES: Final[Mapping[str, Sentence]] = {
    OPENING: say("opening"),
    ENDGAME: say("endgame"),
    BLOCKING: say("blocking"),
    "auction": say("auction"),
    "cards": say("drawing cards"),
    "delivery": say("delivery"),
    "development": say("development"),
    "dice": say("dice"),
    "routing": say("building the network"),
    "shares": say("shares"),
    "goals": say("choosing goals"),
    "timing": say("timing"),
}


@dataclass(frozen=True)
class Evidence:
    """What is known of a position when its themes are chosen."""

    game: Game[Any]
    view: View[Any]
    best: int
    usual: int
    after_best: tuple[float, float]  # expected points: of the seat, of the best other seat
    after_usual: tuple[float, float]
    turns: int  # that the seat has had before
    ending: float  # the share of playouts in which the game ends soon


def themes_of(evidence: Evidence) -> list[str]:
    """Return the themes of a puzzle."""
    kinds = kinds_of(evidence.game.package)
    best, usual = (evidence.game.notation(move).split()[0] for move in (evidence.best, evidence.usual))
    found = [kinds.get(best) or kinds.get(usual, "")]
    if evidence.ending >= _SOON:
        found.append(ENDGAME)
    elif evidence.turns <= _EARLY:
        found.append(OPENING)
    gained = evidence.after_best[0] - evidence.after_usual[0]
    taken = evidence.after_usual[1] - evidence.after_best[1]
    if taken >= _LEAST_POINTS and taken >= _MOSTLY * (max(0.0, gained) + taken):
        found.append(BLOCKING)
    return [theme for theme in found if theme]


def alike(game: Game[Any], view: View[Any], first: int, second: int) -> bool:
    """Return whether two moves do the same at the same place and differ only in how it is paid."""
    kind, other = (game.notation(move).split()[0] for move in (first, second))
    if kind != other or kind not in _data(game.package).get("paid", []):
        return False
    return list(game.places(view, first)) == list(game.places(view, second))


@cache
def kinds_of(package: str) -> Mapping[str, str]:
    """Return the theme of each kind of move of a game; nothing for a game that says none."""
    themes: Mapping[str, list[str]] = _data(package).get("kinds", {})
    unknown = sorted(themes.keys() - NAMES.keys())
    if unknown:
        raise ValueError(f"{FILE} of {package} has themes that do not exist: {', '.join(unknown)}")
    return {kind: theme for theme, listed in themes.items() for kind in listed}


@cache
def _data(package: str) -> Mapping[str, Any]:
    path = files(package).joinpath(FILE) if package else None
    return tomllib.loads(path.read_text("utf-8")) if path is not None and path.is_file() else {}
