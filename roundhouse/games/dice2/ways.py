"""What is missing on the ways to the stations: a search over empty squares and dice that could be exchanged."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.bits import low_bit
from roundhouse.games.dice2.board import ACROSS, COMPLEX, EMPTY, EXITS, SIDES, SQUARES, STATION, STATIONS
from roundhouse.games.dice2.lines import arrivals
from roundhouse.games.dice2.position import NONE, Position

# Prices in tenths of a simple die, tuned by self-play.
DIE: Final = 10
FEE: Final = 3  # each unit of a fee
EXCHANGE: Final = 16
LIMIT: Final = 60  # more expensive ways are not followed

# A way is price * PRICED + the number of its exchanges: the lowest number is the best way.
PRICED: Final = 16
FAR: Final = 10_000  # no way

_ALL_SIDES: Final = 15  # as a mask
_EXCHANGED: Final = EXCHANGE * PRICED + 1
_NOWHERE: Final = vec[i64]([FAR] * (SQUARES * SIDES * STATIONS))
_NO_ARRIVAL: Final = vec[i64]([FAR] * (SQUARES * SIDES))
_NO_STATION: Final = vec[i64]([FAR] * STATIONS)


class Ways:
    """The best ways from the lines of a home to stations, on the present board.

    A way pays for a die on each empty square and for an exchange where it leaves the track of a simple die (RD2-60); it follows
    the tracks of complex dice (RD2-R18) and ends at the first station (RD2-38). It may go on from any player's line (RD2-41).
    Other lines that may take the same squares in the meantime are ignored.
    """

    def of(self, at: Position, home: i64) -> vec[i64]:
        """Return the best way to each station, or at least FAR if there is none: a search from all ends of the lines at once."""
        best = _NO_STATION[:]
        way = _NO_ARRIVAL[:]  # [square * SIDES + the side by which a line arrives]
        queue = vec[i64](capacity=SQUARES * SIDES)
        for square in range(i64(SQUARES)):
            reached = at.reach[home * SQUARES + square]
            if reached == 0 or at.board[square] >= COMPLEX:  # what lies behind a complex die is reached as well
                continue
            sides = arrivals(reached)
            while sides:
                arrival = square * SIDES + low_bit(sides)
                sides &= sides - 1
                way[arrival] = 0
                queue = append(queue, arrival)
        done: i64 = 0
        while done < i64(len(queue)):
            queue = _go_on(at, queue[done], way, best, queue)
            done += 1
        return best


def _go_on(at: Position, arrival: i64, way: vec[i64], best: vec[i64], queue: vec[i64]) -> vec[i64]:
    """Relax the arrivals on the squares next to an arrival, and enqueue those with a new or better way."""
    square = arrival // SIDES
    thing = at.board[square]
    along = way[arrival]
    across: i64 = FAR  # if the way does not follow the track
    sides: i64 = _ALL_SIDES
    if thing == EMPTY:
        along += (DIE + FEE * at.fee[square]) * PRICED
    else:
        sides = EXITS[thing * SIDES + arrival % SIDES]
        if thing < COMPLEX:
            across = along + _EXCHANGED
    for side in range(i64(SIDES)):
        near = at.beside[square * SIDES + side]
        price = along if sides >> side & 1 else across
        if near == NONE or price > LIMIT * PRICED or square * SIDES + side == arrival:
            continue
        beyond = at.board[near]
        if beyond >= STATION:
            best[beyond - STATION] = min(best[beyond - STATION], price)
        elif price < way[near * SIDES + ACROSS[side]]:
            way[near * SIDES + ACROSS[side]] = price
            queue = append(queue, near * SIDES + ACROSS[side])
    return queue


class SurveyedWays(Ways):
    """The same ways from every square and side of arrival, searched once: for many drafts on one board."""

    def __init__(self, at: Position, wanted: i64) -> None:
        self.board = at.board[:]
        self.fee = at.fee
        self.beside = at.beside
        self.way = _NOWHERE[:]  # [(square * SIDES + side) * STATIONS + station]
        rest = wanted
        while rest:
            station = low_bit(rest)
            rest &= rest - 1
            self._search(station, at.site[station])

    def _search(self, station: i64, site: i64) -> None:
        """Search backwards from the four sides of a station; an arrival reached again at a lower price is followed again."""
        queue = vec[i64](capacity=SQUARES * SIDES)
        for side in range(i64(SIDES)):
            self.way[(site * SIDES + side) * STATIONS + station] = 0
            queue = append(queue, site * SIDES + side)
        done: i64 = 0
        while done < i64(len(queue)):
            queue = self._go_back(queue[done], station, queue)
            done += 1

    def _go_back(self, arrival: i64, station: i64, queue: vec[i64]) -> vec[i64]:
        """Relax the arrivals that lead to an arrival, and enqueue those with a new or better way."""
        square = self.beside[arrival]
        if square == NONE or self.board[square] >= STATION:
            return queue
        thing = self.board[square]
        out = ACROSS[arrival % SIDES]
        along = self.way[arrival * STATIONS + station]
        across: i64 = FAR  # if the way does not follow the track
        sides: i64 = _ALL_SIDES
        if thing == EMPTY:
            along += (DIE + FEE * self.fee[square]) * PRICED
        else:
            sides = EXITS[thing * SIDES + out]
            if thing < COMPLEX:
                across = along + _EXCHANGED
        way = self.way
        for side in range(i64(SIDES)):
            price = along if sides >> side & 1 else across
            at = (square * SIDES + side) * STATIONS + station
            if price < way[at] and price <= LIMIT * PRICED and side != out:
                way[at] = price
                queue = append(queue, square * SIDES + side)
        return queue

    def of(self, at: Position, home: i64) -> vec[i64]:
        """Return the best way to each wanted station. Dice may have been laid since the search."""
        best = _NO_STATION[:]
        for square in range(i64(SQUARES)):
            reached = at.reach[home * SQUARES + square]
            if reached == 0 or at.board[square] >= COMPLEX:  # what lies behind a complex die is reached as well
                continue
            more: i64 = 0
            if at.board[square] != self.board[square]:  # laid since: other ways from here now need an exchange
                more = _EXCHANGED - DIE * PRICED
            sides = arrivals(reached)
            while sides:
                self._improve(best, (square * SIDES + low_bit(sides)) * STATIONS, more)
                sides &= sides - 1
        return best

    def _improve(self, best: vec[i64], at: i64, more: i64) -> None:
        way = self.way
        for station in range(i64(STATIONS)):
            if way[at + station] + more < best[station]:
                best[station] = way[at + station] + more


def price_of(way: i64) -> i64:
    """Return the price of a way in tenths of a simple die."""
    return way // PRICED


def exchanges_of(way: i64) -> i64:
    """Return the number of exchanges on a way."""
    return way % PRICED


def dice_of(way: i64) -> i64:
    """Return the approximate number of simple dice that a way takes, fees included."""
    return (price_of(way) - EXCHANGE * exchanges_of(way) + DIE // 2) // DIE
