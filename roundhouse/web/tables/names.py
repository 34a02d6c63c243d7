"""Names at one table: no two players may have the same."""

from __future__ import annotations


def same_name(one: str, other: str) -> bool:
    """Return whether two names are the same to a reader, who does not tell them apart by case."""
    return one.casefold() == other.casefold()
