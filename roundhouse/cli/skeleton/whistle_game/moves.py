"""One int space: moves of seats, then outcomes of chance, then shadows; and the text of each."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import BadText, say
from roundhouse.core.texts import text_at

FACES: Final = 6  # of a die

STAY: Final = 0
AGAIN: Final = 1
MOVES: Final = 2
ROLL: Final = MOVES  # + face - 1: an outcome of chance
A_ROLL: Final = ROLL + FACES  # a shadow: what the others see of a roll

TEXTS: Final = ("stay", "again", *(f"roll {face}" for face in range(1, FACES + 1)), "roll ?")


def notation(move: int) -> str:
    """Return the text of a move. Raise BadText for a number that is no move."""
    return text_at(TEXTS, move)


def parse(text: str) -> int:
    """Return the move of a text. Raise BadText for a text that is no move."""
    if text not in TEXTS:
        raise BadText(say("'{text}' is not a move", text=text))
    return TEXTS.index(text)
