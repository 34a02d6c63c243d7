"""Means of the outcomes of playouts, with their standard errors."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final

from roundhouse.review.judge import Outcome

UNKNOWN: Final = 1.0  # the standard error of a chance before there are two playouts
_FEW: Final = 2
_PRIOR_VARIANCE: Final = 0.05**2  # keeps a few equal values from looking certain


class Tally:
    """The outcomes of the playouts of one position or move, in the order of the sweeps."""

    def __init__(self) -> None:
        self.outcomes: list[Outcome] = []

    def __len__(self) -> int:
        return len(self.outcomes)

    def add(self, outcome: Outcome) -> None:
        """Add a playout."""
        self.outcomes.append(outcome)

    def shares(self) -> list[float]:
        """Return the mean share of the win of every seat."""
        return _means([outcome.shares for outcome in self.outcomes])

    def margins(self) -> list[float]:
        """Return the mean margin of every seat, in points."""
        return _means([outcome.margins for outcome in self.outcomes])

    def share_errors(self) -> list[float]:
        """Return the standard error of each mean share."""
        seats = range(len(self.outcomes[0].shares))
        return [standard_error([outcome.shares[seat] for outcome in self.outcomes]) for seat in seats]


def paired_error(first: Tally, second: Tally, seat: int) -> float:
    """Return the standard error of the difference of two mean shares that were measured in the same worlds."""
    pairs = zip(first.outcomes, second.outcomes, strict=True)
    return standard_error([one.shares[seat] - other.shares[seat] for one, other in pairs])


def standard_error(values: Sequence[float]) -> float:
    """Return the standard error of the mean of independent values; UNKNOWN for fewer than two."""
    count = len(values)
    if count < _FEW:
        return UNKNOWN
    mean = sum(values) / count
    squares = sum((value - mean) ** 2 for value in values)
    return sqrt((squares + _PRIOR_VARIANCE) / count / (count - 1))


def _means(rows: Sequence[Sequence[float]]) -> list[float]:
    return [sum(column) / len(rows) for column in zip(*rows, strict=True)]
