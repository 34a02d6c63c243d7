"""How a game of Railroad Dice 2 may end: tokens, and the passengers that lines and locomotives will still fetch.

The weights are those that best told the final tokens from positions of the heuristic's play with two to four seats.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.bits import count_bits
from roundhouse.core.state import OVER
from roundhouse.games.dice2.fleet import capacity, passengers_to_come
from roundhouse.games.dice2.outlook import Outlook
from roundhouse.games.dice2.state import Dice2
from roundhouse.games.dice2.ways import Ways

# In hundredths of a token.
TOKEN: Final = 83  # who is ahead is caught up with
LINK: Final = 178  # for each hundred passengers still to come: each station linked,
HOPE: Final = 430  # and each that is about to be, by how near it is
SEAT: Final = 240  # each passenger that the locomotives can fetch in a turn
WHOLE: Final = 1024  # the nearest that a station can be


def evaluate(at: Dice2) -> vec[i64]:
    """The final tokens by seat (RD2-96), in hundredths."""
    result = vec[i64](capacity=at.seats)
    if at.actor == OVER:
        for cash in at.cash:
            result = append(result, 100 * cash)
        return result
    outlook = Outlook(0, Ways())
    for seat in range(at.seats):
        links = LINK * count_bits(at.linked[seat]) + HOPE * outlook.hope(at, seat) // WHOLE
        total = TOKEN * at.cash[seat] + SEAT * capacity(at, seat)
        result = append(result, total + links * passengers_to_come(at, seat) // 100)
    return result
