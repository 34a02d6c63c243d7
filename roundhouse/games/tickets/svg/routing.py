"""Automatic curves: a route bends where it would run through another city or over another route."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from roundhouse.core.grid import Point
from roundhouse.games.tickets.svg.boxes import overlap

if TYPE_CHECKING:
    from roundhouse.games.tickets.svg.map import Car, DrawnMap

_SWINGS: Final = (0.03, 0.06, 0.1, 0.14, 0.19, 0.26, 0.34)
_TRIED: Final = (0.0, *(way * swing for swing in _SWINGS for way in (1, -1)))  # bends, the plainest first
_PASSES: Final = 5
_COMPARED: Final = 1_500_000  # pairs of cars: about a second, since a map may come from anywhere
_CITY: Final = 12.0  # what a car on a city costs,
_CAR: Final = 5.0  # a car on a car of another route,
_SQUEEZED: Final = 6.0  # cars that are shorter than they are broad,
_OUTSIDE: Final = 20.0  # a car off the map,
_BEND: Final = 8.0  # a bend,
_SHIFT: Final = 0.02  # and a row that does not lie in the middle, by pixel
_MOVED: Final = 0.4  # of the room that a row leaves


def bends_of(drawn: DrawnMap) -> tuple[Point, ...]:
    """Return a bend and a shift for each track, longest tracks last: those that have little room choose first."""
    board = drawn.board
    firsts = [track for track in range(board.tracks) if not 0 <= board.twin[track] < track]
    firsts.sort(key=lambda track: math.dist(*_ends(drawn, track)))
    ways = {track: _ways(drawn, track) for track in firsts}
    alone = {
        track: {way: _cost(drawn, track, cars) + _BEND * abs(way[0]) + _SHIFT * abs(way[1]) for way, cars in ways[track].items()}
        for track in firsts
    }
    chosen: dict[int, Point] = {}
    compared = 0
    for _ in range(_PASSES):  # the first sees only what was laid before; the others put right what that left in the way
        before = dict(chosen)
        for track in firsts:
            others = _near(ways[track], [car for other, way in chosen.items() if other != track for car in ways[other][way]])
            compared += len(others) * sum(len(cars) for cars in ways[track].values())
            if compared > _COMPARED:
                chosen.setdefault(track, min(ways[track], key=lambda way: alone[track][way]))
                continue
            chosen[track] = min(ways[track], key=lambda way: alone[track][way] + _CAR * _touching(ways[track][way], others))
        if chosen == before or compared > _COMPARED:
            break
    return tuple(chosen[track] if track in chosen else chosen[board.twin[track]] for track in range(board.tracks))


def _ends(drawn: DrawnMap, track: int) -> tuple[Point, Point]:
    return drawn.cities[drawn.board.end_a[track]], drawn.cities[drawn.board.end_b[track]]


def _ways(drawn: DrawnMap, track: int) -> dict[Point, list[Car]]:
    """Return the cars of a route by bend and shift, the plainest first. Where there is room, they may move towards an end."""
    found = {}
    for shift in (0.0, 1.0, -1.0):
        for bend in _TRIED:
            room = shift * _MOVED * drawn.slack(track, bend)
            if not shift or abs(room) > 1:
                found[bend, room] = _cars(drawn, track, bend, room)
    return found


def _cars(drawn: DrawnMap, track: int, bend: float, shift: float) -> list[Car]:
    twin = drawn.board.twin[track]
    return [car for each in ((track,) if twin < 0 else (track, twin)) for car in drawn.place_cars(each, bend, shift)]


def _cost(drawn: DrawnMap, track: int, cars: list[Car]) -> float:
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
    return cost


def _near(ways: dict[Point, list[Car]], others: list[Car]) -> list[Car]:
    """Return those of the others that a car of any way could touch."""
    xs, ys = [car.x for cars in ways.values() for car in cars], [car.y for cars in ways.values() for car in cars]
    reach = 2 * max(car.length for cars in ways.values() for car in cars)
    left, right, top, bottom = min(xs) - reach, max(xs) + reach, min(ys) - reach, max(ys) + reach
    return [other for other in others if left < other.x < right and top < other.y < bottom]


def _touching(cars: list[Car], others: list[Car]) -> int:
    """Return how often one of the cars lies on one of the others."""
    return sum(_touch(car, other) for car in cars for other in others)


def _touch(car: Car, other: Car) -> bool:
    if math.dist((car.x, car.y), (other.x, other.y)) > (car.length + other.length + car.breadth + other.breadth) / 2:
        return False
    return overlap(car.corners(0.4), other.corners(0.4))
