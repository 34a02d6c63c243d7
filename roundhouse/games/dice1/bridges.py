"""Bridges over lakes: whether the player can lead every end that points at a lake to a shore in this turn, RD1-R15.

The dice that count are passed as numbers: straight and curved rails and wild dice in front, and the reserve. A fee is paid from
the reserve first, because a reserve die can do nothing else here; no tile has both lake and mountain squares.
"""

from __future__ import annotations

from mypy_extensions import i64

from roundhouse.core.bits import BIT, count_bits
from roundhouse.games.dice1.board import ALL, LAKE, LAKE_FEE, MEADOW, SIDES, STEP
from roundhouse.games.dice1.ground import exits_at, goes_on, pointed
from roundhouse.games.dice1.moves import BEND, BENDS, ENDS, ON
from roundhouse.games.dice1.position import NONE, Position


def points_at_lake(state: Position, end: i64) -> bool:
    """RD1-75: this end cannot be left as it is."""
    if state.out[end] == NONE or end == state.moving:
        return False
    return LAKE[state.tile[state.slot[end]]] >> pointed(state, end) & 1 != 0


def open_bridges(state: Position) -> i64:
    """The ends that point at a lake, as a mask."""
    mask: i64 = 0
    for end in range(i64(ENDS)):
        if points_at_lake(state, end):
            mask |= BIT[end]
    return mask


def can_finish(state: Position, ends: i64, exits: i64, straight: i64, curve: i64, wild: i64, reserve: i64) -> bool:
    """RD1-99: these dice lead all of these ends to a shore; `exits` are those of both ends, as in the field of a position."""
    if ends == 0:
        return True
    end: i64 = 0
    if not ends & 1:
        end = 1
    slot = state.slot[end]
    square = pointed(state, end)
    fee: i64 = LAKE_FEE
    if state.paid[slot] >> square & 1:
        fee = 0
    rest = ends & ~BIT[end]
    way = state.tile[slot]
    taken = state.taken[slot]
    return can_span(state, end, rest, way, taken, square, state.out[end], exits, fee, straight, curve, wild, reserve)


def can_span(
    state: Position,
    end: i64,
    rest: i64,
    way: i64,
    taken: i64,
    square: i64,
    heading: i64,
    exits: i64,
    fee: i64,
    straight: i64,
    curve: i64,
    wild: i64,
    reserve: i64,
) -> bool:
    """Rails lead from a lake square, entered with that heading, to a shore, the fee is paid, and the `rest` of the ends follow.

    RD1-74: a shore is a free meadow square from which the line can go on; if it can there, it could on every square before.
    """
    now = taken | BIT[square]
    for bend in range(i64(BENDS)):
        straights, curves, wilds = straight, curve, wild
        if bend == ON and straights > 0:
            straights -= 1
        elif bend != ON and curves > 0:
            curves -= 1
        else:
            wilds -= 1
        side = (heading + BEND[bend]) % SIDES
        after = STEP[square * SIDES + side]
        if wilds < 0 or wilds + reserve < fee or now >> after & 1:
            continue
        if LAKE[way] >> after & 1:
            if can_span(state, end, rest, way, now, after, side, exits, fee, straights, curves, wilds, reserve):
                return True
        elif MEADOW[way] >> after & 1 and goes_on(ALL & ~now, after, side, count_bits(now), exits_at(exits, end)):
            from_wild: i64 = 0
            if reserve < fee:
                from_wild = fee - reserve
            if can_finish(state, rest, exits, straights, curves, wilds - from_wild, reserve - fee + from_wild):
                return True
    return False
