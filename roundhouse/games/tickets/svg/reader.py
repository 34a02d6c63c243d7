"""The reader of a drawing of Ticket to Ride."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from roundhouse.core.bits import members
from roundhouse.games.tickets.material import OFFER
from roundhouse.games.tickets.moves import CLAIM
from roundhouse.games.tickets.notation import notation
from roundhouse.games.tickets.scoring import longest_paths
from roundhouse.ui.reader import DrawingReader

if TYPE_CHECKING:
    from roundhouse.games.tickets.state import Tickets  # noqa: F401  (the type of the position, named in a string below)


_TICKED: Final = re.compile(r"tick_([0-7])")  # selections: tickets on offer by the mask of their places,
_TICKET: Final = re.compile(r"ticket_(\d{1,4})")  # or one of the reader's own tickets


class Reader(DrawingReader["Tickets"]):
    """A reader of this drawing; hands and tickets of others are masked in the position."""

    def text(self, move: int) -> str:
        """Return the text of a move."""
        return notation(self.position.board, move)

    def offer(self) -> list[int]:
        """Return the tickets that the reader may choose from now."""
        if self.seat < 0 or self.position.actor != self.seat:
            return []
        return [ticket for ticket in self.position.offer[self.seat * OFFER : (self.seat + 1) * OFFER] if ticket >= 0]

    def ticked(self) -> int:
        """Return the tickets on offer that are ticked, as a mask of their places: all of them until the reader unticks some."""
        every = (1 << len(self.offer())) - 1
        found = _TICKED.fullmatch(self.selection)
        return int(found[1]) & every if found else every

    def selected_ticket(self) -> int:
        """Return the ticket of the reader's own that is selected, or -1."""
        found = _TICKET.fullmatch(self.selection)
        own = [] if self.seat < 0 else list(self.position.tickets_of(self.seat))
        return int(found[1]) if found and int(found[1]) in own else -1

    def tickets_in_view(self) -> list[int]:
        """Return the tickets whose cities are marked on the map: the ticked ones on offer, or the selected one."""
        offer = self.offer()
        if offer:
            return [offer[place] for place in members(self.ticked())]
        return [self.selected_ticket()] if self.selected_ticket() >= 0 else []

    def path_holders(self) -> list[int]:
        """Return the seats with the longest path (TTR-85, TTR-90)."""
        paths = list(longest_paths(self.position))
        return [seat for seat, path in enumerate(paths) if path == max(paths) > 0]

    def last_track(self) -> int:
        """Return the track claimed by the last move, or -1."""
        moves = self.position.board.moves
        return moves.claim_track[self.last - CLAIM] if CLAIM <= self.last < moves.keep else -1

    def last_mover(self) -> int:
        """Return the seat that made the last move, or -1."""
        position = self.position
        if self.last < 0:
            return -1
        if self.last_track() >= 0:
            return position.owner_of(self.last_track())
        if position.turn < 0:  # first choices, TTR-19: seat by seat
            return position.actor - 1 if position.actor > 0 else -1
        choosing = any(ticket != -1 for ticket in position.offer)
        if position.drawn == 1 or choosing or self.over:  # in the middle of a turn, or after the last
            return position.turn
        return (position.turn - 1) % position.seats
