"""The clauses of the built-in games, and of the game that `roundhouse new-game` writes."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from roundhouse.testing.clauses import Clauses, clauses_of
from tests.whistle import SKELETON

TESTS = Path(__file__).parent
GAMES = TESTS.parent / "roundhouse" / "games"


@cache
def all_clauses() -> tuple[Clauses, ...]:
    """One entry for every built-in game with a page of rules."""
    return tuple(house_clauses(page.parent.name) for page in sorted(GAMES.glob("*/rules.md")))


def house_clauses(game: str) -> Clauses:
    """Read the pages, the modules and the tests of a built-in game."""
    return clauses_of(game, GAMES / game, TESTS / "games" / game)


def whistle_clauses() -> Clauses:
    """Read those of the game that `new-game` writes."""
    return clauses_of("whistle", SKELETON / "whistle_game", SKELETON / "tests")


def folder_of(clauses: Clauses) -> Path:
    """Return the folder with the pages of a game."""
    return SKELETON / "whistle_game" if clauses.game == "whistle" else GAMES / clauses.game
