"""Locomotives as an investment: what one more of them adds to a seat's share of all passengers still to come."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from roundhouse.core.bits import count_bits, low_bit
from roundhouse.games.dice2.board import CELLS, CROWD, PRICE, SLOWEST, TILES, VALUES
from roundhouse.games.dice2.moves import BUY
from roundhouse.games.dice2.position import CLOSING, Position
from roundhouse.games.dice2.state import Dice2
from roundhouse.games.dice2.traffic import on_sale

FLEETS_TO_COME: Final = 1  # passengers per turn that others will fetch with locomotives they have not bought yet


def pays_off(at: Dice2, seat: i64) -> bool:
    """Return whether the locomotive on sale, which the seat can afford, brings more than its price.

    All passengers still to come are shared in proportion to the capacity of the fleets. What a seat gains the others lose, which
    matters less the more of them there are: the weight of the gain is 1/2 + 1/others.
    """
    after = at.copy()
    after.apply(BUY)
    rivals = at.seats - 1
    rise = _share(after, seat) - _share(at, seat)
    return passengers_to_come(at, seat) * rise * (rivals + 2) > PRICE[on_sale(at)] * 2 * rivals * 1000


def passengers_to_come(at: Position, seat: i64) -> i64:
    """Return the waiting passengers, plus all that the bank can still bring in, the last filling included (RD2-91).

    RD2-93: then no new station is linked.
    """
    crowd: i64 = 0
    for tile in range(i64(TILES)):
        if at.phase != CLOSING or _fetches_from(at, seat, tile):
            crowd += at.pool[tile]
    if at.phase == CLOSING:
        return crowd
    return crowd + at.bank + CROWD * at.placed


def _fetches_from(at: Position, seat: i64, tile: i64) -> bool:
    """Return whether a seat has a line to a station on the tile."""
    rest = at.linked[seat]
    while rest:
        if at.site[low_bit(rest)] // CELLS == tile:
            return True
        rest &= rest - 1
    return False


def _share(at: Position, seat: i64) -> i64:
    """Return a seat's share of the capacity of all fleets, in thousandths."""
    total: i64 = FLEETS_TO_COME
    for other in range(at.seats):
        total += capacity(at, other)
    return 1000 * capacity(at, seat) // total


def capacity(at: Position, seat: i64) -> i64:
    """Return the passengers that a seat can fetch in a turn: its fastest locomotives, one for each linked station (RD2-80)."""
    stations = count_bits(at.linked[seat])
    total: i64 = 0
    for value in range(i64(VALUES - 1), i64(-1), -1):
        count = min(stations, at.engines[seat * VALUES + value])
        stations -= count
        total += count * (value + SLOWEST)
    return total
