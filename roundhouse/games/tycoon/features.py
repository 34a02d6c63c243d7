"""The features of Railroad Tycoon, what a seat may know as numbers: the layout, and the encoder that follows it.

The order in which links were made is left out: nothing in the game depends on it.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i16, i64

from roundhouse.core.bits import BIT, count_bits, low_bit
from roundhouse.core.features import Feature, Pen, table_features
from roundhouse.games.tycoon.board import CITIES, COLOURS, HEXES, HOTELS, KINDS, NONE, SIDES, STUBS, TYCOONS, WESTERN
from roundhouse.games.tycoon.position import HIDDEN, LINK, LOOSE
from roundhouse.games.tycoon.state import Tycoon
from roundhouse.games.tycoon.track import ALL_SIDES, ONE_TRACK, owner_of
from roundhouse.games.tycoon.view import is_hidden

SEATS: Final = 6
PHASES: Final = 12
_OPTIONS: Final = 5
_ENDINGS: Final = 3
_STEPS: Final = 15  # `gain` counts the links of a seat in four bits

FEATURES: Final = (
    *table_features(SEATS),
    Feature("options", (_OPTIONS,), 1, "options played, in the order of position.py"),
    Feature("phase", (PHASES,), 1, "one-hot, in the order of position.py"),
    Feature("turn", (1,), 20, "from 1; 0 during set-up"),
    Feature("round", (1,), 3, "of actions, from 1"),
    Feature("done", (1,), 6, "seats that have had their action in this round"),
    Feature("extra", (1,), 2, "further actions of the acting seat"),
    Feature("first", (SEATS,), 1, "the first player, one-hot"),
    Feature("high", (1,), 50, "bid in the auction"),
    Feature("leader", (SEATS,), 1, "who made it, one-hot"),
    Feature("out", (SEATS,), 1, "seats that have passed"),
    Feature("ending", (_ENDINGS,), 1, "one-hot: open, triggered, last turn"),
    Feature("idle", (1,), 4, "whole turns in a row without a delivery"),
    Feature("delivered", (1,), 1, "1 if this turn has seen one"),
    Feature("issued", (1,), 1, "1 if shares were issued without need before this action"),
    Feature("granted", (1,), 1, "1 if a land grant serves this build"),
    Feature("start", (CITIES + SIDES,), 1, "city and side where the link under construction leaves, two-hot"),
    Feature("laid", (1,), 5, "tiles laid or turned in this action"),
    Feature("place", (CITIES,), 1, "the city to be stocked or where the cube under way is, one-hot"),
    Feature("origin", (CITIES,), 1, "where it came from, one-hot"),
    Feature("cube", (COLOURS,), 1, "its colour, one-hot"),
    Feature("steps", (1,), 8, "links it has used"),
    Feature("trail", (CITIES,), 1, "cities it has been to"),
    Feature("gain", (SEATS,), 8, "links it has used, by owner"),
    Feature("six", (SEATS,), 1, "the first seat to reach level 6, one-hot"),
    Feature("shown", (1,), 1, "1 if it has shown George Pullman"),
    Feature("marked", (CITIES,), 1, "cities with an empty-city marker"),
    Feature("cash", (SEATS,), 50, "thousands of dollars of each seat"),
    Feature("shares", (SEATS,), 50, "shares issued by each seat"),
    Feature("points", (SEATS,), 50, "points on the track"),
    Feature("level", (SEATS,), 8, "level of each seat's locomotive"),
    Feature("grants", (SEATS,), 4, "land grants in hand"),
    Feature("engineers", (SEATS,), 2, "cards of Perfect Engineering"),
    Feature("tired", (SEATS,), 2, "of these, used in this turn"),
    Feature("tycoon", (SEATS, TYCOONS + 1), 1, "the tycoon of each seat, one-hot; the last place: not to be seen"),
    Feature("bag", (COLOURS,), 30, "cubes in the bag, by colour"),
    Feature("goods", (CITIES, COLOURS), 3, "cubes in each city, by colour"),
    Feature("demand", (COLOURS, CITIES), 1, "cities of each colour"),
    Feature("stock", (COLOURS,), 3, "new-city tiles left, by colour"),
    Feature("deck", (KINDS,), 4, "operations cards face down, by kind"),
    Feature("display", (KINDS,), 4, "operations cards that can be taken, by kind"),
    Feature("hotel", (HOTELS, SEATS), 1, "the owner of each hotel, one-hot"),
    Feature("western", (WESTERN, SEATS), 1, "the owner of each western link, one-hot"),
    Feature("rail", (HEXES, SIDES), 6, "whose track uses each side of each hex: 1 the reader, 2 the next seat and so on"),
    Feature("crossing", (HEXES,), 6, "of two tracks in a hex: how they join its four sides, and which is older"),
    Feature("open", (CITIES, SIDES), 1, "sides of each city where a link can begin"),
    Feature("link", (CITIES, SIDES), 6, "whose completed link ends at each side of each city, counted as in rail"),
    Feature("towards", (CITIES, SIDES), CITIES, "the number of the city at its other end, plus 1"),
    Feature("loose", (CITIES, SIDES), 6, "whose unfinished link begins at each side of each city, counted as in rail"),
)


def encode(state: Tycoon, pen: Pen) -> None:
    """Write the features of a state, as the pen's reader may know them."""
    pen.table(state, SEATS)
    _course(pen, state)
    _action(pen, state)
    _seats(pen, state)
    _cities(pen, state)
    _track(pen, state)
    _links(pen, state)


def _course(pen: Pen, state: Tycoon) -> None:
    pen.members(state.variant, _OPTIONS)
    pen.kind(state.phase, PHASES)
    pen.number(state.turn)
    pen.number(state.round)
    pen.number(state.done)
    pen.number(state.extra)
    pen.seat(state.first)
    pen.number(state.high)
    pen.seat(state.leader)
    pen.seat_members(state.out)
    pen.kind(state.ending, _ENDINGS)
    pen.number(state.idle)
    pen.number(state.delivered)


def _action(pen: Pen, state: Tycoon) -> None:
    pen.number(state.issued)
    pen.number(state.granted)
    if state.stub == NONE:
        pen.at += CITIES + SIDES
    else:
        pen.kind(state.stub // SIDES, CITIES)
        pen.kind(state.stub % SIDES, SIDES)
    pen.number(state.laid)
    pen.kind(state.place, CITIES)
    pen.kind(state.origin, CITIES)
    pen.kind(state.cube, COLOURS)
    pen.number(state.steps)
    pen.members(state.trail, CITIES)
    for seat in range(state.seats):
        pen.out[pen.at + pen.from_me(seat)] = i16(state.gain >> 4 * seat & _STEPS)
    pen.at += SEATS
    pen.seat(state.six)
    pen.number(state.shown)
    pen.members(state.marked, CITIES)


def _seats(pen: Pen, state: Tycoon) -> None:
    pen.by_seat(state.cash, 1)
    pen.by_seat(state.shares, 1)
    pen.by_seat(state.points, 1)
    pen.by_seat(state.level, 1)
    pen.by_seat(state.grants, 1)
    pen.by_seat(state.engineers, 1)
    pen.by_seat(state.tired, 1)
    for seat in range(state.seats):
        at = pen.at + pen.from_me(seat) * (TYCOONS + 1)
        if state.tycoon[seat] == NONE:
            continue
        if state.tycoon[seat] == HIDDEN or is_hidden(state, seat, pen.reader):
            pen.out[at + TYCOONS] = 1
        else:
            pen.out[at + state.tycoon[seat]] = 1
    pen.at += SEATS * (TYCOONS + 1)


def _cities(pen: Pen, state: Tycoon) -> None:
    pen.numbers(state.bag)
    pen.numbers(state.goods)
    for cities in state.demand:
        pen.members(cities, CITIES)
    pen.numbers(state.stock)
    pen.numbers(state.deck)
    pen.numbers(state.display)
    for owner in state.hotel:
        pen.seat(owner)
    for owner in state.western:
        pen.seat(owner)


def _track(pen: Pen, state: Tycoon) -> None:
    crossings = pen.at + HEXES * SIDES
    for hex in range(i64(HEXES)):
        rail = state.rail[hex]
        if rail:
            _sides(pen, pen.at + hex * SIDES, rail % ONE_TRACK)
        if rail >= ONE_TRACK:
            _sides(pen, pen.at + hex * SIDES, rail // ONE_TRACK)
            pen.out[crossings + hex] = i16(_crossing(rail % ONE_TRACK & ALL_SIDES, rail // ONE_TRACK & ALL_SIDES))
    pen.at = crossings + HEXES


def _sides(pen: Pen, at: i64, track: i64) -> None:
    owner = i16(pen.from_me(owner_of(track)) + 1)
    sides = track & ALL_SIDES
    pen.out[at + low_bit(sides)] = owner
    pen.out[at + low_bit(sides & (sides - 1))] = owner


def _crossing(older: i64, newer: i64) -> i64:
    """Return 1 to 6: which of the other three sides the lowest one is joined with, and whether by the older track."""
    used = older | newer
    lowest = low_bit(used)
    mine = older if older >> lowest & 1 else newer
    partner = low_bit(mine & (mine - 1))
    return 2 * count_bits(used & (BIT[partner] - 1)) - (1 if mine == older else 0)


def _links(pen: Pen, state: Tycoon) -> None:
    for sides in state.open:
        pen.flags(sides, SIDES)
    for at in range(0, i64(len(state.links)), LINK):
        a, b = state.links[at], state.links[at + 1]
        owner = i16(pen.from_me(state.links[at + 2]) + 1)
        pen.out[pen.at + a] = owner
        pen.out[pen.at + b] = owner
        pen.out[pen.at + STUBS + a] = i16(b // SIDES + 1)
        pen.out[pen.at + STUBS + b] = i16(a // SIDES + 1)
    pen.at += 2 * STUBS
    for at in range(0, i64(len(state.loose)), LOOSE):
        pen.out[pen.at + state.loose[at + 1]] = i16(pen.from_me(state.loose[at]) + 1)
    pen.at += STUBS
