"""The value of a position for a seat: its tokens, its links, and the links it is near to, compared with the others'."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.bits import count_bits
from roundhouse.games.dice2.board import JOINED, SQUARES
from roundhouse.games.dice2.position import Position
from roundhouse.games.dice2.stations import stations_in_play
from roundhouse.games.dice2.ways import LIMIT, Ways, price_of, stations_to_reach, surveyed

# Values in tenths of a token, tuned by self-play.
TOKEN: Final = 10
LINK: Final = 85  # a station to fetch passengers from
NEW_LINK: Final = LINK + JOINED * TOKEN  # RD2-69
OTHERS: Final = 8  # sixteenths: weight of the others' mean, subtracted from a seat's value

# The part of a link that is there already, in 1024ths, by the price of what is missing: it halves with each 18 tenths of a die.
_HOPE: Final = vec[i64]([round(1024 * 2 ** (-price / 18)) for price in range(LIMIT + 1)])


class Outlook:
    """Evaluates positions for one seat."""

    def __init__(self, seat: i64, ways: Ways) -> None:
        self.seat = seat
        self.ways = ways

    def worth(self, at: Position) -> i64:
        """Return the value of a position to the seat, in tenths of a token."""
        return self.worth_with(at, self.hopes(at))

    def worth_with(self, at: Position, hopes: vec[i64]) -> i64:
        """Return the same if the hopes of all seats are known."""
        in_play = stations_in_play(at)
        others: i64 = 0
        mine: i64 = 0
        for seat in range(at.seats):
            links = count_bits(at.linked[seat] & in_play)
            promise = TOKEN * at.cash[seat] + LINK * links + NEW_LINK * hopes[seat] // 1024
            if seat == self.seat:
                mine = promise
            else:
                others += promise
        return mine - others * OTHERS // (16 * (at.seats - 1))

    def hopes(self, at: Position) -> vec[i64]:
        """Return the hope of each seat."""
        result = vec[i64](capacity=at.seats)
        for seat in range(at.seats):
            result = append(result, self.hope(at, seat))
        return result

    def hopes_after(self, at: Position, square: i64, before: vec[i64]) -> vec[i64]:
        """Return the hope of each seat after a die has been laid on a square. Those without a line there hope as before."""
        result = before[:]
        for seat in range(at.seats):
            if at.reach[seat * SQUARES + square]:
                result[seat] = self.hope(at, seat)
        return result

    def hope(self, at: Position, seat: i64) -> i64:
        """Return the sum of a seat's partial links, in 1024ths of a link."""
        total: i64 = 0
        goals = stations_to_reach(at, seat)
        ways = self.ways.of(at, seat, goals)
        for station in goals:
            if price_of(ways[station]) <= LIMIT:
                total += _HOPE[price_of(ways[station])]
        return total


def survey(at: Position, seat: i64) -> Outlook:
    """Return an outlook that is fast for trying many dice on one board."""
    return Outlook(seat, surveyed(at, not_linked_by_all(at)))


def not_linked_by_all(at: Position) -> i64:
    """Return the stations to which some seat has no line yet, as a mask."""
    common = stations_in_play(at)
    for seat in range(at.seats):
        common &= at.linked[seat]
    return stations_in_play(at) & ~common
