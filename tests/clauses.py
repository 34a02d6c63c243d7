"""The clauses of the built-in games, for the tests and their report."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from roundhouse.testing.clauses import Clauses, clauses_of

TESTS = Path(__file__).parent
GAMES = TESTS.parent / "roundhouse" / "games"


@cache
def all_clauses() -> tuple[Clauses, ...]:
    """One entry for every built-in game with a page of rules."""
    return tuple(house_clauses(page.parent.name) for page in sorted(GAMES.glob("*/rules.md")))


def house_clauses(game: str) -> Clauses:
    """Read the pages, the modules and the tests of a built-in game."""
    return clauses_of(game, GAMES / game, TESTS / "games" / game)
