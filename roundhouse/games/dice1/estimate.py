"""The expected result of a game of Railroad Dice: passengers now, this year's, and what companies and dice will still bring.

The weights are those that best predicted the final passengers from positions of the heuristic's games with two to four seats.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.state import OVER
from roundhouse.games.dice1.board import COMPANIES, WILD
from roundhouse.games.dice1.dice import front_size, in_front
from roundhouse.games.dice1.position import NONE
from roundhouse.games.dice1.state import Dice1
from roundhouse.games.dice1.value import Worth

# In hundredths of a passenger.
THIS_YEAR: Final = 80  # a passenger of the group of a company that the seat directs
LATER: Final = 24  # the same for each later year, if the seat will direct the company
SHARE: Final = 20  # a share, for each of those years
WILD_DIE: Final = 90
RAIL_DIE: Final = 25
RESERVE_DIE: Final = 60


def evaluate(at: Dice1) -> vec[i64]:
    """Return the expected final passengers by seat (RD1-94), in hundredths."""
    result = vec[i64](capacity=at.seats)
    for tokens in at.tokens:
        result = append(result, 100 * tokens)
    if at.actor == OVER:
        return result
    worth = Worth(at, 0)
    later = worth.years - 1
    for company in range(i64(COMPANIES)):
        if at.director[company] != NONE:
            result[at.director[company]] += THIS_YEAR * worth.group[company]
        if worth.heir[company] != NONE:
            result[worth.heir[company]] += LATER * later * worth.group[company]
        for seat in range(at.seats):
            result[seat] += SHARE * later * at.shares[seat * COMPANIES + company]
    if later > 0:
        for seat in range(at.seats):
            result[seat] += _dice(at, seat)
    return result


def _dice(at: Dice1, seat: i64) -> i64:
    """Return the value of a seat's dice if another year comes."""
    wild = in_front(at, seat, WILD)
    return WILD_DIE * wild + RAIL_DIE * (front_size(at, seat) - wild) + RESERVE_DIE * at.reserve[seat]
