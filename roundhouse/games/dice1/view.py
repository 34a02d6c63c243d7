"""What a seat may know of Railroad Dice, and a world consistent with it.

RD1-25, RD1-R4: reserve and tokens stand behind a screen, but both follow from open play: every income, payment and passenger is
seen by all. So nothing is secret, and a view is a copy; a drawing may cover what the screens cover.
"""

from __future__ import annotations

from typing import cast

from mypy_extensions import i64

from roundhouse.core.draw import Rng
from roundhouse.core.state import View
from roundhouse.games.dice1.state import Dice1


def view(state: Dice1, seat: i64) -> View:
    """The whole position."""
    return View(seat, state.copy())


def determinize(seen: View, rng: Rng) -> Dice1:  # noqa: ARG001  (nothing is left to chance)
    """The only world there is."""
    return cast("Dice1", seen.position).copy()
