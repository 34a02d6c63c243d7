"""Chapter 10 of the rules: locomotives; and who is the first at level 6, which George Pullman asks (RRT-48)."""

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
    """RRT-104, RRT-105: the next level at its price. RRT-48: the first seat at level 6 is remembered."""
    seat = state.actor
    state.level[seat] += 1
    pay(state, seat, LEVEL_PRICE[state.level[seat]])
    goals.upgraded(state, seat)
    if state.level[seat] == PULLMAN_LEVEL and state.six == NONE:
        state.six = seat  # RRT-214: nobody else can be the first any more
        if not state.variant & BEGINNER:
            state.phase = REVEALING
            state.actor = CHANCE
            return
    end_action(state)


def verdict(state: Position) -> i64:
    """RRT-43: George Pullman is shown when his goal is met."""
    if state.tycoon[state.six] == PULLMAN:
        return REVEAL
    return CONCEAL


def reveal(state: Position, move: i64) -> None:
    """The first seat at level 6 has shown its card, or has not."""
    if move == REVEAL:
        state.shown = 1
    end_action(state)
