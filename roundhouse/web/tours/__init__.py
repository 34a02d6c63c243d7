"""First games: real games against a bot, with a word of explanation whenever something is new."""

from __future__ import annotations

from typing import Final

from roundhouse.ui.text import translate
from roundhouse.web.tours import dice1, dice2, express, tickets, tycoon
from roundhouse.web.tours.step import Step

SEEDS: Final = {"tickets": 7, "express": 1, "tycoon": 7, "dice1": 7, "dice2": 7}
_TOURS: Final[dict[str, tuple[Step, ...]]] = {
    "tickets": tickets.STEPS,
    "express": express.STEPS,
    "tycoon": tycoon.STEPS,
    "dice1": dice1.STEPS,
    "dice2": dice2.STEPS,
}


def steps(game: str, language: str) -> list[dict[str, str]]:
    """The steps of a first game in the reader's language. The page shows one at a time."""
    return [
        {"text": translate(step.text, language), "until": step.until, "see": step.see, "point": step.point} for step in _TOURS[game]
    ]
