"""The map of Railroad Tycoon in letters: three columns a hex and a line a row, so that it fits 80 columns."""

from __future__ import annotations

from typing import Final

from roundhouse.games.tycoon.board import BANKS, CELL_OF, CITY_CELL, CITY_NAMES, COLUMNS, HEXES, HILLY, ROWS, SIDE_NAMES, SIDES
from roundhouse.games.tycoon.position import Position
from roundhouse.games.tycoon.track import ALL_SIDES, ONE_TRACK, owner_of
from roundhouse.ui.textmap import TextMap

HILLS: Final = "^"
RIVER: Final = "≈"
OPEN: Final = "."
CURVE: Final = "~"
STRAIGHTS: Final = {("E", "W"): "─", ("NE", "SW"): "╱", ("NW", "SE"): "╲"}
_HEX: Final = 3  # columns of a hex; every odd row is shifted to the east
WIDTH: Final = COLUMNS * _HEX + 1

# Cities whose first three letters another one has, or that people abbreviate otherwise.
SHORT_NAMES: Final = {
    "Charleston": "CHS",
    "Chattanooga": "CHT",
    "Columbia": "CLA",
    "Des Moines": "DSM",
    "Jackson": "JKN",
    "Jacksonville": "JAX",
    "Kansas City": "KCY",
    "Little Rock": "LRK",
    "New Haven": "NHV",
    "New Orleans": "NOL",
    "New York": "NYC",
    "Rock Island": "RIS",
    "St. Louis": "STL",
    "Washington D.C.": "WDC",
}


def short_name(city: int) -> str:
    """Return the three letters that stand for a city on the map."""
    name = CITY_NAMES[city]
    return SHORT_NAMES.get(name, name[:3].upper())


def text_map(position: Position) -> list[str]:
    """Return the map: cities by three letters, track by its owner's number and direction, else the ground."""
    land = TextMap(WIDTH, ROWS)
    for hex in range(HEXES):
        column, row = CELL_OF[hex]
        land.put(row, column * _HEX + row % 2, _cell(position, hex))
    for city, (column, row) in enumerate(CITY_CELL):
        land.put(row, column * _HEX + row % 2, short_name(city))
    return land.lines()


def _cell(position: Position, hex: int) -> str:
    rail = position.rail[hex]
    if not rail:
        return f" {RIVER if BANKS[hex] else HILLS if HILLY[hex] else OPEN}"
    tracks = [track for track in (rail % ONE_TRACK, rail // ONE_TRACK) if track]
    if len(tracks) > 1:  # a crossing: both owners
        return "x".join(str(owner_of(track) + 1) for track in tracks)
    return f"{owner_of(rail) + 1}{_direction(rail & ALL_SIDES)}"


def _direction(sides: int) -> str:
    used = tuple(sorted(SIDE_NAMES[side] for side in range(SIDES) if sides >> side & 1))
    return STRAIGHTS.get((used[0], used[-1]), CURVE)
