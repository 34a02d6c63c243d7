"""The features of Ticket to Ride, what a seat may know as numbers: the layout, and the encoder that follows it."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from roundhouse.core.features import Feature, Pen, table_features
from roundhouse.core.state import View
from roundhouse.games.tickets.board import COLOURED, COLOURS, OFFER, SLOTS, TICKETS, TRACKS
from roundhouse.games.tickets.phases import NONE
from roundhouse.games.tickets.state import Tickets

SEATS: Final = 5
PHASES: Final = 10

FEATURES: Final = (
    *table_features(SEATS),
    Feature("phase", (PHASES,), 1, "one-hot, in the order of phases.py"),
    Feature("turn", (SEATS,), 1, "whose turn it is, one-hot; nobody before the first turn"),
    Feature("drawn", (1,), 2, "train cards taken this turn; a locomotive from the display counts two"),
    Feature("flushes", (1,), 10, "displays swept away in the check under way"),
    Feature("passes", (1,), 5, "passes in a row"),
    Feature("last", (1,), 5, "turns left of the last round; 0 before it begins"),
    Feature("hand", (SEATS, COLOURS), 12, "train cards: the reader's own, and those of the others that all have seen"),
    Feature("known", (COLOURS,), 12, "the part of the reader's hand that the others have seen"),
    Feature("size", (SEATS,), 20, "cards in hand"),
    Feature("deck", (COLOURS,), 12, "cards that the reader cannot place: in the deck or hidden in hands"),
    Feature("down", (1,), 110, "cards in the deck"),
    Feature("discard", (COLOURS,), 12, "cards in the discard pile"),
    Feature("thrown", (1,), 110, "cards in the discard pile, all colours"),
    Feature("display", (SLOTS, COLOURS), 1, "the colour in each slot, one-hot; an empty slot has none"),
    Feature("tracks", (SEATS, TRACKS), 1, "tracks claimed"),
    Feature("open", (TRACKS,), 1, "tracks that the reader may still claim"),
    Feature("trains", (SEATS,), 45, "trains left"),
    Feature("points", (SEATS,), 100, "points scored for tracks"),
    Feature("tickets", (SEATS, TICKETS), 1, "tickets kept: the reader's own; everybody's when the game is over"),
    Feature("held", (SEATS,), 20, "tickets kept; 0 until all have made their first choice"),
    Feature("offer", (OFFER, TICKETS), 1, "the tickets the reader chooses from, one-hot by place"),
    Feature("offered", (SEATS,), 3, "tickets that a seat chooses from"),
    Feature("unplaced", (TICKETS,), 1, "tickets that the reader cannot place: in the deck or in hands"),
    Feature("above", (1,), 30, "tickets in the part of the deck whose order nobody knows"),
    Feature("under", (TICKETS,), 30, "tickets that the reader has put under the deck: their place below that part, from 1"),
    Feature("returned", (TICKETS,), 5, "by that place: who put the ticket there, 1 the reader, 2 the next seat and so on"),
)


def encode(seen: View[Tickets], out: vec[i16], at: i64) -> i64:
    """Write the features of a view into zeros from `at` on; return where they end."""
    state = seen.position
    pen = Pen(seen, SEATS, out, at)
    pen.table()
    pen.kind(state.phase, PHASES)
    pen.seat(state.turn)
    pen.number(state.drawn)
    pen.number(state.flushes)
    pen.number(state.passes)
    pen.number(state.last)
    _cards(pen, state)
    _tracks(pen, state)
    _tickets(pen, state)
    return pen.at


def _cards(pen: Pen, state: Tickets) -> None:
    pen.by_seat(state.hand, COLOURS)
    pen.numbers(state.known[pen.me * COLOURS : (pen.me + 1) * COLOURS])
    pen.by_seat(state.size, 1)
    pen.numbers(state.deck)
    pen.number(state.down)
    pen.numbers(state.discard)
    pen.number(state.thrown)
    for card in state.slot:
        pen.kind(card, COLOURS)


def _tracks(pen: Pen, state: Tickets) -> None:
    for place in range(i64(SEATS)):
        if place < state.seats:
            seat = (pen.me + place) % state.seats
            pen.members(state.own[seat * 2], COLOURED)
            pen.members(state.own[seat * 2 + 1], TRACKS - COLOURED)
        else:
            pen.at += TRACKS
    pen.flags(state.open[pen.me * 2], COLOURED)
    pen.flags(state.open[pen.me * 2 + 1], TRACKS - COLOURED)
    pen.by_seat(state.trains, 1)
    pen.by_seat(state.points, 1)


def _tickets(pen: Pen, state: Tickets) -> None:
    for place in range(i64(SEATS)):
        if place < state.seats:
            pen.members(state.mine[(pen.me + place) % state.seats], TICKETS)
        else:
            pen.at += TICKETS
    pen.by_seat(state.held, 1)
    for place in range(i64(OFFER)):
        pen.kind(state.offer[pen.me * OFFER + place], TICKETS)
    for seat in range(state.seats):
        count: i64 = 0
        for place in range(i64(OFFER)):
            if state.offer[seat * OFFER + place] != NONE:
                count += 1
        pen.out[pen.at + pen.from_me(seat)] = i16(count)
    pen.at += SEATS
    pen.flags(state.top, TICKETS)
    pen.number(state.above)
    for at in range(0, i64(len(state.under)), 2):
        if state.under[at] >= 0:
            pen.out[pen.at + state.under[at]] = i16(at // 2 + 1)
        pen.out[pen.at + TICKETS + at // 2] = i16(pen.from_me(state.under[at + 1]) + 1)
    pen.at += 2 * TICKETS
