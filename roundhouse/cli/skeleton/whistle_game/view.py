"""What a seat may know, and worlds that it cannot tell from the truth."""

from __future__ import annotations

from roundhouse.core.draw import Rng
from roundhouse.core.state import OVER, View

from whistle_game.moves import FACES
from whistle_game.state import HIDDEN, NONE, WhistleState


def view(state: WhistleState, seat: int) -> View[WhistleState]:
    """Return the state with the dice of the others covered, until the end."""
    masked = state.copy()
    for other in range(state.seats):
        if is_covered(state, other, seat):
            masked.die[other] = HIDDEN
    return View(seat, masked)


def is_covered(state: WhistleState, holder: int, reader: int) -> bool:
    """Return whether a seat has a die that `reader` may not see."""
    return holder != reader and state.actor != OVER and state.die[holder] != NONE


def determinize(view: View[WhistleState], rng: Rng) -> WhistleState:
    """Return a world that fits the view; the truth is one of them, and is never looked at."""
    world = view.position.copy()
    for seat in range(world.seats):
        if world.die[seat] == HIDDEN:
            world.die[seat] = rng.below(FACES) + 1
    return world
