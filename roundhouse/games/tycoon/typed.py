"""Why a text that is written like a move of Railroad Tycoon names none: the clause, and the rule in words."""

from __future__ import annotations

import re
from typing import Final

from roundhouse.core.game import Refusal
from roundhouse.core.sentence import say
from roundhouse.games.tycoon.board import MOST_BID, MOST_SHARES

_BID: Final = re.compile(r"bid (?P<thousands>-?\d+)(?P<more>(?: \d+)*)")
_ISSUE: Final = re.compile(r"issue (?P<shares>-?\d+)")


def reason(text: str) -> Refusal | None:
    """Return why a plain text names no move; None if it is not understood."""
    if bid := _BID.fullmatch(text):
        return _bid(bid["thousands"], bid["more"])
    if _ISSUE.fullmatch(text):
        return Refusal("RRT-199", say("1 to {most} shares can be issued voluntarily at a time", most=MOST_SHARES))
    if text.startswith("urbanize ") and text.endswith(" red"):
        return Refusal("RRT-6", say("there is no red new-city tile: a new city is yellow, blue, purple or black"))
    return None


def _bid(thousands: str, more: str) -> Refusal:
    if more or (thousands.isdecimal() and int(thousands[:9]) > MOST_BID):
        return Refusal("RRT-57", say("a bid is written in thousands of dollars, 1 to {most}: 'bid 5' is $5,000", most=MOST_BID))
    return Refusal("RRT-57", say("the lowest bid is $1,000, written 'bid 1'"))
