"""Chapter 10 of the rules: locomotives; and the first seat at level 6, for George Pullman (RRT-48)."""

from __future__ import annotations

from mypy_extensions import i64

from roundhouse.core.state import CHANCE
from roundhouse.games.tycoon import goals
from roundhouse.games.tycoon.board import LEVEL_PRICE, NONE, PULLMAN, PULLMAN_LEVEL
from roundhouse.games.tycoon.money import pay
from roundhouse.games.tycoon.moves import CONCEAL, REVEAL
from roundhouse.games.tycoon.position import BEGINNER, REVEALING, Position
from roundhouse.games.tycoon.turns import end_action


def upgrade(state: Position) -> None:
    """Buy the next level (RRT-104, RRT-105), and remember the first seat at level 6 (RRT-48)."""
    seat = state.actor
    state.level[seat] += 1
    pay(state, seat, LEVEL_PRICE[state.level[seat]])
    goals.upgraded(state, seat)
    if state.level[seat] == PULLMAN_LEVEL and state.six == NONE:
        state.six = seat  # RRT-214: no other seat can be the first any more
        if not state.variant & BEGINNER:
            state.phase = REVEALING
            state.actor = CHANCE
            return
    end_action(state)


def verdict(state: Position) -> i64:
    """Return REVEAL if the first seat at level 6 holds George Pullman, who is then shown (RRT-43), else CONCEAL."""
    if state.tycoon[state.six] == PULLMAN:
        return REVEAL
    return CONCEAL


def reveal(state: Position, move: i64) -> None:
    """Record whether the first seat at level 6 has shown its card."""
    if move == REVEAL:
        state.shown = 1
    end_action(state)
