"""Guided first games: the same deal every time, with explanations along the way."""

from __future__ import annotations

import hashlib
from typing import Any

from roundhouse.core.game import Game
from roundhouse.ui.page import page_of
from roundhouse.ui.text import translate


def tour_secret(game: Game[Any]) -> bytes:
    """Return the secret of the tour's table. It is public, since the tour explains one particular deal."""
    return hashlib.sha256(f"roundhouse tour {game.name}".encode()).digest()


def has_tour(game: Game[Any]) -> bool:
    """Return whether the game has a guided first game."""
    return bool(page_of(game).tour)


def tour_contexts(game: Game[Any], language: str) -> list[dict[str, str]]:
    """Return the template contexts of the steps; `see` and `point` are CSS selectors for the script of the page."""
    return [
        {
            "text": translate(step.text, language),
            "until": step.until,
            "see": step.when and _offering(step.when),
            "point": step.highlight and f'[data-fragment="draw-{step.highlight}"]',
        }
        for step in page_of(game).tour
    ]


def _offering(word: str) -> str:
    """Return the selector of what makes a move that begins with a word, alone or among others in one step."""
    return f'svg :is([data-move^="{word}"], [data-moves^="{word}"], [data-moves*="; {word}"])'
