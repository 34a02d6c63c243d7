"""Which clauses the rules, the code and the tests of a game name."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

# A clause is ABC-60, a ruling ABC-R12; either opens a bullet of the page and may be mentioned anywhere.
_CLAUSE: Final = r"[A-Z][A-Z0-9]*-\d+"
_ANY: Final = r"[A-Z][A-Z0-9]*-R?\d+"
_PAGE: Final = "page.py"  # explains clauses, but implements none


@dataclass(frozen=True)
class Clauses:
    """The clauses of one game, where they are stated, coded and tested."""

    game: str
    text: tuple[str, ...]  # as they stand on the English page
    translations: Mapping[str, tuple[str, ...]]  # as they stand on the other pages, by language
    code: frozenset[str]
    tests: frozenset[str]

    @property
    def everywhere(self) -> set[str]:
        """Those that no page, the code and the tests have left out."""
        return set(self.text).intersection(self.code, self.tests, *self.translations.values())

    def __str__(self) -> str:
        return f"{len(self.everywhere)} of {len(set(self.text))} clauses of {self.game} in text, code and tests"


def clauses_of(game: str, package: Path, tests: Path) -> Clauses:
    """Read the rules and the modules in the folder `package`, and the marks `@pytest.mark.clause(...)` in the folder `tests`."""
    text = _stated(package / "rules.md")
    cited = re.compile(rf"\b{text[0].split('-')[0]}-\d+\b")  # of this game only
    return Clauses(
        game,
        text,
        {page.suffixes[0][1:]: _stated(page) for page in sorted(package.glob("rules.*.md"))},
        frozenset(clause for file in package.glob("*.py") if file.name != _PAGE for clause in cited.findall(_read(file))),
        frozenset(clause for file in tests.glob("test_*.py") for clause in marks(_read(file))),
    )


def _stated(page: Path) -> tuple[str, ...]:
    """Return the clauses of a page, without rulings."""
    return tuple(clause for clause, _ in bullets(_read(page)) if re.fullmatch(_CLAUSE, clause))


def page_faults(page: str) -> list[str]:
    """Return what is wrong with a page of rules: clauses that are stated twice, mentioned and not stated, or stated for nothing."""
    stated = [clause for clause, _ in bullets(page)]
    faults = [f"{clause} is stated {stated.count(clause)} times" for clause in sorted(set(stated)) if stated.count(clause) > 1]
    faults += [f"{clause} is mentioned, but is no clause" for clause in sorted(mentions(page) - set(stated))]
    used = {clause for owner, text in bullets(page) if re.fullmatch(_CLAUSE, owner) for clause in mentions(text)}
    rulings = {clause for clause in stated if not re.fullmatch(_CLAUSE, clause)}
    faults += [f"no clause refers to the ruling {clause}" for clause in sorted(rulings - used)]
    return faults if stated else ["there is no clause: a line such as '- **ABC-1** Each player rolls a die.'"]


def translation_faults(english: str, other: str) -> list[str]:
    """Return where another page of rules differs from the English one: in its clauses, their order, or what they refer to."""
    first, second = bullets(english), bullets(other)
    if [clause for clause, _ in first] != [clause for clause, _ in second]:
        return ["it does not state the same clauses in the same order"]
    pairs = zip(first, second, strict=True)
    return [
        f"{clause} does not refer to the same clauses" for (clause, text), (_, words) in pairs if mentions(text) != mentions(words)
    ]


def bullets(page: str) -> list[tuple[str, str]]:
    """Return the clauses and rulings of a page with their texts, in order."""
    return re.findall(rf"^- \*\*({_ANY})\*\* (.+)$", page, re.MULTILINE)


def mentions(text: str) -> set[str]:
    """Return the clauses and rulings that a text refers to."""
    return set(re.findall(rf"\b{_ANY}\b", text))


def marks(source: str) -> Iterator[str]:
    """Yield the clauses that tests are marked with: @pytest.mark.clause("ABC-60"), on functions that are tests."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            for call in node.decorator_list:
                if isinstance(call, ast.Call) and ast.unparse(call.func) == "pytest.mark.clause":
                    yield from (each.value for each in call.args if isinstance(each, ast.Constant) and isinstance(each.value, str))


def _read(file: Path) -> str:
    return file.read_text("utf-8") if file.is_file() else ""
