"""Who looks at the table, and how: the view, the moves on offer, the names, the language and the size of the paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from roundhouse.core.sentence import Sentence, say
from roundhouse.core.state import OVER, View
from roundhouse.games.express.moves import BID, BUILD, DEVELOP, OFFER, PASS, STOP
from roundhouse.games.express.phases import BIDDING, BUILDING, NONE
from roundhouse.ui.text import translate

if TYPE_CHECKING:
    from roundhouse.games.express.state import Express

Panel = tuple[str, float]  # a part of the drawing, and its height


@dataclass(frozen=True)
class Reader:
    """Everything a panel needs to know; a drawing is made for one reader."""

    view: View
    moves: frozenset[int]
    names: Sequence[str]
    language: str
    layout: str
    last: int  # the last move, or -1

    @property
    def position(self) -> Express:
        """The position, all of it open."""
        return cast("Express", self.view.position)

    @property
    def seat(self) -> int:
        """The seat that looks; negative for a spectator."""
        return self.view.seat

    @property
    def wide(self) -> bool:
        """Whether the paper is that of a desk and not that of a phone."""
        return self.layout == "wide"

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.view.position.actor == OVER

    @property
    def bidding(self) -> bool:
        """Whether an auction is under way."""
        return not self.over and self.position.phase == BIDDING

    @property
    def building(self) -> bool:
        """Whether an expansion is under way."""
        return not self.over and self.position.phase == BUILDING

    def tell(self, sentence: Sentence | str) -> str:
        """A sentence in the reader's language; a name as it is."""
        return sentence if isinstance(sentence, str) else translate(sentence, self.language, self.names)

    def money(self, dollars: int) -> str:
        """An amount with its sign."""
        return money(dollars, self.language)

    def last_hex(self) -> int:
        """The hex built or developed by the last move, or -1."""
        if BUILD <= self.last < STOP:
            return self.last - BUILD
        return self.last - DEVELOP if DEVELOP <= self.last < BUILD else -1

    def last_mover(self) -> int:
        """The seat that made the last move; -1 where the position does not tell."""
        position = self.position
        if self.last > BID:
            return position.leader if self.bidding and position.high == self.last - BID else -1
        if self.last < 0 or self.last == PASS or position.turn == NONE:
            return -1
        within = self.building or (self.bidding and (OFFER <= self.last < DEVELOP or self.last >= BUILD))
        return position.turn if within else (position.turn - 1) % position.seats


def money(dollars: int, language: str) -> str:
    """An amount with its sign, as it is written in a language."""
    return translate(say("${dollars}", dollars=dollars), language)
