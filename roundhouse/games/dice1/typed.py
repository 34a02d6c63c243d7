"""Why a text that is written like a move of Railroad Dice names none: the clause, and the rule in words."""

from __future__ import annotations

import re
from typing import Final

from roundhouse.core.game import Refusal
from roundhouse.core.sentence import say
from roundhouse.games.dice1.board import FRONT_LIMIT, LARGE_BANK
from roundhouse.games.dice1.moves import MOST_DUE

_NUMBERED: Final = re.compile(r"(?P<what>cup|roll|pay) -?\d+(?: wild)?")
_KEEP: Final = re.compile(r"keep(?P<dice>(?: -?\d+ (?:straight|curve|share|wild))+)")


def reason(text: str) -> Refusal | None:
    """Return why a plain text names no move; None if it is not understood."""
    if found := _NUMBERED.fullmatch(text):
        if found["what"] == "cup":
            return Refusal(
                "RD1-34", say("the cup takes 0 or more of your wild dice; there are {most} dice at most", most=LARGE_BANK)
            )
        if found["what"] == "roll":
            return Refusal("RD1-34", say("you roll 0 or more dice of the reserve; there are {most} dice at most", most=LARGE_BANK))
        return Refusal("RD1-18", say("no payment takes more than {most} dice; 0 or more of them are wild", most=MOST_DUE))
    if _KEEP.fullmatch(text):
        return Refusal("RD1-29", say("{most} dice stay in front, each kind named once with its number", most=FRONT_LIMIT))
    return None
