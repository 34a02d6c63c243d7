"""The rules page of a game, clause by clause, in the reader's language."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Any

from roundhouse.core.game import Game


def clauses(game: Game[Any], language: str) -> dict[str, str]:
    """The text of every clause and ruling by its id, without marks of emphasis."""
    return _clauses(game.name, game.clauses, language)


def clause_count(game: Game[Any]) -> int:
    """How many clauses the rules have; rulings explain them and are not counted."""
    return sum(1 for clause in clauses(game, "en") if not clause.startswith(f"{game.clauses}-R"))


@cache
def _clauses(name: str, prefix: str, language: str) -> dict[str, str]:
    page = "rules.md" if language == "en" else f"rules.{language}.md"
    text = files(f"roundhouse.games.{name}").joinpath(page).read_text("utf-8")
    found = re.findall(rf"^- \*\*({prefix}-R?\d+)\*\* (.+)$", text, re.MULTILINE)
    return {clause: re.sub(r"[*`]", "", words) for clause, words in found}
