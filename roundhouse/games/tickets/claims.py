"""Which tracks a seat may claim, and in which ways it may pay for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.bits import low_bit
from roundhouse.games.tickets.board import COLOURED, COLOURS, GRAY, LENGTH, LOCOMOTIVE, LONGEST, TRACKS, WITHIN
from roundhouse.games.tickets.moves import FIRST_CLAIM

if TYPE_CHECKING:
    from roundhouse.games.tickets.state import Tickets


def with_claims(moves: vec[i64], state: Tickets, every_payment: bool) -> vec[i64]:
    """Add every open track that hand and trains can pay for, colour by colour (TTR-49, TTR-53, TTR-57).

    TTR-50: a coloured track takes its colour and locomotives, in any mix, TTR-52.
    """
    seat = state.turn
    base = seat * COLOURS
    hand = state.hand
    wild = hand[base + LOCOMOTIVE]
    trains = min(state.trains[seat], LONGEST)
    coloured = state.open[seat * 2]
    gray = state.open[seat * 2 + 1]
    most = wild
    if not every_payment:
        most = 0
    for colour in range(i64(LOCOMOTIVE)):
        count = hand[base + colour]
        if count > 0:
            reach = min(count + wild, trains)
            tracks = WITHIN[colour * (LONGEST + 1) + reach] & coloured
            if tracks:
                moves = _pay(moves, tracks, 0, colour, count, most)
            tracks = WITHIN[GRAY * (LONGEST + 1) + reach] & gray  # TTR-51: one colour of the player's choice
            if tracks:
                moves = _pay(moves, tracks, COLOURED, colour, count, most)
    if wild > 0:
        moves = _pay_wild(moves, state, min(wild, trains), every_payment)
    return moves


def _pay_wild(moves: vec[i64], state: Tickets, reach: i64, every_payment: bool) -> vec[i64]:
    """Add the payments with locomotives only (TTR-52), for coloured and gray tracks alike; one payment, not nine."""
    seat = state.turn
    hand = state.hand
    tracks: i64 = 0
    for colour in range(i64(LOCOMOTIVE)):
        if every_payment or hand[seat * COLOURS + colour] == 0:  # else a card of the colour saves a locomotive
            tracks |= WITHIN[colour * (LONGEST + 1) + reach]
    tracks &= state.open[seat * 2]
    while tracks:
        moves = append(moves, FIRST_CLAIM[LOCOMOTIVE * TRACKS + low_bit(tracks)])
        tracks &= tracks - 1
    tracks = WITHIN[GRAY * (LONGEST + 1) + reach] & state.open[seat * 2 + 1]
    while tracks:
        moves = append(moves, FIRST_CLAIM[LOCOMOTIVE * TRACKS + COLOURED + low_bit(tracks)])
        tracks &= tracks - 1
    return moves


def _pay(moves: vec[i64], tracks: i64, first: i64, colour: i64, count: i64, wild: i64) -> vec[i64]:
    """Add the ways to pay for each of `tracks` with `count` cards of a colour and up to `wild` locomotives among them.

    With wild = 0 only the way that needs the fewest locomotives is added.
    """
    rest = tracks
    while rest:
        track = low_bit(rest) + first
        rest &= rest - 1
        length = LENGTH[track]
        few = max(0, length - count)
        claim = FIRST_CLAIM[colour * TRACKS + track] + few
        moves = append(moves, claim)
        for more in range(1, min(length - 1, wild) - few + 1):
            moves = append(moves, claim + more)
    return moves
