"""What can be decided in advance in Ticket to Ride: the first tickets, by all players at once, and the next turn."""

from __future__ import annotations

from typing import Final

from roundhouse.core.plan import Plans
from roundhouse.core.state import View
from roundhouse.games.tickets.phases import FIRST, KEEPING, NONE, SECOND, TURN
from roundhouse.games.tickets.state import Tickets

_FIRST_TICKETS: Final = "first tickets"


def ahead(view: View[Tickets]) -> View[Tickets] | None:
    """Return the view as if the seat were to choose its first tickets (TTR-17), or an action (TTR-22)."""
    position, seat = view.position, view.seat
    if seat < 0 or not (position.phase in (TURN, SECOND, KEEPING) or (position.phase == FIRST and seat > position.actor)):
        return None
    mine = position.copy()
    mine.actor = seat
    if position.phase != FIRST:
        mine.phase = TURN
        mine.turn = seat
        mine.drawn = 0
    return View(seat, mine)


def first_tickets(view: View[Tickets]) -> bool:
    """Return whether the seat has its first tickets to choose: pages offer that at once, so that nobody waits in a row (TTR-19)."""
    return view.position.phase == FIRST and view.position.actor != NONE and view.seat > view.position.actor


def occasion(view: View[Tickets]) -> str:
    """Return what plans are made for: the first tickets, or any turn."""
    return _FIRST_TICKETS if view.position.phase == FIRST else ""


PLANS: Final = Plans(ahead=ahead, prompted=first_tickets, occasion=occasion)
