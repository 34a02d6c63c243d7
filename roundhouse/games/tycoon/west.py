"""The value of a western link to a seat, built now or after the link that leads there."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from roundhouse.core.bits import BIT
from roundhouse.games.tycoon.board import (
    CARD_POINTS,
    CHICAGO,
    CITIES,
    COLOURS,
    HOLLIDAY,
    LINE,
    LINE_A,
    LINE_B,
    LINE_WESTERN,
    LINES,
    NONE,
    RED,
    TYCOON_POINTS,
    WESTERN,
    WESTERN_CITY,
    WESTERN_CUBES,
    WESTERN_PRICE,
)
from roundhouse.games.tycoon.choice import LOW
from roundhouse.games.tycoon.position import BEGINNER, Position
from roundhouse.games.tycoon.trips import Trips
from roundhouse.games.tycoon.worth import POINT, Worth

REFILL: Final = 8  # cubes that the deliveries of the red ones bring to Chicago
REFILLED: Final = 200  # thousandths of the trip of such a cube: others may take it, and there may be better ones


class West:
    """What the western links would bring a seat."""

    def __init__(self, at: Position, seat: i64, worth: Worth, trips: Trips) -> None:
        self.at = at
        self.seat = seat
        self.worth = worth
        self.trips = trips

    def planned(self, a: i64, b: i64, done: i64, spent: i64) -> i64:
        """Return the value of a new link and a western link after it, or LOW if the new link is not the first to a western city.

        The new link has been joined; `done` and `spent` are the actions and the money that it takes.
        """
        at = self.at
        if at.variant & BEGINNER:  # RRT-193
            return LOW
        for number in range(i64(WESTERN)):
            city = WESTERN_CITY[number]
            if city not in (a, b) or at.western[number] != NONE or at.own[self.seat * CITIES + city]:
                continue
            self.trips.try_all()
            value = self.value(number, at.net[self.seat * CITIES + a] | at.net[self.seat * CITIES + b], done + 1, spent)
            self.trips.undo()
            return value
        return LOW

    def value(self, number: i64, network: i64, done: i64, spent: i64) -> i64:
        """Return the value of a western link built as the action number `done`, after other expenses.

        It brings four red cubes (RRT-133), new cubes for Chicago (RRT-134), and the goals that it may meet.
        """
        trips = self.trips
        city = WESTERN_CITY[number]
        cube = city * COLOURS + RED
        cubes = min(i64(WESTERN_CUBES), self.at.bag[RED])
        bonus = self._goals(number, network)
        if network >> CHICAGO & 1:
            used = max(i64(0), min(i64(REFILL), self.worth.actions - done - cubes))
            bonus += trips.reach(CHICAGO, self.at.bag) * REFILLED * used // 1000
        trips.find(city, BIT[COLOURS] - 1)
        trips.shift(cube, cubes)
        value = self.worth.future(trips, done, spent + WESTERN_PRICE)
        trips.shift(cube, -cubes)
        return value + bonus

    def _goals(self, number: i64, network: i64) -> i64:
        """Return the points for a tycoon's goal and a major line (RRT-49 and RRT-158)."""
        at = self.at
        total: i64 = 0
        if at.tycoon[self.seat] == HOLLIDAY and at.western[1 - number] != self.seat:
            total += TYCOON_POINTS[HOLLIDAY] * POINT
        for line in range(i64(LINES)):
            open_here = LINE_WESTERN[line] and at.display[LINE + line] and LINE_B[line] == WESTERN_CITY[number]
            if open_here and network >> LINE_A[line] & 1:
                total += CARD_POINTS[LINE + line] * self.worth.point
        return total
