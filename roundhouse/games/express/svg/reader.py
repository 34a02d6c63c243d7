"""The reader of a drawing of Chicago Express, and amounts in their language."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from roundhouse.games.express.moves import BID, BUILD, DEVELOP, OFFER, PASS, STOP
from roundhouse.games.express.phases import BIDDING, BUILDING, NONE
from roundhouse.games.express.phrases import money
from roundhouse.games.express.svg.reach import Way, ways
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

    @property
    def can_develop(self) -> bool:
        """Whether a hex can be developed now."""
        return any(DEVELOP <= move < BUILD for move in self.moves)

    @cached_property
    def ways(self) -> dict[int, Way]:
        """Return the ways to hexes further away that can be built at once in the expansion under way."""
        first = [move - BUILD for move in self.moves_from(BUILD, STOP)]
        return ways(self.position, first) if self.building and first else {}

    @cached_property
    def pending(self) -> frozenset[int]:
        """Return the hexes that the draft builds or develops."""
        return frozenset(hex_of(move) for move in self.draft) - {-1}

    @cached_property
    def news(self) -> frozenset[int]:
        """Return the hexes that others have built or developed since the reader's last turn."""
        return frozenset(hex_of(move) for _, move in self.recent) - {-1}

    def money(self, dollars: int) -> str:
        """Return an amount with its sign, in the reader's language."""
        return translate(money(dollars), self.language)

    def last_hex(self) -> int:
        """Return the hex built or developed by the last move, or -1."""
        return hex_of(self.last)

    def last_mover(self) -> int:
        """Return the seat that made the last move, or -1 where the position does not tell."""
        position = self.position
        if self.last > BID:
            return position.leader if self.bidding and position.high == self.last - BID else -1
        if self.last < 0 or self.last == PASS or position.turn == NONE:
            return -1
        within = self.building or (self.bidding and (OFFER <= self.last < DEVELOP or self.last >= BUILD))
        return position.turn if within else (position.turn - 1) % position.seats


def hex_of(move: int) -> int:
    """Return the hex that a move builds or develops, or -1."""
    if BUILD <= move < STOP:
        return move - BUILD
    return move - DEVELOP if DEVELOP <= move < BUILD else -1
