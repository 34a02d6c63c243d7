"""Numbers as people of a language write them."""

from __future__ import annotations

from typing import Final

from babel import Locale
from babel.numbers import format_decimal, format_percent

from roundhouse.arena.ratings import Rating
from roundhouse.arena.share import Share

_MINUS: Final = "\u2212"
_LEAST: Final = 0.00001  # seconds


def whole(value: float, language: str) -> str:
    """A whole number, thousands apart.

    >>> whole(12345.6, "en")
    '12,346'
    """
    return format_decimal(round(value), locale=language)


def decimal(value: float, digits: int, language: str) -> str:
    """A number with so many decimals.

    >>> decimal(1.25, 2, "fr")
    '1,25'
    """
    return format_decimal(value, format="#,##0." + "0" * digits, locale=language)


def duration(seconds: float, language: str) -> str:
    """A time, in the unit that suits it.

    >>> duration(0.00042, "en"), duration(0.034, "en"), duration(1.2345, "en")
    ('0.42 ms', '34 ms', '1.23 s')
    """
    if seconds >= 1:
        return f"{decimal(seconds, 2, language)} s"
    if seconds < _LEAST:
        return f"< {decimal(_LEAST * 1000, 2, language)} ms"
    return f"{decimal(seconds * 1000, 2, language) if seconds < 0.01 else whole(seconds * 1000, language)} ms"


def percent(value: float, language: str, digits: int = 1) -> str:
    """A share.

    >>> percent(0.125, "en"), percent(0.125, "fr").replace("\\xa0", " ")
    ('12.5%', '12,5 %')
    """
    pattern = str(Locale(language).percent_formats[None].pattern)
    decimals = "." + "0" * digits if digits else ""
    return format_percent(value, format=pattern.replace("#,##0", "#,##0" + decimals), locale=language)


def points(value: float, language: str) -> str:
    """A rating or a difference of ratings, with its sign.

    >>> points(12.3, "en"), points(-5.0, "en"), points(0.2, "en")
    ('+12', '−5', '0')
    """
    size = whole(abs(value), language)
    return size if size == "0" else ("+" if value > 0 else _MINUS) + size


def points_range(rating: Rating, language: str) -> str:
    """The interval of a rating."""
    return f"{points(rating.low, language)} … {points(rating.high, language)}"


def percent_range(found: Share, language: str) -> str:
    """The interval of a share."""
    return f"{percent(found.low, language, 0)} … {percent(found.high, language, 0)}"
