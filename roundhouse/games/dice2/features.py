"""The features of Railroad Dice 2, where nothing is hidden from a seat: the layout, and the encoder that follows it."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i16, i64

from roundhouse.core.bits import low_bit
from roundhouse.core.features import Feature, Pen, table_features
from roundhouse.games.dice2.board import EMPTY, FACES, OFFERS, SIDES, SIMPLE, SQUARES, STATION, STATIONS, TILES, VALUES
from roundhouse.games.dice2.lines import distance
from roundhouse.games.dice2.moves import MOVE_COUNT
from roundhouse.games.dice2.position import NONE
from roundhouse.games.dice2.state import Dice2

SEATS: Final = 4
PHASES: Final = 5
SHAPES: Final = 21  # ways a die can lie
_ROLLS: Final = 3
_DEEDS: Final = 3
_HALF: Final = 48  # squares in each mask of `fresh`
_SPREAD: Final = 24  # the longest map is six tiles of four squares

FEATURES: Final = (
    *table_features(SEATS),
    Feature("phase", (PHASES,), 1, "one-hot: homes, greys, a turn, rolling, the closing phase"),
    Feature("turn", (SEATS,), 1, "whose turn it is, one-hot"),
    Feature("first", (SEATS,), 1, "the start player, one-hot"),
    Feature("mild", (1,), 1, "1 where only connections of the active player's home pay"),
    Feature("placed", (1,), 12, "stations placed"),
    Feature("offered", (OFFERS,), 1, "the offer being rolled, one-hot"),
    Feature("roll", (_ROLLS,), 1, "the roll of this turn, one-hot: open, rolled, given up"),
    Feature("last", (1,), MOVE_COUNT, "the number of the move just made, plus 1; 0 where it bars no other"),
    Feature("fresh", (SQUARES,), 1, "squares that the last move opened to the active seat"),
    Feature("deeds", (_DEEDS,), 1, "of this turn: laid, bought, carried"),
    Feature("served", (STATIONS,), 1, "stations served this turn; homes come first, counted from the reader"),
    Feature("idle", (1,), 12, "turns in a row in which nothing was laid, bought or carried"),
    Feature("quiet", (1,), 4, "turns in a row, begun in the closing phase, without a transport"),
    Feature("bank", (1,), 280, "value of the tokens in the bank"),
    Feature("extra", (1,), 100, "value of the substitute tokens of the last filling"),
    Feature("simple", (1,), 30, "simple dice in the bank"),
    Feature("complex", (1,), 20, "complex dice in the bank"),
    Feature("dice", (SQUARES, SHAPES), 1, "the die on each square by the way it lies, one-hot"),
    Feature("station", (SQUARES, STATIONS), 1, "the station on each square, one-hot; homes come first, counted from the reader"),
    Feature("line", (SEATS, SQUARES), 6, "tiles of the best line from each home to a square; 0 without one"),
    Feature("linked", (SEATS, STATIONS), 1, "stations that each home has a line to"),
    Feature("pool", (TILES,), 50, "passengers waiting on each tile"),
    Feature("cash", (SEATS,), 50, "value of the tokens of each seat"),
    Feature("stock", (VALUES,), 5, "locomotives in the bank, by value"),
    Feature("engines", (SEATS, VALUES), 5, "locomotives of each seat, by value"),
    Feature("used", (VALUES,), 5, "locomotives used this turn, by value"),
    Feature("front", (FACES,), 4, "dice before the active seat, by face"),
    Feature("corner", (TILES, 2), _SPREAD, "row and column of each tile on the table"),
    Feature("quarter", (TILES, SIDES), 1, "quarter turns of each tile, one-hot"),
    Feature("fee", (SQUARES,), 2, "of each square: plain 0, mountain 1, water 2"),
)


def encode(state: Dice2, pen: Pen) -> None:
    """Write the features of a state, as the pen's reader may know them."""
    pen.table(state, SEATS)
    _course(pen, state)
    _banks(pen, state)
    _board(pen, state)
    _lines(pen, state)
    _goods(pen, state)
    _layout(pen, state)


def _course(pen: Pen, state: Dice2) -> None:
    pen.kind(state.phase, PHASES)
    pen.seat(state.turn)
    pen.seat(state.first)
    pen.number(state.mild)
    pen.number(state.placed)
    pen.kind(state.offer, OFFERS)
    pen.kind(state.roll, _ROLLS)
    pen.number(state.last + 1)
    pen.members(state.fresh_low, _HALF)
    pen.members(state.fresh_high, _HALF)
    pen.members(state.deeds, _DEEDS)
    _stations(pen, state.served)


def _stations(pen: Pen, mask: i64) -> None:
    rest = mask
    while rest:
        pen.out[pen.at + _station(pen, low_bit(rest))] = 1
        rest &= rest - 1
    pen.at += STATIONS


def _station(pen: Pen, station: i64) -> i64:
    """Return the number of a station in the layout: homes come first, counted from the viewing seat (RD2-3)."""
    if station < pen.seats:
        return pen.from_me(station)
    return station


def _banks(pen: Pen, state: Dice2) -> None:
    pen.number(state.idle)
    pen.number(state.quiet)
    pen.number(state.bank)
    pen.number(state.extra)
    pen.number(state.simple)
    pen.number(state.complex)


def _board(pen: Pen, state: Dice2) -> None:
    for thing in state.board:
        if EMPTY < thing < STATION:
            pen.out[pen.at + thing - SIMPLE] = 1
        pen.at += SHAPES
    for station in range(i64(STATIONS)):
        square = state.site[station]
        if square != NONE:
            pen.out[pen.at + square * STATIONS + _station(pen, station)] = 1
    pen.at += SQUARES * STATIONS


def _lines(pen: Pen, state: Dice2) -> None:
    for home in range(state.seats):
        at = pen.at + pen.from_me(home) * SQUARES
        for square in range(i64(SQUARES)):
            if state.reach[home * SQUARES + square]:
                pen.out[at + square] = i16(distance(state, home, square))
    pen.at += SEATS * SQUARES
    first = pen.at
    for home in range(state.seats):
        pen.at = first + pen.from_me(home) * STATIONS
        _stations(pen, state.linked[home])
    pen.at = first + SEATS * STATIONS


def _goods(pen: Pen, state: Dice2) -> None:
    pen.numbers(state.pool)
    pen.by_seat(state.cash, 1)
    pen.numbers(state.stock)
    pen.by_seat(state.engines, VALUES)
    pen.numbers(state.used)
    pen.numbers(state.front)


def _layout(pen: Pen, state: Dice2) -> None:
    for tile in range(i64(TILES)):
        pen.number(state.lie[tile * 3])
        pen.number(state.lie[tile * 3 + 1])
    for tile in range(i64(TILES)):
        pen.kind(state.lie[tile * 3 + 2], SIDES)
    pen.numbers(state.fee)
