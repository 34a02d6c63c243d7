"""Drawn maps: the frame, land and water, and the names of cities."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from roundhouse.core.grid import Point
from roundhouse.ui.svg import box, number, text_width, write

Lines = Iterable[Sequence[Point]]


def framed(layout: str, size: tuple[float, float], content: str) -> str:
    """Draw content on water, clipped to a map of that size."""
    frame = f'<clipPath id="frame-{layout}">{box(0, 0, *size, "", 0)}</clipPath>'
    return f'{frame}<g clip-path="url(#frame-{layout})">{box(0, 0, *size, "water", 0)}{content}</g>'


@dataclass(frozen=True)
class Label:
    """Return the name of a city in one or two lines, the first with its base at (x, y), in pixels."""

    lines: tuple[str, ...]
    x: float
    y: float
    anchor: str  # start, middle or end
    size: float

    def box(self) -> tuple[float, float, float, float]:
        """Return left, top, right and bottom of the ink."""
        width = max(text_width(line, self.size) for line in self.lines)
        left = self.x - {"start": 0.0, "middle": width / 2, "end": width}[self.anchor]
        return left, self.y - 0.72 * self.size, left + width, self.y + (len(self.lines) - 1) * self.size + 0.2 * self.size

    def draw(self) -> str:
        """Write the name."""
        kind = f"label t{number(self.size)} {self.anchor}"
        return "".join(write(self.x, self.y + i * self.size, line, kind) for i, line in enumerate(self.lines))


def name_lines(name: str, lines: int) -> tuple[str, ...]:
    """Return a name in one line, or in two, broken before its last word.

    >>> name_lines("Salt Lake City", 2)
    ('Salt Lake', 'City')
    """
    if lines == 1:
        return (name,)
    first, _, last = name.rpartition(" ")
    return first, last
