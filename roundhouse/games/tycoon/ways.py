"""Where a link could be built in one action: the cheapest way to every city within reach."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from roundhouse.core.bits import BIT, low_bit
from roundhouse.core.state import filled
from roundhouse.games.tycoon.board import BEYOND, CITIES, FIRST_GATE, HEXES, NEAREST, NONE, SIDES, opposite
from roundhouse.games.tycoon.position import Position
from roundhouse.games.tycoon.track import free_exits, may_join, price

FAR: Final = 1000  # more than any link costs


class Ways:
    """The cheapest ways from one city, or from the end of a link under construction."""

    def __init__(self, at: Position, seat: i64) -> None:
        self.at = at
        self.seat = seat
        self.price = filled(CITIES, FAR)  # by city: of the track that leads there
        self.begin = filled(CITIES, NONE)  # by city: the side where that track begins
        self.reached: i64 = 0  # cities, as a mask

    def from_city(self, city: i64, tiles: i64) -> None:
        """Find every way out of a city, over its open sides (RRT-69)."""
        sides = self.at.open[city]
        while sides:
            side = low_bit(sides)
            sides &= sides - 1
            gate = FIRST_GATE[city * SIDES + side]
            if NEAREST[gate] <= tiles:
                self._lay(gate, tiles, 0, side, city)

    def from_head(self, city: i64, gate: i64, tiles: i64) -> None:
        """Find every way on from a gate, for a link that left `city`; it begins with the far side of the next tile."""
        self._lay(gate, tiles, 0, NONE, city)

    def _lay(self, gate: i64, tiles: i64, spent: i64, begin: i64, origin: i64) -> None:
        exits = free_exits(self.at, gate)
        while exits:
            far = low_bit(exits)
            exits &= exits - 1
            total = spent + price(self.at, self.seat, gate, far)
            first = far if begin == NONE else begin
            across = BEYOND[gate - gate % SIDES + far]
            if across >= HEXES:
                self._arrive(across - HEXES, total, first, origin)
                continue
            onward = across * SIDES + opposite(far)
            if NEAREST[onward] < tiles:
                self._lay(onward, tiles - 1, total, first, origin)

    def _arrive(self, city: i64, total: i64, begin: i64, origin: i64) -> None:
        if total < self.price[city] and may_join(self.at, self.seat, origin, city):
            self.price[city] = total
            self.begin[city] = begin
            self.reached |= BIT[city]
