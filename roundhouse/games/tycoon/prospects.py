"""The value of new cubes and new cities to a seat: urbanizing, City Growth, New Industry."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from roundhouse.games.tycoon.board import (
    CITIES,
    GRAY,
    NONE,
    URBANIZE_CUBES,
)
from roundhouse.games.tycoon.choice import LOW
from roundhouse.games.tycoon.moves import GROW, TILE_COLOURS, URBANIZE
from roundhouse.games.tycoon.position import Position
from roundhouse.games.tycoon.trips import Trips
from roundhouse.games.tycoon.worth import Worth

NEW_CUBE: Final = 200  # thousandths of its trip: others may take it, and there may be better ones
TOO_LATE: Final = 3  # with fewer actions left new cubes are useless


class Cities:
    """Where a seat would put new cubes and new cities; `value` is that of the place found last."""

    def __init__(self, at: Position, seat: i64, worth: Worth, trips: Trips) -> None:
        self.at = at
        self.seat = seat
        self.worth = worth
        self.trips = trips
        self.value: i64 = LOW

    def best_growth(self) -> i64:
        """Return the city from which new cubes go farthest (RRT-145); `value` is what they add."""
        best: i64 = GROW
        self.value = 0
        for city in range(i64(CITIES)):
            if self.trips.own[city] and self._new_cubes(city) > self.value:
                self.value = self._new_cubes(city)
                best = GROW + city
        return best

    def _new_cubes(self, city: i64) -> i64:
        """Return what the cubes of a new city or City Growth add."""
        if self.worth.actions < TOO_LATE:
            return 0
        return self.trips.reach(city, self.at.bag) * URBANIZE_CUBES * NEW_CUBE // 1000

    def best_tile(self, price: i64, floor: i64) -> i64:
        """Return the best tile on a gray city of the seat's network, worth more than `floor` in all; or NONE (RRT-99, RRT-159)."""
        best: i64 = NONE
        self.value = floor
        if self.worth.actions < TOO_LATE:
            return best
        for city in range(i64(CITIES)):
            if self.trips.colour[city] != GRAY or self.trips.own[city] == 0:
                continue
            new_cubes = self._new_cubes(city)
            for tile in range(i64(TILE_COLOURS)):
                if self.at.stock[tile + 1] == 0:
                    continue
                value = self._new_city(city, tile + 1, price, self.value - new_cubes) + new_cubes
                if value > self.value:
                    self.value = value
                    best = URBANIZE + city * TILE_COLOURS + tile
        return best

    def _new_city(self, city: i64, colour: i64, price: i64, floor: i64) -> i64:
        """Return the value of a new city without its cubes. An upper bound is tried first, which settles most cases."""
        trips = self.trips
        trips.try_colour(city, colour)
        value = self.worth.future(trips, 1, price)
        trips.undo()
        if value <= floor:
            return value
        trips.colour[city] = colour
        trips.try_all()
        value = self.worth.future(trips, 1, price)
        trips.undo()
        trips.colour[city] = GRAY
        return value
