"""Ways to lead a line on: simple dice in a row, each at the end of the one before, found on the reader's own view."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import mypy_extensions
from librt.vecs import vec

from roundhouse.core.bits import BIT, members
from roundhouse.games.dice2.board import ACROSS, SHAPES, SIDES, SIMPLE, SIMPLE_SHAPES, SQUARES
from roundhouse.games.dice2.laying import add_lays
from roundhouse.games.dice2.lines import arrivals
from roundhouse.games.dice2.moves import LAY
from roundhouse.games.dice2.position import NONE, TURN

if TYPE_CHECKING:
    from roundhouse.games.dice2.state import Dice2

_LONGEST: Final = 5  # dice of a way

Goal = tuple[int, int]  # the square of the last die, and the side by which the line goes out of it


@dataclass(frozen=True)
class Way:
    """Simple dice that lead a line to a goal, laid one after the other."""

    goal: Goal
    moves: tuple[int, ...]
    track: tuple[tuple[int, int], ...]  # squares, and the track laid on each
    fee: int  # tokens for the ground


def ways_of(position: Dice2) -> list[Way]:
    """Return the shortest way to every goal in reach, shorter ones first.

    Where two dice lead out of a square by the same side, because lines arrive there from two sides, there is no way: the menu of
    the square has both.
    """
    found: dict[Goal, Way] = {}
    unclear: set[Goal] = set()
    frontier: list[tuple[Dice2, Way]] = []
    for move in add_lays(position, vec[mypy_extensions.i64]()):
        for way in _ways(position, int(move), None):
            if way.goal in found:
                unclear.add(way.goal)
            found[way.goal] = way
            frontier.append((position, way))
    for _ in range(_LONGEST - 1):
        grown: list[tuple[Dice2, Way]] = []
        for before, way in frontier:
            after = before.copy()
            after.apply(way.moves[-1])
            grown += _longer(after, way, found)
        frontier = grown
    return [way for goal, way in found.items() if goal not in unclear]


def _longer(position: Dice2, way: Way, found: dict[Goal, Way]) -> list[tuple[Dice2, Way]]:
    """Add the ways that go on from one by another die."""
    square, side = way.goal
    ahead = int(position.beside[square * SIDES + side])
    grown: list[tuple[Dice2, Way]] = []
    if ahead == NONE or position.phase != TURN:
        return grown
    for move in add_lays(position, vec[mypy_extensions.i64]()):
        if (move - LAY) // SIMPLE_SHAPES != ahead:
            continue
        for longer in _ways(position, int(move), way):
            if longer.goal not in found:
                found[longer.goal] = longer
                grown.append((position, longer))
    return grown


def _ways(position: Dice2, move: int, before: Way | None) -> list[Way]:
    """Return the ways that end with a die: it comes in where a line arrives, or where the way before goes out."""
    square, number = (move - LAY) // SIMPLE_SHAPES, SIMPLE + (move - LAY) % SIMPLE_SHAPES
    (track,) = SHAPES[number]
    arrived = int(arrivals(position.reach[position.turn * SQUARES + square]))
    entries = arrived if before is None else int(BIT[ACROSS[before.goal[1]]])
    ways = []
    for side in members(track):
        other = track & ~int(BIT[side])
        if other & entries and not (before is None and int(BIT[side]) & arrived):
            old = (before.moves, before.track, before.fee) if before else ((), (), 0)
            ways.append(Way((square, side), (*old[0], move), (*old[1], (square, track)), old[2] + int(position.fee[square])))
    return ways
