"""Where things lie on the drawn map: sheets of two sizes, the hexes on them, and the places within a hex."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from roundhouse.core.grid import FLAT, Point
from roundhouse.games.express.board import HEX_CELLS, HEX_NAMES
from roundhouse.ui.svg import Box, text_width

_DATA: Final[dict[str, Any]] = json.loads(files("roundhouse.games.express.svg").joinpath("map.json").read_text("utf-8"))


@dataclass(frozen=True)
class Sheet:
    """A size at which the map is drawn. Hexes have their own coordinates: x to the east and y to the south, in radii.

    Around the map runs a margin with the letters of the columns and the numbers of the rows, which name every hex.
    """

    layout: str
    width: float
    turned: bool  # west at the top: on a phone the long way of the map is that of the screen
    codes: bool  # cities by three letters
    margin: tuple[float, float, float, float]  # in pixels: left, top, right, bottom

    @property
    def frame(self) -> tuple[float, float, float, float]:
        """West, north, east and south of what is shown."""
        west, north, east, south = _DATA["frame"][self.layout]
        return west, north, east, south

    @property
    def radius(self) -> float:
        """Of a hex, in pixels."""
        west, north, east, south = self.frame
        room = self.width - self.margin[0] - self.margin[2]
        return room / ((south - north) if self.turned else (east - west))

    @property
    def inner(self) -> Box:
        """The map within its margin: left, top, width and height."""
        west, north, east, south = self.frame
        left, top, right, _ = self.margin
        return left, top, self.width - left - right, self.radius * ((east - west) if self.turned else (south - north))

    @property
    def height(self) -> float:
        """Of map and margin, in pixels."""
        _, top, _, height = self.inner
        return top + height + self.margin[3]

    def place(self, x: float, y: float) -> Point:
        """Convert the coordinates of hexes to the sheet."""
        west, north, _, south = self.frame
        left, top, _, _ = self.margin
        if self.turned:
            return left + (south - y) * self.radius, top + (x - west) * self.radius
        return left + (x - west) * self.radius, top + (y - north) * self.radius


SHEETS: Final = {
    "wide": Sheet("wide", width=920, turned=False, codes=False, margin=(16, 15, 16, 15)),
    "narrow": Sheet("narrow", width=390, turned=True, codes=True, margin=(13, 13, 1, 1)),
}


@cache
def centres(layout: str) -> tuple[Point, ...]:
    """Return the middle of every hex."""
    return tuple(SHEETS[layout].place(*FLAT.centre(cell)) for cell in HEX_CELLS)


@cache
def corners(layout: str, cell: int, grown: float = 0) -> tuple[Point, ...]:
    """Return the corners of a hex about its own middle, moved outwards by some pixels."""
    sheet = SHEETS[layout]
    x, y = sheet.place(*FLAT.centre(HEX_CELLS[cell]))
    scale = 1 + grown / sheet.radius
    points = [sheet.place(*corner) for corner in FLAT.corners(HEX_CELLS[cell])]
    return tuple(((px - x) * scale, (py - y) * scale) for px, py in points)


def outlines(layout: str, kind: str) -> list[list[Point]]:
    """Return land, lakes or rivers as lines on a sheet."""
    sheet = SHEETS[layout]
    return [[sheet.place(x, y) for x, y in line] for line in _DATA[kind]]


# Within a hex, from its middle: the name or the terrain above, the cost at the lower left, the income at the lower right, and at
# the right what a house adds.

_SLOTS: Final[dict[str, dict[int, tuple[Point, ...]]]] = {
    "wide": {
        1: ((-0.8, -3),),
        2: ((-3, -9.2), (-3, 4.2)),
        3: ((-18.4, -4.8), (-5, -4.8), (8.4, -4.8)),
        4: ((-7.6, -9.2), (5.8, -9.2), (-7.6, 4.2), (5.8, 4.2)),
        5: ((-18.4, -9.2), (-5, -9.2), (8.4, -9.2), (-7.6, 4.2), (5.8, 4.2)),
    },
    "narrow": {
        1: ((-5.4, -3.2),),
        2: ((-11, -3.2), (-0.4, -3.2)),
        3: ((-11, -5.6), (-0.6, -5.6), (-11, 2.2)),
        4: ((-11, -5.6), (-0.6, -5.6), (-11, 2.2), (-0.6, 2.2)),
        5: ((-12.3, -5.6), (-4.9, -5.6), (2.5, -5.6), (-12.3, 2.2), (-4.9, 2.2)),
    },
}
_SIZES: Final[dict[str, tuple[Point, ...]]] = {  # by the number of locomotives
    "wide": ((0, 0), (28, 13.6), (27, 12.8), (12.8, 12.8), (12.8, 12.8), (12.8, 12.8)),
    "narrow": ((0, 0), (21, 10.6), (10, 10.6), (10, 7.2), (10, 7.2), (7, 7.2)),
}


def slots(layout: str, count: int) -> tuple[Point, ...]:
    """Return where so many locomotives stand."""
    return _SLOTS[layout][count]


def engine_size(layout: str, count: int) -> Point:
    """Return the size of a locomotive among so many: wide enough for the initials, or only for the first of them."""
    return _SIZES[layout][count]


def engine_type(layout: str, count: int) -> int:
    """Return the size of the type on a locomotive among so many."""
    return 10 if layout == "wide" else 9 if engine_size(layout, count)[1] > 9 else 8


@dataclass(frozen=True)
class Place:
    """Where a line of type stands within a hex."""

    x: float
    y: float  # of the base line
    size: int
    anchor: str  # start, middle or end

    def box(self, text: str) -> Box:
        """Return left, top, width and height of the ink of a text."""
        width = text_width(text, self.size)
        left = self.x - {"start": 0.0, "middle": width / 2, "end": width}[self.anchor]
        return left, self.y - 0.72 * self.size, width, 0.72 * self.size


NAME: Final = {"wide": Place(0, -15.8, 10, "middle"), "narrow": Place(0, -10.4, 9, "middle")}
COST_AT: Final = {"wide": Place(-17.6, 21.6, 12, "start"), "narrow": Place(-14.6, 12.3, 9, "start")}
INCOME_AT: Final = {"wide": Place(17.6, 21.6, 12, "end"), "narrow": Place(13.8, 12.3, 9, "end")}
HOUSE_AT: Final = {"wide": Place(20.8, 2.6, 10, "middle"), "narrow": Place(11.8, 2.6, 9, "middle")}


def name_of(layout: str, cell: int) -> str:
    """Return the name of a city, or on a small drawing three letters of it."""
    name = HEX_NAMES[cell]
    return code_of(name) if SHEETS[layout].codes else name


def code_of(name: str) -> str:
    """Return capitals that stand for a city, unique: three letters, or the initials of two words."""
    words = name.upper().split()
    return "".join(word[0] for word in words) if len(words) > 1 else name[:3].upper()
