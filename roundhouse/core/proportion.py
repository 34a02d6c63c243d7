"""Proportions of games with a Wilson score interval, which behaves well for few games and near 0 and 1."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

Z: Final = 1.959964  # standard deviations on either side of a 95 % interval


@dataclass(frozen=True)
class Proportion:
    """A proportion of games with its 95 % interval."""

    value: float
    low: float
    high: float


def proportion(won: float, games: int) -> Proportion:
    """Return the proportion of games won, where a shared win counts in part.

    >>> found = proportion(70, 100)
    >>> f"{found.value:.2f} {found.low:.3f} {found.high:.3f}"
    '0.70 0.604 0.781'
    """
    if not games:
        return Proportion(0.0, 0.0, 1.0)
    rate = won / games
    square = Z * Z / games
    middle = (rate + square / 2) / (1 + square)
    half_width = Z * math.sqrt(rate * (1 - rate) / games + square / games / 4) / (1 + square)
    return Proportion(rate, max(0.0, middle - half_width), min(1.0, middle + half_width))
