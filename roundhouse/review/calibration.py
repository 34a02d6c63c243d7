"""Constants that turn playouts into win chances and losses into an accuracy, for each game and number of seats.

They were fitted to games between bots by `python -m bench.review calibrate`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import exp
from typing import Final

_FILE: Final = "calibration.json"
_DOUBT: Final = 0.005  # added to each share: that every playout ended alike makes nothing certain


@dataclass(frozen=True)
class Calibration:
    """The constants of one game at one number of seats. The defaults are for a game that none were fitted to."""

    scale: float = 2000.0  # hundredths of a point of estimated lead that multiply the odds by e where a playout is cut off
    sharpness: float = 1.0  # the exponent of the mean shares of playouts; above 1, the chances are surer than the shares
    severity: float = 30.0  # the `c` of the accuracy, 100 * exp(-c * mean loss)

    def shares(self, points: Sequence[int]) -> list[float]:
        """Return the estimated share of the win of each seat from estimated points, in hundredths."""
        most = max(points)
        odds = [exp((value - most) / self.scale) for value in points]
        total = sum(odds)
        return [value / total for value in odds]

    def chances(self, shares: Sequence[float]) -> list[float]:
        """Return the win chances from the mean shares of playouts. They sum to 1."""
        raised = [(share + _DOUBT) ** self.sharpness for share in shares]
        total = sum(raised)
        return [value / total for value in raised]

    def slope(self, share: float, chance: float) -> float:
        """Return how fast the chance of a seat changes with its share, the other shares changing in proportion."""
        return self.sharpness * chance * (1.0 - chance) / ((share + _DOUBT) * (1.0 - share + _DOUBT))

    def accuracy(self, mean_loss: float) -> float:
        """Return the accuracy, from 0 to 100, of a player who lost this much of the win with each decision, on average.

        >>> Calibration(severity=10.0).accuracy(0.0)
        100.0
        """
        return 100.0 * exp(-self.severity * max(0.0, mean_loss))


def calibration_of(game: str, seats: int) -> Calibration:
    """Return the constants for a game; those of the nearest number of seats, or the defaults, if none were fitted."""
    fitted = fitted_constants().get(game, {})
    if not fitted:
        return Calibration()
    nearest = min(fitted, key=lambda known: (abs(int(known) - seats), known))
    return Calibration(**fitted[nearest])


@cache
def fitted_constants() -> Mapping[str, Mapping[str, Mapping[str, float]]]:
    """Return all constants, by game and number of seats."""
    found: Mapping[str, Mapping[str, Mapping[str, float]]] = json.loads(
        files("roundhouse.review").joinpath(_FILE).read_text("utf-8")
    )
    return found
