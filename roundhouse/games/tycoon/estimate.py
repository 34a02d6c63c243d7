"""The expected result of a game of Railroad Tycoon: points, the deliveries that the network allows, and the cost of shares.

The weights are those that best predicted the final scores from positions of the heuristic's games with two to four seats.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.state import OVER
from roundhouse.games.tycoon.score import bonus, final_scores
from roundhouse.games.tycoon.state import Tycoon
from roundhouse.games.tycoon.trips import Trips
from roundhouse.games.tycoon.worth import Worth

POINT: Final = 100  # all values are in hundredths of a point
BURDEN: Final = 110  # per cent of the expected cost of shares
FUTURE: Final = 60  # per cent of the deliveries that are possible today
BONUS: Final = 50  # per cent of the tycoon's present bonus
ENGINE: Final = 21  # for each action left: each level of the locomotive,
LINK: Final = 12  # and each link
ACTION: Final = 220  # against a seat that has acted in this round: the others still have that action


def evaluate(at: Tycoon) -> vec[i64]:
    """Return the expected final score by seat (RRT-187), in hundredths of a point."""
    result = vec[i64](capacity=at.seats)
    if at.actor == OVER:
        for score in final_scores(at):
            result = append(result, POINT * score)
        return result
    for seat in range(at.seats):
        result = append(result, _prospect(at, seat))
    return result


def _prospect(at: Tycoon, seat: i64) -> i64:
    worth = Worth(at, seat)
    trips = Trips(at, seat)
    trips.count()
    total = POINT * at.points[seat]
    total += (FUTURE * worth.future(trips, 0, 0) - BURDEN * worth.burden) // 1000
    total += worth.actions * (ENGINE * at.level[seat] + LINK * at.links_of(seat))
    if _has_acted(at, seat):
        total -= ACTION
    if at.tycoon[seat] >= 0:
        total += BONUS * bonus(at, seat, at.tycoon[seat])
    return total


def _has_acted(at: Tycoon, seat: i64) -> bool:
    """Return whether a seat has had its action in the round under way (RRT-63)."""
    return (seat - at.first + at.seats) % at.seats < at.done
