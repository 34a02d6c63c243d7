"""Shares of games with an interval, by Wilson's score, which is honest for few games and for shares near 0 and 1."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

Z: Final = 1.959964  # standard deviations to either side of 95 %


@dataclass(frozen=True)
class Share:
    """A part of a whole number of games."""

    value: float
    low: float
    high: float


def share(won: float, games: int) -> Share:
    """The share of games won, a shared game counted in part.

    >>> found = share(70, 100)
    >>> f"{found.value:.2f} {found.low:.3f} {found.high:.3f}"
    '0.70 0.604 0.781'
    """
    if not games:
        return Share(0.0, 0.0, 1.0)
    rate = won / games
    square = Z * Z / games
    middle = (rate + square / 2) / (1 + square)
    half = Z * math.sqrt(rate * (1 - rate) / games + square / games / 4) / (1 + square)
    return Share(rate, max(0.0, middle - half), min(1.0, middle + half))
