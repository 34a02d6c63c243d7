"""The features of Ticket to Ride, what a seat may know as numbers: the layout, and the encoder that follows it."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i16, i64

from roundhouse.core.features import Feature, Pen, table_features
from roundhouse.games.tickets.board import Board
from roundhouse.games.tickets.masks import mark_hidden_tickets, mark_tickets, may_see_tickets, offered_to
from roundhouse.games.tickets.material import COLOURS, LOCOMOTIVE, MOST_SEATS, OFFER, SLOTS, WORD
from roundhouse.games.tickets.phases import NONE
from roundhouse.games.tickets.state import Tickets

SEATS: Final = MOST_SEATS
PHASES: Final = 10


def features_of(board: Board) -> tuple[Feature, ...]:
    """Return the layout of a view on a board."""
    tracks, tickets, cards = int(board.tracks), int(board.tickets), int(board.card_total)
    most = max(board.cards[:LOCOMOTIVE])  # cards of one colour
    return (
        *table_features(SEATS),
        Feature("phase", (PHASES,), 1, "one-hot, in the order of phases.py"),
        Feature("turn", (SEATS,), 1, "whose turn it is, one-hot; nobody before the first turn"),
        Feature("drawn", (1,), 2, "train cards taken this turn; a locomotive from the display counts two"),
        Feature("flushes", (1,), 10, "displays swept away in the check under way"),
        Feature("passes", (1,), 5, "passes in a row"),
        Feature("last", (1,), 5, "turns left of the last round; 0 before it begins"),
        Feature("hand", (SEATS, COLOURS), most, "train cards: the reader's own, and those of the others that all have seen"),
        Feature("known", (COLOURS,), most, "the part of the reader's hand that the others have seen"),
        Feature("size", (SEATS,), 20, "cards in hand"),
        Feature("deck", (COLOURS,), most, "cards that the reader cannot place: in the deck or hidden in hands"),
        Feature("down", (1,), cards, "cards in the deck"),
        Feature("discard", (COLOURS,), most, "cards in the discard pile"),
        Feature("thrown", (1,), cards, "cards in the discard pile, all colours"),
        Feature("display", (SLOTS, COLOURS), 1, "the colour in each slot, one-hot; an empty slot has none"),
        Feature("tracks", (SEATS, tracks), 1, "tracks claimed"),
        Feature("open", (tracks,), 1, "tracks that the reader may still claim"),
        Feature("trains", (SEATS,), int(board.trains), "trains left"),
        Feature("points", (SEATS,), 100, "points scored for tracks"),
        Feature("tickets", (SEATS, tickets), 1, "tickets kept: the reader's own; everybody's when the game is over"),
        Feature("held", (SEATS,), 20, "tickets kept; 0 until all have made their first choice"),
        Feature("offer", (OFFER, tickets), 1, "the tickets the reader chooses from, one-hot by place"),
        Feature("offered", (SEATS,), 3, "tickets that a seat chooses from"),
        Feature("unplaced", (tickets,), 1, "tickets that the reader cannot place: in the deck or in hands"),
        Feature("above", (1,), tickets, "tickets in the part of the deck whose order nobody knows"),
        Feature(
            "under", (tickets,), tickets, "tickets that the reader has put under the deck: their place below that part, from 1"
        ),
        Feature("returned", (tickets,), 5, "by that place: who put the ticket there, 1 the reader, 2 the next seat and so on"),
    )


def encode(state: Tickets, pen: Pen) -> None:
    """Write the features of a state, as the pen's reader may know them."""
    pen.table(state, SEATS)
    pen.kind(state.phase, PHASES)
    pen.seat(state.turn)
    pen.number(state.drawn)
    pen.number(state.flushes)
    pen.number(state.passes)
    pen.number(state.last)
    _cards(pen, state)
    _tracks(pen, state)
    _tickets(pen, state)


def _cards(pen: Pen, state: Tickets) -> None:
    _hands(pen, state)
    pen.numbers(state.known[pen.me * COLOURS : (pen.me + 1) * COLOURS])
    pen.by_seat(state.size, 1)
    _unseen_cards(pen, state)
    pen.number(state.down)
    pen.numbers(state.discard)
    pen.number(state.thrown)
    for card in state.slot:
        pen.kind(card, COLOURS)


def _hands(pen: Pen, state: Tickets) -> None:
    """Write the reader's own cards, and of the others those that all have seen taken."""
    out = pen.out
    for seat in range(state.seats):
        cards = state.hand if seat == pen.reader else state.known
        at = pen.at + pen.from_me(seat) * COLOURS
        for place in range(seat * COLOURS, (seat + 1) * COLOURS):
            out[at] = i16(cards[place])
            at += 1
    pen.at += SEATS * COLOURS


def _unseen_cards(pen: Pen, state: Tickets) -> None:
    """Write the cards of the deck, and those hidden in the hands of others."""
    hand = state.hand
    known = state.known
    for colour in range(i64(COLOURS)):
        count = state.deck[colour]
        for seat in range(state.seats):
            if seat != pen.reader:
                count += hand[seat * COLOURS + colour] - known[seat * COLOURS + colour]
        pen.number(count)


def _tracks(pen: Pen, state: Tickets) -> None:
    board = state.board
    for place in range(i64(SEATS)):
        if place < state.seats:
            first = (pen.me + place) % state.seats * board.planes
            for plane in range(board.planes):
                pen.members(state.own[first + plane], board.plane_size[plane])
        else:
            pen.at += board.tracks
    for plane in range(board.planes):
        pen.flags(state.open[pen.me * board.planes + plane], board.plane_size[plane])
    pen.by_seat(state.trains, 1)
    pen.by_seat(state.points, 1)


def _tickets(pen: Pen, state: Tickets) -> None:
    tickets = state.board.tickets
    for place in range(i64(SEATS)):
        seat = (pen.me + place) % state.seats
        if place < state.seats and may_see_tickets(state, seat, pen.reader):
            mark_tickets(state, seat, pen, pen.at)
        pen.at += tickets
    pen.by_seat(state.held, 1)
    for place in range(i64(OFFER)):
        pen.kind(state.offer[pen.me * OFFER + place] if pen.reader >= 0 else NONE, tickets)
    for seat in range(state.seats):
        pen.out[pen.at + pen.from_me(seat)] = i16(offered_to(state, seat, pen.reader))
    pen.at += SEATS
    unplaced = pen.at
    pen.flags(state.top, min(tickets, WORD))
    pen.flags(state.top_more, max(tickets - WORD, 0))
    for seat in range(state.seats):
        if not may_see_tickets(state, seat, pen.reader):
            mark_hidden_tickets(state, seat, pen, unplaced)
    for at in range(0, i64(len(state.under)), 2):
        if state.under[at] >= 0 and state.under[at + 1] != pen.reader:
            pen.out[unplaced + state.under[at]] = 1
    pen.number(state.above)
    for at in range(0, i64(len(state.under)), 2):
        if state.under[at] >= 0 and state.under[at + 1] == pen.reader:
            pen.out[pen.at + state.under[at]] = i16(at // 2 + 1)
        pen.out[pen.at + tickets + at // 2] = i16(pen.from_me(state.under[at + 1]) + 1)
    pen.at += 2 * tickets
