"""Automatic places for the names of cities: beside their dots, off the cars, and off each other."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from roundhouse.core.grid import Point
from roundhouse.games.tickets.map_data import LabelPlace
from roundhouse.games.tickets.svg.boxes import Box, boxes_overlap, corners_of, overlap
from roundhouse.ui.maps import Label

if TYPE_CHECKING:
    from roundhouse.games.tickets.svg.map import DrawnMap

_ROUNDS: Final = 4  # passes in which every label may still move
_NAME: Final = 30.0  # what it costs to lie on another name,
_DOT: Final = 12.0  # on the dot of another city,
_CAR: Final = 4.0  # on a car,
_OUTSIDE: Final = 60.0  # off the map,
_TWO_LINES: Final = 0.6  # in two lines,
_MISLEADING: Final = 8.0  # nearer to another dot than to its own,
_FAR: Final = 0.2  # and each pixel from its dot


def label_places(drawn: DrawnMap, cities: list[int]) -> dict[int, LabelPlace]:
    """Return a place for the name of each of some cities; the others are where the map says."""
    given = drawn._given.labels
    fixed = [drawn.label(city, given[one.name]).box() for city, one in enumerate(drawn.board.data.cities) if one.name in given]
    options = {city: [(place, drawn.label(city, place)) for place in _candidates(drawn, city)] for city in cities}
    ground = {city: [_ground_cost(drawn, city, place, label) for place, label in options[city]] for city in cities}
    chosen = {city: ground[city].index(min(ground[city])) for city in cities}
    boxes = {city: options[city][chosen[city]][1].box() for city in cities}
    for _ in range(_ROUNDS):
        for city in cities:
            others = [*fixed, *(box for other, box in boxes.items() if other != city)]
            costs = [
                cost + _NAME * _hits(label.box(), others) for cost, (_, label) in zip(ground[city], options[city], strict=True)
            ]
            chosen[city] = costs.index(min(costs))
            boxes[city] = options[city][chosen[city]][1].box()
    return {city: options[city][chosen[city]][0] for city in cities}


def collisions(drawn: DrawnMap) -> list[tuple[int, int]]:
    """Return the pairs of cities whose names overlap."""
    boxes = [label.box() for label in drawn.labels]
    return [(a, b) for a, one in enumerate(boxes) for b in range(a) if boxes_overlap(one, boxes[b])]


def _candidates(drawn: DrawnMap, city: int) -> list[LabelPlace]:
    """Return places around the dot, the best first: right, left, below, above, and aslant; further out where it is crowded."""
    sheet = drawn.sheet
    places = []
    lines = (1, 2) if not sheet.codes and " " in drawn.board.data.cities[city].name else (1,)
    for count in lines:
        tall = sheet.type * (count - 1)
        for out in (0.0, 0.6, 1.4, 2.4):
            gap = sheet.dot + 2.5 + out * sheet.type
            side, middle = gap * 0.75, sheet.type * 0.34 - tall / 2
            places += [
                LabelPlace(gap, middle, "start", count),
                LabelPlace(-gap, middle, "end", count),
                LabelPlace(0, gap + sheet.type * 0.72, "middle", count),
                LabelPlace(0, -gap - tall, "middle", count),
                LabelPlace(side, side + sheet.type * 0.6, "start", count),
                LabelPlace(-side, side + sheet.type * 0.6, "end", count),
                LabelPlace(side, -side - tall, "start", count),
                LabelPlace(-side, -side - tall, "end", count),
            ]
    return places


def _ground_cost(drawn: DrawnMap, city: int, place: LabelPlace, label: Label) -> float:
    """Return what a place costs whatever the other names do."""
    sheet, box = drawn.sheet, label.box()
    cost = _FAR * math.hypot(place.dx, place.dy) + _TWO_LINES * (place.lines - 1)
    if box[0] < 2 or box[1] < 2 or box[2] > sheet.width - 2 or box[3] > sheet.height - 2:
        cost += _OUTSIDE
    own = _distance(box, drawn.cities[city])
    for other, (x, y) in enumerate(drawn.cities):
        if other != city and _distance(box, (x, y)) <= own:
            cost += _MISLEADING
        near = (x - sheet.dot, y - sheet.dot, x + sheet.dot, y + sheet.dot)
        if other != city and boxes_overlap(box, near):
            cost += _DOT
    corners = corners_of(box)
    for cars in drawn.cars:
        for car in cars:
            if _near(box, car.x, car.y, car.length) and overlap(car.corners(), corners):
                cost += _CAR
    return cost


def _distance(box: Box, point: Point) -> float:
    """Return how far a point is from a box."""
    return math.hypot(max(box[0] - point[0], 0, point[0] - box[2]), max(box[1] - point[1], 0, point[1] - box[3]))


def _near(box: Box, x: float, y: float, reach: float) -> bool:
    return box[0] - reach < x < box[2] + reach and box[1] - reach < y < box[3] + reach


def _hits(box: Box, others: list[Box]) -> int:
    return sum(boxes_overlap(box, other) for other in others)
