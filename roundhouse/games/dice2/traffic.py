"""Locomotives and passengers: buying, carrying, bringing in, shortage (RD2-35, RD2-73 to RD2-89, RD2-99)."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.bits import BIT, low_bit
from roundhouse.games.dice2.board import (
    CELLS,
    CROWD,
    EMPTY_TILES,
    LOCOMOTIVE,
    PRICE,
    SCRAPPED,
    SCRAPPER,
    SLOWEST,
    STATIONS,
    TILES,
    VALUES,
    WILD,
)
from roundhouse.games.dice2.lines import distance
from roundhouse.games.dice2.moves import BRING, BUY, CARRY
from roundhouse.games.dice2.position import BOUGHT, CARRIED, GIVEN_UP, NONE, Position

# Locomotives. A value is counted from SLOWEST: index 0 is a locomotive 2.


def on_sale(position: Position) -> i64:
    """RD2-74: the lowest value in the bank, or NONE."""
    for value in range(i64(VALUES)):
        if position.stock[value] > 0:
            return value
    return NONE


def add_purchase(position: Position, moves: vec[i64]) -> vec[i64]:
    """RD2-73, RD2-75: the one on sale, if it can be paid."""
    value = on_sale(position)
    if value != NONE and position.cash[position.turn] >= PRICE[value]:
        moves = append(moves, BUY)
    return moves


def buy(position: Position) -> None:
    """RD2-73; RD2-76: the first 4 scraps every 2, used or not (RD2-R23), also the buyer's. RD2-77: nothing else is scrapped."""
    value = on_sale(position)
    seat = position.turn
    position.cash[seat] -= PRICE[value]
    position.bank += PRICE[value]
    position.stock[value] -= 1
    position.engines[seat * VALUES + value] += 1
    position.deeds |= BOUGHT
    if value == SCRAPPER:
        for owner in range(position.seats):
            position.engines[owner * VALUES + SCRAPPED] = 0
        position.used[SCRAPPED] = 0


# Transport.


def add_transports(position: Position, moves: vec[i64]) -> vec[i64]:
    """RD2-78 to RD2-84: a locomotive not yet used, a linked station not yet served, near enough, with passengers on its tile;
    RD2-86 is an example."""
    seat = position.turn
    if position.linked[seat] & ~position.served == 0:
        return moves
    for value in range(i64(VALUES)):
        if position.engines[seat * VALUES + value] <= position.used[value]:  # RD2-79
            continue
        rest = position.linked[seat] & ~position.served  # RD2-80
        while rest:
            station = low_bit(rest)
            rest &= rest - 1
            if is_worth_a_trip(position, seat, station, value + SLOWEST):
                moves = append(moves, CARRY + value * STATIONS + station)
    return moves


def is_worth_a_trip(position: Position, seat: i64, station: i64, value: i64) -> bool:
    """RD2-83, RD2-99: the line is not longer than the locomotive can go, and someone waits there."""
    square = position.site[station]
    return position.pool[square // CELLS] > 0 and distance(position, seat, square) <= value


def load(position: Position, value: i64, station: i64) -> i64:
    """RD2-85, RD2-99: the passengers that one trip brings: all that the locomotive holds, or all that wait."""
    return min(value + SLOWEST, position.pool[position.site[station] // CELLS])


def carry(position: Position, value: i64, station: i64) -> None:
    """RD2-85: from the pool of the destination's tile to the player's tokens."""
    brought = load(position, value, station)
    position.pool[position.site[station] // CELLS] -= brought
    position.cash[position.turn] += brought
    position.used[value] += 1
    position.served |= BIT[station]
    position.deeds |= CARRIED


# Passengers.


def add_arrivals(position: Position, moves: vec[i64]) -> vec[i64]:
    """RD2-87, RD2-88, RD2-R27: a simple die with the locomotive or wild face, for a tile that has a station."""
    if position.front[LOCOMOTIVE] + position.front[WILD] == 0:
        return moves
    for tile in range(i64(TILES)):
        if position.stops[tile] > 0:
            moves = append(moves, BRING + tile)
    return moves


def bring_in(position: Position, tile: i64) -> None:
    """RD2-87: the die goes back to the bank; the locomotive face first, which is of no other use."""
    if position.front[LOCOMOTIVE] > 0:
        position.front[LOCOMOTIVE] -= 1
    else:
        position.front[WILD] -= 1
    position.simple += 1
    _fill(position, tile)


def give_up_roll(position: Position) -> None:
    """RD2-35, RD2-R10: passengers for all tiles in place of this turn's roll."""
    position.roll = GIVEN_UP
    fill_all(position)


def fill_all(position: Position) -> None:
    """RD2-R9: tile by tile, as far as the bank goes."""
    for tile in range(i64(TILES)):
        _fill(position, tile)


def _fill(position: Position, tile: i64) -> None:
    """5 passengers for every station on the tile."""
    amount = min(CROWD * position.stops[tile], position.bank)
    position.pool[tile] += amount
    position.bank -= amount


def is_short(position: Position) -> bool:
    """RD2-89, RD2-R28: three tiles with a station, or all if there are fewer, have no passengers left."""
    served: i64 = 0
    empty: i64 = 0
    for tile in range(i64(TILES)):
        if position.stops[tile] > 0:
            served += 1
            if position.pool[tile] == 0:
                empty += 1
    return empty >= min(EMPTY_TILES, served)
