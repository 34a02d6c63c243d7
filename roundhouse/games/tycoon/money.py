"""Chapters 4 and 14 of the rules: payments, shares, income and dividends."""

from __future__ import annotations

from mypy_extensions import i64

from roundhouse.games.tycoon.board import SHARE_VALUE
from roundhouse.games.tycoon.position import Position


def pay(state: Position, seat: i64, amount: i64) -> None:
    """RRT-40, RRT-61, RRT-198: what the cash does not cover is raised by the fewest shares; the change stays as cash."""
    state.cash[seat] -= amount
    if state.cash[seat] < 0:
        issue(state, seat, (SHARE_VALUE - 1 - state.cash[seat]) // SHARE_VALUE)


def issue(state: Position, seat: i64, count: i64) -> None:
    """RRT-33: 5,000 from the bank a share; RRT-35: without limit; RRT-36: no way back."""
    state.shares[seat] += count
    state.cash[seat] += count * SHARE_VALUE


def income_and_dividends(state: Position) -> None:
    """RRT-140 and RRT-141: all get their income, then all pay 1,000 a share; RRT-142 and RRT-143: who cannot issues more
    shares, on which nothing is due this turn."""
    for seat in range(state.seats):
        state.cash[seat] += state.income(seat)
    for seat in range(state.seats):
        pay(state, seat, state.shares[seat])
