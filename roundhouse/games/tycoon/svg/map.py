"""Where things lie on the drawn map: hexes, sides and tracks in units of the wide sheet; coast, rivers and names."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import sin
from typing import Any, Final

from roundhouse.core.grid import POINTED, Cell, Point
from roundhouse.games.tycoon.board import (
    BANKS,
    BEYOND,
    CELL_OF,
    CITIES,
    CITY_CELL,
    CITY_NAMES,
    COLUMNS,
    HEXES,
    HILLY,
    RIDGE,
    ROWS,
    SIDES,
    STUB_SIDES,
    WESTERN_CELL,
)
from roundhouse.ui.maps import Label, name_lines
from roundhouse.ui.svg import number

_DATA: Final[dict[str, Any]] = json.loads(files("roundhouse.games.tycoon.svg").joinpath("map.json").read_text("utf-8"))

RADIUS: Final = 18.0  # of a hex
_LEFT: Final = 21.6  # of the middle of the first hex
_TOP: Final = 22.0
WIDTH: Final = 836.0
HEIGHT: Final = 1044.0


@dataclass(frozen=True)
class Sheet:
    """A size at which the map is drawn."""

    layout: str
    scale: float
    type: float  # size of the names
    codes: bool  # cities by three letters
    chip: float  # from the middle of a hex to a price beside it, in pixels

    @property
    def width(self) -> float:
        """In pixels."""
        return WIDTH * self.scale

    @property
    def height(self) -> float:
        """In pixels."""
        return HEIGHT * self.scale


SHEETS: Final = {
    "wide": Sheet("wide", scale=1, type=14, codes=False, chip=28),
    "narrow": Sheet("narrow", scale=390 / WIDTH, type=9, codes=True, chip=24),
}


# Hexes.


def at(cell: Cell) -> Point:
    """Return the middle of a cell."""
    x, y = POINTED.centre(cell)
    return _LEFT + RADIUS * x, _TOP + RADIUS * y


def city_at(city: int) -> Point:
    """Return the middle of a city."""
    return at(CITY_CELL[city])


def hex_at(hex: int) -> Point:
    """Return the middle of a hex."""
    return at(CELL_OF[hex])


@cache
def corners(cell: Cell) -> tuple[Point, ...]:
    """Return the corners of a cell, clockwise; side i runs from corner i to the next."""
    return tuple((_LEFT + RADIUS * x, _TOP + RADIUS * y) for x, y in POINTED.corners(cell))


@cache
def middle(cell: Cell, side: int) -> Point:
    """Return the middle of a side."""
    around = corners(cell)
    (ax, ay), (bx, by) = around[side], around[(side + 1) % SIDES]
    return (ax + bx) / 2, (ay + by) / 2


def away(centre: Point, side: int, distance: float) -> Point:
    """Return a point at a distance from the middle of a hex, towards a side."""
    x, y = middle((0, 0), side)
    span = RADIUS * 3**0.5 / 2
    return centre[0] + (x - _LEFT) * distance / span, centre[1] + (y - _TOP) * distance / span


@cache
def track(hex: int, a: int, b: int, beyond: float = 0) -> str:
    """Return a track from side to side as path data, extended beyond both sides by `beyond`."""
    centre = hex_at(hex)
    start, end = (away(centre, side, RADIUS * 3**0.5 / 2 + beyond) for side in (a, b))
    return f"M{_pair(start)}Q{_pair(centre)} {_pair(end)}"


def along(hex: int, a: int, b: int, part: float) -> Point:
    """Return the point that far along a track: 0 at its first side, 1 at its second."""
    cell = CELL_OF[hex]
    (ax, ay), (bx, by), (cx, cy) = middle(cell, a), middle(cell, b), at(cell)
    first, turn, second = (1 - part) ** 2, 2 * part * (1 - part), part**2
    return first * ax + turn * cx + second * bx, first * ay + turn * cy + second * by


def gate_at(gate: int) -> Point:
    """Return the middle of a side of a hex."""
    return middle(CELL_OF[gate // SIDES], gate % SIDES)


def _pair(point: Point) -> str:
    x, y = number(point[0]), number(point[1])
    return f"{x}{y}" if y.startswith("-") else f"{x} {y}"


# What never changes, as path data.


def _hexagon(cells: Sequence[Cell]) -> str:
    parts = []
    for x, y in map(at, cells):
        parts.append(f"M{_pair((x, y - RADIUS))}l15.6 9v18l-15.6 9l-15.6-9v-18z")
    return "".join(parts)


@cache
def hills() -> str:
    """Return every hex of hills."""
    return _hexagon([CELL_OF[hex] for hex in range(HEXES) if HILLY[hex]])


@cache
def grid() -> str:
    """Return the sides of all hexes, each once: three per hex, and those on the coast."""
    playable = {*CELL_OF, *CITY_CELL}
    parts = []
    for cell in sorted(playable):
        x, y = at(cell)
        parts.append(f"M{_pair((x, y - RADIUS))}l-15.6 9v18l15.6 9")
        around = corners(cell)
        bare = [side for side in range(3) if POINTED.neighbour(cell, side) not in playable]
        parts += [f"M{_pair(around[side])}L{_pair(around[side + 1])}" for side in bare]
    return "".join(parts)


@cache
def ridges() -> str:
    """Return every ridge, once."""
    edges = {}
    for hex in range(HEXES):
        around = corners(CELL_OF[hex])
        for side in range(SIDES):
            if RIDGE[hex] >> side & 1:
                a, b = sorted((_key(around[side]), _key(around[(side + 1) % SIDES])))
                edges[a, b] = f"M{_pair(a)}L{_pair(b)}"
    return "".join(edges.values())


@cache
def stubs() -> str:
    """Return the track printed at the sides of the cities."""
    parts = []
    for city in range(CITIES):
        sides = [side for side in range(SIDES) if STUB_SIDES[city] >> side & 1]
        parts += [f"M{_pair(away(city_at(city), side, 11))}L{_pair(middle(CITY_CELL[city], side))}" for side in sides]
    return "".join(parts)


def _key(point: Point) -> Point:
    return round(point[0], 1), round(point[1], 1)


def coast() -> list[list[Point]]:
    """Return closed lines around the land, through the middle of every side between land and water, so that they run smoothly.

    Beyond the frame the land of the west and of the north goes on.
    """
    land = {*CELL_OF, *CITY_CELL, *WESTERN_CELL}
    land |= {(column, row) for column in (-2, -1) for row in range(1, ROWS + 2)}
    land |= {(column, row) for column in range(3) for row in range(ROWS - 4, ROWS + 2)}
    land |= {(column, row) for column in range(3, 9) for row in (ROWS, ROWS + 1)}
    land |= {(column, row) for column in range(15, COLUMNS + 2) for row in (-2, -1)} | {(COLUMNS, 0)}
    follow = {}
    for cell in land:
        around = corners(cell)
        for side in range(SIDES):
            if POINTED.neighbour(cell, side) not in land:
                follow[_key(around[side])] = _key(around[(side + 1) % SIDES]), _shore(cell, side)
    loops = []
    while follow:
        start = corner = min(follow)
        loop = []
        while corner in follow:
            corner, point = follow.pop(corner)
            loop.append(point)
        assert corner == start
        loops.append(loop)
    return loops


def _shore(cell: Cell, side: int) -> Point:
    """Return a point off the middle of a side, now nearer and now farther, for no coast is straight."""
    x, y = middle(cell, side)
    return away(at(cell), side, RADIUS * 3**0.5 / 2 + 2.5 + 2.5 * sin(0.9 * x + 1.7 * y))


def rivers() -> list[list[Point]]:
    """Return the rivers as lines. They cross a hex where its banks change: at a corner, or through the middle of a side."""
    pieces = [piece for hex in range(HEXES) if BANKS[hex] for piece in _river_pieces(hex)]
    lines = []
    while pieces:
        line = pieces.pop()
        grown = True
        while grown:
            grown = False
            for piece in pieces:
                joined = _joined(line, piece)
                if joined:
                    line, grown = joined, True
                    pieces.remove(piece)
                    break
        lines.append(line)
    return lines


def _river_pieces(hex: int) -> list[list[Point]]:
    """Return the river within a hex, from where it enters to where it leaves, bent towards the middle."""
    cell, banks = CELL_OF[hex], BANKS[hex]
    around, centre = corners(cell), at(cell)
    ends = []
    for side, bank in enumerate(banks):
        following = (side + 1) % SIDES
        if bank == "R":
            ends.append([_key(middle(cell, side))])
        elif bank == "*":
            city = BEYOND[hex * SIDES + side] - HEXES
            ends.append([_key(city_at(city)), _key(middle(cell, side))])
        if bank not in "R*" and banks[following] not in "R*" and bank != banks[following]:
            ends.append([_key(around[following])])
    if len(ends) != 2:  # a source or a confluence
        return [[*end, _key(centre)] for end in ends]
    (ax, ay), (bx, by) = ends[0][-1], ends[1][-1]
    x, y = (ax + bx) / 2, (ay + by) / 2
    bend = _key((x + 0.45 * (centre[0] - x), y + 0.45 * (centre[1] - y)))
    return [[*ends[0], bend, *reversed(ends[1])]]


def _joined(line: list[Point], piece: list[Point]) -> list[Point]:
    """Join two lines that share an end; return [] if they do not."""
    if line[-1] == piece[0]:
        return line + piece[1:]
    if line[-1] == piece[-1]:
        return line + piece[-2::-1]
    if line[0] == piece[-1]:
        return piece + line[1:]
    if line[0] == piece[0]:
        return piece[:0:-1] + line
    return []


# Names.


@cache
def labels_of(layout: str) -> tuple[Label, ...]:
    """Return the names of the cities on a sheet, in the order of the board."""
    return tuple(make_label(layout, city, *_DATA[layout][CITY_NAMES[city]]) for city in range(CITIES))


def make_label(layout: str, city: int, dx: float, dy: float, anchor: str, lines: int = 1) -> Label:
    """Return the name of a city at a distance from its middle."""
    sheet = SHEETS[layout]
    x, y = city_at(city)
    name = CITY_NAMES[city]
    shown = (str(_DATA["codes"][name]),) if sheet.codes else name_lines(name, lines)
    return Label(shown, x * sheet.scale + dx, y * sheet.scale + dy, anchor, sheet.type)
