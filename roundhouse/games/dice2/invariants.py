"""The invariants of every position of Railroad Dice 2: tokens, dice, cards, stations, track ends and lines."""

from __future__ import annotations

from mypy_extensions import i64

from roundhouse.core.bits import BIT
from roundhouse.core.state import filled
from roundhouse.games.dice2.board import (
    ACROSS,
    CARDS,
    CARDS_OUT,
    CELLS,
    COMPLEX,
    COMPLEX_DICE,
    EMPTY,
    ENDS,
    FACES,
    SCRAPPED,
    SCRAPPER,
    SIDES,
    SIMPLE_DICE,
    SPACING,
    SQUARES,
    STATION,
    STATIONS,
    TILES,
    TOKENS,
    VALUES,
    WATER,
)
from roundhouse.games.dice2.ending import complex_left, simple_left
from roundhouse.games.dice2.lines import extend_lines, open_lines
from roundhouse.games.dice2.position import CLOSING, HOMES, NONE, ROLLED, TURN, Position
from roundhouse.games.dice2.position import GREYS as PLACING_GREYS
from roundhouse.games.dice2.stations import at_edge, steps


def check_tokens(position: Position) -> None:
    """Check that there are 280 tokens plus the substitutes of the last filling (RD2-5, RD2-R9, RD2-R29)."""
    total = position.bank
    for seat in range(position.seats):
        assert position.cash[seat] >= 0, "RD2-56: a seat has spent more than it had"
        total += position.cash[seat]
    for tile in range(i64(TILES)):
        assert position.pool[tile] >= 0, "RD2-85: passengers were taken that did not wait"
        assert position.pool[tile] == 0 or position.stops[tile] > 0, "RD2-25: passengers wait on a tile without stations"
        total += position.pool[tile]
    assert position.bank >= 0, "RD2-R9: the bank has paid more than it had"
    assert position.extra == 0 or position.phase == CLOSING, "RD2-R29: substitute tokens before the closing phase"
    assert total == TOKENS + position.extra, "RD2-5: tokens are lost or forged"


def check_dice(position: Position) -> None:
    """Check the number of dice on the map, in the bank and in front of the player (RD2-6, RD2-26, RD2-36)."""
    simple = simple_left(position)
    complex = complex_left(position)
    assert min(position.simple, position.complex) >= 0, "RD2-45: more dice were taken than there were"
    for square in range(i64(SQUARES)):
        thing = position.board[square]
        if EMPTY < thing < COMPLEX:
            simple += 1
        elif COMPLEX <= thing < STATION:
            complex += 1
    assert simple == SIMPLE_DICE, "RD2-6: simple dice are lost or forged"
    assert complex == COMPLEX_DICE, "RD2-6: complex dice are lost or forged"
    shown: i64 = 0
    for face in range(i64(FACES)):
        assert position.front[face] >= 0
        shown += position.front[face]
    assert shown == 0 or (position.phase == TURN and position.roll == ROLLED), "RD2-36: dice lie before a player at the wrong time"


def check_locomotives(position: Position) -> None:
    """Check the number of locomotives, and which are sold and scrapped (RD2-2, RD2-28, RD2-74, RD2-76)."""
    gone: i64 = 0
    if position.seats == 2:
        gone = CARDS_OUT
    open_value = False
    for value in range(i64(VALUES)):
        total = CARDS[value] - gone
        held: i64 = 0
        for seat in range(position.seats):
            held += position.engines[seat * VALUES + value]
        assert 0 <= position.used[value] <= position.engines[position.turn * VALUES + value], "RD2-79: a locomotive was used twice"
        if value == SCRAPPED and position.stock[SCRAPPER] < CARDS[SCRAPPER] - gone:
            assert held == 0, "RD2-76: a locomotive 2 has outlived the first 4"
        else:
            assert held + position.stock[value] == total, "RD2-2: locomotives are lost or forged"
        assert not open_value or position.stock[value] == total, "RD2-74: sold before its time"
        open_value = open_value or position.stock[value] > 0


def check_stations(position: Position) -> None:
    """Check the places of the stations (RD2-17, RD2-20 to RD2-22)."""
    count: i64 = 0
    stops = filled(TILES, 0)
    for station in range(i64(STATIONS)):
        square = position.site[station]
        if square == NONE:
            continue
        count += 1
        stops[square // CELLS] += 1
        assert position.board[square] == STATION + station, "RD2-R13: a station is not on its square"
        assert not at_edge(position, square), "RD2-20: a station at the edge of the map"
        assert position.fee[square] != WATER, "RD2-21: a station on water"
        for other in range(station):
            if position.site[other] != NONE:
                assert steps(position, square, position.site[other]) >= SPACING, "RD2-22: two stations too close"
    assert count == position.placed
    for tile in range(i64(TILES)):
        assert stops[tile] == position.stops[tile], "RD2-25: stations of a tile miscounted"


def check_ends(position: Position) -> None:
    """Check that no track leads off the map or against a complex die that does not meet it (RD2-51, RD2-52, RD2-98)."""
    for square in range(i64(SQUARES)):
        thing = position.board[square]
        if thing >= STATION:
            continue
        for side in range(i64(SIDES)):
            if not ENDS[thing] >> side & 1:
                continue
            near = position.beside[square * SIDES + side]
            assert near != NONE, "RD2-51: a track leads off the map"
            other = position.board[near]
            if COMPLEX <= other < STATION:
                assert ENDS[other] >> ACROSS[side] & 1, "RD2-98: a track ends at a complex die that does not meet it"


def check_lines(position: Position) -> None:
    """Check that the incrementally updated lines equal those of a full search, and that links are mutual (RD2-37 to RD2-41)."""
    if position.phase == HOMES or position.phase == PLACING_GREYS:
        return
    kept = position.reach
    low = position.fresh_low
    high = position.fresh_high
    position.reach = filled(position.seats * SQUARES, 0)
    for home in range(position.seats):
        open_lines(position, home)
        joined: i64 = 0
        for side in range(i64(SIDES)):
            joined |= extend_lines(position, home, position.beside[position.site[home] * SIDES + side])
        assert joined == 0, "RD2-69: a station is linked and has not been noted"
        for station in range(i64(STATIONS)):
            found = (
                position.site[station] != NONE and station != home and position.reach[home * SQUARES + position.site[station]] != 0
            )
            assert found == (position.linked[home] >> station & 1 != 0), "RD2-69: a link was noted wrongly"
            assert not found or station >= position.seats or position.linked[station] & BIT[home], "RD2-69: a link has one end only"
    found_again = position.reach
    position.reach = kept
    position.fresh_low = low
    position.fresh_high = high
    for at in range(position.seats * SQUARES):
        assert found_again[at] == kept[at], "RD2-37: a line was not followed"
