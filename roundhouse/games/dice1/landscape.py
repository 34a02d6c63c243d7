"""The general map: which places the line has visited, and which tiles fit where, RD1-66.

Questions can be asked as if one more tile lay on the map: `extra` is its place and `extra_way` how it lies; NONE for no such tile.
"""

from __future__ import annotations

from mypy_extensions import i64

from roundhouse.core.bits import BIT
from roundhouse.games.dice1.board import ACROSS, FITS, KIND_WAYS, KINDS, NEED, SIDE_KIND, SIDES, SPOT_STEP
from roundhouse.games.dice1.moves import ENDS
from roundhouse.games.dice1.position import NONE, Position


def is_visited(state: Position, spot: i64) -> bool:
    """Return whether the line has visited a place (RD1-62)."""
    return any(other == spot for other in state.spot)


def need_at(state: Position, spot: i64, extra: i64, extra_way: i64) -> i64:
    """Return the kinds of side that the neighbours of a place require, as an index of FITS (RD1-66)."""
    need: i64 = 0
    for side in range(i64(SIDES)):
        near = spot + SPOT_STEP[side]
        way: i64 = NONE
        if near == extra:
            way = extra_way
        else:
            for entry in range(i64(len(state.spot))):
                if state.spot[entry] == near:
                    way = state.land[entry]
                    break
        if way != NONE:
            need += NEED[side] * (SIDE_KIND[way * SIDES + ACROSS[side]] + 1)
    return need


def ways_left(state: Position, without: i64) -> i64:
    """Return the ways of the mini-tiles left, as a mask, without one of kind `without` (NONE: all of them)."""
    mask: i64 = 0
    for kind in range(i64(KINDS)):
        left = state.supply[kind]
        if kind == without:
            left -= 1
        if left > 0:
            mask |= KIND_WAYS[kind]
    return mask


def exits_of(state: Position, spot: i64, extra: i64, extra_way: i64, ways: i64) -> i64:
    """Return the sides of a place that lead to an unvisited one where one of these ways fits, as a mask (RD1-65)."""
    exits: i64 = 0
    for side in range(i64(SIDES)):
        near = spot + SPOT_STEP[side]
        if near == extra or is_visited(state, near):
            continue
        if FITS[need_at(state, near, extra, extra_way)] & ways:
            exits |= BIT[side]
    return exits


def update_exits(state: Position) -> None:
    """Update the field `exits` after the map has grown."""
    ways = ways_left(state, NONE)
    state.exits = 0
    for end in range(i64(ENDS)):
        state.exits |= exits_of(state, state.spot[state.place[end]], NONE, NONE, ways) << end * SIDES
