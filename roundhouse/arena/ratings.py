"""Ratings from the placings of many games: the Plackett-Luce model on the Elo scale, with bootstrap intervals over deals.

Every bot has a strength. The probability that it is placed first in a group is its share of the group's total strength; the second
place goes the same way among the rest. With two seats this is the Bradley-Terry model. A tie counts as all its orders, in equal
parts. A prior of one drawn game of each bot against the average gives a bot that never lost a finite rating. The bootstrap cannot
see what never happened, such as a loss of that bot; the curvature of the likelihood then gives a wider interval, and the wider of
the two is used.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from typing import Final

from roundhouse.arena.result import Result
from roundhouse.core.draw import Rng
from roundhouse.core.proportion import Z

ANCHOR: Final = "random"  # rated 0 if it plays; else the mean is 0
SAMPLES: Final = 1000
CONFIDENCE: Final = 0.95
_ELO: Final = 400 / math.log(10)  # points for each factor of e in strength
_PRIOR_GAMES: Final = 1.0  # drawn games of each bot against the average
_MAX_STEP: Final = 2.0  # far from the maximum the Hessian tells little
_TOLERANCE: Final = 1e-8
_MAX_ITERATIONS: Final = 200

Group = tuple[int, ...]  # the bots that compete for a place, by index, ascending; a bot may have several seats


@dataclass(frozen=True)
class Rating:
    """Points with a CONFIDENCE interval, given the model."""

    points: float
    low: float
    high: float


@dataclass(frozen=True)
class Ratings:
    """The ratings of all bots, and the difference of every pair: compare bots by it, not by overlapping intervals."""

    anchor: str  # the bot rated 0, or "" if the mean is
    of: Mapping[str, Rating]
    differences: Mapping[tuple[str, str], Rating]  # (a, b): how much a is above b


Tally = dict[int | Group, float]
# Sufficient statistics of some games: the places won by each bot (key int), and how often each group competed (key Group).


def rate(results: Sequence[Result], seed: int = 0, samples: int = SAMPLES) -> Ratings:
    """Rate all bots of some games. Games of one deal are not independent, so the bootstrap resamples whole deals."""
    names = list(dict.fromkeys(name for result in results for name in result.bots))
    index_of = {name: index for index, name in enumerate(names)}
    deals, tallies = _deals(results, index_of)
    anchor = index_of.get(ANCHOR, -1)
    strengths = fit(len(names), _sum(Counter(deals), tallies))
    rng = Rng(seed)
    resampled = []
    for _ in range(samples):
        sample = Counter(deals[rng.below(len(deals))] for _ in deals)
        resampled.append(_points(fit(len(names), _sum(sample, tallies), strengths), anchor))
    covariance = _covariance(strengths, _sum(Counter(deals), tallies))
    best = _points(strengths, anchor)
    origin = [float(index == anchor) if anchor >= 0 else 1 / len(names) for index in range(len(names))]
    unit = [[float(index == bot) for index in range(len(names))] for bot in range(len(names))]
    return Ratings(
        anchor=names[anchor] if anchor >= 0 else "",
        of={
            name: _rating(best[index], [points[index] for points in resampled], _deviation(covariance, unit[index], origin))
            for index, name in enumerate(names)
        },
        differences={
            (names[a], names[b]): _rating(
                best[a] - best[b], [points[a] - points[b] for points in resampled], _deviation(covariance, unit[a], unit[b])
            )
            for a, b in permutations(range(len(names)), 2)
        },
    )


def fit(count: int, tally: Tally, start: Sequence[float] | None = None) -> list[float]:
    """Return the most likely log-strengths, found by Newton's method: the log-likelihood is concave."""
    strengths = list(start) if start is not None else [0.0] * count
    for _ in range(_MAX_ITERATIONS):
        gradient, hessian = _gradient_and_hessian(strengths, tally)
        step = solve(hessian, gradient)
        longest = max(map(abs, step), default=0.0)
        scale = min(1.0, _MAX_STEP / longest) if longest else 1.0
        strengths = [strength + scale * by for strength, by in zip(strengths, step, strict=True)]
        if longest < _TOLERANCE:
            break
    return strengths


def _gradient_and_hessian(strengths: Sequence[float], tally: Tally) -> tuple[list[float], list[list[float]]]:
    """Return the gradient of the log-likelihood and its negated Hessian."""
    count = len(strengths)
    gradient = [0.0] * count
    hessian = [[0.0] * count for _ in range(count)]
    for bot, strength in enumerate(strengths):
        share = 1 / (1 + math.exp(-strength))
        gradient[bot] = tally.get(bot, 0.0) + _PRIOR_GAMES * (0.5 - share)
        hessian[bot][bot] = _PRIOR_GAMES * share * (1 - share)
    powers = [math.exp(strength) for strength in strengths]
    for group, times in tally.items():
        if isinstance(group, int):
            continue
        total = sum(powers[bot] for bot in group)
        shares = [(bot, group.count(bot) * powers[bot] / total) for bot in dict.fromkeys(group)]
        for bot, share in shares:
            gradient[bot] -= times * share
            hessian[bot][bot] += times * share
            for other, other_share in shares:
                hessian[bot][other] -= times * share * other_share
    return gradient, hessian


def solve(matrix: list[list[float]], values: Sequence[float]) -> list[float]:
    """Solve matrix · x = values by elimination, without pivoting: the matrix is symmetric and positive definite."""
    rows = [[*row, value] for row, value in zip(matrix, values, strict=True)]
    for index, row in enumerate(rows):
        for below in rows[index + 1 :]:
            factor = below[index] / row[index]
            for column in range(index, len(row)):
                below[column] -= factor * row[column]
    solution = [0.0] * len(rows)
    for index in reversed(range(len(rows))):
        known = sum(rows[index][column] * solution[column] for column in range(index + 1, len(rows)))
        solution[index] = (rows[index][-1] - known) / rows[index][index]
    return solution


def _deals(results: Iterable[Result], index_of: Mapping[str, int]) -> tuple[list[int], list[Tally]]:
    """Return the tally index of every deal, and the distinct tallies, which are few because many deals end alike."""
    deals: defaultdict[int, Tally] = defaultdict(dict)
    for result in results:
        _add(deals[result.deal], tally_of([index_of[name] for name in result.bots], result.ranks), 1)
    distinct: dict[frozenset[tuple[int | Group, float]], int] = {}
    indices = [distinct.setdefault(frozenset(tally.items()), len(distinct)) for tally in deals.values()]
    return indices, [dict(key) for key in distinct]


def tally_of(bots: Sequence[int], ranks: Sequence[int]) -> Tally:
    """Return the tally of one game; ties count as all their orders, in equal parts."""
    tied = [[bot for bot, place in zip(bots, ranks, strict=True) if place == rank] for rank in sorted(set(ranks))]
    orders = list(product(*(list(permutations(group)) for group in tied)))
    tally: Tally = {}
    for order in orders:
        places = [bot for group in order for bot in group]
        for index in range(len(places) - 1):
            _add(tally, {places[index]: 1.0, tuple(sorted(places[index:])): 1.0}, 1 / len(orders))
    return tally


def _sum(counts: Mapping[int, int], tallies: Sequence[Tally]) -> Tally:
    total: Tally = {}
    for index, count in counts.items():
        _add(total, tallies[index], count)
    return total


def _add(total: Tally, tally: Tally, weight: float) -> None:
    for key, value in tally.items():
        total[key] = total.get(key, 0.0) + weight * value


def _points(strengths: Sequence[float], anchor: int) -> list[float]:
    origin = strengths[anchor] if anchor >= 0 else sum(strengths) / len(strengths)
    return [_ELO * (strength - origin) for strength in strengths]


def _covariance(strengths: Sequence[float], tally: Tally) -> list[list[float]]:
    _, hessian = _gradient_and_hessian(strengths, tally)
    count = len(strengths)
    return [solve(hessian, [float(index == row) for index in range(count)]) for row in range(count)]


def _deviation(covariance: Sequence[Sequence[float]], first: Sequence[float], second: Sequence[float]) -> float:
    """Return the standard deviation, in points, of the difference between two weighted means of strengths."""
    parts = [a - b for a, b in zip(first, second, strict=True)]
    variance = sum(parts[i] * parts[j] * covariance[i][j] for i in range(len(parts)) for j in range(len(parts)))
    return _ELO * math.sqrt(max(0.0, variance))


def _rating(points: float, resampled: Sequence[float], deviation: float) -> Rating:
    ordered = sorted(resampled) or [points]
    tail = (1 - CONFIDENCE) / 2
    low = min(_quantile(ordered, tail), points - Z * deviation)
    return Rating(points, low, max(_quantile(ordered, 1 - tail), points + Z * deviation))


def _quantile(ordered: Sequence[float], probability: float) -> float:
    index = probability * (len(ordered) - 1)
    low = math.floor(index)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (index - low) * (ordered[high] - ordered[low])
