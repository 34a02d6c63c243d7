"""Where things lie on the drawn map: sheets of two sizes, the cars of every track, the names of the cities."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Any, Final

from roundhouse.core.grid import Point
from roundhouse.games.tickets.board import CITIES, CITY_AT, CITY_NAMES, END_A, END_B, LENGTH, TWIN
from roundhouse.ui.maps import Label, name_lines
from roundhouse.ui.svg import number

_DATA: Final[dict[str, Any]] = json.loads(files("roundhouse.games.tickets.svg").joinpath("map.json").read_text("utf-8"))
_STEPS: Final = 48  # pieces into which a curve is cut to measure it


@dataclass(frozen=True)
class Sheet:
    """A size at which the map is drawn: its frame, what it shows of the board, and the size of things on it."""

    layout: str
    width: float
    height: float
    car: Point  # longest and broadest
    gap: float  # between two cars
    dot: float  # radius of a city
    type: float  # size of the names
    codes: bool  # stations by three letters

    def place(self, x: float, y: float) -> Point:
        """Convert the board's own coordinates to the sheet."""
        left, top, right, bottom = _DATA["frame"]
        return (x - left) * self.width / (right - left), (y - top) * self.height / (bottom - top)


SHEETS: Final = {
    "wide": Sheet("wide", width=916, height=584, car=(27, 10.4), gap=2.4, dot=5.2, type=12, codes=False),
    "narrow": Sheet("narrow", width=390, height=340, car=(13.5, 5.6), gap=1.3, dot=3, type=9, codes=True),
}


@dataclass(frozen=True)
class Car:
    """One space of a track."""

    x: float
    y: float
    turn: float  # degrees
    length: float
    breadth: float

    def tip(self, way: int) -> Point:
        """Return the middle of its front (1) or of its back (-1)."""
        along = way * self.length / 2
        return self.x + along * math.cos(math.radians(self.turn)), self.y + along * math.sin(math.radians(self.turn))

    def corners(self, grown: float = 0) -> list[Point]:
        """Return its four corners, for measuring what overlaps."""
        along, across = self.length / 2 + grown, self.breadth / 2 + grown
        cos, sin = math.cos(math.radians(self.turn)), math.sin(math.radians(self.turn))
        signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        return [(self.x + u * along * cos - v * across * sin, self.y + u * along * sin + v * across * cos) for u, v in signs]


@cache
def city_points(layout: str) -> tuple[Point, ...]:
    """Return where the cities lie on a sheet."""
    return tuple(SHEETS[layout].place(x, y) for x, y in CITY_AT)


@cache
def cars_of(layout: str, track: int) -> tuple[Car, ...]:
    """Return the spaces of a track, from its first city to its second."""
    return place_cars(layout, track, *_bend(layout, track))


def _bend(layout: str, track: int) -> Point:
    """Return how far the curve of a track swings out, and how far its cars are moved along it."""
    bend, shift = _DATA[layout]["bends"].get(f"{CITY_NAMES[END_A[track]]}-{CITY_NAMES[END_B[track]]}", (0, 0))
    return bend, shift


def bed_of(layout: str, track: int) -> str:
    """Return the line from city to city on which the spaces lie, as path data."""
    (ax, ay), (bx, by) = city_points(layout)[END_A[track]], city_points(layout)[END_B[track]]
    cx, cy = _control((ax, ay), (bx, by), _bend(layout, track)[0])
    return f"M{number(ax)} {number(ay)}Q{number(cx)} {number(cy)} {number(bx)} {number(by)}"


def place_cars(layout: str, track: int, bend: float, shift: float) -> tuple[Car, ...]:
    """Place cars along a curve that swings out by `bend` of its length, the row moved along by `shift`."""
    sheet = SHEETS[layout]
    points = city_points(layout)
    side = 0.0
    if TWIN[track] >= 0:
        side = (sheet.car[1] + sheet.gap * 0.7) / 2 * (1 if track < TWIN[track] else -1)
    curve = _curve(points[END_A[track]], points[END_B[track]], bend, side)
    lengths = [math.dist(a, b) for a, b in pairwise(curve)]
    count = int(LENGTH[track])
    pitch = min(sheet.car[0] + sheet.gap, (sum(lengths) - 2 * sheet.dot - 2 * sheet.gap) / count)
    first = (sum(lengths) - pitch * (count - 1)) / 2 + shift
    return tuple(_car_at(curve, lengths, first + i * pitch, pitch - sheet.gap, sheet.car[1]) for i in range(count))


def _curve(a: Point, b: Point, bend: float, side: float) -> list[Point]:
    """Cut a quadratic curve into steps; a track of a double runs beside it."""
    cx, cy = _control(a, b, bend)
    curve = []
    for step in range(_STEPS + 1):
        t = step / _STEPS
        x = (1 - t) ** 2 * a[0] + 2 * t * (1 - t) * cx + t * t * b[0]
        y = (1 - t) ** 2 * a[1] + 2 * t * (1 - t) * cy + t * t * b[1]
        tx, ty = (1 - t) * (cx - a[0]) + t * (b[0] - cx), (1 - t) * (cy - a[1]) + t * (b[1] - cy)
        norm = math.hypot(tx, ty)
        curve.append((x - ty / norm * side, y + tx / norm * side))
    return curve


def _control(a: Point, b: Point, bend: float) -> Point:
    return (a[0] + b[0]) / 2 - (b[1] - a[1]) * bend * 2, (a[1] + b[1]) / 2 + (b[0] - a[0]) * bend * 2


def _car_at(curve: list[Point], lengths: list[float], at: float, length: float, breadth: float) -> Car:
    step = 0
    while step < _STEPS - 1 and at > lengths[step]:
        at -= lengths[step]
        step += 1
    (ax, ay), (bx, by) = curve[step], curve[step + 1]
    part = at / lengths[step]
    back, ahead = curve[max(0, step - 2)], curve[min(_STEPS, step + 3)]  # a chord about the car: it sits better on a bend
    turn = math.degrees(math.atan2(ahead[1] - back[1], ahead[0] - back[0]))
    return Car(ax + (bx - ax) * part, ay + (by - ay) * part, turn, length, breadth)


@cache
def labels_of(layout: str) -> tuple[Label, ...]:
    """Return the names of the cities on a sheet, in the order of the board."""
    return tuple(make_label(layout, city, *_DATA[layout]["labels"][CITY_NAMES[city]]) for city in range(CITIES))


def make_label(layout: str, city: int, dx: float, dy: float, anchor: str, lines: int = 1) -> Label:
    """Return the name of a city at a distance from its point."""
    sheet = SHEETS[layout]
    x, y = city_points(layout)[city]
    name = CITY_NAMES[city]
    shown = (str(_DATA["codes"][name]),) if sheet.codes else name_lines(name, lines)
    return Label(shown, x + dx, y + dy, anchor, sheet.type)


def outlines(layout: str, kind: str) -> list[list[Point]]:
    """Return the outlines of one kind (land, lakes, borders, rivers) on a sheet."""
    return [[SHEETS[layout].place(x, y) for x, y in line] for line in _DATA[kind]]
