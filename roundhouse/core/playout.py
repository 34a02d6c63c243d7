"""Whole games at full speed, compiled: one call in, one result out."""

from __future__ import annotations

from mypy_extensions import i64

from roundhouse.core.draw import Rng
from roundhouse.core.state import CHANCE, OVER, State


def random_playout(state: State, rng: Rng) -> i64:
    """Play uniformly random legal moves to the end; return the number of players' moves made."""
    made: i64 = 0
    while state.actor != OVER:
        if state.actor == CHANCE:
            state.apply(state.draw(rng))
        else:
            moves = state.legal_moves()
            state.apply(moves[rng.below(len(moves))])
            made += 1
    return made


def random_moves(state: State, rng: Rng, count: i64) -> i64:
    """Play at most `count` random players' moves and stop at the next decision of a seat, or at the end. Return the number made."""
    made: i64 = 0
    while state.actor != OVER:
        if state.actor == CHANCE:
            state.apply(state.draw(rng))
        elif made == count:
            return made
        else:
            moves = state.legal_moves()
            state.apply(moves[rng.below(len(moves))])
            made += 1
    return made


def copies(state: State, count: i64) -> State:
    """Copy a state `count` times, each from the previous copy. For benchmarks."""
    result = state
    for _copy in range(count):
        result = result.copy()
    return result
