"""Maps of letters: a grid that text is put on, and the letters of track."""

from __future__ import annotations

from typing import Final

TRACK_LETTERS: Final = {"NS": "│", "EW": "─", "NE": "└", "ES": "┌", "SW": "┐", "NW": "┘"}  # by the two sides that it joins


class TextMap:
    """A grid of letters, blank at first.

    >>> land = TextMap(5, 1)
    >>> land.put(0, 1, "ab")
    >>> land.lines()
    [' ab']
    """

    def __init__(self, width: int, height: int) -> None:
        self._rows = [[" "] * width for _ in range(height)]

    def put(self, row: int, column: int, text: str) -> None:
        """Write a text from a cell to the right."""
        self._rows[row][column : column + len(text)] = text

    def lines(self) -> list[str]:
        """Return the rows as text, without trailing spaces."""
        return ["".join(row).rstrip() for row in self._rows]
