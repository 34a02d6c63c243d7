"""What a seat may know of Chicago Express: everything (CEX-63), so views and worlds are copies."""

from __future__ import annotations

from typing import cast

from mypy_extensions import i64

from roundhouse.core.draw import Rng
from roundhouse.core.state import View
from roundhouse.games.express.state import Express


def view(state: Express, seat: i64) -> View:
    """The state as it is: nothing is hidden from anybody."""
    return View(seat, state.copy())


def determinize(seen: View, rng: Rng) -> Express:  # noqa: ARG001 - nothing is left to chance
    """The only world that the seat cannot tell from the truth: the truth."""
    return cast("Express", seen.position).copy()
