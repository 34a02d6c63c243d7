"""Ratings: one scale for people and bots, moved by the places of each game; openskill's Plackett-Luce model does the sums.

1500 is where everybody begins, and 400 points more are ten times the strength, with any number of seats: the scale of the arena.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, permutations, product
from typing import Final

from openskill.models import PlackettLuce

MEAN: Final = 1500.0
DEVIATION: Final = 150.0  # of those who begin
DRIFT: Final = 8.0  # how much the deviation grows with a game: people change
HELPED: Final = 0.25  # who had more of the moves made by a bot can lose, but not gain
_ELO: Final = 400 / math.log(10)


@dataclass(frozen=True)
class Rating:
    """What is believed about a strength: normally distributed, with a mean and a deviation."""

    mean: float = MEAN
    deviation: float = DEVIATION

    @property
    def points(self) -> int:
        """The mean, as it is told."""
        return round(self.mean)

    @property
    def margin(self) -> int:
        """The true strength is so far away at most, 95 times of 100."""
        return round(2 * self.deviation)


@dataclass(frozen=True)
class Entrant:
    """A seat of a finished game: whose rating it moves, and how it was placed."""

    key: Hashable  # may sit more than once, if it is a bot
    place: int  # 0 the best; equal places are ties
    left: bool = False  # a bot sat in for this person at the end: then it is the last place, whatever the bot reached
    helped: float = 0.0  # the part of this person's moves that a bot has made


def rated(entrants: Sequence[Entrant], before: Mapping[Hashable, Rating]) -> dict[Hashable, Rating]:
    """The ratings of all entrants after a game; who is not in `before` begins with it."""
    first = {entrant.key: before.get(entrant.key, Rating()) for entrant in entrants}
    after = dict(first)
    for entrant, (gain, factor) in zip(entrants, _changes(entrants, first), strict=True):
        now = after[entrant.key]
        fair = min(gain, 0.0) if entrant.helped > HELPED else gain
        after[entrant.key] = Rating(now.mean + fair, now.deviation * factor)
    return after


def _changes(entrants: Sequence[Entrant], first: Mapping[Hashable, Rating]) -> list[tuple[float, float]]:
    """What the game adds to each mean, and by what it multiplies each deviation.

    Equal places count as all their orders in equal parts, as in the arena: openskill itself can give those who share the first
    place less than the next one.
    """
    model = _model(len(entrants))
    ratings = [first[entrant.key] for entrant in entrants]
    orders = _orders(entrants)
    gains, factors = [0.0] * len(entrants), [0.0] * len(entrants)
    for order in orders:
        teams = [[model.rating(mu=ratings[seat].mean, sigma=ratings[seat].deviation)] for seat in order]
        for seat, (found,) in zip(order, model.rate(teams), strict=True):
            gains[seat] += (found.mu - ratings[seat].mean) / len(orders)
            factors[seat] += found.sigma / ratings[seat].deviation / len(orders)
    return list(zip(gains, factors, strict=True))


def _orders(entrants: Sequence[Entrant]) -> list[tuple[int, ...]]:
    """The seats from the first to the last, in every order that the places allow."""
    places: dict[int, list[int]] = {}
    for seat, entrant in enumerate(entrants):
        places.setdefault(len(entrants) if entrant.left else entrant.place, []).append(seat)
    groups = (permutations(places[place]) for place in sorted(places))
    return [tuple(chain.from_iterable(order)) for order in product(*groups)]


@cache
def _model(seats: int) -> PlackettLuce:
    """The spread of luck is set so that the same difference in points means the same odds with any number of seats."""
    return PlackettLuce(mu=MEAN, sigma=DEVIATION, beta=_ELO / math.sqrt(seats), tau=DRIFT, gamma=_whole)


def _whole(*_: object) -> float:
    """A game tells as much as it tells: openskill's default would learn slower."""
    return 1.0
