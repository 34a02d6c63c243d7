"""Menus that a page opens over a drawing."""

from __future__ import annotations

from typing import Final

from roundhouse.core.grid import Point
from roundhouse.ui.svg import Box, box, moved

Size = tuple[float, float]  # width and height

_EDGE: Final = 4.0  # that a menu keeps from the edge of the drawing


def menu(name: str, corner: Point, size: Size, content: str) -> str:
    """Draw a menu, closed until the page opens it by the `choice` of the same name."""
    return f'<g id="choice-{name}" class="menu" role="group">{moved(*corner, box(0, 0, *size, "sheet") + content)}</g>'


def kept_inside(corner: Point, size: Size, canvas: tuple[int, int]) -> Point:
    """Return the corner nearest to `corner` at which a menu lies inside the drawing."""
    x = min(max(corner[0], _EDGE), canvas[0] - size[0] - _EDGE)
    return x, min(max(corner[1], _EDGE), canvas[1] - size[1] - _EDGE)


def beside(cell: Box, gap: float, size: Size, canvas: tuple[int, int]) -> Point:
    """Return the corner of a menu below a cell, or above it where the drawing ends; never over it."""
    x, y, width, height = cell
    left, _ = kept_inside((x + (width - size[0]) / 2, y), size, canvas)
    below = y + height + gap
    return left, below if below + size[1] <= canvas[1] - _EDGE else y - size[1] - gap
