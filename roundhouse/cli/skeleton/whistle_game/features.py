"""A view as numbers, for those who learn: everything that the view holds, in one layout for all numbers of seats."""

from __future__ import annotations

from typing import Final

from roundhouse.core.features import Feature, Pen, table_features

from whistle_game.state import HIDDEN, WhistleState
from whistle_game.view import is_covered

SEATS: Final = 4  # at most

FEATURES: Final = (
    *table_features(SEATS),
    Feature("turn", (1,), 8, "the seat that rolls or decides, counted through both rounds"),
    Feature("die", (SEATS,), 6, "the last roll of each seat; 0 before it, -1 where it is covered"),
)


def encode(state: WhistleState, pen: Pen) -> None:
    """Write the features of a state, as the pen's reader may know them; its view gives the same numbers."""
    pen.table(state, SEATS)
    pen.number(state.turn)
    dice = state.die[:]
    for seat in range(state.seats):
        if is_covered(state, seat, pen.reader):
            dice[seat] = HIDDEN
    pen.by_seat(dice, 1)
