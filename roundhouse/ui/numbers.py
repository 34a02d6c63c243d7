"""Numbers as people of a language write them."""

from __future__ import annotations

from babel.numbers import format_decimal


def whole(value: float, language: str) -> str:
    """Format a number rounded to an integer, with thousands separators.

    >>> whole(12345.6, "en")
    '12,346'
    """
    return format_decimal(round(value), locale=language)


def decimal(value: float, digits: int, language: str) -> str:
    """Format a number with a fixed number of decimals.

    >>> decimal(1.25, 2, "fr")
    '1,25'
    """
    return format_decimal(value, format="#,##0." + "0" * digits, locale=language)
