"""First games that teach by playing: always the same deal, with a word of explanation whenever something is new."""

from __future__ import annotations

import hashlib
from typing import Any, Final

from roundhouse.core.game import Game
from roundhouse.ui.text import translate
from roundhouse.web.catalog.tours import dice1, dice2, express, tickets, tycoon
from roundhouse.web.catalog.tours.step import Step

_TOURS: Final[dict[str, tuple[Step, ...]]] = {
    "tickets": tickets.STEPS,
    "express": express.STEPS,
    "tycoon": tycoon.STEPS,
    "dice1": dice1.STEPS,
    "dice2": dice2.STEPS,
}


def secret(game: Game[Any]) -> bytes:
    """The secret of a tour's table: known to all, since the deal is part of the lesson."""
    return hashlib.sha256(f"roundhouse tour {game.name}".encode()).digest()


def has_tour(game: Game[Any]) -> bool:
    """Return whether a first game of it is explained step by step."""
    return game.name in _TOURS


def steps(game: Game[Any], language: str) -> list[dict[str, str]]:
    """What is explained, in order; the page shows one step at a time."""
    return [
        {"text": translate(step.text, language), "until": step.until, "see": step.see, "point": step.point}
        for step in _TOURS.get(game.name, ())
    ]
