"""The expected result of a game of Ticket to Ride: tracks, tickets done and planned, and the value of the cards in hand.

The weights are those that best predicted the final scores from positions of the heuristic's games with two and four seats, some
of them after random moves, so that it also covers positions that the heuristic would avoid.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.bits import BIT
from roundhouse.core.state import OVER
from roundhouse.games.tickets.board import FAR
from roundhouse.games.tickets.material import COLOURS, LAST_TRAINS, LOCOMOTIVE
from roundhouse.games.tickets.plan import Plan, Survey, plan_for, points_of
from roundhouse.games.tickets.scoring import final_scores, longest_paths
from roundhouse.games.tickets.state import Tickets

# In hundredths of a point.
POINT: Final = 100
PLANNED: Final = 132  # a point of a planned ticket, if the plan takes no time,
RISK: Final = 151  # and this much less if it takes all the time left
HASTE: Final = 79  # each half turn less than SLACK between the plan and the end: the risk does not grow linearly
SLACK: Final = 8
WANTED: Final = 34  # a point for a track of the plan; without the plan there would be others
CLAIM_TURN: Final = 674  # the turn that each of them takes
CONTESTED: Final = 94  # one of its cities where others have tracks
IDLE: Final = 184  # against a seat that has no ticket to work for
CARD: Final = 75
EARLY_CARD: Final = 105  # more, as long as there is time
LATE: Final = 20  # half turns: with fewer left, cards lose value
USABLE: Final = 101  # more, for a card that the plan needs
WILD: Final = 236
LEAD: Final = 29  # a train by which the longest path is longer than those of the others, TTR-85
MOST_LEAD: Final = 10
TURN: Final = 285  # being the seat to move


def evaluate(at: Tickets) -> vec[i64]:
    """Return the expected final score by seat (TTR-83), in hundredths of a point."""
    result = vec[i64](capacity=at.seats)
    paths = longest_paths(at)
    if at.actor == OVER:
        for score in final_scores(at, paths):
            result = append(result, POINT * score)
        return result
    time = _half_turns_left(at)
    cities = _cities(at)
    for seat in range(at.seats):
        result = append(result, _prospect(at, seat, time, cities) + LEAD * _lead(paths, seat))
    return result


def _half_turns_left(at: Tickets) -> i64:
    """Return the half turns until the fastest seat ends the game (TTR-74): one per card to draw, two per claim of three trains."""
    least: i64 = FAR
    for seat in range(at.seats):
        trains = at.trains[seat]
        least = min(least, max(0, trains - LAST_TRAINS - at.size[seat]) + 2 * trains // 3)
    return 2 if at.last > 0 else max(2, least)


def _cities(at: Tickets) -> vec[i64]:
    """Return for each city the seats that have tracks there, as a mask."""
    board = at.board
    result = board.no_cities[:]
    for seat in range(at.seats):
        for track in at.tracks_of(seat):
            result[board.end_a[track]] |= BIT[seat]
            result[board.end_b[track]] |= BIT[seat]
    return result


def _prospect(at: Tickets, seat: i64, time: i64, cities: vec[i64]) -> i64:
    """Return the expected score of a seat without the longest path."""
    board = at.board
    pending = at.pending(seat)
    all_points = points_of(board, at.tickets_of(seat))
    pending_points = points_of(board, pending)
    plan = plan_for(Survey(at, seat), pending, time)
    planned = plan.points()
    total = POINT * (at.points[seat] + all_points - pending_points - (pending_points - planned))
    total += planned * (PLANNED - RISK * plan.half_turns // time)
    if len(plan.tickets) == 0:
        total -= IDLE
    if len(plan.wanted) > 0:
        total += HASTE * max(0, SLACK - (time - plan.half_turns)) + _tracks(plan, cities, seat)
    total += at.size[seat] * (CARD + EARLY_CARD * min(time, i64(LATE)) // LATE)
    total += WILD * at.hand[seat * COLOURS + LOCOMOTIVE] + USABLE * _usable(at, seat, plan)
    return total + (TURN if at.turn == seat else 0)


def _tracks(plan: Plan, cities: vec[i64], seat: i64) -> i64:
    """Return the value of a plan's tracks, less the turns they take and the risk that others take them."""
    board = plan.board
    rivals = ~BIT[seat]
    total: i64 = 0
    for track in plan.wanted:
        total += WANTED * board.points[board.length[track]] - CLAIM_TURN
        if cities[board.end_a[track]] & rivals:
            total -= CONTESTED
        if cities[board.end_b[track]] & rivals:
            total -= CONTESTED
    return total


def _usable(at: Tickets, seat: i64, plan: Plan) -> i64:
    """Return the cards in hand that the plan needs; gray tracks are paid with the two colours of which most is left over."""
    board = at.board
    spare = at.hand[seat * COLOURS : seat * COLOURS + LOCOMOTIVE]
    gray: i64 = 0
    for track in plan.wanted:
        if track < board.coloured:
            spare[board.colour[track]] -= board.length[track]
        else:
            gray += board.length[track]
    usable: i64 = 0
    most: i64 = 0
    second: i64 = 0
    for colour in range(i64(LOCOMOTIVE)):
        left = spare[colour]
        usable += at.hand[seat * COLOURS + colour] - max(0, left)
        if left > most:
            second = most
            most = left
        elif left > second:
            second = left
    return usable + min(gray, most + second)


def _lead(paths: vec[i64], seat: i64) -> i64:
    """Return by how much the path of a seat is longer than the longest of the others."""
    longest: i64 = 0
    for other in range(i64(len(paths))):
        if other != seat:
            longest = max(longest, paths[other])
    return max(i64(-MOST_LEAD), min(i64(MOST_LEAD), paths[seat] - longest))
