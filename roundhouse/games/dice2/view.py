"""What a seat may know of Railroad Dice 2: everything, since nothing is hidden and no future roll is in the state."""

from __future__ import annotations

from typing import cast

from mypy_extensions import i64

from roundhouse.core.draw import Rng
from roundhouse.core.state import View
from roundhouse.games.dice2.state import Dice2


def view(state: Dice2, seat: i64) -> View:
    """The whole state."""
    return View(seat, state.copy())


def determinize(seen: View, rng: Rng) -> Dice2:  # noqa: ARG001 - other games deal hidden things out
    """The one world that a view leaves open."""
    return cast("Dice2", seen.position).copy()
