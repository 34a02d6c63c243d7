"""What a seat may know of the tickets of another (TTR-19, TTR-25, TTR-83), read off a state or off a view of it alike."""

from __future__ import annotations

from mypy_extensions import i64

from roundhouse.core.bits import low_bit
from roundhouse.core.features import Pen
from roundhouse.core.state import OVER
from roundhouse.games.tickets.material import OFFER, WORD
from roundhouse.games.tickets.phases import FIRST, NONE, REVEALING
from roundhouse.games.tickets.state import Tickets


def may_see_tickets(state: Tickets, holder: i64, reader: i64) -> bool:
    """Return whether `reader` may see the tickets of `holder`: its own, and all when the game is over (TTR-83)."""
    return holder == reader or state.actor == OVER


def mark_tickets(state: Tickets, holder: i64, pen: Pen, at: i64) -> None:
    """Mark the tickets that a seat keeps, in a block that begins at `at`: straight from their masks, without a vec of them."""
    words = state.board.ticket_words
    out = pen.out
    for word in range(words):
        first = at + word * WORD
        rest = state.mine[holder * words + word]
        while rest:
            out[first + low_bit(rest)] = 1
            rest &= rest - 1


def mark_hidden_tickets(state: Tickets, holder: i64, pen: Pen, at: i64) -> None:
    """Mark the tickets of a seat that the others cannot tell from those of the deck, in a block that begins at `at`."""
    mark_tickets(state, holder, pen, at)
    for place in range(holder * OFFER, (holder + 1) * OFFER):
        if state.offer[place] >= 0:
            pen.out[at + state.offer[place]] = 1


def offered_to(state: Tickets, holder: i64, reader: i64) -> i64:
    """Return how many tickets a seat chooses from, as `reader` sees it: a first choice already made still looks open (TTR-19)."""
    if not may_see_tickets(state, holder, reader) and (state.phase == FIRST or state.phase == REVEALING):
        return OFFER
    count: i64 = 0
    for at in range(holder * OFFER, (holder + 1) * OFFER):
        if state.offer[at] != NONE:
            count += 1
    return count
