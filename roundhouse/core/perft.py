"""Perft: the number of lines of play from a position to a given depth, chance expanded. Any slip in the rules changes it."""

from __future__ import annotations

from mypy_extensions import i64

from roundhouse.core.state import OVER, State


def perft(state: State, depth: i64) -> i64:
    """Return the number of ways to make `depth` moves from a state; a game that ends earlier counts once."""
    if depth == 0 or state.actor == OVER:
        return 1
    moves = state.legal_moves()
    if depth == 1:
        return len(moves)
    total: i64 = 0
    for move in moves:
        child = state.copy()
        child.apply(move)
        total += perft(child, depth - 1)
    return total
