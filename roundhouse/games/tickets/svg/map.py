"""Where things lie on the drawn map: sheets of two sizes, the cars of every track, the names of the cities."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Final

from roundhouse.core.grid import Point
from roundhouse.games.tickets.board import Board
from roundhouse.games.tickets.map_data import LabelPlace
from roundhouse.games.tickets.map_data import Sheet as Given
from roundhouse.ui.maps import Label, name_lines
from roundhouse.ui.svg import number

_STEPS: Final = 48  # pieces into which a curve is cut to measure it
_BORDER: Final = 0.06  # of the map's size, between the outermost cities and an automatic frame


@dataclass(frozen=True)
class Sheet:
    """A size at which a map is drawn: its frame, and the size of things on it."""

    layout: str
    width: float
    height: float
    car: Point  # longest and broadest
    gap: float  # between two cars
    dot: float  # radius of a city
    type: float  # size of the names
    codes: bool  # stations by three letters


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


@lru_cache(maxsize=32)  # maps may come from anywhere
def drawn_map(board: Board, layout: str) -> DrawnMap:
    """Return where everything of a board lies on a sheet."""
    return DrawnMap(board, SHEETS[layout])


class DrawnMap:
    """A board on a sheet: what its map gives, and the rest laid out automatically."""

    def __init__(self, board: Board, sheet: Sheet) -> None:
        self.board = board
        self.sheet = sheet
        self._given: Given = board.data.drawing.wide if sheet.layout == "wide" else board.data.drawing.narrow

    def place(self, x: float, y: float) -> Point:
        """Convert the map's own coordinates to the sheet."""
        left, top, right, bottom = self._frame
        return (x - left) * self.sheet.width / (right - left), (y - top) * self.sheet.height / (bottom - top)

    @cached_property
    def _frame(self) -> tuple[float, float, float, float]:
        if self.board.data.drawing.frame is not None:
            return self.board.data.drawing.frame
        return automatic_frame([(city.x, city.y) for city in self.board.data.cities], self.sheet.width / self.sheet.height)

    @cached_property
    def cities(self) -> tuple[Point, ...]:
        """Where the cities lie."""
        return tuple(self.place(city.x, city.y) for city in self.board.data.cities)

    @cached_property
    def cars(self) -> tuple[tuple[Car, ...], ...]:
        """The spaces of every track, from its first city to its second."""
        return tuple(self.place_cars(track, *self._bends[track]) for track in range(self.board.tracks))

    @cached_property
    def _bends(self) -> tuple[Point, ...]:
        """How far the curve of each track swings out, and how far its cars are moved along it."""
        from roundhouse.games.tickets.svg.routing import bends_of  # it measures with this class

        given = self._given.bends
        if given:  # laid by hand: what is not named is straight
            return tuple(given.get(self.board.data.cities_of(track), (0, 0)) for track in range(self.board.tracks))
        return bends_of(self)

    def bed(self, track: int) -> str:
        """Return the line from city to city on which the spaces lie, as path data."""
        (ax, ay), (bx, by) = self._ends(track)
        cx, cy = control((ax, ay), (bx, by), self._bends[track][0])
        return f"M{number(ax)} {number(ay)}Q{number(cx)} {number(cy)} {number(bx)} {number(by)}"

    def _ends(self, track: int) -> tuple[Point, Point]:
        return self.cities[self.board.end_a[track]], self.cities[self.board.end_b[track]]

    def place_cars(self, track: int, bend: float, shift: float) -> tuple[Car, ...]:
        """Place cars along a curve that swings out by `bend` of its length, the row moved along by `shift`."""
        sheet, twin = self.sheet, self.board.twin[track]
        side = 0.0
        if twin >= 0:
            side = (sheet.car[1] + sheet.gap * 0.7) / 2 * (1 if track < twin else -1)
        curve = _curve(*self._ends(track), bend, side)
        lengths = [math.dist(a, b) for a, b in pairwise(curve)]
        count = int(self.board.length[track])
        pitch = min(sheet.car[0] + sheet.gap, (sum(lengths) - 2 * sheet.dot - 2 * sheet.gap) / count)
        first = (sum(lengths) - pitch * (count - 1)) / 2 + shift
        return tuple(_car_at(curve, lengths, first + i * pitch, pitch - sheet.gap, sheet.car[1]) for i in range(count))

    def slack(self, track: int, bend: float) -> float:
        """Return the room that the cars of a track leave on a curve."""
        a, b = self._ends(track)
        count, pitch = int(self.board.length[track]), self.sheet.car[0] + self.sheet.gap
        length = sum(math.dist(one, other) for one, other in pairwise(_curve(a, b, bend, 0.0)))
        return max(0.0, length - 2 * self.sheet.dot - 2 * self.sheet.gap - count * pitch)

    @cached_property
    def labels(self) -> tuple[Label, ...]:
        """The names of the cities, in the order of the board."""
        from roundhouse.games.tickets.svg.labels import label_places  # it measures with this class

        given = self._given.labels
        missing = [city for city, one in enumerate(self.board.data.cities) if one.name not in given]
        places = label_places(self, missing) if missing else {}
        return tuple(
            self.label(city, places[city] if city in places else given[one.name]) for city, one in enumerate(self.board.data.cities)
        )

    def label(self, city: int, place: LabelPlace) -> Label:
        """Return the name of a city at a distance from its point."""
        x, y = self.cities[city]
        one = self.board.data.cities[city]
        shown = (one.code,) if self.sheet.codes else name_lines(one.name, place.lines)
        return Label(shown, x + place.dx, y + place.dy, place.anchor, self.sheet.type)

    def outlines(self, kind: str) -> list[list[Point]]:
        """Return the outlines of one kind: land, lakes, borders, rivers."""
        return [[self.place(x, y) for x, y in line] for line in self.board.data.drawing.outlines.get(kind, ())]


def automatic_frame(points: list[Point], aspect: float) -> tuple[float, float, float, float]:
    """Return a frame of the sheet's proportions around all cities, with a border on each side."""
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    width = max(right - left, (bottom - top) * aspect) * (1 + 2 * _BORDER)
    height = max(bottom - top, (right - left) / aspect) * (1 + 2 * _BORDER)
    x, y = (left + right) / 2, (top + bottom) / 2
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


def _curve(a: Point, b: Point, bend: float, side: float) -> list[Point]:
    """Cut a quadratic curve into steps; a track of a double runs beside it."""
    cx, cy = control(a, b, bend)
    curve = []
    for step in range(_STEPS + 1):
        t = step / _STEPS
        x = (1 - t) ** 2 * a[0] + 2 * t * (1 - t) * cx + t * t * b[0]
        y = (1 - t) ** 2 * a[1] + 2 * t * (1 - t) * cy + t * t * b[1]
        tx, ty = (1 - t) * (cx - a[0]) + t * (b[0] - cx), (1 - t) * (cy - a[1]) + t * (b[1] - cy)
        norm = math.hypot(tx, ty)
        curve.append((x - ty / norm * side, y + tx / norm * side))
    return curve


def control(a: Point, b: Point, bend: float) -> Point:
    """Return the control point of the curve between two cities."""
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
