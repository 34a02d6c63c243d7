"""Utilities of final and estimated results: a number from 0 to 1 for each seat, the win first and the margin second."""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.state import OVER, State

HUNDREDTHS: Final = 100  # estimates are in hundredths of a point
WIN_WEIGHT: Final = 0.5  # of the win; the rest is for the margin
SATURATION: Final = 30.0  # beyond this the logistic function is 0 or 1
SCALE_WINDOW: Final = 64.0  # playouts in the moving average of margins
INITIAL_SCALE: Final = 1000.0
MIN_SCALE: Final = 100.0
LOW: Final = -1_000_000_000_000


class Evaluator:
    """Turns positions into utilities. Margins are scaled by a moving average of their size."""

    def __init__(self, estimate: Callable[[State], vec[i64]]) -> None:
        self.estimate = estimate
        self.margin_scale = INITIAL_SCALE  # hundredths of a point

    def points(self, world: State) -> vec[i64]:
        """Return the final scores, or their estimate before the end of the game, in hundredths."""
        if world.actor != OVER:
            return self.estimate(world)
        scores = world.scores()
        result = vec[i64](capacity=world.seats)
        for score in scores:
            result = append(result, score * HUNDREDTHS)
        return result

    def update_scale(self, lead: i64) -> None:
        """Add a margin to the moving average of their sizes."""
        size = abs(float(lead))
        self.margin_scale = max(MIN_SCALE, self.margin_scale + (size - self.margin_scale) / SCALE_WINDOW)

    def utility(self, world: State, points: vec[i64], ranks: vec[i64], seat: i64) -> float:
        """Return the utility of one seat from the points of all seats and, once the game is over, the ranks."""
        by_margin = logistic(float(margin(points, seat)) / self.margin_scale)
        if world.actor != OVER:
            return by_margin
        return WIN_WEIGHT * win_share(ranks, seat) + (1.0 - WIN_WEIGHT) * by_margin


def margin(points: vec[i64], seat: i64) -> i64:
    """Return the lead of a seat over the best other seat."""
    best: i64 = LOW
    for other in range(i64(len(points))):
        if other != seat and points[other] > best:
            best = points[other]
    return points[seat] - best


def win_share(ranks: vec[i64], seat: i64) -> float:
    """Return 1 for the winner; tied winners share it."""
    if ranks[seat] > 0:
        return 0.0
    first: i64 = 0
    for rank in ranks:
        if rank == 0:
            first += 1
    return 1.0 / float(first)


def logistic(x: float) -> float:
    """Return 1 / (1 + exp(-x)) without overflow."""
    if x < -SATURATION:
        return 0.0
    if x > SATURATION:
        return 1.0
    return 1.0 / (1.0 + exp(-x))
