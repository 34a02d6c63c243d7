"""Readers of a table, in groups that are sent the same content."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Reader:
    """A group of readers: all with equal values are sent the same bytes."""

    seat: int  # the view: a seat, SPECTATOR or, after the game, OPEN
    yours: tuple[int, ...]
    host: bool
    member: bool
    language: str
    layout: str
    base: str = ""  # scheme and host of the links in the page

    @property
    def name(self) -> str:
        """Return no name: it would split the group. A page inserts the name of its own guest."""
        return ""
