"""Durations, ratings and intervals formatted for a language."""

from __future__ import annotations

from typing import Final

from roundhouse.arena.ratings import Rating
from roundhouse.core.proportion import Proportion
from roundhouse.ui.numbers import decimal, percent, whole

_MINUS: Final = "\u2212"
_MIN_SECONDS: Final = 0.00001  # shorter durations are shown as less than this


def duration(seconds: float, language: str) -> str:
    """Format a duration in seconds or milliseconds.

    >>> duration(0.00042, "en"), duration(0.034, "en"), duration(1.2345, "en")
    ('0.42 ms', '34 ms', '1.23 s')
    """
    if seconds >= 1:
        return f"{decimal(seconds, 2, language)} s"
    if seconds < _MIN_SECONDS:
        return f"< {decimal(_MIN_SECONDS * 1000, 2, language)} ms"
    return f"{decimal(seconds * 1000, 2, language) if seconds < 0.01 else whole(seconds * 1000, language)} ms"


def points(value: float, language: str) -> str:
    """Format a rating, or a difference of ratings, with its sign.

    >>> points(12.3, "en"), points(-5.0, "en"), points(0.2, "en")
    ('+12', '−5', '0')
    """
    size = whole(abs(value), language)
    return size if size == "0" else ("+" if value > 0 else _MINUS) + size


def points_range(rating: Rating, language: str) -> str:
    """Format the interval of a rating."""
    return f"{points(rating.low, language)} … {points(rating.high, language)}"


def percent_range(proportion: Proportion, language: str) -> str:
    """Format the interval of a proportion."""
    return f"{percent(proportion.low, language, 0)} … {percent(proportion.high, language, 0)}"
