"""Where rails can lead an end of the line on its tile, and with how many straight and curved ones."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.bits import BIT, low_bit
from roundhouse.core.state import filled
from roundhouse.games.dice1.board import ACROSS, ALL, EDGE, LAKE, MOUNTAIN, SIDES, SQUARES, STEP, ZONE
from roundhouse.games.dice1.ground import reserved
from roundhouse.games.dice1.laying import fee_at
from roundhouse.games.dice1.moves import BEND, BENDS, lay_move
from roundhouse.games.dice1.position import NONE, Position

LONGEST: Final = 9  # rails of look-ahead
_POSES: Final = SQUARES * SIDES


def _ahead(pose: int, bend: int) -> int:
    """Return the pose that a rail with that bend leads to from the square of a pose; NONE beyond the edge of the tile."""
    square, side = pose // SIDES, (pose + BEND[bend]) % SIDES
    return NONE if EDGE[side] >> square & 1 else STEP[square * SIDES + side] * SIDES + side


_AHEAD: Final = vec[i64]([_ahead(pose, bend) for pose in range(_POSES) for bend in range(BENDS)])


class Reach:
    """The squares that an end can be led to.

    A pose is a square and the heading with which the end points at it: square * SIDES + heading. `ways[rails * _POSES + pose]` is
    the mask of the possible numbers of straight rails among that many rails leading there. The table includes walks that cross
    themselves; `first_rail` finds one that does not.
    """

    def __init__(self, state: Position, end: i64) -> None:
        slot = state.slot[end]
        self.end = end
        self.tile = state.tile[slot]
        self.paid = state.paid[slot]
        self.free = ALL & ~state.taken[slot] & ~reserved(state, end)
        self.ways = filled((LONGEST + 1) * _POSES, 0)
        self.walked: i64 = 0  # squares of the walk that first_rail found
        self._start(state)
        self._grow()

    def _start(self, state: Position) -> None:
        """Enter the starting poses: from a station the line goes on by any free side (RD1-58)."""
        at = state.at[self.end]
        for side in range(i64(SIDES)):
            square = STEP[at * SIDES + side]
            if self.free >> square & 1 and (
                side == state.out[self.end] or (state.out[self.end] == NONE and side != state.back[self.end])
            ):
                self.ways[square * SIDES + side] = 1

    def _grow(self) -> None:
        front = vec[i64]()
        for pose in range(i64(_POSES)):
            if self.ways[pose]:
                front = append(front, pose)
        for rails in range(i64(LONGEST)):
            front = self._step(rails, front)

    def _step(self, rails: i64, front: vec[i64]) -> vec[i64]:
        after = vec[i64](capacity=_POSES)
        ways = self.ways
        free = self.free
        to = (rails + 1) * _POSES
        for pose in front:
            mask = ways[rails * _POSES + pose]
            for bend in range(i64(BENDS)):
                ahead = _AHEAD[pose * BENDS + bend]
                if ahead == NONE or not free >> ahead // SIDES & 1:
                    continue
                if ways[to + ahead] == 0:
                    after = append(after, ahead)
                ways[to + ahead] |= mask << 1 if bend == 0 else mask
        return after

    def mask(self, rails: i64, pose: i64) -> i64:
        """Return the possible numbers of straight rails among `rails` rails leading to a pose, as a mask."""
        return self.ways[rails * _POSES + pose]

    def first_rail(self, rails: i64, pose: i64, straights: i64, exit: i64) -> i64:
        """Return the move that begins a walk to a pose and on by the side `exit`; NONE if all such walks cross themselves.

        With `exit` NONE the walk ends with the pose.
        """
        self.walked = BIT[pose // SIDES]
        return self._before(rails, pose, straights, exit)

    def _before(self, rails: i64, pose: i64, straights: i64, exit: i64) -> i64:
        """Go one step back: the rail on the square of the pose leads on by the side `exit`. Return the first rail, or NONE."""
        if rails == 0:
            return self._move(pose, exit)
        heading = pose % SIDES
        square = STEP[pose // SIDES * SIDES + ACROSS[heading]]
        if self.walked >> square & 1:
            return NONE
        self.walked |= BIT[square]
        for bend in range(i64(BENDS)):
            pose_before = square * SIDES + (heading - BEND[bend] + SIDES) % SIDES
            left = straights - 1 if bend == 0 else straights
            if left >= 0 and self.mask(rails - 1, pose_before) >> left & 1:
                move = self._before(rails - 1, pose_before, left, heading)
                if move != NONE:
                    return move
        self.walked &= ~BIT[square]
        return NONE

    def _move(self, pose: i64, exit: i64) -> i64:
        heading = pose % SIDES
        for bend in range(i64(BENDS)):
            if (heading + BEND[bend]) % SIDES == exit:
                return lay_move(self.end, heading, bend)
        return NONE

    def fee(self) -> i64:
        """Return the cost of the zones of the walk found that are not yet paid for (RD1-73, RD1-77)."""
        total: i64 = 0
        rest = self.walked & ~self.paid & (LAKE[self.tile] | MOUNTAIN[self.tile])
        while rest:
            square = low_bit(rest)
            total += fee_at(self.tile, self.paid, square)
            rest &= ~ZONE[self.tile * SQUARES + square]
        return total
