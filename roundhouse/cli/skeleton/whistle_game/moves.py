"""One int space: moves of seats, then outcomes of chance, then shadows; and the text of each."""

from __future__ import annotations

from typing import Final

from roundhouse.core.texts import Texts

FACES: Final = 6  # of a die

STAY: Final = 0
AGAIN: Final = 1
MOVES: Final = 2
ROLL: Final = MOVES  # + face - 1: an outcome of chance
A_ROLL: Final = ROLL + FACES  # a shadow: what the others see of a roll


def _written() -> dict[int, str]:
    rolls = {ROLL + face - 1: f"roll {face}" for face in range(1, FACES + 1)}
    return {STAY: "stay", AGAIN: "again", **rolls, A_ROLL: "roll ?"}


TEXTS: Final = Texts(_written, str.casefold, examples=("stay", "again"))
notation: Final = TEXTS.notation  # the text of an int
parse: Final = TEXTS.parse  # the int of a text; raises BadText
