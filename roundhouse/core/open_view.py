"""Views and worlds of a game without secrets: copies of the whole state."""

from __future__ import annotations

from mypy_extensions import i64

from roundhouse.core.draw import Rng
from roundhouse.core.state import S, View


def open_view(state: S, seat: i64) -> View[S]:
    """Return a view of the whole state."""
    return View(seat, state.copy())


def open_world(seen: View[S], rng: Rng) -> S:  # noqa: ARG001  (other games deal hidden things out)
    """Return the only state that an open view allows."""
    return seen.position.copy()
