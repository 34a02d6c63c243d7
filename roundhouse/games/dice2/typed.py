"""Why a text that is written like a move of Railroad Dice 2 names none: the clause, and the rule in words."""

from __future__ import annotations

import re
from typing import Final

from roundhouse.core.game import Refusal
from roundhouse.core.sentence import say
from roundhouse.games.dice2.board import SIZE, SLOWEST, TILES, VALUES

_SQUARE: Final = re.compile(r"(?P<what>place|lay|exchange) (?P<square>[0-9]+[a-z][0-9]+)(?P<track> .+)?")
_CARRY: Final = re.compile(r"carry (?P<value>-?\d+) (?P<station>\w+)")


def reason(text: str) -> Refusal | None:
    """Return why a plain text names no move; None if it is not understood."""
    square = _SQUARE.fullmatch(text)
    if square and not _is_square(square["square"]):
        return Refusal(
            "RD2-1",
            say(
                "there is no square {square}: tiles are 1 to {tiles}, columns a to d, rows 1 to 4",
                square=square["square"],
                tiles=TILES,
            ),
        )
    carry = _CARRY.fullmatch(text)
    if carry and carry["value"] not in map(str, range(SLOWEST, SLOWEST + VALUES)):
        return Refusal("RD2-2", say("locomotives have the values 2 to 6, not {value}", value=carry["value"]))
    if re.fullmatch(r"bring -?\d+", text):
        return Refusal("RD2-1", say("passengers come to one of the tiles 1 to {tiles}", tiles=TILES))
    if re.fullmatch(r"dice -?[\d+ ]+", text):
        return Refusal("RD2-42", say("the offers are '4', '2+1', '0+2' and '?'"))
    return None


def _is_square(name: str) -> bool:
    return re.fullmatch(rf"[1-{TILES}][a-d][1-{SIZE}]", name) is not None
