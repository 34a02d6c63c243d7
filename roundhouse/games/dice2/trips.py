"""The trips of a turn: which locomotive fetches passengers from which tile, so that most come home."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.bits import low_bit
from roundhouse.core.state import filled
from roundhouse.games.dice2.board import CELLS, SLOWEST, STATIONS, TILES, VALUES
from roundhouse.games.dice2.lines import distance
from roundhouse.games.dice2.moves import CARRY
from roundhouse.games.dice2.position import NONE, Position

_FASTEST: Final = SLOWEST + VALUES - 1
_ROW: Final = _FASTEST + 1  # of a table by tile and distance


class Trips:
    """The best set of trips that is left to a seat, before any shortage that they bring about."""

    def __init__(self, at: Position, seat: i64, served: i64) -> None:
        self.at = at
        self.seat = seat
        self.served = served
        self.pool = at.pool[:]
        self.near = filled(TILES * _ROW, 0)  # destinations left, by tile and distance
        self.left = at.engines[seat * VALUES : (seat + 1) * VALUES]  # locomotives left, by value
        self.path = vec[i64]()
        self.best = vec[i64]()  # each trip as value * TILES + tile, the fastest locomotive first
        self.total: i64 = 0
        rest = at.linked[seat] & ~served
        while rest:
            station = low_bit(rest)
            rest &= rest - 1
            tiles = distance(at, seat, at.site[station])
            if tiles <= _FASTEST:
                self.near[at.site[station] // CELLS * _ROW + tiles] += 1

    def plan(self) -> None:
        self._search(VALUES - 1, 0, 0)

    def _search(self, value: i64, tile: i64, brought: i64) -> None:
        """Locomotives from the fastest; those of one value take tiles in ascending order."""
        if brought > self.total:
            self.total = brought
            self.best = self.path[:]
        while value >= 0 and self.left[value] == 0:
            value -= 1
            tile = 0
        if value < 0 or brought + self._most(value) <= self.total:
            return
        self.left[value] -= 1
        for goal in range(tile, i64(TILES)):
            self._try(value, goal, brought)
        self.left[value] += 1
        kept = self.left[value]
        self.left[value] = 0
        self._search(value - 1, 0, brought)  # the others of this value stay at home
        self.left[value] = kept

    def _try(self, value: i64, tile: i64, brought: i64) -> None:
        load = min(value + SLOWEST, self.pool[tile])
        if load == 0:
            return
        tiles = self._farthest(tile, value + SLOWEST)
        if tiles == NONE:
            return
        self.pool[tile] -= load
        self.near[tile * _ROW + tiles] -= 1
        self.path = append(self.path, value * TILES + tile)
        self._search(value, tile, brought + load)
        self.path = self.path[: len(self.path) - 1]
        self.near[tile * _ROW + tiles] += 1
        self.pool[tile] += load

    def _farthest(self, tile: i64, most: i64) -> i64:
        """The distance of the farthest destination in range: nearer ones are left to slower locomotives."""
        for tiles in range(most, i64(0), -1):
            if self.near[tile * _ROW + tiles] > 0:
                return tiles
        return NONE

    def _most(self, value: i64) -> i64:
        """No more can come than the locomotives hold."""
        most: i64 = 0
        for slower in range(value + 1):
            most += self.left[slower] * (slower + SLOWEST)
        waiting: i64 = 0
        for count in self.pool:
            waiting += count
        return min(most, waiting)

    def first(self) -> i64:
        """The trip to begin with, as a move: one that empties a tile, so that a shortage refills it for those that follow."""
        chosen = self.best[0]
        for trip in self.best:
            if self.pool[trip % TILES] <= trip // TILES + SLOWEST:
                chosen = trip
                break
        value = chosen // TILES
        return CARRY + value * STATIONS + self._station(chosen % TILES, self._farthest(chosen % TILES, value + SLOWEST))

    def _station(self, tile: i64, tiles: i64) -> i64:
        rest = self.at.linked[self.seat] & ~self.served
        while rest:
            station = low_bit(rest)
            rest &= rest - 1
            square = self.at.site[station]
            if square // CELLS == tile and distance(self.at, self.seat, square) == tiles:
                return station
        return NONE


def trips_now(at: Position) -> Trips:
    """What the seat whose turn it is can still bring home."""
    trips = Trips(at, at.turn, at.served)
    for value in range(i64(VALUES)):
        trips.left[value] -= at.used[value]
    trips.plan()
    return trips
