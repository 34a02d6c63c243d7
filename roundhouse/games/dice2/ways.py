"""What is missing on the ways from a home to the stations: a search over empty squares and dice that could be exchanged."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.games.dice2.board import ACROSS, CELLS, COMPLEX, EMPTY, ENDS, EXITS, SIDES, SQUARES, STATION, STATIONS
from roundhouse.games.dice2.lines import tiles_at
from roundhouse.games.dice2.position import NONE, Position

FAR: Final = 1000
# Prices in tenths of a simple die.
SIMPLE_PRICE: Final = 10
FEE_PRICE: Final = 3
EXCHANGE_PRICE: Final = 14

_FAR: Final = vec[i64]([FAR] * (SQUARES * SIDES))
_FAR_STATIONS: Final = vec[i64]([FAR] * STATIONS)


class Ways:
    """The cheapest way from the lines of a home to each station: its price, and the tiles it passes."""

    def __init__(self, at: Position, home: i64, exchange: i64, limit: i64) -> None:
        self.at = at
        self.exchange = exchange
        self.limit = limit
        self.price = _FAR[:]  # by square and side of arrival
        self.tiles = _FAR[:]
        self.station_price = _FAR_STATIONS[:]
        self.station_tiles = _FAR_STATIONS[:]
        self.queue = vec[i64](capacity=128)
        self._begin(home)
        self._search()

    def _begin(self, home: i64) -> None:
        base = home * SQUARES
        for square in range(i64(SQUARES)):
            reached = self.at.reach[base + square]
            if reached:
                for side in range(i64(SIDES)):
                    tiles = tiles_at(reached, side)
                    if tiles:
                        self._arrive(square * SIDES + side, 0, tiles)

    def _arrive(self, node: i64, price: i64, tiles: i64) -> None:
        if price >= self.price[node]:
            return
        self.price[node] = price
        self.tiles[node] = tiles
        thing = self.at.board[node // SIDES]
        if thing < STATION:
            self.queue = append(self.queue, node)
        elif price < self.station_price[thing - STATION]:
            self.station_price[thing - STATION] = price
            self.station_tiles[thing - STATION] = tiles

    def _search(self) -> None:
        at: i64 = 0
        while at < i64(len(self.queue)):
            node = self.queue[at]
            at += 1
            price = self.price[node]
            square = node // SIDES
            thing = self.at.board[square]
            if thing == EMPTY:
                price += SIMPLE_PRICE + FEE_PRICE * self.at.fee[square]
                if price <= self.limit:
                    self._leave(node, price, 15)
                continue
            out = EXITS[thing * SIDES + node % SIDES]
            if out and price:
                self._leave(node, price, out)
            if thing < COMPLEX and price + self.exchange <= self.limit:
                self._leave(node, price + self.exchange, 15 & ~out)

    def _leave(self, node: i64, price: i64, ways: i64) -> None:
        square = node // SIDES
        board = self.at.board
        for way in range(i64(SIDES)):
            if not ways >> way & 1 or way == node % SIDES:
                continue
            to = self.at.beside[square * SIDES + way]
            if to == NONE:
                continue
            thing = board[to]
            if COMPLEX <= thing < STATION and not ENDS[thing] >> ACROSS[way] & 1:
                continue
            tiles = self.tiles[node]
            if to // CELLS != square // CELLS:
                tiles += 1
            self._arrive(to * SIDES + ACROSS[way], price, tiles)
