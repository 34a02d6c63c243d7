"""Arms of the root bandit: candidate moves, their results, and paired comparisons between them."""

from __future__ import annotations

from math import sqrt
from typing import Final

from mypy_extensions import i64

from roundhouse.bots.tree import Node

MIN_SWEEPS: Final = 8  # before a comparison means anything
MIN_VARIANCE: Final = 1e-9  # keeps equal results from dividing by zero


class Arm:
    """A move at the root. In a sweep every arm is tried once, in the same world and with the same random numbers."""

    def __init__(self, move: i64, prior: float, node: Node) -> None:
        self.move = move
        self.prior = prior  # estimated margin at the end of the turn, in hundredths of a point
        self.node = node
        self.results: list[float] = []  # utilities, by sweep
        self.total: float = 0.0

    def add(self, utility: float) -> None:
        """Add the result of the next sweep."""
        self.results.append(utility)
        self.total += utility

    def truncate(self, sweeps: i64) -> None:
        """Drop the results after the first `sweeps`."""
        while len(self.results) > sweeps:
            self.total -= self.results.pop()

    def mean(self) -> float:
        """Return the mean utility, 0 without results."""
        return self.total / float(len(self.results)) if self.results else 0.0


class PairedComparison:
    """The differences between the results of two arms, sweep by sweep."""

    def __init__(self) -> None:
        self.count: i64 = 0
        self.total: float = 0.0
        self.squares: float = 0.0

    def add(self, first: list[float], second: list[float]) -> None:
        """Add the sweeps that both have."""
        count = min(len(first), len(second))
        for sweep in range(count):
            difference = first[sweep] - second[sweep]
            self.total += difference
            self.squares += difference * difference
        self.count += count

    def mean(self) -> float:
        """Return the mean lead of the first over the second."""
        return self.total / float(self.count) if self.count > 0 else 0.0

    def standard_error(self) -> float:
        """Return the standard error of the mean."""
        mean = self.mean()
        variance = max(0.0, self.squares / float(self.count) - mean * mean) + MIN_VARIANCE
        return sqrt(variance / float(self.count - 1))

    def lead(self) -> float:
        """Return the lead of the first in standard errors; 0 with fewer than MIN_SWEEPS sweeps."""
        return self.mean() / self.standard_error() if self.count >= MIN_SWEEPS else 0.0

    def justifies_override(self, min_lead: float, prior_scale: float) -> bool:
        """Return whether the first is clearly enough better than the second, which the heuristic advised.

        Moves that were not advised are expected to be worse by about `prior_scale`, with a deviation of the same size. So noisier
        results need a larger lead: the bound follows from Bayes' rule for normal errors.
        """
        return self.count >= MIN_SWEEPS and self.lead() >= max(min_lead, self.standard_error() / prior_scale)


def compare(first: Arm, second: Arm) -> PairedComparison:
    """Compare two arms over the sweeps that both have."""
    comparison = PairedComparison()
    comparison.add(first.results, second.results)
    return comparison


def best_arm(arms: list[Arm]) -> Arm:
    """Return the arm with the highest mean, the first of several."""
    best = arms[0]
    for arm in arms:
        if arm.mean() > best.mean():
            best = arm
    return best


def better_half(arms: list[Arm]) -> list[Arm]:
    """Return the half with the higher means, rounded up, in the same order: one step of sequential halving."""
    means = sorted([arm.mean() for arm in arms], reverse=True)
    count = (len(arms) + 1) // 2
    least = means[count - 1]
    return [arm for arm in arms if arm.mean() >= least][:count]


def without_beaten(arms: list[Arm], prune_lead: float) -> list[Arm]:
    """Return the arms that the best one leads by less than `prune_lead` standard errors."""
    best = best_arm(arms)
    return [arm for arm in arms if arm is best or compare(best, arm).lead() < prune_lead]
