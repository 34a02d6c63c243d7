"""The reader of a drawing of Ticket to Ride."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundhouse.games.tickets.board import OFFER
from roundhouse.games.tickets.moves import CLAIM, CLAIM_TRACK, KEEP
from roundhouse.ui.reader import DrawingReader

if TYPE_CHECKING:
    from roundhouse.games.tickets.state import Tickets  # noqa: F401  (the type of the position, named in a string below)


class Reader(DrawingReader["Tickets"]):
    """A reader of this drawing; hands and tickets of others are masked in the position."""

    def offer(self) -> list[int]:
        """Return the tickets that the reader may choose from now."""
        if self.seat < 0 or self.position.actor != self.seat:
            return []
        return [ticket for ticket in self.position.offer[self.seat * OFFER : (self.seat + 1) * OFFER] if ticket >= 0]

    def last_track(self) -> int:
        """Return the track claimed by the last move, or -1."""
        return CLAIM_TRACK[self.last - CLAIM] if CLAIM <= self.last < KEEP else -1

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
