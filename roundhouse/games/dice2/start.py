"""The options of Railroad Dice 2, and its first state."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from roundhouse.core.game import check_seat
from roundhouse.games.dice2.layout import layout_of
from roundhouse.games.dice2.state import Dice2
from roundhouse.games.dice2.state import start as first_state


@dataclass(frozen=True)
class Options:
    """RD2-10, RD2-R1: `layout` is `first`, `random` and a number, or a custom layout (see layout.py).

    RD2-15, RD2-R7: `first_seat` begins. RD2-R20: with `own_connections_only` a new connection pays only if the home of the
    player who laid the die is one of its two ends.
    """

    layout: str = "first"
    first_seat: int = 0
    own_connections_only: bool = False


def start(seats: int, options: Options) -> Dice2:
    """Return the first state: the tiles are laid and nothing has been placed (RD2-8)."""
    check_seat("first_seat", options.first_seat, seats)
    lie, fee, beside = _tables(options.layout)
    return first_state(seats, options.first_seat, int(options.own_connections_only), lie, fee, beside)


@lru_cache(maxsize=256)  # a record from elsewhere may name any layout
def _tables(text: str) -> tuple[list[int], list[int], list[int]]:
    layout = layout_of(text)
    return layout.lie(), layout.fees(), layout.beside()
