"""Terrain on square cells: the soft outline of what hangs together, relief on mountains, lines on water, grass, trees.

Every texture is one path for all of its cells, so that a tile with many strokes stays light.
"""

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


def outline(cells: Collection[Cell], size: float, left: float = 0, top: float = 0, inset: float = _INSET) -> str:
    """Return the edge of some cells of that size as path data, `inset` of a cell within them and rounded at every corner."""
    edges: dict[Cell, list[Cell]] = {}  # from corner to corner, the terrain on the right
    for column, row in cells:
        corners = [(column + right, row + down) for right, down in _CORNERS]
        for side, (right, down) in enumerate(_BESIDE):
            if (column + right, row + down) not in cells:
                edges.setdefault(corners[side], []).append(corners[(side + 1) % len(corners)])
    path = ""
    while edges:
        path += _rounded(_loop(edges), size, left, top, inset)
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


def _rounded(loop: list[Cell], size: float, left: float, top: float, inset: float) -> str:
    """Return a loop of corners as a soft closed line, drawn in a little; straight runs stay straight."""
    path = ""
    for i, (x, y) in enumerate(loop):
        (px, py), (nx, ny) = loop[i - 1], loop[(i + 1) % len(loop)]
        before, after = (x - px, y - py), (nx - x, ny - y)
        if before == after:
            continue
        corner = (x - (before[1] + after[1]) * inset, y + (before[0] + after[0]) * inset)  # the right is inside
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


# Textures over many cells. What lies where is fixed by the cell alone, so a tile always looks the same.


def _scatter(cell: Cell, count: int, salt: int) -> list[Point]:
    """Return `count` points within a cell of size one, spread as by hand."""
    column, row = cell
    state = (column * 7919 + row * 104_729 + salt * 15_485_863 + 12_345) & 0xFFFF
    points = []
    for _ in range(count):
        state = (state * 25_173 + 13_849) & 0xFFFF
        x = state / 0x10000
        state = (state * 25_173 + 13_849) & 0xFFFF
        points.append((0.1 + 0.8 * x, 0.14 + 0.76 * state / 0x10000))
    return points


def grass(cells: Collection[Cell], size: float) -> str:
    """Draw tufts of grass."""
    path = ""
    for cell in sorted(cells):
        for x, y in _scatter(cell, 2, 1):
            left, right = f"M{round((cell[0] + x) * size)} {round((cell[1] + y) * size)}", round(0.035 * size)
            path += f"{left}l-{right}-{round(0.07 * size)}m{2 * right} 0l-{right} {round(0.07 * size)}v-{round(0.09 * size)}"
    return f'<path d="{path}" class="grass"/>' if path else ""


_PARCELS: Final = (  # corners of fields in a cell of size one
    ((0.10, 0.22), (0.78, 0.12), (0.90, 0.62), (0.18, 0.74)),
    ((0.14, 0.16), (0.62, 0.28), (0.56, 0.88), (0.08, 0.70)),
    ((0.24, 0.30), (0.92, 0.20), (0.86, 0.84), (0.38, 0.90)),
)
_FURROWS: Final = 7


def fields(cells: Collection[Cell], size: float) -> str:
    """Draw ploughed fields on a few of the cells: a patch and its furrows."""
    patches, furrows = "", ""
    for column, row in sorted(cells):
        if (column * 3 + row * 5) % 11 not in (2, 6):
            continue
        corners = [((column + x) * size, (row + y) * size) for x, y in _PARCELS[(column + row) % len(_PARCELS)]]
        patches += "M" + "L".join(map(at, corners)) + "Z"
        a, b, c, d = corners
        for step in range(1, _FURROWS):
            part = step / _FURROWS
            furrows += f"M{at(_between(a, b, part))}L{at(_between(d, c, part))}"
    return f'<path d="{patches}" class="parcel"/><path d="{furrows}" class="furrow"/>' if patches else ""


def _between(one: Point, other: Point, part: float) -> Point:
    return one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part


def trees(cells: Collection[Cell], size: float) -> str:
    """Draw a few round trees with their shadows, on some of the cells and near their corners."""
    crowns, shadows = "", ""
    for cell in sorted(cells):
        column, row = cell
        for i, (x, y) in enumerate(_scatter(cell, 3, 2)[: (column * 5 + row * 3) % 7 - 3]):
            px, py = (column + (0.2 if x < 0.5 else 0.74) + 0.07 * i) * size, (row + (0.24 if y < 0.5 else 0.8) - 0.05 * i) * size
            radius = (0.07 + 0.014 * i) * size
            crowns += _disc(px, py, radius)
            shadows += _disc(px + 0.6 * radius, py + 0.5 * radius, radius)
    return f'<path d="{shadows}" class="tree-shade"/><path d="{crowns}" class="crown"/>' if crowns else ""


def _disc(x: float, y: float, radius: float) -> str:
    across = number(2 * radius)
    half = number(radius)
    return f"M{round(x - radius)} {round(y)}a{half} {half} 0 1 0 {across} 0a{half} {half} 0 1 0-{across} 0"


def water_lines(cells: Collection[Cell], size: float) -> str:
    """Draw the lines that follow a shore, fainter the farther out."""
    near, far = (outline(cells, size, inset=inset) for inset in (0.12, 0.19))
    return f'<path d="{near}" class="ripple"/><path d="{far}" class="ripple far"/>'


def relief(cells: Collection[Cell], size: float) -> str:
    """Draw mountains: ridges lit from the left and shaded on the right, with snow on the higher ones."""
    light, shade, snow, ridge = "", "", "", ""
    for column, row in sorted(cells, key=lambda cell: (cell[1], cell[0])):
        for x, y, half in _PEAKS[(column + 3 * row) % len(_PEAKS)]:
            left, foot, wide = (column + x) * size, (row + y) * size, half * size
            top = (left + wide, foot - 1.7 * wide)
            light += f"M{at((left, foot))}L{at(top)}L{at((left + 0.9 * wide, foot))}Z"
            fold = at((left + 1.15 * wide, foot - 0.8 * wide))
            shade += f"M{at(top)}L{at((left + 2 * wide, foot))}H{number(left + 0.9 * wide)}L{fold}Z"
            ridge += f"M{at((left, foot))}L{at(top)}L{at((left + 2 * wide, foot))}"
            if half > 0.155:
                snow += (
                    f"M{at((left + 0.64 * wide, foot - 1.09 * wide))}L{at(top)}L{at((left + 1.36 * wide, foot - 1.09 * wide))}"
                    f"L{at((left + 1.1 * wide, foot - 1.25 * wide))}L{at((left + 0.9 * wide, foot - 1.02 * wide))}Z"
                )
    return (
        f'<path d="{light}" class="slope"/><path d="{shade}" class="slope dark"/><path d="{snow}" class="snow"/>'
        f'<path d="{ridge}" class="ridge"/>'
    )


def hachures(cells: Collection[Cell], size: float) -> str:
    """Draw short strokes down the slope along the edge of high ground, as on an old map."""
    path = ""
    for column, row in sorted(cells):
        for side, (right, down) in enumerate(_BESIDE):
            if (column + right, row + down) in cells:
                continue
            (ax, ay), (bx, by) = (_CORNERS[side], _CORNERS[(side + 1) % len(_CORNERS)])
            for step in (0.2, 0.35, 0.5, 0.65, 0.8):
                x, y = column + ax + (bx - ax) * step - 0.07 * right, row + ay + (by - ay) * step - 0.07 * down
                length = 0.1 if step in (0.35, 0.65) else 0.07
                path += f"M{at((x * size, y * size))}l{number(-right * length * size)} {number(-down * length * size)}"
    return f'<path d="{path}" class="hachure"/>' if path else ""
