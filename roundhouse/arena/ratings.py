"""Ratings from the places of many games: Plackett-Luce, on the scale of Elo, with intervals by resampling deals.

Every bot has a strength, and the chance that it is placed first among some is its share of their strengths; then the second place
goes the same way among the rest. With two seats that is Bradley and Terry's model. A tie counts as all its orders, in equal parts.
One drawn game of each bot against the average is added, so that a bot which never lost has a rating too. Resampling cannot see what
never happened, a loss of such a bot say; there the curvature of the likelihood gives the wider interval, and the wider one counts.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from typing import Final

from roundhouse.arena.result import Result
from roundhouse.arena.share import Z
from roundhouse.core.draw import Rng

ANCHOR: Final = "random"  # stands at 0 where it plays; else the mean does
SAMPLES: Final = 1000
LEVEL: Final = 0.95
_ELO: Final = 400 / math.log(10)  # points of a strength e times as great
_DRAWS: Final = 1.0  # games of each bot against the average, half won
_STEP: Final = 2.0  # no step of the fit is longer: far from the answer a curvature tells little
_NEAR: Final = 1e-8
_STEPS: Final = 200

Group = tuple[int, ...]  # those a place is fought for among, by their numbers, ascending; a bot may sit twice


@dataclass(frozen=True)
class Rating:
    """Points, and an interval that holds the true ones with probability LEVEL, given the model."""

    points: float
    low: float
    high: float


@dataclass(frozen=True)
class Ratings:
    """Of all bots of a run, and of every pair the difference: neighbours are told apart by it, not by overlapping intervals."""

    anchor: str  # the bot at 0, or "" where the mean is
    of: Mapping[str, Rating]
    differences: Mapping[tuple[str, str], Rating]  # (a, b): how much a is above b


Tally = dict[int | Group, float]
# What the fit needs to know of some games: how many places a bot has won, and how often one was fought for in a group.


def rate(results: Sequence[Result], seed: int = 0, samples: int = SAMPLES) -> Ratings:
    """The ratings of all bots in some games. Games of one deal are not independent, so whole deals are drawn again."""
    names = list(dict.fromkeys(name for result in results for name in result.bots))
    number = {name: at for at, name in enumerate(names)}
    deals, tallies = _deals(results, number)
    anchor = number.get(ANCHOR, -1)
    first = fit(len(names), _sum(Counter(deals), tallies))
    rng = Rng(seed)
    drawn = []
    for _ in range(samples):
        again = Counter(deals[rng.below(len(deals))] for _ in deals)
        drawn.append(_points(fit(len(names), _sum(again, tallies), first), anchor))
    spread = _covariance(first, _sum(Counter(deals), tallies))
    best = _points(first, anchor)
    zero = [float(at == anchor) if anchor >= 0 else 1 / len(names) for at in range(len(names))]
    one = [[float(at == bot) for at in range(len(names))] for bot in range(len(names))]
    return Ratings(
        anchor=names[anchor] if anchor >= 0 else "",
        of={
            name: _rating(best[at], [points[at] for points in drawn], _deviation(spread, one[at], zero))
            for at, name in enumerate(names)
        },
        differences={
            (names[a], names[b]): _rating(
                best[a] - best[b], [points[a] - points[b] for points in drawn], _deviation(spread, one[a], one[b])
            )
            for a, b in permutations(range(len(names)), 2)
        },
    )


def fit(count: int, tally: Tally, start: Sequence[float] | None = None) -> list[float]:
    """The most likely log-strengths, by Newton's method: the likelihood has one summit."""
    strengths = list(start) if start is not None else [0.0] * count
    for _ in range(_STEPS):
        slope, curvature = _slopes(strengths, tally)
        step = solve(curvature, slope)
        longest = max(map(abs, step), default=0.0)
        scale = min(1.0, _STEP / longest) if longest else 1.0
        strengths = [strength + scale * by for strength, by in zip(strengths, step, strict=True)]
        if longest < _NEAR:
            break
    return strengths


def _slopes(strengths: Sequence[float], tally: Tally) -> tuple[list[float], list[list[float]]]:
    """The slope of the log-likelihood, and its curvature, positive."""
    count = len(strengths)
    slope = [0.0] * count
    curvature = [[0.0] * count for _ in range(count)]
    for bot, strength in enumerate(strengths):
        share = 1 / (1 + math.exp(-strength))
        slope[bot] = tally.get(bot, 0.0) + _DRAWS * (0.5 - share)
        curvature[bot][bot] = _DRAWS * share * (1 - share)
    powers = [math.exp(strength) for strength in strengths]
    for group, times in tally.items():
        if isinstance(group, int):
            continue
        total = sum(powers[bot] for bot in group)
        shares = [(bot, group.count(bot) * powers[bot] / total) for bot in dict.fromkeys(group)]
        for bot, share in shares:
            slope[bot] -= times * share
            curvature[bot][bot] += times * share
            for other, its_share in shares:
                curvature[bot][other] -= times * share * its_share
    return slope, curvature


def solve(matrix: list[list[float]], values: Sequence[float]) -> list[float]:
    """x of matrix · x = values, by elimination; the matrix is symmetric and positive, so its diagonal will do."""
    rows = [[*row, value] for row, value in zip(matrix, values, strict=True)]
    for at, row in enumerate(rows):
        for below in rows[at + 1 :]:
            factor = below[at] / row[at]
            for column in range(at, len(row)):
                below[column] -= factor * row[column]
    found = [0.0] * len(rows)
    for at in reversed(range(len(rows))):
        known = sum(rows[at][column] * found[column] for column in range(at + 1, len(rows)))
        found[at] = (rows[at][-1] - known) / rows[at][at]
    return found


def _deals(results: Iterable[Result], number: Mapping[str, int]) -> tuple[list[int], list[Tally]]:
    """For every deal the number of its tally, and the tallies: many deals end alike, so they are few."""
    deals: defaultdict[int, Tally] = defaultdict(dict)
    for result in results:
        _add(deals[result.deal], tally_of([number[name] for name in result.bots], result.ranks), 1)
    known: dict[frozenset[tuple[int | Group, float]], int] = {}
    return [known.setdefault(frozenset(tally.items()), len(known)) for tally in deals.values()], [dict(key) for key in known]


def tally_of(bots: Sequence[int], ranks: Sequence[int]) -> Tally:
    """The tally of one game; ties as all their orders, in equal parts."""
    tied = [[bot for bot, place in zip(bots, ranks, strict=True) if place == rank] for rank in sorted(set(ranks))]
    orders = list(product(*(list(permutations(some)) for some in tied)))
    tally: Tally = {}
    for order in orders:
        places = [bot for some in order for bot in some]
        for at in range(len(places) - 1):
            _add(tally, {places[at]: 1.0, tuple(sorted(places[at:])): 1.0}, 1 / len(orders))
    return tally


def _sum(times: Mapping[int, int], tallies: Sequence[Tally]) -> Tally:
    total: Tally = {}
    for at, count in times.items():
        _add(total, tallies[at], count)
    return total


def _add(total: Tally, tally: Tally, times: float) -> None:
    for key, value in tally.items():
        total[key] = total.get(key, 0.0) + times * value


def _points(strengths: Sequence[float], anchor: int) -> list[float]:
    zero = strengths[anchor] if anchor >= 0 else sum(strengths) / len(strengths)
    return [_ELO * (strength - zero) for strength in strengths]


def _covariance(strengths: Sequence[float], tally: Tally) -> list[list[float]]:
    _, curvature = _slopes(strengths, tally)
    count = len(strengths)
    return [solve(curvature, [float(at == row) for at in range(count)]) for row in range(count)]


def _deviation(covariance: Sequence[Sequence[float]], one: Sequence[float], other: Sequence[float]) -> float:
    """The standard deviation, in points, of one mean of strengths less another."""
    parts = [a - b for a, b in zip(one, other, strict=True)]
    variance = sum(parts[i] * parts[j] * covariance[i][j] for i in range(len(parts)) for j in range(len(parts)))
    return _ELO * math.sqrt(max(0.0, variance))


def _rating(points: float, drawn: Sequence[float], deviation: float) -> Rating:
    ordered = sorted(drawn) or [points]
    out = (1 - LEVEL) / 2
    low = min(_quantile(ordered, out), points - Z * deviation)
    return Rating(points, low, max(_quantile(ordered, 1 - out), points + Z * deviation))


def _quantile(ordered: Sequence[float], share: float) -> float:
    at = share * (len(ordered) - 1)
    low = math.floor(at)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (at - low) * (ordered[high] - ordered[low])
