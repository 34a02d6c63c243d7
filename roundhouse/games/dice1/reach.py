"""Where rails can lead an end of the line on its tile, and with how many straight and curved ones."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.bits import BIT, low_bit
from roundhouse.core.recent import Recent
from roundhouse.core.state import filled
from roundhouse.games.dice1.board import ACROSS, ALL, EDGE, LAKE, MOUNTAIN, SIDES, SQUARES, STEP, ZONE
from roundhouse.games.dice1.ground import reserved
from roundhouse.games.dice1.laying import fee_at
from roundhouse.games.dice1.moves import BEND, BENDS, lay_move
from roundhouse.games.dice1.position import NONE, Position

LONGEST: Final = 9  # rails of look-ahead
POSES: Final = 196  # SQUARES * SIDES
_MEMORY: Final = 256  # tables


def _ahead(pose: int, bend: int) -> int:
    """Return the pose that a rail with that bend leads to from the square of a pose; NONE beyond the edge of the tile."""
    square, side = pose // SIDES, (pose + BEND[bend]) % SIDES
    return NONE if EDGE[side] >> square & 1 else STEP[square * SIDES + side] * SIDES + side


_AHEAD: Final = vec[i64]([_ahead(pose, bend) for pose in range(POSES) for bend in range(BENDS)])


class Reach:
    """The squares that an end can be led to.

    A pose is a square and the heading with which the end points at it: square * SIDES + heading. `ways[rails * POSES + pose]` is
    the mask of the possible numbers of straight rails among that many rails leading there. The table includes walks that cross
    themselves; `first_rail` finds one that does not.
    """

    def __init__(self, state: Position, end: i64) -> None:
        slot = state.slot[end]
        self.end = end
        self.tile = state.tile[slot]
        self.paid = state.paid[slot]
        self.free = ALL & ~state.taken[slot] & ~reserved(state, end)
        self.ways = _ways_over(self.free, state.at[end], state.out[end], state.back[end])
        self.walked: i64 = 0  # squares of the walk that first_rail found

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
            if left >= 0 and self.ways[(rails - 1) * POSES + pose_before] >> left & 1:
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


class Table:
    """The table of a Reach, which is the same for all ends that stand alike before the same free squares."""

    def __init__(self, free: i64, at: i64, out: i64, back: i64) -> None:
        self.ways = filled((LONGEST + 1) * POSES, 0)
        front = vec[i64]()
        for side in range(i64(SIDES)):  # from a station the line goes on by any free side, RD1-58
            square = STEP[at * SIDES + side]
            if free >> square & 1 and (side == out or (out == NONE and side != back)):
                self.ways[square * SIDES + side] = 1
                front = append(front, square * SIDES + side)
        for rails in range(i64(LONGEST)):
            front = self._step(rails, front, free)

    def _step(self, rails: i64, front: vec[i64], free: i64) -> vec[i64]:
        after = vec[i64](capacity=POSES)
        ways = self.ways
        to = (rails + 1) * POSES
        for pose in front:
            mask = ways[rails * POSES + pose]
            for bend in range(i64(BENDS)):
                ahead = _AHEAD[pose * BENDS + bend]
                if ahead == NONE or not free >> ahead // SIDES & 1:
                    continue
                if ways[to + ahead] == 0:
                    after = append(after, ahead)
                ways[to + ahead] |= mask << 1 if bend == 0 else mask
        return after


_TABLES: Final[Recent[Table]] = Recent(_MEMORY)


def _ways_over(free: i64, at: i64, out: i64, back: i64) -> vec[i64]:
    """Return the table of a Reach: made now, or lately."""
    key = vec[i64]([free, at, out, back])
    known = _TABLES.find(key)
    if known is None:
        known = _TABLES.keep(key, Table(free, at, out, back))
    return known.ways
