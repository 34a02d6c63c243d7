"""What is missing on the ways to the stations: a search over empty squares and dice that could be exchanged."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.bits import low_bit
from roundhouse.core.recent import Recent
from roundhouse.games.dice2.board import ACROSS, COMPLEX, EMPTY, EXITS, SIDES, SQUARES, STATION, STATIONS
from roundhouse.games.dice2.lines import tiles_at
from roundhouse.games.dice2.position import NONE, Position

# Prices in tenths of a simple die, tuned by self-play.
DIE: Final = 10
FEE: Final = 3  # each unit of a fee
EXCHANGE: Final = 16
LIMIT: Final = 60  # more expensive ways are not followed

_MEMORY: Final = 64  # surveys

# A way is price * PRICED + the number of its exchanges: the lowest number is the best way.
PRICED: Final = 16
FAR: Final = 10_000  # no way

_ALL_SIDES: Final = 15  # as a mask
_EXCHANGED: Final = EXCHANGE * PRICED + 1
_FARTHEST: Final = LIMIT * PRICED
_ARRIVALS: Final = SQUARES * SIDES
_QUEUE: Final = 256  # room for most searches
_NOWHERE: Final = vec[i64]([FAR] * (_ARRIVALS * STATIONS))
_NO_ARRIVAL: Final = vec[i64]([FAR] * _ARRIVALS)
_NO_STATION: Final = vec[i64]([FAR] * STATIONS)
_NO_QUEUE: Final = vec[i64]([0] * _QUEUE)


class Ways:
    """The best ways from the lines of a home to stations, on the present board.

    A way pays for a die on each empty square and for an exchange where it leaves the track of a simple die (RD2-60); it follows
    the tracks of complex dice (RD2-R18) and ends at the first station (RD2-38). It may go on from any player's line (RD2-41).
    Other lines that may take the same squares in the meantime are ignored.
    """

    def of(self, at: Position, home: i64, goals: vec[i64]) -> vec[i64]:
        """Return the best way to each of some stations, or FAR if there is none: a search from all ends of the lines at once."""
        best = _NO_STATION[:]
        farthest: i64 = _FARTHEST  # no way that costs more is of use
        way = _NO_ARRIVAL[:]  # [square * SIDES + the side by which a line arrives]
        board = at.board
        beside = at.beside
        queue = _NO_QUEUE[:]  # the first `size` of them
        size: i64 = 0
        for square in range(i64(SQUARES)):
            reached = at.reach[home * SQUARES + square]
            if reached == 0 or board[square] >= COMPLEX:  # what lies behind a complex die is reached as well
                continue
            for side in range(i64(SIDES)):
                if tiles_at(reached, side):
                    way[square * SIDES + side] = 0
                    queue[size] = square * SIDES + side
                    size += 1
        done: i64 = 0
        while done < size:
            arrival = queue[done]
            done += 1
            square = arrival // SIDES
            thing = board[square]
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
                price = along if sides >> side & 1 else across
                if price > farthest or square * SIDES + side == arrival:
                    continue
                near = beside[square * SIDES + side]
                if near == NONE:
                    continue
                beyond = board[near]
                if beyond >= STATION:
                    if price < best[beyond - STATION]:
                        best[beyond - STATION] = price
                        farthest = min(_FARTHEST, _most(best, goals))
                elif price < way[near * SIDES + ACROSS[side]]:  # enqueued again if it was done before
                    way[near * SIDES + ACROSS[side]] = price
                    if size == i64(len(queue)):
                        queue = append(queue, NONE)
                    queue[size] = near * SIDES + ACROSS[side]
                    size += 1
        return best


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
        way = self.way
        board = self.board
        beside = self.beside
        queue = _NO_QUEUE[:]  # the first `size` of them
        for side in range(i64(SIDES)):
            way[(site * SIDES + side) * STATIONS + station] = 0
            queue[side] = site * SIDES + side
        size: i64 = SIDES
        done: i64 = 0
        while done < size:
            arrival = queue[done]
            done += 1
            square = beside[arrival]
            if square == NONE or board[square] >= STATION:
                continue
            thing = board[square]
            out = ACROSS[arrival % SIDES]
            along = way[arrival * STATIONS + station]
            across: i64 = FAR  # if the way does not follow the track
            sides: i64 = _ALL_SIDES
            if thing == EMPTY:
                along += (DIE + FEE * self.fee[square]) * PRICED
            else:
                sides = EXITS[thing * SIDES + out]
                if thing < COMPLEX:
                    across = along + _EXCHANGED
            for side in range(i64(SIDES)):
                price = along if sides >> side & 1 else across
                at = (square * SIDES + side) * STATIONS + station
                if price < way[at] and price <= _FARTHEST and side != out:
                    way[at] = price
                    if size == i64(len(queue)):
                        queue = append(queue, NONE)
                    queue[size] = square * SIDES + side
                    size += 1

    def of(self, at: Position, home: i64, goals: vec[i64]) -> vec[i64]:
        """Return the best way to each of some wanted stations. Dice may have been laid since the search."""
        best = _NO_STATION[:]
        way = self.way
        board = at.board
        surveyed_board = self.board
        reach = at.reach
        for square in range(i64(SQUARES)):
            reached = reach[home * SQUARES + square]
            if reached == 0 or board[square] >= COMPLEX:  # what lies behind a complex die is reached as well
                continue
            more: i64 = 0
            if board[square] != surveyed_board[square]:  # laid since: other ways from here now need an exchange
                more = _EXCHANGED - DIE * PRICED
            for side in range(i64(SIDES)):
                if tiles_at(reached, side):
                    begin = (square * SIDES + side) * STATIONS
                    for station in goals:
                        best[station] = min(best[station], way[begin + station] + more)
        return best


_SURVEYS: Final[Recent[SurveyedWays]] = Recent(_MEMORY)


def surveyed(at: Position, wanted: i64) -> SurveyedWays:
    """Return the ways to the wanted stations from everywhere on the present board: searched now, or lately on an equal board."""
    key = vec[i64]([wanted], capacity=1 + SQUARES + i64(len(at.lie)))
    for place in at.lie:
        key = append(key, place)
    for thing in at.board:
        key = append(key, thing)
    known = _SURVEYS.find(key)
    return _SURVEYS.keep(key, SurveyedWays(at, wanted)) if known is None else known


def _most(best: vec[i64], goals: vec[i64]) -> i64:
    """Return the longest of the ways to some stations."""
    most: i64 = 0
    for station in goals:
        most = max(most, best[station])
    return most


def stations_to_reach(at: Position, home: i64) -> vec[i64]:
    """Return the stations in play to which a home has no line yet."""
    result = vec[i64](capacity=STATIONS)
    for station in range(i64(STATIONS)):
        if at.site[station] != NONE and station != home and not at.linked[home] >> station & 1:
            result = append(result, station)
    return result


def price_of(way: i64) -> i64:
    """Return the price of a way in tenths of a simple die."""
    return way // PRICED


def exchanges_of(way: i64) -> i64:
    """Return the number of exchanges on a way."""
    return way % PRICED


def dice_of(way: i64) -> i64:
    """Return the approximate number of simple dice that a way takes, fees included."""
    return (price_of(way) - EXCHANGE * exchanges_of(way) + DIE // 2) // DIE
