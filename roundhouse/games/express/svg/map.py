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
    """A size at which the map is drawn. Hexes have their own coordinates: x to the east and y to the south, in radii."""

    layout: str
    width: float
    turned: bool  # west at the top: on a phone the long way of the map is that of the screen
    codes: bool  # cities by three letters

    @property
    def frame(self) -> tuple[float, float, float, float]:
        """West, north, east and south of what is shown."""
        west, north, east, south = _DATA["frame"][self.layout]
        return west, north, east, south

    @property
    def radius(self) -> float:
        """Of a hex, in pixels."""
        west, north, east, south = self.frame
        return self.width / ((south - north) if self.turned else (east - west))

    @property
    def height(self) -> float:
        """In pixels."""
        west, north, east, south = self.frame
        return self.radius * ((east - west) if self.turned else (south - north))

    def place(self, x: float, y: float) -> Point:
        """Convert the coordinates of hexes to the sheet."""
        west, north, _, south = self.frame
        if self.turned:
            return (south - y) * self.radius, (x - west) * self.radius
        return (x - west) * self.radius, (y - north) * self.radius


SHEETS: Final = {
    "wide": Sheet("wide", width=920, turned=False, codes=False),
    "narrow": Sheet("narrow", width=390, turned=True, codes=True),
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
        1: ((0, -2),),
        2: ((-2, -9.2), (-2, 3.6)),
        3: ((-17.4, -2), (-4.6, -2), (8.2, -2)),
        4: ((-11, -9.2), (1.8, -9.2), (-11, 3.6), (1.8, 3.6)),
        5: ((-17.4, -9.2), (-4.6, -9.2), (8.2, -9.2), (-11, 3.6), (1.8, 3.6)),
    },
    "narrow": {
        1: ((0, -3.2),),
        2: ((-5.3, -3.2), (5.3, -3.2)),
        3: ((-10.6, -3.2), (0, -3.2), (10.6, -3.2)),
        4: ((-4.1, -7), (4.1, -7), (-4.1, 1.2), (4.1, 1.2)),
        5: ((-8.2, -7), (0, -7), (8.2, -7), (-4.1, 1.2), (4.1, 1.2)),
    },
}
_SIZES: Final[dict[str, tuple[Point, ...]]] = {  # by the number of locomotives
    "wide": ((0, 0), (27, 13.5), (26, 12.4), (12.4, 12.4), (12.4, 12.4), (12.4, 12.4)),
    "narrow": ((0, 0), (22, 11), (10, 10), (10, 10), (7.8, 7.8), (7.8, 7.8)),
}


def slots(layout: str, count: int) -> tuple[Point, ...]:
    """Return where so many locomotives stand."""
    return _SLOTS[layout][count]


def plate_size(layout: str, count: int) -> Point:
    """Return the size of a locomotive among so many: wide enough for the initials, or only for the first of them."""
    return _SIZES[layout][count]


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


NAME: Final = {"wide": Place(0, -16.2, 9, "middle"), "narrow": Place(0, -11.4, 9, "middle")}
COST_AT: Final = {"wide": Place(-17, 20.8, 12, "start"), "narrow": Place(-15.2, 11.8, 9, "start")}
INCOME_AT: Final = {"wide": Place(17, 20.8, 12, "end"), "narrow": Place(5.6, 11.8, 9, "end")}
HOUSE_AT: Final = {"wide": Place(20.6, 3.4, 9, "middle"), "narrow": Place(11.9, 11.8, 9, "middle")}


def name_of(layout: str, cell: int) -> str:
    """Return the name of a city, or on a small drawing three letters of it."""
    name = HEX_NAMES[cell]
    return code_of(name) if SHEETS[layout].codes else name


def code_of(name: str) -> str:
    """Return capitals that stand for a city, unique: three letters, or the initials of two words."""
    words = name.upper().split()
    return "".join(word[0] for word in words) if len(words) > 1 else name[:3].upper()
