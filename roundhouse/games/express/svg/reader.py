"""The reader of a drawing of Chicago Express, and amounts in their language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundhouse.core.sentence import say
from roundhouse.games.express.moves import BID, BUILD, DEVELOP, OFFER, PASS, STOP
from roundhouse.games.express.phases import BIDDING, BUILDING, NONE
from roundhouse.ui.reader import DrawingReader
from roundhouse.ui.text import translate

if TYPE_CHECKING:
    from roundhouse.games.express.state import Express  # noqa: F401  (the type of the position, named in a string below)


class Reader(DrawingReader["Express"]):
    """A reader of this drawing; nothing of the position is hidden from anyone."""

    @property
    def bidding(self) -> bool:
        """Whether an auction is under way."""
        return not self.over and self.position.phase == BIDDING

    @property
    def building(self) -> bool:
        """Whether an expansion is under way."""
        return not self.over and self.position.phase == BUILDING

    def money(self, dollars: int) -> str:
        """Return an amount with its sign, in the reader's language."""
        return money(dollars, self.language)

    def last_hex(self) -> int:
        """Return the hex built or developed by the last move, or -1."""
        if BUILD <= self.last < STOP:
            return self.last - BUILD
        return self.last - DEVELOP if DEVELOP <= self.last < BUILD else -1

    def last_mover(self) -> int:
        """Return the seat that made the last move, or -1 where the position does not tell."""
        position = self.position
        if self.last > BID:
            return position.leader if self.bidding and position.high == self.last - BID else -1
        if self.last < 0 or self.last == PASS or position.turn == NONE:
            return -1
        within = self.building or (self.bidding and (OFFER <= self.last < DEVELOP or self.last >= BUILD))
        return position.turn if within else (position.turn - 1) % position.seats


def money(dollars: int, language: str) -> str:
    """Return an amount with its sign, as it is written in a language."""
    return translate(say("${dollars}", dollars=dollars), language)
