"""The names of the cities: each where the map has it, or where track would run through it on another side of its city."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from roundhouse.core.bits import members
from roundhouse.core.grid import Point
from roundhouse.games.tycoon.board import CITIES, CITY_NAMES
from roundhouse.games.tycoon.svg.ground import CITY_SIZE
from roundhouse.games.tycoon.svg.map import RADIUS, SHEETS, Sheet, labels_of, make_label
from roundhouse.games.tycoon.svg.reader import Reader
from roundhouse.games.tycoon.track import ALL_SIDES, ONE_TRACK
from roundhouse.ui.maps import Label
from roundhouse.ui.svg import titled

_Edges = tuple[float, float, float, float]  # left, top, right, bottom

# Other places of a name, from the middle of its city: right, left, and at the corners; above and below it.
_PLACES: Final = {
    "wide": (
        (23.8, 5.0, "start"),
        (-23.8, 5.0, "end"),
        (22.8, -9.5, "start"),
        (-22.8, -9.5, "end"),
        (22.8, 20.5, "start"),
        (-22.8, 20.5, "end"),
        (0.0, -21.3, "middle"),
        (0.0, 33.0, "middle"),
    ),
    "narrow": (
        (9.7, 9.5, "start"),
        (-9.7, 9.5, "end"),
        (9.7, -3.2, "start"),
        (-9.7, -3.2, "end"),
        (9.7, 3.2, "start"),
        (-9.7, 3.2, "end"),
        (0.0, -10.6, "middle"),
        (0.0, 16.5, "middle"),
    ),
}
_PARTS: Final = (0.1, 0.3, 0.5, 0.7, 0.9)  # of a tile, where its track is looked for
_CLEAR: Final = 6.0  # units that stay free between a name and the middle of a track
_NEAR: Final = (170.0, 50.0)  # units: what lies farther from a city cannot touch its name


def draw_names(reader: Reader) -> str:
    """Write the names of the cities; they lie over the track."""
    names = ""
    for city, label in enumerate(names_of(reader.layout, tuple(reader.position.rail))):
        names += titled(CITY_NAMES[city], label.draw()) if reader.sheet.codes else f"<g>{label.draw()}</g>"
    return names


@lru_cache(maxsize=64)
def names_of(layout: str, rail: tuple[int, ...]) -> tuple[Label, ...]:
    """Return the names of the cities in the order of the board, for the track of a position."""
    sheet = SHEETS[layout]
    track = list(_points(sheet, rail))
    labels = list(labels_of(layout))
    for city in range(CITIES):
        near = _near(sheet, track, city)
        if _hits(sheet, labels[city], near):
            labels[city] = _moved(sheet, labels, city, near)
    return tuple(labels)


def _points(sheet: Sheet, rail: tuple[int, ...]) -> Iterator[Point]:
    """Yield points along all track, in pixels."""
    for hex, tracks in enumerate(rail):
        for one in (tracks % ONE_TRACK, tracks // ONE_TRACK):
            if one:
                a, b = members(one & ALL_SIDES)
                for part in _PARTS:
                    x, y = sheet.along(hex, a, b, part)
                    yield x * sheet.scale, y * sheet.scale


def _near(sheet: Sheet, track: list[Point], city: int) -> list[Point]:
    x, y = (value * sheet.scale for value in sheet.city_at(city))
    wide, high = (value * sheet.scale for value in _NEAR)
    return [(px, py) for px, py in track if abs(px - x) < wide and abs(py - y) < high]


def _hits(sheet: Sheet, label: Label, track: list[Point]) -> int:
    """Return how many points of track a name would cover."""
    left, top, right, bottom = label.box()
    clear = _CLEAR * sheet.scale
    return sum(1 for x, y in track if left - clear < x < right + clear and top - clear < y < bottom + clear)


def _moved(sheet: Sheet, labels: list[Label], city: int, track: list[Point]) -> Label:
    """Return the name where it covers least track and nothing else; where it was if no place is better."""
    taken = [label.box() for other, label in enumerate(labels) if other != city]
    taken += [_outline(sheet, other) for other in range(CITIES) if other != city]
    found = [labels[city]]
    for dx, dy, anchor in _PLACES[sheet.layout]:
        label = make_label(sheet.layout, city, dx, dy, anchor)
        left, top, right, bottom = label.box()
        if (
            left > 0
            and right < sheet.width
            and top > 0
            and bottom < sheet.height
            and all(_apart(label.box(), box) for box in taken)
        ):
            found.append(label)
    return min(found, key=lambda label: _hits(sheet, label, track))


def _outline(sheet: Sheet, city: int) -> _Edges:
    x, y = (value * sheet.scale for value in sheet.city_at(city))
    wide, high = sheet.half * CITY_SIZE * sheet.scale, RADIUS * CITY_SIZE * sheet.scale
    return x - wide, y - high, x + wide, y + high


def _apart(one: _Edges, other: _Edges) -> bool:
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
