"""Which clauses the text, the code and the tests of a game name."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parent
GAMES = TESTS.parent / "roundhouse" / "games"

# A clause is TTR-60, a ruling TTR-R12; either opens a bullet of the page and may be mentioned anywhere.
_CLAUSE = r"[A-Z][A-Z0-9]*-\d+"
_ANY = r"[A-Z][A-Z0-9]*-R?\d+"


@dataclass(frozen=True)
class Clauses:
    """The clauses of one game, where they are stated, coded and tested."""

    game: str
    text: tuple[str, ...]  # as they stand on the English page
    french: tuple[str, ...]
    code: frozenset[str]
    tests: frozenset[str]

    @property
    def everywhere(self) -> set[str]:
        """Those that none of the four has left out."""
        return set(self.text) & set(self.french) & self.code & self.tests

    def __str__(self) -> str:
        return f"{len(self.everywhere)} of {len(set(self.text))} clauses of {self.game} in text, code and tests"


@cache
def all_clauses() -> tuple[Clauses, ...]:
    """One entry for every game with a page of rules."""
    return tuple(clauses_of(page.parent.name) for page in sorted(GAMES.glob("*/rules.md")))


def clauses_of(game: str) -> Clauses:
    """Reads the pages, the modules and the tests of a game."""
    home = GAMES / game
    text = tuple(clause for clause, _ in bullets(home / "rules.md") if re.fullmatch(_CLAUSE, clause))
    cited = re.compile(rf"\b{text[0].split('-')[0]}-\d+\b")  # of this game only
    return Clauses(
        game,
        text,
        tuple(clause for clause, _ in bullets(home / "rules.fr.md") if re.fullmatch(_CLAUSE, clause)),
        frozenset(clause for file in home.glob("*.py") for clause in cited.findall(file.read_text("utf-8"))),
        frozenset(clause for file in (TESTS / "games" / game).glob("test_*.py") for clause in marks(file.read_text("utf-8"))),
    )


def bullets(page: Path) -> list[tuple[str, str]]:
    """The clauses and rulings of a page with their texts, in order."""
    return re.findall(rf"^- \*\*({_ANY})\*\* (.+)$", page.read_text("utf-8"), re.MULTILINE)


def mentions(text: str) -> set[str]:
    """The clauses and rulings that a text refers to."""
    return set(re.findall(rf"\b{_ANY}\b", text))


def marks(source: str) -> Iterator[str]:
    """The clauses that tests are marked with: @pytest.mark.clause("TTR-60"), on functions that are tests."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            for call in node.decorator_list:
                if isinstance(call, ast.Call) and ast.unparse(call.func) == "pytest.mark.clause":
                    yield from (each.value for each in call.args if isinstance(each, ast.Constant) and isinstance(each.value, str))
