"""Whether an end of the line can go on: the two tests of RD1-R11, on the squares of one tile.

`free` is the mask of the squares that carry nothing and that the other end does not point at (RD1-R28), `exits` the sides of
the tile that are open, `count` the dice and stations on the tile before the next rail.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from roundhouse.core.bits import BIT
from roundhouse.games.dice1.board import ALL, BEYOND_EAST, BEYOND_WEST, EDGE, EDGES, SIDES, SIZE, STEP, TO_LEAVE
from roundhouse.games.dice1.position import NONE, Position

# A tile, laid or not yet: its way, the squares taken, the exits of both ends as in the field of a position, the squares paid for.
Ground = tuple[i64, i64, i64, i64]

_EAST_OK: Final = ~BEYOND_EAST
_WEST_OK: Final = ~BEYOND_WEST


def exits_at(exits: i64, end: i64) -> i64:
    """Return the exits of one end out of those of both, as a mask of sides."""
    return exits >> end * SIDES & (BIT[SIDES] - 1)


def can_follow(free: i64, square: i64, heading: i64, count: i64, exits: i64) -> bool:
    """Return whether some rail fits on `square`, entered with that heading, and is not blocked at its other end (test 1)."""
    for turn in range(i64(SIDES)):
        if turn == 2:  # back towards where the line comes from
            continue
        side = (heading + turn) % SIDES
        if EDGE[side] >> square & 1:
            if exits >> side & 1 and count + 1 >= TO_LEAVE:
                return True
        elif free >> STEP[square * SIDES + side] & 1:
            return True
    return False


def way_out(free: i64, square: i64, exits: i64) -> bool:
    """Return whether free squares lead from `square` to one with an open exit, or the tile has no open exit at all (test 2)."""
    goals = EDGES[exits]
    if goals == 0:
        return True
    reached = BIT[square]
    while not reached & goals:
        grown = reached | (reached & _EAST_OK) << 1 | (reached & _WEST_OK) >> 1 | reached << SIZE | reached >> SIZE
        grown &= free
        if grown == reached:
            return False
        reached = grown
    return True


def goes_on(free: i64, square: i64, heading: i64, count: i64, exits: i64) -> bool:
    """Return whether an end that points at `square` passes both tests."""
    return free >> square & 1 != 0 and can_follow(free, square, heading, count, exits) and way_out(free, square, exits)


def station_goes_on(free: i64, square: i64, back: i64, count: i64, exits: i64) -> bool:
    """Return whether a station that ends the line has a side without rail that passes both tests (RD1-58)."""
    return any(side != back and goes_on(free, STEP[square * SIDES + side], side, count, exits) for side in range(i64(SIDES)))


def pointed(state: Position, end: i64) -> i64:
    """Return the square that an end points at; NONE where a station ends the line."""
    if state.out[end] == NONE:
        return NONE
    return STEP[state.at[end] * SIDES + state.out[end]]


def reserved(state: Position, end: i64) -> i64:
    """Return the square of this tile that the other end points at, as a mask; 0 except on the start tile (RD1-98)."""
    other = 1 - end
    if state.slot[other] != state.slot[end] or state.out[other] == NONE:
        return 0
    return BIT[pointed(state, other)]


def end_goes_on(state: Position, end: i64, free: i64, count: i64, exits: i64) -> bool:
    """Return whether an end as it stands passes both tests on these free squares."""
    if state.out[end] == NONE:
        return station_goes_on(free, state.at[end], state.back[end], count, exits)
    return goes_on(free, pointed(state, end), state.out[end], count, exits)


def end_can_follow(state: Position, end: i64, count: i64, exits: i64) -> bool:
    """Return whether an end on a tile of its own can be continued by one die, whatever follows (RD1-61)."""
    free = ALL & ~state.taken[state.slot[end]]
    at = state.at[end]
    if state.out[end] != NONE:
        return can_follow(free, STEP[at * SIDES + state.out[end]], state.out[end], count, exits)
    for side in range(i64(SIDES)):
        square = STEP[at * SIDES + side]
        if side != state.back[end] and free >> square & 1 and can_follow(free, square, side, count, exits):
            return True
    return False
