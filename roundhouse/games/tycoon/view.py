"""What a seat may know of Railroad Tycoon, and states consistent with it.

Only the tycoons are secret (RRT-43). Money is covered at the table (RRT-39) but follows from open play, so a view holds it
and the drawing covers it. The deck is what has not been seen yet, so its composition is known to all.
"""

from __future__ import annotations

from mypy_extensions import i64

from roundhouse.core.bits import BIT, count_bits, nth_bit
from roundhouse.core.draw import Rng
from roundhouse.core.state import OVER, View
from roundhouse.games.tycoon.board import NONE, PULLMAN, TYCOONS
from roundhouse.games.tycoon.position import HIDDEN, REVEALING
from roundhouse.games.tycoon.state import Tycoon


def view(state: Tycoon, seat: i64) -> View[Tycoon]:
    """Return the state with the tycoons of the others hidden (RRT-43); all are open at the end, George Pullman when shown."""
    seen = state.copy()
    for other in range(state.seats):
        if is_hidden(state, other, seat):
            seen.tycoon[other] = HIDDEN
    return View(seat, seen)


def is_hidden(state: Tycoon, holder: i64, reader: i64) -> bool:
    """Return whether a seat holds a tycoon that `reader` may not see."""
    shown = state.shown != 0 and holder == state.six
    return holder != reader and state.actor != OVER and not shown and state.tycoon[holder] != NONE


def determinize(seen: View[Tycoon], rng: Rng) -> Tycoon:
    """Return a state that `seen.seat` cannot tell from the true one, each equally likely.

    A seat that reached level 6 first and showed nothing does not hold Pullman: it is dealt first, from the others.
    """
    world = seen.position.copy()
    unseen = BIT[TYCOONS] - 1
    for tycoon in world.tycoon:
        if tycoon >= 0:
            unseen &= ~BIT[tycoon]
    six = world.six
    if six != NONE and world.tycoon[six] == HIDDEN and world.phase != REVEALING:
        world.tycoon[six] = _any(unseen & ~BIT[PULLMAN], rng)
        unseen &= ~BIT[world.tycoon[six]]
    for seat in range(world.seats):
        if world.tycoon[seat] == HIDDEN:
            world.tycoon[seat] = _any(unseen, rng)
            unseen &= ~BIT[world.tycoon[seat]]
    return world


def _any(cards: i64, rng: Rng) -> i64:
    return nth_bit(cards, rng.below(count_bits(cards)))
