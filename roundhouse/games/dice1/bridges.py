"""Bridges over lakes: whether the player can lead every end that points at a lake to a shore in this turn, RD1-R15.

A fee is paid from the reserve first; no tile has both lake and mountain squares.
"""

from __future__ import annotations

from mypy_extensions import i64

from roundhouse.core.bits import BIT, count_bits
from roundhouse.games.dice1.board import ALL, LAKE, LAKE_FEE, MEADOW, SIDES, STEP
from roundhouse.games.dice1.ground import Ground, exits_at, goes_on, pointed
from roundhouse.games.dice1.moves import BEND, BENDS, ENDS, ON
from roundhouse.games.dice1.position import NONE, Position
from roundhouse.games.dice1.purse import Purse, after_fee, after_rail


def points_at_lake(state: Position, end: i64) -> bool:
    """Return whether an end points at a lake, where it cannot be left (RD1-75)."""
    if state.out[end] == NONE or end == state.moving:
        return False
    return LAKE[state.tile[state.slot[end]]] >> pointed(state, end) & 1 != 0


def open_bridges(state: Position) -> i64:
    """Return the ends that point at a lake, as a mask."""
    mask: i64 = 0
    for end in range(i64(ENDS)):
        if points_at_lake(state, end):
            mask |= BIT[end]
    return mask


def can_finish(state: Position, ends: i64, exits: i64, dice: Purse) -> bool:
    """Return whether these dice lead all of these ends to a shore (RD1-99); `exits` has the format of the field `exits`."""
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
    ground = state.tile[slot], state.taken[slot], exits, state.paid[slot]
    return can_span(state, end, ends & ~BIT[end], ground, square, state.out[end], fee, dice)


def can_span(state: Position, end: i64, rest: i64, ground: Ground, square: i64, heading: i64, fee: i64, dice: Purse) -> bool:
    """Return whether rails lead from a lake square to a shore, the fee can be paid, and the `rest` of the ends can follow.

    The square is entered with that heading. RD1-74: a shore is a free meadow square from which the line can go on; if it
    can there, it could on every square before.
    """
    way, taken, exits, paid = ground
    now = taken | BIT[square]
    for bend in range(i64(BENDS)):
        left = after_rail(dice, bend == ON)
        side = (heading + BEND[bend]) % SIDES
        after = STEP[square * SIDES + side]
        if left[2] < 0 or left[2] + left[3] < fee or now >> after & 1:
            continue
        if LAKE[way] >> after & 1:
            spanned = can_span(state, end, rest, (way, now, exits, paid), after, side, fee, left)
        else:
            shore = MEADOW[way] >> after & 1 != 0 and goes_on(ALL & ~now, after, side, count_bits(now), exits_at(exits, end))
            spanned = shore and can_finish(state, rest, exits, after_fee(left, fee, NONE))
        if spanned:
            return True
    return False
