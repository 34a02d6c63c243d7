"""Numbers formatted for a language."""

from __future__ import annotations

from babel import Locale
from babel.numbers import format_decimal, format_percent


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


def percent(value: float, language: str, digits: int = 1) -> str:
    """Format a proportion as a percentage.

    >>> percent(0.125, "en"), percent(0.125, "fr").replace("\\xa0", " ")
    ('12.5%', '12,5 %')
    """
    pattern = str(Locale(language).percent_formats[None].pattern)
    decimals = "." + "0" * digits if digits else ""
    return format_percent(value, format=pattern.replace("#,##0", "#,##0" + decimals), locale=language)
