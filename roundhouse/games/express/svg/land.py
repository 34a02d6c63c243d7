"""The part of the map that never changes: water with its shore lines, terrain in relief, rivers, and coordinates in the margin."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from roundhouse.core.grid import FLAT, Point
from roundhouse.core.sentence import say
from roundhouse.games.express.board import (
    CHICAGO,
    FOREST,
    HEX_CELLS,
    HEXES,
    HOME,
    INDUSTRIAL,
    MOUNTAIN,
    START,
    TERRAIN,
    WABASH,
)
from roundhouse.games.express.svg.map import SHEETS, Sheet, centres, corners, outlines
from roundhouse.games.express.svg.pieces import CLASSES, shadow, trace
from roundhouse.games.express.svg.reader import Reader
from roundhouse.ui.shores import shores
from roundhouse.ui.svg import box, moved, number, sign, smooth, write

_GROUNDS: Final = ("plains", "forest", "mountain", "town", "industry", "town")  # classes of the theme, by terrain
_SEA: Final = (28.0, 16.6)  # where the compass lies
_DRAWN: Final = 30.0  # the radius of a hex for which trees and peaks are drawn
_SWELL: Final = (0.0, 0.4, 0.7)  # from these parts of their course on rivers are wider

# Trees and peaks of a hex by variant, from its middle: x, y of the foot, and height. Those in front come last.
_WOODS: Final = (
    ((-13, -9, 11), (-4, -12, 12), (6, -10, 13), (14, -6, 10), (-8, -3, 12), (2, -2, 12)),
    ((-9, -11, 12), (1, -13, 11), (11, -9, 12), (-15, -4, 10), (-3, -4, 13), (8, -1, 11)),
    ((-12, -12, 10), (-2, -10, 13), (8, -13, 11), (15, -8, 10), (-11, -2, 12), (4, -3, 12)),
)
_CRAGS: Final = (
    ((-12, -6, 13), (6, -8, 16), (-3, -1, 14)),
    ((-8, -8, 16), (9, -6, 13), (1, -1, 12)),
)
_WATERS: Final = (  # what is written on them, where, and how it is turned: x, y, degrees; and on a phone
    (say("Lake Michigan"), ((0.45, 0.85, 84), None)),
    (say("Lake Erie"), ((11.55, 1.4, -22), (11.55, 1.4, 68))),
    (say("Atlantic Ocean"), ((27.6, 12.4, 76), (27.6, 12.2, -14))),
)


@cache
def backdrop(layout: str) -> str:
    """Draw water, land, the terrain of the hexes, rivers, and the margin."""
    sheet = SHEETS[layout]
    rivers = "".join(_river(line) for line in outlines(layout, "rivers"))
    terrain = "".join(_terrain(layout, cell) for cell in range(HEXES))
    relief = "".join(_relief(layout, cell) for cell in range(HEXES))
    inner = f'<clipPath id="frame-{layout}">{box(*sheet.inner, "", 0)}</clipPath>'
    content = (
        box(*sheet.inner, "water", 0)
        + shores(layout, outlines(layout, "land"), outlines(layout, "lakes"))
        + terrain
        + rivers
        + relief
    )
    return (
        f'<defs>{inner}{_stencils(layout)}</defs><g clip-path="url(#frame-{layout})">{content}</g>'
        f"{_margin(sheet)}{_compass(layout)}"
    )


# Land and water.


def _river(line: list[Point]) -> str:
    """Draw a river that swells from its source to its mouth."""
    drawn = ""
    for step, part in enumerate(_SWELL):
        course = line[int(part * len(line)) :]
        if len(course) > 1:
            drawn += f'<path d="{smooth(course, closed=False)}" class="brook" stroke-width="{1.1 + 0.7 * step:.1f}"/>'
    return drawn


@lru_cache(maxsize=8192)
def polygon(points: tuple[Point, ...], classes: str) -> str:
    """Draw a closed shape with straight sides."""
    path = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return f'<polygon points="{path}" class="{classes}"/>'


def _terrain(layout: str, cell: int) -> str:
    x, y = centres(layout)[cell]
    return moved(x, y, polygon(corners(layout, cell), f"hex {_GROUNDS[TERRAIN[cell]]}"))


# Relief.


def _relief(layout: str, cell: int) -> str:
    """Draw trees, peaks or a border, so that colour is not the only sign of terrain."""
    x, y = centres(layout)[cell]
    scale = SHEETS[layout].radius / _DRAWN
    if TERRAIN[cell] == FOREST:
        return f'<use href="#wood-{layout}-{cell % len(_WOODS)}" x="{number(x)}" y="{number(y)}"/>'
    if TERRAIN[cell] == MOUNTAIN:
        return f'<use href="#crag-{layout}-{cell % len(_CRAGS)}" x="{number(x)}" y="{number(y)}"/>'
    if TERRAIN[cell] == INDUSTRIAL:
        border = "edging"
    elif TERRAIN[cell] == START or cell == HOME[WABASH]:
        border = f"edging {CLASSES[list(HOME).index(cell)]}-line"
    elif cell == CHICAGO:
        border = "edging goal"
    else:
        return ""
    return moved(x, y, polygon(corners(layout, cell, -2.4 * scale), border))


def _stencils(layout: str) -> str:
    """Define the shapes that the map uses several times."""
    scale = SHEETS[layout].radius / _DRAWN
    drawn = ""
    for i, trees in enumerate(_WOODS):
        drawn += f'<g id="wood-{layout}-{i}">{"".join(_tree(x * scale, y * scale, high * scale) for x, y, high in trees)}</g>'
    for i, peaks in enumerate(_CRAGS):
        drawn += f'<g id="crag-{layout}-{i}">{"".join(_peak(x * scale, y * scale, high * scale) for x, y, high in peaks)}</g>'
    return drawn


def _tree(x: float, y: float, high: float) -> str:
    """Draw a fir from its foot, lit from the west, with its shadow."""
    half, foot = 0.36 * high, (x, y - 0.18 * high)
    tiers = ((0.7, 0.46), (0.44, 0.74), (0.18, 1.0))  # height of each hem and its part of the breadth, from the top
    drawn = shadow(x + 0.3 * half, y, 2 * half, 0.2 * high)
    for side, kind in ((-1, "tree"), (1, "tree dark")):
        hems = [(x + side * part * reach * half, y - hem * high) for hem, part in tiers for reach in (1, 0.5)]
        drawn += f'<path d="{trace((x, y - high), *hems, foot)}Z" class="{kind}"/>'
    return drawn


def _peak(x: float, y: float, high: float) -> str:
    """Draw a mountain about its foot, lit from the west, its other flank hatched."""
    half = 0.72 * high
    left, top, right, bend = (x - half, y), (x, y - high), (x + half, y), (x + 0.14 * high, y - 0.45 * high)
    strokes = ""
    for part in (0.3, 0.5, 0.7, 0.88):  # down the ridge: each stroke falls from it towards the foot
        sx, sy = x + part * half, y - (1 - part) * high
        strokes += trace((sx, sy), (sx - 0.16 * high, min(y, sy + 0.42 * high)))
    lit, dark = trace(left, top, bend, (x, y)), trace(top, right, (x, y), bend)
    return (
        f'<path d="{lit}Z" class="crag"/><path d="{dark}Z" class="crag dark"/>'
        f'<path d="{strokes}" class="crag-hatch"/><path d="{trace(left, top, right)}" class="crag-edge"/>'
    )


# The margin.


def _margin(sheet: Sheet) -> str:
    """Draw the neat line, the letters of the columns and the numbers of the rows: `P9` is column P, row 9."""
    left, top, width, height = sheet.inner
    size = 10 if sheet.layout == "wide" else 9
    drawn = box(left, top, width, height, "neat-line", 0)
    columns = sorted({column for column, _ in HEX_CELLS})
    rows = sorted({row for _, row in HEX_CELLS})
    letters = [(sheet.place(FLAT.centre((column, 0))[0], 0), chr(ord("A") + column)) for column in columns]
    numbers = [(sheet.place(0, (FLAT.centre((0, row))[1] + FLAT.centre((1, row))[1]) / 2), str(row)) for row in rows]
    across, down = (numbers, letters) if sheet.turned else (letters, numbers)
    kind = f"t{size} quiet strong middle"
    for (x, _), name in across:
        drawn += write(x, top - 4, name, kind)
        if sheet.margin[3] > size:
            drawn += write(x, top + height + size + 1, name, kind)
    for (_, y), name in down:
        drawn += write(left / 2, y + 0.36 * size, name, kind)
        if sheet.margin[2] > size:
            drawn += write(left + width + sheet.margin[2] / 2, y + 0.36 * size, name, kind)
    return drawn


def _compass(layout: str) -> str:
    """Draw an arrow to the north, out at sea."""
    sheet = SHEETS[layout]
    x, y = sheet.place(*_SEA)
    dx, dy = (26, 0) if sheet.turned else (0, -24)
    return sign("north", x, y, 22, "quiet", 90 if sheet.turned else 0) + write(x + dx, y + dy + 5, "N", "t14 strong quiet middle")


def waters(reader: Reader) -> str:
    """Write the names of the lakes and the sea."""
    sheet = SHEETS[reader.layout]
    drawn = ""
    for name, places in _WATERS:
        place = places[sheet.turned]
        if place:
            x, y = sheet.place(*place[:2])
            text = write(0, 4, reader.tell(name), "t12 middle water-name")
            drawn += f'<g transform="translate({number(x)} {number(y)}) rotate({place[2]})">{text}</g>'
    return drawn
