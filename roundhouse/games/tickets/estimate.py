"""How a game of Ticket to Ride may end: tracks, tickets done and planned, and what trains and cards left will still make.

The weights are those that best told the final scores from positions of the heuristic's play with two to four seats.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.state import OVER
from roundhouse.games.tickets.board import COLOURS, LENGTH, LOCOMOTIVE, POINTS
from roundhouse.games.tickets.plan import FAR, Survey, plan_for, points_of
from roundhouse.games.tickets.scoring import final_scores
from roundhouse.games.tickets.state import LAST_TRAINS, Tickets

# In hundredths of a point.
POINT: Final = 100
PLANNED: Final = 140  # a point of a ticket that is planned for, if the plan takes no time,
RISK: Final = 220  # and this much less if it takes all the time there is
SPARE_TRAIN: Final = 150  # a train that is not planned for and that there is time to place
TRAIN: Final = 85  # likewise, whether there is time or not
CARD: Final = 73
WILD: Final = 250
LEAD: Final = 45  # a train by which the longest path is longer than those of the others, TTR-85
MOST_LEAD: Final = 10
LATE: Final = 20  # half turns: with fewer left, trains and cards are worth the less


def evaluate(at: Tickets) -> vec[i64]:
    """The final score by seat (TTR-83), in hundredths of a point."""
    result = vec[i64](capacity=at.seats)
    paths = at.paths()
    if at.actor == OVER:
        for score in final_scores(at, paths):
            result = append(result, POINT * score)
        return result
    time = _half_turns_left(at)
    for seat in range(at.seats):
        result = append(result, _prospect(at, seat, time) + LEAD * _lead(paths, seat))
    return result


def _half_turns_left(at: Tickets) -> i64:
    """Until the fastest seat ends the game (TTR-74): one a card still to draw, two a claim of three trains."""
    least: i64 = FAR
    for seat in range(at.seats):
        trains = at.trains[seat]
        least = min(least, max(0, trains - LAST_TRAINS - at.size[seat]) + 2 * trains // 3)
    return 2 if at.last > 0 else max(2, least)


def _prospect(at: Tickets, seat: i64, time: i64) -> i64:
    """All but the longest path."""
    done = at.completed(seat)
    pending = at.mine[seat] & ~done
    plan = plan_for(Survey(at, seat), pending, time)
    planned = points_of(plan.tickets)
    total = POINT * (at.points[seat] + points_of(done) - points_of(pending & ~plan.tickets))
    total += planned * (PLANNED - RISK * plan.half_turns // time)
    trains = at.trains[seat] - plan.trains
    for track in plan.wanted:
        total += POINT * POINTS[LENGTH[track]]
    means = TRAIN * trains + CARD * at.size[seat] + WILD * at.hand[seat * COLOURS + LOCOMOTIVE]
    return total + SPARE_TRAIN * min(trains, time - plan.half_turns) + means * min(time, i64(LATE)) // LATE


def _lead(paths: vec[i64], seat: i64) -> i64:
    """By how much the path of a seat is longer than the longest of the others."""
    longest: i64 = 0
    for other in range(i64(len(paths))):
        if other != seat:
            longest = max(longest, paths[other])
    return max(i64(-MOST_LEAD), min(i64(MOST_LEAD), paths[seat] - longest))
