"""Who looks at the table, and how: the view, the moves on offer, the names, the language and the size of the paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from roundhouse.core.sentence import Sentence
from roundhouse.core.state import OVER, View
from roundhouse.games.tickets.board import OFFER
from roundhouse.games.tickets.moves import CLAIM, CLAIM_TRACK, KEEP
from roundhouse.games.tickets.svg.missing import owner_of
from roundhouse.ui.text import translate

if TYPE_CHECKING:
    from roundhouse.games.tickets.state import Tickets

Panel = tuple[str, float]  # a part of the drawing, and its height


@dataclass(frozen=True)
class Reader:
    """Everything a panel needs to know; a drawing is made for one reader."""

    view: View
    moves: Sequence[int]
    names: Sequence[str]
    language: str
    layout: str
    last: int  # the last move as this seat saw it, or -1

    @property
    def position(self) -> Tickets:
        """The masked position."""
        return cast("Tickets", self.view.position)

    @property
    def seat(self) -> int:
        """The seat that looks; negative for a spectator."""
        return self.view.seat

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.view.position.actor == OVER

    def tell(self, sentence: Sentence) -> str:
        """A sentence in the reader's language."""
        return translate(sentence, self.language, self.names)

    def offer(self) -> list[int]:
        """The tickets that the reader may choose from now."""
        if self.seat < 0 or self.position.actor != self.seat:
            return []
        return [ticket for ticket in self.position.offer[self.seat * OFFER : (self.seat + 1) * OFFER] if ticket >= 0]

    def last_track(self) -> int:
        """The track claimed by the last move, or -1."""
        return CLAIM_TRACK[self.last - CLAIM] if CLAIM <= self.last < KEEP else -1

    def last_mover(self) -> int:
        """The seat that made the last move; -1 if nobody has."""
        position = self.position
        if self.last < 0:
            return -1
        if self.last_track() >= 0:
            return owner_of(position, self.last_track())
        if position.turn < 0:  # first choices, TTR-19: seat by seat
            return position.actor - 1 if position.actor > 0 else -1
        choosing = any(ticket != -1 for ticket in position.offer)
        if position.drawn == 1 or choosing or self.over:  # in the middle of a turn, or after the last
            return position.turn
        return (position.turn - 1) % position.seats
