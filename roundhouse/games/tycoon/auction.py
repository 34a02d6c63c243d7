"""Chapter 6 of the rules: the auction for the place of first player."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.bits import BIT, count_bits
from roundhouse.games.tycoon.board import MOST_BID, NONE
from roundhouse.games.tycoon.money import pay
from roundhouse.games.tycoon.moves import BID, PASS
from roundhouse.games.tycoon.position import Position
from roundhouse.games.tycoon.turns import begin_rounds

_RUNGS: Final = vec[i64]([1, 2, 3, 5, 8])  # raises considered by `choices`


def bids(state: Position) -> vec[i64]:
    """Return a pass and every higher bid (RRT-56, RRT-57); the first bid is at least 1,000 (RRT-200)."""
    moves = append(vec[i64](), PASS)
    for bid in range(state.high + 1, MOST_BID + 1):
        moves = append(moves, BID + bid - 1)
    return moves


def some_bids(state: Position) -> vec[i64]:
    """Return a pass and a few raises."""
    moves = append(vec[i64](), PASS)
    for rung in _RUNGS:
        if state.high + rung <= MOST_BID:
            moves = append(moves, BID + state.high + rung - 1)
    return moves


def bid(state: Position, amount: i64) -> None:
    """Make a bid the highest (RRT-56)."""
    state.high = amount
    state.leader = state.actor
    _go_on(state)


def pass_bid(state: Position) -> None:
    """Pass; the seat is out of this auction (RRT-58)."""
    state.out |= BIT[state.actor]
    _go_on(state)


def _go_on(state: Position) -> None:
    """Ask the next seat clockwise until all but the highest bidder, or all, have passed (RRT-59, RRT-200)."""
    left = state.seats - count_bits(state.out)
    if left == 0:  # RRT-62: nobody pays
        begin_rounds(state, (state.first + 1) % state.seats)
        return
    if left == 1 and state.leader != NONE:
        pay(state, state.leader, state.high)  # RRT-60, RRT-61
        begin_rounds(state, state.leader)
        return
    seat = (state.actor + 1) % state.seats
    while state.out >> seat & 1:
        seat = (seat + 1) % state.seats
    state.actor = seat
