"""A group of games in shared memory: what its worker processes write, and the moves they read.

The games of a run form two groups, so that one is stepped while moves are chosen for the other. A group consists of tables of
different kinds: numbers of seats, and opponents. The same arrays serve all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from roundhouse.research.learn.settings import Settings

GROUPS: Final = 2
SELF: Final = "self"  # as opponents: the present network has all seats
PAST: Final = "past"  # earlier networks have all seats but one
HEURISTIC: Final = "heuristic"  # likewise the heuristic, which plays inside the worker
ARRAYS: Final = ("observations", "masks", "has_choice", "chains", "dones", "results", "advice", "moves")

_ALIGNMENT: Final = 4096  # bytes: pages, which are locked for copies to a GPU


@dataclass(frozen=True)
class Tables:
    """Games of one kind, side by side in a group."""

    seats: int
    opponents: str  # SELF, PAST or HEURISTIC
    start: int  # of the games within the group
    stop: int

    def part(self, index: int, parts: int) -> range:
        """Return the games of one of several equal parts, for one worker each."""
        count = self.stop - self.start
        return range(self.start + count * index // parts, self.start + count * (index + 1) // parts)


def plan_tables(settings: Settings, games: int) -> list[Tables]:
    """Return the tables of a group of games. Those with earlier networks come last, in one piece."""
    kinds = [(HEURISTIC, settings.heuristic_share), (SELF, 0.0), (PAST, settings.past_share)]
    counts = {kind: round(games * share) for kind, share in kinds}
    counts[SELF] = games - sum(counts.values())
    tables, start = [], 0
    for kind, _ in kinds:
        seats = len(settings.seats)
        bounds = [start + counts[kind] * index // seats for index in range(seats + 1)]
        tables += [Tables(settings.seats[index], kind, bounds[index], bounds[index + 1]) for index in range(seats)]
        start = bounds[-1]
    return [table for table in tables if table.stop > table.start]


class GroupArrays:
    """The arrays of a group in one block of memory.

    observations[game, number]  of the acting seat, before they are scaled
    masks[game, move]           its legal moves
    has_choice[game]            whether several moves are legal
    chains[game]                whose decision it is: the acting seat, or 0 if the worker plays for all others
    dones[game]                 whether the last step ended a game
    results[game, chain, value] of the game that the last step ended: the win of each seat and the margin, counted from the chain
    advice[game]                the move of the heuristic, during an imitation
    moves[game]                 to be made in the next step
    """

    observations: NDArray[np.int16]
    masks: NDArray[np.bool_]
    has_choice: NDArray[np.bool_]
    chains: NDArray[np.int64]
    dones: NDArray[np.bool_]
    results: NDArray[np.float32]
    advice: NDArray[np.int64]
    moves: NDArray[np.int64]

    def __init__(self, settings: Settings, games: int, memory: Any) -> None:
        self.block = np.frombuffer(memory, np.uint8)
        offset = -self.block.ctypes.data % _ALIGNMENT
        for name, (shape, dtype) in _shapes(settings, games).items():
            size = int(np.prod(shape)) * np.dtype(dtype).itemsize
            setattr(self, name, self.block[offset : offset + size].view(dtype).reshape(shape))
            offset += size + -size % _ALIGNMENT

    @staticmethod
    def total_bytes(settings: Settings, games: int) -> int:
        """Return the size of the block."""
        sizes = [int(np.prod(shape)) * int(np.dtype(dtype).itemsize) for shape, dtype in _shapes(settings, games).values()]
        return sum(size + _ALIGNMENT for size in sizes) + _ALIGNMENT


def _shapes(settings: Settings, games: int) -> dict[str, tuple[tuple[int, ...], Any]]:
    game = settings.find_game()
    most_seats = game.seats[-1]
    return {
        "observations": ((games, game.size), np.int16),
        "masks": ((games, game.move_count), np.bool_),
        "has_choice": ((games,), np.bool_),
        "chains": ((games,), np.int64),
        "dones": ((games,), np.bool_),
        "results": ((games, most_seats, most_seats + 1), np.float32),
        "advice": ((games,), np.int64),
        "moves": ((games,), np.int64),
    }


def result_values(scores: Sequence[int], ranks: Sequence[int], chain: int) -> list[float]:
    """Return what a game that is over is worth for a chain: the shares of the win, counted from it, and its margin in points.

    >>> result_values([30, 12, 18], [0, 2, 1], 2)
    [0.0, 1.0, 0.0, -12.0]
    """
    seats = len(scores)
    share = 1 / list(ranks).count(0)
    wins = [share if ranks[(chain + index) % seats] == 0 else 0.0 for index in range(seats)]
    return [*wins, float(scores[chain] - max(points for seat, points in enumerate(scores) if seat != chain))]
