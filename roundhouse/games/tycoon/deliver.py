"""Chapter 11 of the rules: a cube goes over completed links to a city of its colour, and link owners score."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.bits import BIT, low_bit
from roundhouse.games.tycoon import goals
from roundhouse.games.tycoon.board import CHICAGO, CITIES, COLOURS, NONE, RED, WESTERN, WESTERN_CITY
from roundhouse.games.tycoon.goods import grab, take_away
from roundhouse.games.tycoon.moves import DELIVER, HOP, OWNERS
from roundhouse.games.tycoon.position import DELIVERING, Position
from roundhouse.games.tycoon.turns import end_action


def deliveries(state: Position, moves: vec[i64]) -> vec[i64]:
    """Add every cube that the actor can bring to a city of its colour (RRT-107 to RRT-114), never to its own (RRT-112).

    The first such city on a way ends it (RRT-113), so it is enough that some city of the colour is within reach: the way to
    the nearest one passes no other.
    """
    seat = state.actor
    for city in range(i64(CITIES)):
        first = state.own[seat * CITIES + city]
        if first == 0 or state.marked >> city & 1:
            continue
        goal = within(state, first, BIT[city], state.level[seat])
        for colour in range(i64(COLOURS)):
            if state.goods[city * COLOURS + colour] and state.demand[colour] & goal:
                moves = append(moves, DELIVER + city * COLOURS + colour)
    return moves


def within(state: Position, first: i64, closed: i64, links: i64) -> i64:
    """Return the cities within `links` links, the first of which leads to one of `first`; `closed` ones are not entered."""
    met = first & ~closed
    front = met
    left = links - 1
    while front and left > 0:
        left -= 1
        beyond: i64 = 0
        while front:
            beyond |= state.joined[low_bit(front)]
            front &= front - 1
        front = beyond & ~met & ~closed
        met |= front
    return met


def hops(state: Position) -> vec[i64]:
    """Return the next links of the cube under way, only those that let the delivery be completed (RRT-108, RRT-109).

    RRT-110: the first is the actor's own. RRT-111: no city twice, hence no link twice.
    """
    moves = vec[i64]()
    rest = next_cities(state)
    while rest:
        city = low_bit(rest)
        rest &= rest - 1
        for owner in range(state.seats):
            if state.own[owner * CITIES + state.place] >> city & 1 and (state.steps > 0 or owner == state.actor):
                moves = append(moves, HOP + city * OWNERS + owner)
    return moves


def next_cities(state: Position) -> i64:
    """Return the cities that the cube under way may enter next, as a mask."""
    cities = state.joined[state.place]
    if state.steps == 0:
        cities = state.own[state.actor * CITIES + state.place]
    cities &= ~state.trail
    result: i64 = 0
    left = state.level[state.actor] - state.steps - 1
    rest = cities
    while rest:
        city = low_bit(rest)
        rest &= rest - 1
        if state.demand[state.cube] >> city & 1 or (left > 0 and _goes_on(state, city, left)):
            result |= BIT[city]
    return result


def _goes_on(state: Position, city: i64, links: i64) -> bool:
    """Return whether a cube can reach a city of its colour over that many links, and not through cities where it has been."""
    return within(state, state.joined[city], state.trail | BIT[city], links) & state.demand[state.cube] != 0


def begin(state: Position, city: i64, colour: i64) -> None:
    """Choose a cube to deliver (RRT-107)."""
    state.phase = DELIVERING
    state.origin = city
    state.place = city
    state.cube = colour
    state.trail = BIT[city]
    state.steps = 0
    state.gain = 0


def hop(state: Position, city: i64, owner: i64) -> None:
    """Move the cube over a link; nobody is asked or paid (RRT-117). The first city of its colour ends the way (RRT-113)."""
    state.place = city
    state.trail |= BIT[city]
    state.steps += 1
    state.gain += BIT[owner * 4]
    if state.demand[state.cube] >> city & 1:
        _arrive(state)


def _arrive(state: Position) -> None:
    """Put the cube into the bag (RRT-207), then score links, then cards; then refill."""
    seat = state.actor
    take_away(state, state.origin, state.cube)
    for owner in range(state.seats):  # RRT-116
        state.points[owner] += state.gain >> owner * 4 & 15
    goals.delivered(state, seat, state.place, state.steps)
    state.delivered = 1
    refill = refills(state)
    _forget(state)
    if not (refill and grab(state, CHICAGO)):
        end_action(state)


def refills(state: Position) -> bool:
    """Return whether a delivery refills: a red cube from a city with its western link, to Chicago (RRT-134, RRT-136, RRT-216).

    Any player may have made it. The cube itself is in the bag by now (RRT-135).
    """
    if state.cube != RED or state.place != CHICAGO:
        return False
    for number in range(i64(WESTERN)):
        if WESTERN_CITY[number] == state.origin:
            return state.western[number] != NONE
    return False


def _forget(state: Position) -> None:
    state.place = NONE
    state.origin = NONE
    state.cube = NONE
    state.trail = 0
    state.steps = 0
    state.gain = 0
