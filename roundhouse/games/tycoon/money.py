"""Chapters 4 and 14 of the rules: payments, shares, income and dividends."""

from __future__ import annotations

from mypy_extensions import i64

from roundhouse.games.tycoon.board import SHARE_VALUE
from roundhouse.games.tycoon.position import Position


def pay(state: Position, seat: i64, amount: i64) -> None:
    """Pay an amount, issuing the fewest shares for what cash does not cover; the change stays (RRT-40, RRT-61, RRT-198)."""
    state.cash[seat] -= amount
    if state.cash[seat] < 0:
        issue(state, seat, (SHARE_VALUE - 1 - state.cash[seat]) // SHARE_VALUE)


def issue(state: Position, seat: i64, count: i64) -> None:
    """Issue shares for 5,000 each from the bank (RRT-33), without limit (RRT-35) and for good (RRT-36)."""
    state.shares[seat] += count
    state.cash[seat] += count * SHARE_VALUE


def income_and_dividends(state: Position) -> None:
    """Pay all incomes, then collect 1,000 per share from all (RRT-140 and RRT-141).

    RRT-142 and RRT-143: a seat that cannot pay issues more shares, on which nothing is due this turn.
    """
    for seat in range(state.seats):
        state.cash[seat] += state.income(seat)
    for seat in range(state.seats):
        pay(state, seat, state.shares[seat])
