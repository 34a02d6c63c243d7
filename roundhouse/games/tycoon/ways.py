"""Where a link could be built in one action: the cheapest way to every city within reach."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.bits import BIT, low_bit
from roundhouse.core.recent import Recent
from roundhouse.core.state import filled
from roundhouse.games.tycoon.board import (
    BEYOND,
    CITIES,
    ENGINEERED_TILES,
    FIRST_GATE,
    HEXES,
    NEAREST,
    NONE,
    SIDES,
    STUB_SIDES,
    opposite,
)
from roundhouse.games.tycoon.position import TIGHT_CURVES, Position
from roundhouse.games.tycoon.track import exits_of, free_exits, homes, may_join, price

FAR: Final = 1000  # more than any link costs
_MEMORY: Final = 1024  # ways from a city


class Ways:
    """The cheapest ways from one city, or from the end of a link under construction.

    For the seat NONE: of any seat without unfinished links; to a city that it has a link to already as well, if an option forbids
    a second one.
    """

    def __init__(self, seat: i64) -> None:
        self.seat = seat
        self.price = filled(CITIES, FAR)  # by city: of the track that leads there
        self.begin = filled(CITIES, NONE)  # by city: the side where that track begins
        self.reached: i64 = 0  # cities, as a mask

    def from_city(self, at: Position, city: i64, tiles: i64) -> None:
        """Find every way out of a city, over its open sides (RRT-69)."""
        sides = at.open[city]
        while sides:
            side = low_bit(sides)
            sides &= sides - 1
            gate = FIRST_GATE[city * SIDES + side]
            if NEAREST[gate] <= tiles:
                self._lay(at, gate, tiles, 0, side, city)

    def from_head(self, at: Position, city: i64, gate: i64, tiles: i64) -> None:
        """Find every way on from a gate, for a link that left `city`; it begins with the far side of the next tile."""
        self._lay(at, gate, tiles, 0, NONE, city)

    def _lay(self, at: Position, gate: i64, tiles: i64, spent: i64, begin: i64, origin: i64) -> None:
        exits = free_exits(at, gate)
        while exits:
            far = low_bit(exits)
            exits &= exits - 1
            total = spent + price(at, self.seat, gate, far)
            first = far if begin == NONE else begin
            across = BEYOND[gate - gate % SIDES + far]
            if across >= HEXES:
                self._arrive(at, across - HEXES, total, first, origin)
                continue
            onward = across * SIDES + opposite(far)
            if NEAREST[onward] < tiles:
                self._lay(at, onward, tiles - 1, total, first, origin)

    def _arrive(self, at: Position, city: i64, total: i64, begin: i64, origin: i64) -> None:
        if total < self.price[city] and city != origin and (self.seat == NONE or may_join(at, self.seat, origin, city)):
            self.price[city] = total
            self.begin[city] = begin
            self.reached |= BIT[city]


def ways_from(at: Position, seat: i64, city: i64, tiles: i64) -> Ways:
    """Return the ways out of a city, to cities that the seat has no link to: found now, or lately with the same track around it."""
    if tiles == 0 or homes(at, seat):
        ways = Ways(seat)
        ways.from_city(at, city, tiles)
        return ways
    key = _hexes_near(city, tiles)[:]
    for i in range(i64(len(key))):
        key[i] = at.rail[key[i]]
    key = append(append(append(append(key, city), tiles), at.variant), at.granted)
    known = _WAYS.find(key)
    if known is None:
        known = Ways(NONE)
        known.from_city(at, city, tiles)
        _WAYS.keep(key, known)
    return known


_WAYS: Final[Recent[Ways]] = Recent(_MEMORY)


class _Surroundings:
    """The hexes that a way out of a city can cross with so many tiles."""

    def __init__(self, city: i64, tiles: i64) -> None:
        self.hexes = vec[i64]()
        gates = vec[i64]()  # that a way can enter, nearest first
        for side in range(i64(SIDES)):
            if STUB_SIDES[city] >> side & 1:
                gates = append(gates, FIRST_GATE[city * SIDES + side])
        done: i64 = 0
        for left in range(tiles, i64(0), -1):
            for gate in gates[done:]:
                done += 1
                if gate // SIDES not in self.hexes:
                    self.hexes = append(self.hexes, gate // SIDES)
                exits = exits_of(TIGHT_CURVES, gate)
                for far in range(i64(SIDES)):
                    across = BEYOND[gate - gate % SIDES + far]
                    onward = across * SIDES + opposite(far)
                    if exits >> far & 1 and across < HEXES and NEAREST[onward] < left and onward not in gates:
                        gates = append(gates, onward)


_SURROUNDINGS: Final[list[_Surroundings | None]] = [None] * (CITIES * ENGINEERED_TILES)


def _hexes_near(city: i64, tiles: i64) -> vec[i64]:
    at = city * ENGINEERED_TILES + tiles - 1
    known = _SURROUNDINGS[at]
    if known is None:
        known = _Surroundings(city, tiles)
        _SURROUNDINGS[at] = known
    return known.hexes
