"""The drawing of any game: its own, or else its text and a button for every move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from roundhouse.core.game import Game
from roundhouse.core.state import View
from roundhouse.ui import lines


def canvas(game: Game[Any], layout: str) -> tuple[int, int]:
    """Return the size of the drawing."""
    return game.canvas[layout] if game.brings("render") else lines.CANVAS[layout]


def render(
    game: Game[Any], view: View, moves: Sequence[int], names: Sequence[str], language: str, layout: str, last: int = -1
) -> dict[str, str]:
    """Return the moving parts of the drawing by id."""
    if not game.brings("render"):
        return lines.render(game, view, moves, names, language, layout)
    return game.render(view, moves, names, language, layout, last)
