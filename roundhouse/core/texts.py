"""The texts of moves: what every game's notation has in common."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from roundhouse.core.sentence import BadText, say


def text_at(texts: Sequence[str], move: int) -> str:
    """The text of a move; an int beyond them all is refused."""
    if not 0 <= move < len(texts):
        raise BadText(say("there is no move {move}", move=move))
    return texts[move]


def bare(text: str) -> str:
    """A text without case and accents.

    >>> bare("Montréal")
    'montreal'
    """
    return "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
