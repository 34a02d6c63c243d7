"""Where things lie on the drawn map: the two sheets, hexes, sides, tracks and the names of cities."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final

from roundhouse.core.grid import POINTED, Cell, Point
from roundhouse.games.tycoon.board import CELL_OF, CITIES, CITY_CELL, CITY_NAMES, SIDES
from roundhouse.ui.maps import Label, name_lines
from roundhouse.ui.svg import number

_DATA: Final[dict[str, Any]] = json.loads(files("roundhouse.games.tycoon.svg").joinpath("map.json").read_text("utf-8"))

RADIUS: Final = 18.0  # of a hex, from its middle to its top
_LEFT: Final = 21.6  # of the middle of the first hex, before it is stretched
_TOP: Final = 22.0
_WIDTH: Final = 836.0
HEIGHT: Final = 1044.0


@dataclass(frozen=True, eq=False)
class Sheet:
    """A size at which the map is drawn. Places are in units of the sheet; `scale` makes pixels of them."""

    layout: str
    scale: float
    stretch: float  # hexes are wider than they are regular: the map fills a landscape window, and has the shape of the land
    type: float  # size of the names, in pixels
    codes: bool  # cities by three letters
    chip: float  # from the middle of a hex to a price beside it, as a part of the way to the side

    @property
    def span(self) -> float:
        """The width of the map in units."""
        return _WIDTH * self.stretch

    @property
    def half(self) -> float:
        """Half the width of a hex in units."""
        return RADIUS * 3**0.5 / 2 * self.stretch

    @property
    def width(self) -> float:
        """The width of the map in pixels."""
        return self.span * self.scale

    @property
    def height(self) -> float:
        """The height of the map in pixels."""
        return HEIGHT * self.scale

    def at(self, cell: Cell) -> Point:
        """Return the middle of a cell."""
        x, y = POINTED.centre(cell)
        return (_LEFT + RADIUS * x) * self.stretch, _TOP + RADIUS * y

    def city_at(self, city: int) -> Point:
        """Return the middle of a city."""
        return self.at(CITY_CELL[city])

    def hex_at(self, hex: int) -> Point:
        """Return the middle of a hex."""
        return self.at(CELL_OF[hex])

    @lru_cache(maxsize=4096)  # noqa: B019 - the two sheets live as long as the program
    def corners(self, cell: Cell) -> tuple[Point, ...]:
        """Return the corners of a cell, clockwise; side i runs from corner i to the next."""
        return tuple(((_LEFT + RADIUS * x) * self.stretch, _TOP + RADIUS * y) for x, y in POINTED.corners(cell))

    @lru_cache(maxsize=16_384)  # noqa: B019
    def middle(self, cell: Cell, side: int) -> Point:
        """Return the middle of a side."""
        around = self.corners(cell)
        (ax, ay), (bx, by) = around[side], around[(side + 1) % SIDES]
        return (ax + bx) / 2, (ay + by) / 2

    def away(self, centre: Point, side: int, distance: float) -> Point:
        """Return a point at a distance from the middle of a hex, towards a side; a distance of 1 is the side itself."""
        (x, y), (ox, oy) = self.middle((0, 0), side), self.at((0, 0))
        return centre[0] + (x - ox) * distance, centre[1] + (y - oy) * distance

    @lru_cache(maxsize=16_384)  # noqa: B019
    def track(self, hex: int, a: int, b: int, beyond: float = 0) -> str:
        """Return a track from side to side as path data, extended beyond both sides by that part of its half."""
        centre = self.hex_at(hex)
        start, end = (self.away(centre, side, 1 + beyond) for side in (a, b))
        return f"M{pair(start)}Q{pair(centre)} {pair(end)}"

    def along(self, hex: int, a: int, b: int, part: float) -> Point:
        """Return the point that far along a track: 0 at its first side, 1 at its second."""
        cell = CELL_OF[hex]
        (ax, ay), (bx, by), (cx, cy) = self.middle(cell, a), self.middle(cell, b), self.at(cell)
        first, turn, second = (1 - part) ** 2, 2 * part * (1 - part), part**2
        return first * ax + turn * cx + second * bx, first * ay + turn * cy + second * by

    def gate_at(self, gate: int) -> Point:
        """Return the middle of a side of a hex."""
        return self.middle(CELL_OF[gate // SIDES], gate % SIDES)

    def hexagon(self, size: float) -> str:
        """Return the outline of a hex about the origin, drawn at a part of its size, as path data."""
        half, top, side = (number(length * size) for length in (self.half, RADIUS, RADIUS / 2))
        return f"M0-{top}L{half}-{side}V{side}L0 {top}L-{half} {side}V-{side}Z"


SHEETS: Final = {
    "wide": Sheet("wide", scale=1, stretch=1.32, type=15.5, codes=False, chip=1.8),
    "narrow": Sheet("narrow", scale=390 / _WIDTH, stretch=1, type=9, codes=True, chip=3.3),
}


def pair(point: Point) -> str:
    """Format a point as path data."""
    x, y = number(point[0]), number(point[1])
    return f"{x}{y}" if y.startswith("-") else f"{x} {y}"


def key(point: Point) -> Point:
    """Return a point rounded, so that points computed in two ways are equal."""
    return round(point[0], 1), round(point[1], 1)


# Names.


@cache
def labels_of(layout: str) -> tuple[Label, ...]:
    """Return the names of the cities on a sheet, in the order of the board."""
    return tuple(make_label(layout, city, *_DATA[layout][CITY_NAMES[city]]) for city in range(CITIES))


def make_label(layout: str, city: int, dx: float, dy: float, anchor: str, lines: int = 1) -> Label:
    """Return the name of a city at a distance from its middle."""
    sheet = SHEETS[layout]
    x, y = sheet.city_at(city)
    name = CITY_NAMES[city]
    shown = (str(_DATA["codes"][name]),) if sheet.codes else name_lines(name, lines)
    return Label(shown, x * sheet.scale + dx, y * sheet.scale + dy, anchor, sheet.type)
