"""Ways to lead the line somewhere: the rails, and the payments, that take an end to a square or off its tile.

They are found on the reader's own view, with the reader's dice: each step is a legal move after the one before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import mypy_extensions
from librt.vecs import vec

from roundhouse.core.bits import BIT
from roundhouse.games.dice1.board import ACROSS, FACES, SIDES, STEP, WILD
from roundhouse.games.dice1.laying import add_lays, lay_due
from roundhouse.games.dice1.moves import ENDS, TILE, lay_end, lay_exit, lay_out
from roundhouse.games.dice1.position import PAYING, TURN

if TYPE_CHECKING:
    from roundhouse.games.dice1.state import Dice1

_LONGEST: Final = 7  # rails of a way
_DETOUR: Final = 1  # rails that a way may have more than the shortest to its square


@dataclass(frozen=True)
class Goal:
    """Where a way leads: the square of its last rail, and the side by which the line then goes out of it."""

    slot: int
    square: int
    exit: int


@dataclass(frozen=True)
class Way:
    """Rails that take an end to a goal, laid one after the other."""

    end: int
    goal: Goal
    moves: tuple[int, ...]  # rails, and payments where there was a choice: from the reserve first
    track: tuple[tuple[int, int], ...]  # squares, and the track laid on each
    dice: int  # paid in fees
    wild: int  # fewer wild dice than before

    @property
    def rails(self) -> int:
        """The number of rails."""
        return len(self.track)


def ways_of(position: Dice1, moves: Sequence[int]) -> list[Way]:
    """Return the shortest way to every goal in reach, shorter ones first; of equal ones that with fewest wild dice.

    `moves` are the moves on offer: without a rail among them there is no way.
    """
    ends = {int(lay_end(move)) for move in moves if move < TILE}
    found = [way for end in range(ENDS) if end in ends for way in _ways(position, end)]
    best: dict[Goal, Way] = {}
    nearest: dict[tuple[int, int], int] = {}
    for way in sorted(found, key=lambda way: way.rails):
        near = nearest.setdefault((way.goal.slot, way.goal.square), way.rails)
        if way.rails <= near + _DETOUR:
            best.setdefault(way.goal, way)
    return list(best.values())


def first_rails(position: Dice1) -> list[Way]:
    """Return the ways of a single rail."""
    return [_lengthened(position, position, int(move), None)[1] for move in position.legal_moves() if move < TILE]


def _ways(position: Dice1, end: int) -> list[Way]:
    found: dict[Goal, Way] = {}
    frontier: list[tuple[Dice1, Way | None]] = [(position, None)]
    for _ in range(_LONGEST):
        grown: list[tuple[Dice1, Way | None]] = []
        for state, before in frontier:
            for move in add_lays(vec[mypy_extensions.i64](), state):
                if lay_end(move) != end:
                    continue
                after, way = _lengthened(position, state, int(move), before)
                if way.goal not in found or (found[way.goal].rails == way.rails and way.wild < found[way.goal].wild):
                    found[way.goal] = way
                    grown.append((after, way))
        frontier = [(state, way) for state, way in grown if way and found[way.goal] is way and state.phase == TURN]
    return list(found.values())


def _lengthened(start: Dice1, state: Dice1, move: int, before: Way | None) -> tuple[Dice1, Way]:
    """Return the position after one more rail, and the way to there."""
    end = int(lay_end(move))
    square = int(STEP[state.at[end] * SIDES + lay_out(move)])
    goal = Goal(int(state.slot[end]), square, int(lay_exit(move)))
    fee = int(lay_due(state, move))
    after = state.copy()
    after.apply(move)
    made = [move]
    if after.phase == PAYING:
        made.append(int(after.legal_moves()[0]))
        after.apply(made[-1])
    laid = (square, int(BIT[ACROSS[lay_out(move)]] | BIT[lay_exit(move)]))
    wild = int(start.front[start.turn * FACES + WILD] - after.front[start.turn * FACES + WILD])
    if before is None:
        return after, Way(end, goal, tuple(made), (laid,), fee, wild)
    return after, Way(end, goal, (*before.moves, *made), (*before.track, laid), before.dice + fee, wild)
