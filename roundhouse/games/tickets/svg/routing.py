"""Automatic curves: a route bends where it would run through another city or over another route."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from roundhouse.core.grid import Point
from roundhouse.games.tickets.svg.boxes import overlap

if TYPE_CHECKING:
    from roundhouse.games.tickets.svg.map import Car, DrawnMap

_TRIED: Final = (0.0, 0.04, -0.04, 0.08, -0.08, 0.13, -0.13, 0.19, -0.19, 0.26, -0.26)  # bends, the plainest first
_CITY: Final = 12.0  # what a car on a city costs,
_CAR: Final = 5.0  # a car on a car of another route,
_SQUEEZED: Final = 6.0  # cars that are shorter than they are broad,
_OUTSIDE: Final = 20.0  # a car off the map,
_BEND: Final = 8.0  # and a bend


def bends_of(drawn: DrawnMap) -> tuple[Point, ...]:
    """Return a bend for each track, longest tracks last: those that have little room choose first."""
    board = drawn.board
    firsts = [track for track in range(board.tracks) if not 0 <= board.twin[track] < track]
    chosen: dict[int, float] = {}
    placed: dict[int, list[Car]] = {}
    for track in sorted(firsts, key=lambda track: math.dist(*_ends(drawn, track))):
        ways = {bend: _cars(drawn, track, bend) for bend in _TRIED}
        chosen[track] = min(_TRIED, key=lambda bend: _cost(drawn, track, ways[bend], placed) + _BEND * abs(bend))
        placed[track] = ways[chosen[track]]
    return tuple((chosen[track] if track in chosen else chosen[board.twin[track]], 0.0) for track in range(board.tracks))


def _ends(drawn: DrawnMap, track: int) -> tuple[Point, Point]:
    return drawn.cities[drawn.board.end_a[track]], drawn.cities[drawn.board.end_b[track]]


def _cars(drawn: DrawnMap, track: int, bend: float) -> list[Car]:
    twin = drawn.board.twin[track]
    return [car for each in ((track,) if twin < 0 else (track, twin)) for car in drawn.place_cars(each, bend, 0)]


def _cost(drawn: DrawnMap, track: int, cars: list[Car], placed: dict[int, list[Car]]) -> float:
    board, sheet = drawn.board, drawn.sheet
    ends = {board.end_a[track], board.end_b[track]}
    cost = 0.0
    for car in cars:
        if car.length < car.breadth:
            cost += _SQUEEZED
        if not (car.breadth < car.x < sheet.width - car.breadth and car.breadth < car.y < sheet.height - car.breadth):
            cost += _OUTSIDE
        near = car.length / 2 + sheet.dot + 2
        for city, point in enumerate(drawn.cities):
            if city not in ends and math.dist(point, (car.x, car.y)) < near:
                cost += _CITY
    for others in placed.values():
        cost += _CAR * sum(_touch(car, other) for car in cars for other in others)
    return cost


def _touch(car: Car, other: Car) -> bool:
    if math.dist((car.x, car.y), (other.x, other.y)) > (car.length + other.length + car.breadth + other.breadth) / 2:
        return False
    return overlap(car.corners(0.4), other.corners(0.4))
