"""Terrain on square cells: the soft outline of what hangs together, peaks on mountains and waves on water."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import Final

from roundhouse.core.grid import Cell, Point
from roundhouse.ui.svg import number

_CORNERS: Final = ((0, 0), (1, 0), (1, 1), (0, 1))  # clockwise; side i runs from corner i to the next
_BESIDE: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))
_INSET: Final = 0.05  # of a cell, where its terrain ends
_ROUND: Final = 0.3


def outline(cells: Collection[Cell], size: float, left: float = 0, top: float = 0) -> str:
    """Return the edge of some cells of that size as path data, a little within them and rounded at every corner."""
    edges: dict[Cell, list[Cell]] = {}  # from corner to corner, the terrain on the right
    for column, row in cells:
        corners = [(column + right, row + down) for right, down in _CORNERS]
        for side, (right, down) in enumerate(_BESIDE):
            if (column + right, row + down) not in cells:
                edges.setdefault(corners[side], []).append(corners[(side + 1) % len(corners)])
    path = ""
    while edges:
        path += _rounded(_loop(edges), size, left, top)
    return path


def _loop(edges: dict[Cell, list[Cell]]) -> list[Cell]:
    """Remove and return one closed run of edges; where two meet at a corner keep right, and so to the same cells."""
    start = at = next(iter(edges))
    way, loop = (0, 0), []
    while True:
        ahead = max(edges[at], key=lambda to: way[0] * (to[1] - at[1]) - way[1] * (to[0] - at[0]))
        edges[at].remove(ahead)
        if not edges[at]:
            del edges[at]
        loop.append(at)
        way, at = (ahead[0] - at[0], ahead[1] - at[1]), ahead
        if at == start:
            return loop


def _rounded(loop: list[Cell], size: float, left: float, top: float) -> str:
    """Return a loop of corners as a soft closed line, drawn in a little; straight runs stay straight."""
    path = ""
    for i, (x, y) in enumerate(loop):
        (px, py), (nx, ny) = loop[i - 1], loop[(i + 1) % len(loop)]
        before, after = (x - px, y - py), (nx - x, ny - y)
        if before == after:
            continue
        corner = (x - (before[1] + after[1]) * _INSET, y + (before[0] + after[0]) * _INSET)  # the right is inside
        start = (corner[0] - before[0] * _ROUND, corner[1] - before[1] * _ROUND)
        end = (corner[0] + after[0] * _ROUND, corner[1] + after[1] * _ROUND)
        first, middle, last = (at((left + px * size, top + py * size)) for px, py in (start, corner, end))
        path += f"{'L' if path else 'M'}{first}Q{middle} {last}"
    return path + "Z"


def at(point: Point) -> str:
    """Format a point as path data."""
    return f"{number(point[0])} {number(point[1])}"


# Peaks and waves, in a cell of size one; they change from cell to cell, as on a drawn map.
_PEAKS: Final = (
    ((0.18, 0.64, 0.16), (0.43, 0.79, 0.195)),
    ((0.18, 0.77, 0.20), (0.54, 0.62, 0.14)),
    ((0.33, 0.55, 0.16), (0.18, 0.79, 0.14), (0.52, 0.78, 0.15)),
)
_WAVES: Final = (
    ((0.18, 0.36), (0.50, 0.56), (0.24, 0.78)),
    ((0.46, 0.30), (0.20, 0.54), (0.52, 0.74)),
)


@cache
def peaks(number: int, x: float, y: float, size: float) -> str:
    """Draw the mountains of a cell with that number and place."""
    return "".join(_peak(x + px * size, y + py * size, half * size) for px, py, half in _PEAKS[number % len(_PEAKS)])


@cache
def waves(number: int, x: float, y: float, size: float) -> str:
    """Draw the waves of a cell with that number and place."""
    return "".join(_wave(x + px * size, y + py * size, size) for px, py in _WAVES[number % len(_WAVES)])


def _peak(x: float, y: float, half: float) -> str:
    """Draw a mountain from its left foot, lit from the left."""
    top = y - 1.5 * half
    shade = f"M{at((x + half, top))}L{at((x + 2 * half, y))}H{number(x + 1.15 * half)}L{at((x + 0.85 * half, y - 0.7 * half))}Z"
    return f'<path d="{shade}" class="scree"/><path d="M{at((x, y))}L{at((x + half, top))}L{at((x + 2 * half, y))}" class="ridge"/>'


def _wave(x: float, y: float, size: float) -> str:
    step, rise = 0.075 * size, 0.05 * size
    return f'<path d="M{at((x, y))}{f"q{number(step)} {number(-rise)} {number(2 * step)} 0t{number(2 * step)} 0"}" class="wave"/>'
