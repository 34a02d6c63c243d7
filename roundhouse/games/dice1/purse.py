"""The dice that a player has for a rail, and what is left of them after a rail or a fee.

The tests for a rail always take a purse, so that they also work for hypothetical dice (RD1-91). Compiled, a tuple of numbers is
unboxed: it costs no more than the numbers themselves.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from roundhouse.games.dice1.board import CURVE, FACES, STRAIGHT, WILD
from roundhouse.games.dice1.position import NONE, Position

Purse = tuple[i64, i64, i64, i64]  # straight rails, curved rails and wild dice in front; the reserve
PLENTY: Final[Purse] = (60, 60, 60, 60)  # more than any rail takes, for the question whether an end is dead, RD1-91


def purse_of(state: Position) -> Purse:
    """Return the dice of the seat whose turn it is."""
    front = state.front
    at = state.turn * FACES
    return front[at + STRAIGHT], front[at + CURVE], front[at + WILD], state.reserve[state.turn]


def after_rail(dice: Purse, straight: bool) -> Purse:
    """Return what is left after one rail: a die of its own face is used before a wild one. Overdrawn if there is neither."""
    straights, curves, wilds, reserve = dice
    if straight and straights > 0:
        return straights - 1, curves, wilds, reserve
    if not straight and curves > 0:
        return straights, curves - 1, wilds, reserve
    return straights, curves, wilds - 1, reserve


def after_fee(dice: Purse, fee: i64, wild: i64) -> Purse:
    """Return what is left after a fee with `wild` wild dice; overdrawn if it cannot be paid like that.

    With NONE the reserve pays first, because a reserve die can do nothing else here.
    """
    straights, curves, wilds, reserve = dice
    from_wild = wild
    if wild == NONE:
        from_wild = 0
        if reserve < fee:
            from_wild = fee - reserve
    return straights, curves, wilds - from_wild, reserve - fee + from_wild


def is_overdrawn(dice: Purse) -> bool:
    """Return whether more dice were used than there were."""
    return dice[2] < 0 or dice[3] < 0
