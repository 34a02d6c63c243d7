"""The expected result of a game of Railroad Dice 2: tokens, and the passengers that lines and locomotives will still fetch.

The weights are those that best predicted the final tokens from positions of the heuristic's games with two to four seats.
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
from roundhouse.games.dice2.trips import Trips
from roundhouse.games.dice2.ways import Ways

# In hundredths of a token.
TOKEN: Final = 97
FLEET: Final = 92  # for each hundred passengers still to come: each that the locomotives can fetch in a turn;
LINK: Final = 637  # for each hundred of them and each seat that they are shared with: each station linked,
HOPE: Final = 1357  # and each that is about to be, by how near it is
READY: Final = 78  # each passenger that could be fetched in a turn right now,
SOONER: Final = 18  # and for each of them: every seat that acts later, less every one that acts before
WHOLE: Final = 1024  # the nearest that a station can be


def evaluate(at: Dice2) -> vec[i64]:
    """Return the expected final tokens by seat (RD2-96), in hundredths."""
    result = vec[i64](capacity=at.seats)
    if at.actor == OVER:
        for cash in at.cash:
            result = append(result, 100 * cash)
        return result
    outlook = Outlook(0, Ways())
    for seat in range(at.seats):
        total = TOKEN * at.cash[seat] + _ready(at, seat)
        shared = (LINK * count_bits(at.linked[seat]) + HOPE * outlook.hope(at, seat) // WHOLE) // at.seats
        result = append(result, total + passengers_to_come(at, seat) * (FLEET * capacity(at, seat) + shared) // 100)
    return result


def _ready(at: Dice2, seat: i64) -> i64:
    """Return the value of the passengers that a seat could fetch at once: the less, the more seats act before it."""
    before = (seat - at.turn + at.seats) % at.seats
    later = at.seats - 1 - before
    return Trips(at, seat).total * (READY + SOONER * (later - before))
