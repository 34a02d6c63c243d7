"""A view as numbers, for those who learn: everything that the view holds, in one layout for all numbers of seats."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16
from roundhouse.core.features import Feature, Pen, table_features
from roundhouse.core.state import View

from whistle_game.state import WhistleState

SEATS: Final = 4  # at most

FEATURES: Final = (
    *table_features(SEATS),
    Feature("turn", (1,), 8, "the seat that rolls or decides, counted through both rounds"),
    Feature("die", (SEATS,), 6, "the last roll of each seat; 0 before it, -1 where it is covered"),
)


def encode(view: View[WhistleState], out: vec[i16], at: int) -> int:
    """Write the features of a view from `at` on, as whole numbers; return where they end."""
    position = view.position
    pen = Pen(view, SEATS, out, at)
    pen.table()
    pen.number(position.turn)
    pen.by_seat(position.die, 1)
    return pen.at
