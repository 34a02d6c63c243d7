"""A kind of reader of a table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Reader:
    """A kind of reader: all with equal values are sent the same bytes."""

    seat: int  # whose view it is: a seat, SPECTATOR or, when the game is over, OPEN
    yours: tuple[int, ...]
    host: bool
    member: bool
    language: str
    layout: str
    base: str = ""  # how the reader addresses this house

    @property
    def name(self) -> str:
        """Not part of the kind: a page puts in the name of its own guest."""
        return ""
