"""How a game has ended or may end, as a number between 0 and 1 for each seat: the win first, the margin second."""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.state import OVER, State

HUNDREDTHS: Final = 100  # estimates are in hundredths of a point
WIN: Final = 0.5  # how much a win counts beside the margin
STEEP: Final = 30.0  # beyond this the logistic function is 0 or 1
MEMORY: Final = 64.0  # playouts over which the usual margin is taken
FIRST_MARGIN: Final = 1000.0  # the usual one, as long as none is known
LEAST_MARGIN: Final = 100.0
LOW: Final = -1_000_000_000_000


class Judge:
    """Turns positions into utilities. Margins are measured by what is usual in the game, as it goes."""

    def __init__(self, estimate: Callable[[State], vec[i64]]) -> None:
        self.estimate = estimate
        self.usual = FIRST_MARGIN  # hundredths of a point

    def points(self, world: State) -> vec[i64]:
        """Final scores, or the estimate of them, in hundredths."""
        if world.actor != OVER:
            return self.estimate(world)
        scores = world.scores()
        result = vec[i64](capacity=world.seats)
        for score in scores:
            result = append(result, score * HUNDREDTHS)
        return result

    def learn(self, points: vec[i64], seat: i64) -> None:
        """Takes a result into account for what is usual."""
        size = abs(float(margin(points, seat)))
        self.usual = max(LEAST_MARGIN, self.usual + (size - self.usual) / MEMORY)

    def utility(self, world: State, points: vec[i64], ranks: vec[i64], seat: i64) -> float:
        """Of one seat, given the points of all and, once it is over, the ranks."""
        by_margin = logistic(float(margin(points, seat)) / self.usual)
        if world.actor != OVER:
            return by_margin
        return WIN * win_share(ranks, seat) + (1.0 - WIN) * by_margin


def margin(points: vec[i64], seat: i64) -> i64:
    """By how much a seat is ahead of the best of the others."""
    best: i64 = LOW
    for other in range(i64(len(points))):
        if other != seat and points[other] > best:
            best = points[other]
    return points[seat] - best


def win_share(ranks: vec[i64], seat: i64) -> float:
    """1 for the winner; equal winners share it."""
    if ranks[seat] > 0:
        return 0.0
    first: i64 = 0
    for rank in ranks:
        if rank == 0:
            first += 1
    return 1.0 / float(first)


def logistic(x: float) -> float:
    """From 0 to 1, a half at 0."""
    if x < -STEEP:
        return 0.0
    if x > STEEP:
        return 1.0
    return 1.0 / (1.0 + exp(-x))
