"""The levels of bots in the words of pages, and the names that bots sit under."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from roundhouse.bots import LEVELS
from roundhouse.core.sentence import Sentence, say
from roundhouse.ui.text import translate

LABELS: Final[dict[str, Sentence]] = {
    "novice": say("novice"),
    "regular": say("regular"),
    "expert": say("expert"),
    "master": say("master"),
}
QUICK: Final = "regular"  # against whom "Play against bots" plays
_ENGINEERS: Final = ("Brunel", "Stephenson", "Trevithick", "Séguin", "Engerth", "Crampton", "Riggenbach", "Ericsson")


def label(level: str, language: str) -> str:
    """The name of a level."""
    return translate(LABELS[level], language) if level in LABELS else level


def levels(language: str) -> list[dict[str, str]]:
    """All levels, weakest first."""
    return [{"id": level, "label": label(level, language)} for level in LEVELS]


def bot_name(taken: Collection[str]) -> str:
    """Return a name for a bot that no player at the table has."""
    folded = {name.casefold() for name in taken}
    return next((name for name in _ENGINEERS if name.casefold() not in folded), f"Bot {len(taken) + 1}")
