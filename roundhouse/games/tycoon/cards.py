"""Chapter 12 of the rules: taking operations cards, using them, and turning up new ones."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.bits import BIT
from roundhouse.games.tycoon import goals
from roundhouse.games.tycoon.board import (
    CITIES,
    CITY_GROWTH,
    ENGINEERING,
    EXECUTIVE,
    HOTEL,
    IS_GOAL,
    KINDS,
    LAND_GRANT,
    NEW_INDUSTRY,
)
from roundhouse.games.tycoon.goods import tiles_left
from roundhouse.games.tycoon.moves import TAKE
from roundhouse.games.tycoon.position import GROWING, INDUSTRY, Position
from roundhouse.games.tycoon.turns import begin_turn, end_action


def takes(state: Position, moves: vec[i64]) -> vec[i64]:
    """Add the available cards except goals (RRT-120); New Industry only if it can be used (RRT-209)."""
    for kind in range(i64(KINDS)):
        if state.display[kind] and can_take(state, kind):
            moves = append(moves, TAKE + kind)
    return moves


def can_take(state: Position, kind: i64) -> bool:
    """Return whether an available card may be taken now."""
    if IS_GOAL[kind]:
        return False
    if kind == NEW_INDUSTRY:
        return tiles_left(state) and state.coloured() != BIT[CITIES] - 1
    return True


def take(state: Position, kind: i64) -> None:
    """Take a card, which is not replaced (RRT-122).

    RRT-125: a red X is used at once and then gone; RRT-124, RRT-126, RRT-127: others are kept.
    """
    seat = state.actor
    state.display[kind] -= 1
    if kind == CITY_GROWTH:
        state.phase = GROWING
    elif kind == NEW_INDUSTRY:
        state.phase = INDUSTRY
    else:
        if kind == LAND_GRANT:
            state.grants[seat] += 1
        elif kind == ENGINEERING:
            state.engineers[seat] += 1
        elif kind == EXECUTIVE:
            state.extra += 2  # RRT-162, RRT-181
        else:
            state.hotel[kind - HOTEL] = seat
        end_action(state)


def use_grant(state: Position) -> None:
    """Use up a land grant at the start of a build (RRT-146, RRT-178)."""
    state.grants[state.actor] -= 1
    state.granted = 1


def turn_up(state: Position, kind: i64) -> None:
    """Make a new card available (RRT-121, RRT-144); then the next turn begins."""
    state.deck[kind] -= 1
    goals.appeared(state, kind)
    begin_turn(state)
