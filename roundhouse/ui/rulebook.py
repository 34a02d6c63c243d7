"""The rules page of a game, clause by clause and as pages to read, in the reader's language."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from roundhouse.core.game import Game
from roundhouse.ui.languages import SOURCE
from roundhouse.ui.markdown import Chapter, chapters_of
from roundhouse.ui.resource import resource


def rules_language(game: Game[Any], language: str) -> str | None:
    """Return the language in which a reader of `language` gets the rules: that one, else English. None if there are none."""
    return next((one for one in (language, SOURCE) if _page(game.package, one) is not None), None)


def clauses(game: Game[Any], language: str) -> dict[str, str]:
    """Return the text of every clause and ruling by its id, without marks of emphasis; nothing for a game without rules."""
    return _clauses(game.package, game.clauses, rules_language(game, language))


def clause_count(game: Game[Any]) -> int:
    """Return the number of clauses, without rulings."""
    return sum(1 for clause in clauses(game, SOURCE) if not clause.startswith(f"{game.clauses}-R"))


@cache
def _clauses(package: str, prefix: str, language: str | None) -> dict[str, str]:
    found = re.findall(rf"^- \*\*({prefix}-R?\d+)\*\* (.+)$", _page(package, language) or "", re.MULTILINE)
    return {clause: re.sub(r"[*`]", "", words) for clause, words in found}


@cache
def _page(package: str, language: str | None) -> str | None:
    data = resource(package, "rules.md" if language == SOURCE else f"rules.{language}.md")
    return None if data is None else data.decode()


def chapters(game: Game[Any], language: str) -> tuple[Chapter, ...]:
    """Return the rules to read: chapters of clauses, with the lists and tables between them; none for a game without rules."""
    return _chapters(game.package, game.clauses, rules_language(game, language))


@cache
def _chapters(package: str, prefix: str, language: str | None) -> tuple[Chapter, ...]:
    return chapters_of(_page(package, language) or "", prefix)
