"""Ratings of players and bots on one scale, updated after each game with openskill's Plackett-Luce model.

Everyone starts at 1500. As in the arena, a lead of 400 points means ten to one odds, with any number of seats.
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
DEVIATION: Final = 150.0  # initial
DRIFT: Final = 8.0  # how much the deviation grows with each game, because players change
HELPED: Final = 0.25  # a player with a larger share of moves made by a bot can lose points, but not gain any
_ELO: Final = 400 / math.log(10)


@dataclass(frozen=True)
class Rating:
    """A normal distribution over a player's strength."""

    mean: float = MEAN
    deviation: float = DEVIATION

    @property
    def points(self) -> int:
        """The mean as it is shown: rounded."""
        return round(self.mean)

    @property
    def margin(self) -> int:
        """Half the width of a 95 % interval."""
        return round(2 * self.deviation)


@dataclass(frozen=True)
class Entrant:
    """A seat of a finished game: whose rating it changes, and its place."""

    key: Hashable  # identifies the rating; a bot may have several seats
    place: int  # 0 is best; equal places are ties
    left: bool = False  # a bot had taken over at the end, which counts as last place
    helped: float = 0.0  # the share of this player's moves that a bot made


def rated(entrants: Sequence[Entrant], before: Mapping[Hashable, Rating]) -> dict[Hashable, Rating]:
    """Return the ratings of all entrants after a game. Entrants not in `before` start with the initial rating."""
    first = {entrant.key: before.get(entrant.key, Rating()) for entrant in entrants}
    after = dict(first)
    for entrant, (gain, factor) in zip(entrants, _changes(entrants, first), strict=True):
        now = after[entrant.key]
        fair = min(gain, 0.0) if entrant.helped > HELPED else gain
        after[entrant.key] = Rating(now.mean + fair, now.deviation * factor)
    return after


def _changes(entrants: Sequence[Entrant], first: Mapping[Hashable, Rating]) -> list[tuple[float, float]]:
    """Return what the game adds to each mean, and the factor for each deviation.

    Ties count as all their orders in equal parts, as in the arena: openskill's own handling can give tied winners less than the
    entrant behind them.
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
    """Return every order of the seats, first to last, that the places allow."""
    places: dict[int, list[int]] = {}
    for seat, entrant in enumerate(entrants):
        places.setdefault(len(entrants) if entrant.left else entrant.place, []).append(seat)
    groups = (permutations(places[place]) for place in sorted(places))
    return [tuple(chain.from_iterable(order)) for order in product(*groups)]


@cache
def _model(seats: int) -> PlackettLuce:
    """Return the model, with `beta` set so that a difference in points means the same odds with any number of seats."""
    return PlackettLuce(mu=MEAN, sigma=DEVIATION, beta=_ELO / math.sqrt(seats), tau=DRIFT, gamma=_full_weight)


def _full_weight(*_: object) -> float:
    """Give every game its full weight; openskill's default learns more slowly."""
    return 1.0
