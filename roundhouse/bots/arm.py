"""The moves that a search tries out, and how sure it is that one is better than another."""

from __future__ import annotations

from math import sqrt
from typing import Final

from mypy_extensions import i64

from roundhouse.bots.tree import Node

FEWEST: Final = 8  # sweeps before anything is taken for certain
SLIGHT: Final = 1e-9  # a variance that keeps equal results from being divided by nothing


class Arm:
    """A move at the root. In a sweep every arm is tried once, with the same world and the same luck."""

    def __init__(self, move: i64, prior: float, node: Node) -> None:
        self.move = move
        self.prior = prior  # the margin at the end of the turn, in hundredths, as the game estimates it
        self.node = node
        self.results: list[float] = []  # utilities, by sweep
        self.total: float = 0.0

    def add(self, utility: float) -> None:
        """The result of the next sweep."""
        self.results.append(utility)
        self.total += utility

    def take_back(self, sweeps: i64) -> None:
        """Forgets what came after so many sweeps."""
        while len(self.results) > sweeps:
            self.total -= self.results.pop()

    def mean(self) -> float:
        """The average utility."""
        return self.total / float(len(self.results)) if self.results else 0.0


class Contest:
    """Two arms against each other: the differences of their results, sweep by sweep."""

    def __init__(self) -> None:
        self.count: i64 = 0
        self.total: float = 0.0
        self.squares: float = 0.0

    def add(self, one: list[float], other: list[float]) -> None:
        """Compares the sweeps of both."""
        count = min(len(one), len(other))
        for sweep in range(count):
            difference = one[sweep] - other[sweep]
            self.total += difference
            self.squares += difference * difference
        self.count += count

    def mean(self) -> float:
        """By how much the first is better."""
        return self.total / float(self.count) if self.count > 0 else 0.0

    def error(self) -> float:
        """The standard error of the mean."""
        mean = self.mean()
        variance = max(0.0, self.squares / float(self.count) - mean * mean) + SLIGHT
        return sqrt(variance / float(self.count - 1))

    def lead(self) -> float:
        """By how many standard errors the first is better; none before the fewest sweeps that count."""
        return self.mean() / self.error() if self.count >= FEWEST else 0.0

    def convinces(self, loyalty: float, surprise: float) -> bool:
        """Whether the first is better beyond doubt enough, when the second was advised.

        Other moves are expected to be worse than an advised one by about `surprise`, give or take as much. So the more the
        results vary the more they must say: the bound follows from Bayes' rule for normal errors.
        """
        return self.count >= FEWEST and self.lead() >= max(loyalty, self.error() / surprise)


def contest_of(one: Arm, other: Arm) -> Contest:
    """Two arms over the sweeps of both."""
    contest = Contest()
    contest.add(one.results, other.results)
    return contest


def best_of(arms: list[Arm]) -> Arm:
    """The arm with the highest mean, the first of several."""
    best = arms[0]
    for arm in arms:
        if arm.mean() > best.mean():
            best = arm
    return best


def better_half(arms: list[Arm]) -> list[Arm]:
    """Sequential halving: the arms with the higher means, in the old order; an odd one stays."""
    means = sorted([arm.mean() for arm in arms], reverse=True)
    count = (len(arms) + 1) // 2
    least = means[count - 1]
    return [arm for arm in arms if arm.mean() >= least][:count]


def not_beaten(arms: list[Arm], sure: float) -> list[Arm]:
    """The arms that the best one does not lead by so many standard errors."""
    best = best_of(arms)
    return [arm for arm in arms if arm is best or contest_of(best, arm).lead() < sure]
