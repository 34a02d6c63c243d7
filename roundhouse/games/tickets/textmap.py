"""The map of Ticket to Ride as text: a letter for every space of a track, as on the printed board."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import Final, NamedTuple

from roundhouse.games.tickets.board import CITY_NAMES, COLOUR, END_A, END_B, LENGTH, TRACKS, TWIN
from roundhouse.games.tickets.notation import cities_of
from roundhouse.games.tickets.phases import NONE
from roundhouse.games.tickets.state import Tickets
from roundhouse.ui.columns import WIDTH
from roundhouse.ui.textmap import TextMap

HEIGHT: Final = 38
LETTERS: Final = "WBYGRPKO░"  # by colour of the track, gray last; the letters belong to the notation and are not translated
CITY: Final = "●"
WANTED: Final = "◆"  # a city that an unfinished ticket of the reader asks for


class _Place(NamedTuple):
    """Where a city stands, and where its name begins from there; columns to the right, rows down."""

    column: int
    row: int
    name_right: int
    name_down: int


# Laid by hand after the printed board: every name and every space has a cell of its own (a test keeps it so).
_PLACES: Final = {
    "Atlanta": _Place(79, 26, 2, 1),
    "Boston": _Place(95, 6, -2, 1),
    "Calgary": _Place(26, 1, -3, -1),
    "Charleston": _Place(88, 26, 2, 0),
    "Chicago": _Place(69, 16, 1, -1),
    "Dallas": _Place(54, 32, 2, 0),
    "Denver": _Place(41, 22, -7, 1),
    "Duluth": _Place(56, 11, -3, -1),
    "El Paso": _Place(40, 35, -1, 1),
    "Helena": _Place(32, 11, 2, -1),
    "Houston": _Place(59, 34, -7, 1),
    "Kansas City": _Place(55, 21, 1, -1),
    "Las Vegas": _Place(21, 27, 2, 0),
    "Little Rock": _Place(62, 27, 2, 0),
    "Los Angeles": _Place(13, 31, -12, 0),
    "Miami": _Place(90, 37, 2, 0),
    "Montreal": _Place(89, 2, -3, -1),
    "Nashville": _Place(75, 24, -10, 0),
    "New Orleans": _Place(71, 34, -10, 1),
    "New York": _Place(90, 12, 2, 0),
    "Oklahoma City": _Place(52, 27, 1, 1),
    "Omaha": _Place(53, 17, 2, 1),
    "Phoenix": _Place(27, 31, -5, 1),
    "Pittsburgh": _Place(81, 15, 2, 0),
    "Portland": _Place(8, 10, 2, 0),
    "Raleigh": _Place(85, 22, 2, 0),
    "Saint Louis": _Place(65, 21, 2, 0),
    "Salt Lake City": _Place(26, 20, 2, -1),
    "San Francisco": _Place(4, 24, 2, 0),
    "Santa Fe": _Place(40, 28, 2, 1),
    "Sault Ste Marie": _Place(70, 6, 0, -1),
    "Seattle": _Place(10, 6, -8, 0),
    "Toronto": _Place(81, 8, 2, 0),
    "Vancouver": _Place(11, 2, -4, -1),
    "Washington": _Place(91, 18, -1, 1),
    "Winnipeg": _Place(46, 2, -3, -1),
}

# Routes that are drawn as a bow, by how far their middle is moved: columns, rows.
_BOWS: Final = {
    "Boston-New York": (1, 0),
    "Dallas-El Paso": (2, 0),
    "Denver-Phoenix": (-1, 0),
    "El Paso-Los Angeles": (0, 3),
    "Montreal-Sault Ste Marie": (0, -2),
    "Montreal-Toronto": (1, 0),
    "Nashville-Raleigh": (0, -1),
    "Phoenix-Santa Fe": (0, 1),
    "Raleigh-Washington": (-2, 0),
}


def draw_map(position: Tickets, wanted: Collection[int]) -> list[str]:
    """Draw the map: owned tracks show the player's number, open ones their letter, `wanted` cities a mark."""
    grid = TextMap(WIDTH, HEIGHT)
    for city, name in enumerate(CITY_NAMES):
        place = _PLACES[name]
        grid.put(place.row, place.column, WANTED if city in wanted else CITY)
        grid.put(place.row + place.name_down, place.column + place.name_right, name)
    for track in range(TRACKS):
        if not 0 <= TWIN[track] < track:
            mark = _mark(position, track)
            for column, row in spaces(track):
                grid.put(row, column, mark)
    return grid.lines()


def _mark(position: Tickets, track: int) -> str:
    """Return a sign for each track between two cities; the twin of a taken track vanishes where it is closed to all (TTR-60)."""
    pair = [track] if TWIN[track] < 0 else [track, TWIN[track]]
    owned = [other for other in pair if position.owner_of(other) != NONE]
    shown = owned if owned and position.seats <= 3 else pair
    return "".join(_sign(position, other) for other in shown)


def _sign(position: Tickets, track: int) -> str:
    owner = position.owner_of(track)
    return LETTERS[COLOUR[track]] if owner == NONE else str(owner + 1)


@cache
def spaces(track: int) -> tuple[tuple[int, int], ...]:
    """Return column and row of every space of a track, the left one of two for a double."""
    start, end = _PLACES[CITY_NAMES[END_A[track]]], _PLACES[CITY_NAMES[END_B[track]]]
    right, down = _BOWS.get(cities_of(track), (0, 0))
    left = 0.5 if TWIN[track] >= 0 else 0.0  # half a column, so that a pair stands on the line
    length = int(LENGTH[track])
    cells = []
    for i in range(length):
        part = (i + 1) / (length + 1)
        bow = 4 * part * (1 - part)
        column = start.column + (end.column - start.column) * part + right * bow - left
        row = start.row + (end.row - start.row) * part + down * bow
        cells.append((int(column + 0.5), int(row + 0.5)))
    return tuple(cells)
