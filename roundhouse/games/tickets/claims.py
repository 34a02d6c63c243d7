"""Which tracks a seat may claim, and in which ways it may pay for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.bits import low_bit
from roundhouse.games.tickets.board import Board
from roundhouse.games.tickets.material import COLOURS, LOCOMOTIVE, LONGEST

if TYPE_CHECKING:
    from roundhouse.games.tickets.state import Tickets


def with_claims(moves: vec[i64], state: Tickets, every_payment: bool) -> vec[i64]:
    """Add every open track that hand and trains can pay for, colour by colour (TTR-49, TTR-53, TTR-57).

    TTR-50: a coloured track takes its colour and locomotives, in any mix, TTR-52. TTR-51: a gray one takes any one colour.
    """
    board = state.board
    planes = board.planes
    within = board.within
    open = state.open
    seat = state.turn
    base = seat * COLOURS
    hand = state.hand
    wild = hand[base + LOCOMOTIVE]
    trains = min(state.trains[seat], LONGEST)
    for colour in range(i64(LOCOMOTIVE)):
        count = hand[base + colour]
        if count > 0:
            reach = (colour * (LONGEST + 1) + min(count + wild, trains)) * planes
            for plane in range(planes):
                tracks = within[reach + plane] & open[seat * planes + plane]
                if tracks:
                    way = colour * board.tracks
                    if every_payment:
                        moves = _pay(moves, board, tracks, board.plane_first[plane], way, count, wild)
                    else:
                        moves = _pay_cheaply(moves, board, tracks, board.plane_first[plane], way, count, wild)
    if wild > 0:
        moves = _pay_wild(moves, state, min(wild, trains), every_payment)
    return moves


def _pay_wild(moves: vec[i64], state: Tickets, reach: i64, every_payment: bool) -> vec[i64]:
    """Add the payments with locomotives only (TTR-52), for coloured and gray tracks alike; one payment, not nine."""
    board = state.board
    planes = board.planes
    seat = state.turn
    hand = state.hand
    without_wild = board.moves.without_wild
    for plane in range(planes):
        tracks = board.within[(LOCOMOTIVE * (LONGEST + 1) + reach) * planes + plane] & state.open[seat * planes + plane]
        if tracks and not every_payment:  # a card of the colour saves a locomotive
            for colour in range(i64(LOCOMOTIVE)):
                if hand[seat * COLOURS + colour] > 0:
                    tracks &= ~board.of_colour[colour * planes + plane]
        while tracks:
            track = low_bit(tracks) + board.plane_first[plane]
            moves = append(moves, without_wild[LOCOMOTIVE * board.tracks + track] + board.length[track])
            tracks &= tracks - 1
    return moves


def _pay(moves: vec[i64], board: Board, tracks: i64, first: i64, way: i64, count: i64, wild: i64) -> vec[i64]:
    """Add the ways to pay for each of `tracks` with `count` cards of a colour and up to `wild` locomotives among them.

    `way` is where the colour begins in the table of claims. TTR-98: a ferry takes its number of locomotives at least.
    """
    lengths = board.length
    ferry = board.ferry
    without_wild = board.moves.without_wild
    rest = tracks
    while rest:
        track = low_bit(rest) + first
        rest &= rest - 1
        length = lengths[track]
        claim = without_wild[way + track]
        for used in range(max(ferry[track], length - count), min(length - 1, wild) + 1):
            moves = append(moves, claim + used)
    return moves


def _pay_cheaply(moves: vec[i64], board: Board, tracks: i64, first: i64, way: i64, count: i64, wild: i64) -> vec[i64]:
    """Add for each of `tracks` the way that needs the fewest locomotives."""
    rest = tracks
    while rest:
        track = low_bit(rest) + first
        rest &= rest - 1
        few = max(board.ferry[track], board.length[track] - count)
        if few <= wild:
            moves = append(moves, board.moves.without_wild[way + track] + few)
    return moves
