"""Why a text that is written like a move of Chicago Express names none: the clause, and the rule in words."""

from __future__ import annotations

import re
from typing import Final

from roundhouse.core.game import Refusal
from roundhouse.core.sentence import say
from roundhouse.games.express.board import HIGHEST_BID

_BID: Final = re.compile(r"bid (?P<dollars>-?\d+(?:[.,]\d+)?)")


def reason(text: str) -> Refusal | None:
    """Return why a plain text names no move; None if it is not understood."""
    bid = _BID.fullmatch(text)
    if bid is None:
        return None
    if bid["dollars"].isdecimal() and int(bid["dollars"][:9]) > HIGHEST_BID:
        return Refusal("CEX-138", say("a bid is at most ${most}", most=HIGHEST_BID))
    return Refusal("CEX-6", say("a bid is a whole number of dollars, 1 or more"))
