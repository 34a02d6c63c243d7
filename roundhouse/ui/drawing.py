"""The drawing of any game: its own, or else its text and a button for every move."""

from __future__ import annotations

from typing import Any

from roundhouse.core.game import DrawingRequest, Game
from roundhouse.ui import lines


def canvas(game: Game[Any], layout: str) -> tuple[int, int]:
    """Return the size of the drawing."""
    return game.canvas[layout] if game.brings("render") else lines.CANVAS[layout]


def render(game: Game[Any], request: DrawingRequest[Any]) -> dict[str, str]:
    """Return the moving parts of the drawing by id."""
    return game.render(request) if game.brings("render") else lines.render(game, request)
