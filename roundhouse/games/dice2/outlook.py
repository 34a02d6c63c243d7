"""The value of a position for a seat: its tokens, its links, and the links it is near to, compared with the others'."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.core.bits import count_bits, low_bit
from roundhouse.games.dice2.board import JOINED
from roundhouse.games.dice2.position import Position
from roundhouse.games.dice2.stations import stations_in_play
from roundhouse.games.dice2.ways import LIMIT, SurveyedWays, Ways, price_of

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
        others: i64 = 0
        for seat in range(at.seats):
            if seat != self.seat:
                others += self._promise(at, seat)
        return self._promise(at, self.seat) - others * OTHERS // (16 * (at.seats - 1))

    def _promise(self, at: Position, seat: i64) -> i64:
        links = count_bits(at.linked[seat] & stations_in_play(at))
        return TOKEN * at.cash[seat] + LINK * links + NEW_LINK * self.hope(at, seat) // 1024

    def hope(self, at: Position, seat: i64) -> i64:
        """Return the sum of a seat's partial links, in 1024ths of a link."""
        total: i64 = 0
        ways = self.ways.of(at, seat)
        rest = stations_in_play(at) & ~at.linked[seat]
        while rest:
            station = low_bit(rest)
            rest &= rest - 1
            if station != seat and price_of(ways[station]) <= LIMIT:
                total += _HOPE[price_of(ways[station])]
        return total


def survey(at: Position, seat: i64) -> Outlook:
    """Return an outlook that is fast for trying many dice on one board."""
    return Outlook(seat, SurveyedWays(at, _not_linked_by_all(at)))


def _not_linked_by_all(at: Position) -> i64:
    """Return the stations to which some seat has no line yet, as a mask."""
    common = stations_in_play(at)
    for seat in range(at.seats):
        common &= at.linked[seat]
    return stations_in_play(at) & ~common
