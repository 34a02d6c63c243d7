"""The set-up of Ticket to Ride before any card is dealt."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.bits import BIT
from roundhouse.core.state import CHANCE, blank, filled
from roundhouse.games.tickets.board import Board
from roundhouse.games.tickets.material import COLOURS, OFFER, SLOTS, WORD
from roundhouse.games.tickets.phases import DEALING, NONE
from roundhouse.games.tickets.state import Tickets


def start(board: Board, seats: i64) -> Tickets:
    """Return the state before the first card is dealt: all trains and no points each, everything in the decks (TTR-11).

    The number of seats is checked by the game, TTR-1.
    """
    state = blank(Tickets)
    state.seats = seats
    state.board = board
    state.actor = CHANCE
    state.phase = DEALING
    state.turn = NONE
    state.drawn = 0
    state.flushes = 0
    state.passes = 0
    state.last = 0
    state.hand = filled(seats * COLOURS, 0)
    state.known = filled(seats * COLOURS, 0)
    state.size = filled(seats, 0)
    state.deck = board.cards[:]
    state.down = board.card_total
    state.discard = filled(COLOURS, 0)
    state.thrown = 0
    state.slot = filled(SLOTS, NONE)
    state.own = filled(seats * board.planes, 0)
    state.open = _all_open(board, seats)
    state.trains = filled(seats, board.trains)
    state.points = filled(seats, 0)
    state.mine = filled(seats * board.ticket_words, 0)
    state.held = filled(seats, 0)
    state.offer = filled(seats * OFFER, NONE)
    state.top = BIT[min(board.tickets, WORD)] - 1
    state.top_more = BIT[max(board.tickets - WORD, 0)] - 1
    state.above = board.tickets
    state.under = vec[i64]()
    return state


def _all_open(board: Board, seats: i64) -> vec[i64]:
    result = vec[i64]()
    for _seat in range(seats):
        for mask in board.all_open:
            result = append(result, mask)
    return result
