"""Locomotives and passengers: buying, carrying, bringing in, shortage (RD2-35, RD2-73 to RD2-89, RD2-99)."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.bits import BIT, low_bit
from roundhouse.core.state import replaced
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
    """Return the lowest value in the bank, or NONE (RD2-74)."""
    for value in range(i64(VALUES)):
        if position.stock[value] > 0:
            return value
    return NONE


def add_purchase(position: Position, moves: vec[i64]) -> vec[i64]:
    """Add the purchase of the locomotive on sale, if the seat can afford it (RD2-73, RD2-75)."""
    value = on_sale(position)
    if value != NONE and position.cash[position.turn] >= PRICE[value]:
        moves = append(moves, BUY)
    return moves


def buy(position: Position) -> None:
    """Buy the locomotive on sale (RD2-73).

    RD2-76: the first 4 scraps every 2, used or not (RD2-R23), the buyer's included. RD2-77: nothing else is scrapped.
    """
    value = on_sale(position)
    seat = position.turn
    position.cash[seat] -= PRICE[value]
    position.bank += PRICE[value]
    position.stock = replaced(position.stock, value, position.stock[value] - 1)
    engines = position.engines[:]
    engines[seat * VALUES + value] += 1
    position.deeds |= BOUGHT
    if value == SCRAPPER:
        for owner in range(position.seats):
            engines[owner * VALUES + SCRAPPED] = 0
        position.used = replaced(position.used, SCRAPPED, 0)
    position.engines = engines


# Transport.


def add_transports(position: Position, moves: vec[i64]) -> vec[i64]:
    """Add the transports (RD2-78 to RD2-84); RD2-86 is an example.

    Each takes a locomotive not yet used and a linked station not yet served, near enough, with passengers on its tile.
    """
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
    """Return whether the line is within the locomotive's range and passengers wait there (RD2-83, RD2-99)."""
    square = position.site[station]
    return position.pool[square // CELLS] > 0 and distance(position, seat, square) <= value


def load(position: Position, value: i64, station: i64) -> i64:
    """Return the passengers of one trip: as many as the locomotive holds, or all that wait (RD2-85, RD2-99)."""
    return min(value + SLOWEST, position.pool[position.site[station] // CELLS])


def carry(position: Position, value: i64, station: i64) -> None:
    """Carry passengers from the pool of the destination's tile to the player's tokens (RD2-85)."""
    brought = load(position, value, station)
    tile = position.site[station] // CELLS
    position.pool = replaced(position.pool, tile, position.pool[tile] - brought)
    position.cash[position.turn] += brought
    position.used = replaced(position.used, value, position.used[value] + 1)
    position.served |= BIT[station]
    position.deeds |= CARRIED


# Passengers.


def add_arrivals(position: Position, moves: vec[i64]) -> vec[i64]:
    """Add the arrivals: a simple die with the locomotive or wild face, for a tile with a station (RD2-87, RD2-88, RD2-R27)."""
    if position.front[LOCOMOTIVE] + position.front[WILD] == 0:
        return moves
    for tile in range(i64(TILES)):
        if position.stops[tile] > 0:
            moves = append(moves, BRING + tile)
    return moves


def bring_in(position: Position, tile: i64) -> None:
    """Bring in passengers and return the die to the bank (RD2-87); the locomotive face goes first, as it has no other use."""
    if position.front[LOCOMOTIVE] > 0:
        position.front[LOCOMOTIVE] -= 1
    else:
        position.front[WILD] -= 1
    position.simple += 1
    _fill(position, tile)


def give_up_roll(position: Position) -> None:
    """Fill all tiles with passengers instead of rolling in this turn (RD2-35, RD2-R10)."""
    position.roll = GIVEN_UP
    fill_all(position)


def fill_all(position: Position) -> None:
    """Fill tile by tile, as far as the bank goes (RD2-R9)."""
    for tile in range(i64(TILES)):
        _fill(position, tile)


def _fill(position: Position, tile: i64) -> None:
    """Add 5 passengers for every station on the tile."""
    amount = min(CROWD * position.stops[tile], position.bank)
    position.pool = replaced(position.pool, tile, position.pool[tile] + amount)
    position.bank -= amount


def is_short(position: Position) -> bool:
    """Return whether three tiles with a station, or all if there are fewer, have no passengers left (RD2-89, RD2-R28)."""
    served: i64 = 0
    empty: i64 = 0
    for tile in range(i64(TILES)):
        if position.stops[tile] > 0:
            served += 1
            if position.pool[tile] == 0:
                empty += 1
    return empty >= min(EMPTY_TILES, served)
