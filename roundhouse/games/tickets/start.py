"""The set-up of Ticket to Ride, as far as no card is dealt."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.bits import BIT
from roundhouse.core.state import CHANCE, filled
from roundhouse.games.tickets.board import (
    ALL_COLOURED,
    ALL_GRAY,
    CARD_TOTAL,
    CARDS,
    COLOURS,
    OFFER,
    SLOTS,
    TICKETS,
    TRAINS,
)
from roundhouse.games.tickets.phases import DEALING, NONE
from roundhouse.games.tickets.state import Tickets


def start(seats: i64) -> Tickets:
    """TTR-11: 45 trains and no points each, everything in the decks, the first card about to be dealt.

    The number of seats is checked by the game, TTR-1.
    """
    return Tickets(
        seats=seats,
        actor=CHANCE,
        phase=DEALING,
        turn=NONE,
        drawn=0,
        flushes=0,
        passes=0,
        last=0,
        hand=filled(seats * COLOURS, 0),
        known=filled(seats * COLOURS, 0),
        size=filled(seats, 0),
        deck=CARDS[:],
        down=CARD_TOTAL,
        discard=filled(COLOURS, 0),
        thrown=0,
        slot=filled(SLOTS, NONE),
        own=filled(seats * 2, 0),
        open=_all_open(seats),
        trains=filled(seats, TRAINS),
        points=filled(seats, 0),
        mine=filled(seats, 0),
        held=filled(seats, 0),
        offer=filled(seats * OFFER, NONE),
        top=BIT[TICKETS] - 1,
        above=TICKETS,
        under=vec[i64](),
    )


def _all_open(seats: i64) -> vec[i64]:
    result = vec[i64]()
    for _seat in range(seats):
        result = append(result, ALL_COLOURED)
        result = append(result, ALL_GRAY)
    return result
