"""The features of Railroad Dice, where nothing is hidden from a seat: the layout, and the encoder that follows it."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from roundhouse.core.features import Feature, Pen, table_features
from roundhouse.games.dice1.board import (
    COMPANIES,
    FACES,
    KINDS,
    MINI_TOTAL,
    PLANS,
    SIDES,
    SPOT_WIDTH,
    SQUARES,
    STATION_PIECE,
    WAYS,
)
from roundhouse.games.dice1.moves import BUY, ENDS, INCOME, PAY
from roundhouse.games.dice1.position import NONE
from roundhouse.games.dice1.state import Dice1

SEATS: Final = 4
PHASES: Final = 7
_CLOSINGS: Final = 6
_SLOTS: Final = 2
_MIDDLE: Final = 64  # column and row of the start tile
_PURCHASES: Final = INCOME - BUY
_THINGS: Final = SIDES + COMPANIES  # what can stand on a square

FEATURES: Final = (
    *table_features(SEATS),
    Feature("phase", (PHASES,), 1, "one-hot, in the order of position.py"),
    Feature("turn", (SEATS,), 1, "whose turn it is, one-hot"),
    Feature("first", (SEATS,), 1, "the start player of this year, one-hot"),
    Feature("year", (1,), 40, "from 1"),
    Feature("dice", (1,), 60, "dice in the game"),
    Feature("eight", (1,), 1, "1 where diagonal squares count for a station's requirement"),
    Feature("bare", (1,), 1, "1 where the table plays without screens"),
    Feature("bank", (1,), 60, "dice in the bank"),
    Feature("orange", (ENDS,), 1, "the end with the orange pawns, one-hot: west, east"),
    Feature("closing", (_CLOSINGS,), 1, "why the game ends with this year, one-hot, in the order of position.py"),
    Feature("idle", (1,), 3, "years in a row without a rail or a station"),
    Feature("laid", (1,), 1, "1 if a rail or a station was laid this year"),
    Feature("paid_out", (1,), 1, "1 if the income of this turn was taken"),
    Feature("rolled", (1,), 1, "1 if the dice of this turn were rolled or are in the cup"),
    Feature("cup", (1,), 20, "wild dice in the cup"),
    Feature("loose", (1,), 20, "dice still to be rolled"),
    Feature("pending", (PAY,), 1, "the move that is being paid for, one-hot"),
    Feature("due", (1,), 6, "dice to pay for it"),
    Feature("moving", (ENDS,), 1, "the end that is leaving its tile, one-hot"),
    Feature("held", (1,), 20, "rail dice of the tile it has left"),
    Feature("bought", (_PURCHASES,), 1, "the last purchase of this turn, one-hot: by company, from the bank or its director"),
    Feature("exits", (ENDS, SIDES), 1, "sides of each end's tile that lead to a place for a new tile"),
    Feature("reserve", (SEATS,), 20, "dice behind the screen of each seat"),
    Feature("front", (SEATS, FACES), 5, "dice before the screen of each seat, by face"),
    Feature("tokens", (SEATS,), 100, "passengers of each seat, by value"),
    Feature("shares", (SEATS, COMPANIES), 10, "shares of each seat"),
    Feature("chute", (SEATS,), 1, "1 if the next income is a golden parachute"),
    Feature("left", (COMPANIES,), 10, "shares in the bank"),
    Feature("director", (COMPANIES, SEATS), 1, "the director of each company, one-hot"),
    Feature("built", (PLANS,), 8, "stations built, by plan"),
    Feature("supply", (KINDS,), 10, "mini-tiles left, by kind"),
    Feature("spot", (MINI_TOTAL, 2), 8, "column and row of each mini-tile, counted from the first one, in the order laid"),
    Feature("land", (MINI_TOTAL, WAYS), 1, "kind and turn of each mini-tile, one-hot"),
    Feature("stops", (MINI_TOTAL, COMPANIES), 1, "companies that have a station there"),
    Feature("place", (ENDS, MINI_TOTAL), 1, "the mini-tile each end is on, one-hot"),
    Feature("slot", (ENDS,), 1, "the large tile each end is on"),
    Feature("at", (ENDS, SQUARES), 1, "the last square of each end, one-hot"),
    Feature("out", (ENDS, SIDES), 1, "the side it points over, one-hot; none at a station"),
    Feature("back", (ENDS, SIDES), 1, "the side by which the line came, one-hot"),
    Feature("tile", (_SLOTS, WAYS), 1, "kind and turn of each large tile, one-hot"),
    Feature("paid", (_SLOTS, SQUARES), 1, "squares of the zones paid for in this turn"),
    Feature("board", (_SLOTS, SQUARES, _THINGS), 1, "what stands on each square: sides that a rail touches, company of a station"),
)


def encode(state: Dice1, pen: Pen) -> None:
    """Write the features of a state, as the pen's reader may know them."""
    pen.table(state, SEATS)
    _course(pen, state)
    _turn(pen, state)
    _goods(pen, state)
    _map(pen, state)
    _ends(pen, state)
    _tiles(pen, state)


def _course(pen: Pen, state: Dice1) -> None:
    pen.kind(state.phase, PHASES)
    pen.seat(state.turn)
    pen.seat(state.first)
    pen.number(state.year)
    pen.number(state.dice)
    pen.number(state.eight)
    pen.number(state.bare)
    pen.number(state.bank)
    pen.kind(state.orange, ENDS)
    pen.kind(state.closing, _CLOSINGS)
    pen.number(state.idle)
    pen.number(state.laid)


def _turn(pen: Pen, state: Dice1) -> None:
    pen.number(state.paid_out)
    pen.number(state.rolled)
    pen.number(state.cup)
    pen.number(state.loose)
    pen.kind(state.pending, PAY)
    pen.number(state.due)
    pen.kind(state.moving, ENDS)
    pen.number(state.held)
    pen.kind(state.bought if state.bought == NONE else state.bought - BUY, _PURCHASES)
    pen.members(state.exits, ENDS * SIDES)


def _goods(pen: Pen, state: Dice1) -> None:
    pen.by_seat(state.reserve, 1)
    pen.by_seat(state.front, FACES)
    pen.by_seat(state.tokens, 1)
    pen.by_seat(state.shares, COMPANIES)
    pen.by_seat(state.chute, 1)
    pen.numbers(state.left)
    for director in state.director:
        pen.seat(director)
    pen.numbers(state.built)
    pen.numbers(state.supply)


def _map(pen: Pen, state: Dice1) -> None:
    """Write the general map, one mini-tile per row; rows not yet laid stay zero."""
    spots = pen.at
    lands = spots + MINI_TOTAL * 2
    stops = lands + MINI_TOTAL * WAYS
    for entry in range(i64(len(state.spot))):
        pen.at = spots + entry * 2
        pen.number(state.spot[entry] // SPOT_WIDTH - _MIDDLE)
        pen.number(state.spot[entry] % SPOT_WIDTH - _MIDDLE)
        pen.out[lands + entry * WAYS + state.land[entry]] = 1
        pen.at = stops + entry * COMPANIES
        pen.members(state.stops[entry], COMPANIES)
    pen.at = stops + MINI_TOTAL * COMPANIES


def _ends(pen: Pen, state: Dice1) -> None:
    for place in state.place:
        pen.kind(place, MINI_TOTAL)
    pen.numbers(state.slot)
    for square in state.at:
        pen.kind(square, SQUARES)
    for side in state.out:
        pen.kind(side, SIDES)
    for side in state.back:
        pen.kind(side, SIDES)


def _tiles(pen: Pen, state: Dice1) -> None:
    for way in state.tile:
        pen.kind(way, WAYS)
    for squares in state.paid:
        pen.members(squares, SQUARES)
    for thing in state.board:
        if thing >= STATION_PIECE:
            pen.out[pen.at + SIDES + thing - STATION_PIECE] = 1
        elif thing:
            pen.members(thing, SIDES)
            pen.at -= SIDES
        pen.at += _THINGS
