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
_ROW: Final = _FASTEST + 1  # row length of a table by tile and distance


class Trips:
    """The best trips left to a seat in its turn, or that it could make if it were its turn.

    What a shortage on the way would add (RD2-89) is ignored.
    """

    def __init__(self, at: Position, seat: i64) -> None:
        self.at = at
        self.seat = seat
        self.pool = at.pool[:]
        self.goals = at.linked[seat]  # stations not served yet, as a mask
        self.near = filled(TILES * _ROW, 0)  # the same, counted by tile and distance
        self.left = at.engines[seat * VALUES : (seat + 1) * VALUES]  # locomotives not used yet, by value
        self.total: i64 = 0  # passengers that come home
        self.best = vec[i64]()  # each trip as value * TILES + tile, the fastest locomotive first
        self._path = vec[i64]()
        if seat == at.turn:
            self.goals &= ~at.served
            for value in range(i64(VALUES)):
                self.left[value] -= at.used[value]
        rest = self.goals
        while rest:
            station = low_bit(rest)
            rest &= rest - 1
            tiles = distance(at, seat, at.site[station])
            if tiles <= _FASTEST:
                self.near[at.site[station] // CELLS * _ROW + tiles] += 1
        self._search(VALUES - 1, 0, 0)

    def _search(self, value: i64, tile: i64, brought: i64) -> None:
        """Try one more trip by the fastest locomotive left; those of one value take tiles in ascending order."""
        if brought > self.total:
            self.total = brought
            self.best = self._path[:]
        while value >= 0 and self.left[value] == 0:
            value -= 1
            tile = 0
        if value < 0 or brought + self._most(value) <= self.total:
            return
        count = self.left[value]
        self.left[value] = count - 1
        for goal in range(tile, i64(TILES)):
            self._travel(value, goal, brought)
        self.left[value] = 0  # or they stay at home
        self._search(value - 1, 0, brought)
        self.left[value] = count

    def _travel(self, value: i64, tile: i64, brought: i64) -> None:
        load = min(value + SLOWEST, self.pool[tile])
        tiles = self._farthest(tile, value + SLOWEST)
        if load == 0 or tiles == NONE:
            return
        self.pool[tile] -= load
        self.near[tile * _ROW + tiles] -= 1
        self._path = append(self._path, value * TILES + tile)
        self._search(value, tile, brought + load)
        self._path = self._path[: len(self._path) - 1]
        self.near[tile * _ROW + tiles] += 1
        self.pool[tile] += load

    def _most(self, value: i64) -> i64:
        """Return an upper bound of passengers: the capacity of the locomotives, or those waiting."""
        seats: i64 = 0
        for slower in range(value + 1):
            seats += self.left[slower] * (slower + SLOWEST)
        waiting: i64 = 0
        for count in self.pool:
            waiting += count
        return min(seats, waiting)

    def _farthest(self, tile: i64, most: i64) -> i64:
        """Return the distance of the farthest station in range: nearer ones are left to slower locomotives."""
        for tiles in range(most, i64(0), -1):
            if self.near[tile * _ROW + tiles] > 0:
                return tiles
        return NONE

    def first_move(self) -> i64:
        """Return the trip of the slowest locomotive: if a shortage fills the tiles again (RD2-89), the faster ones gain most."""
        trip = self.best[len(self.best) - 1]
        value = trip // TILES
        return CARRY + value * STATIONS + self._station(trip % TILES, value + SLOWEST)

    def _station(self, tile: i64, most: i64) -> i64:
        """Return the farthest station on a tile that is in range and not served."""
        tiles = self._farthest(tile, most)
        station: i64 = 0
        rest = self.goals
        while rest:
            station = low_bit(rest)
            rest &= rest - 1
            square = self.at.site[station]
            if square // CELLS == tile and distance(self.at, self.seat, square) == tiles:
                break
        return station
