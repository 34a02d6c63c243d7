"""Who looks at the table, and how: the view, the moves on offer, the names, the language and the size of the paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, cast

from roundhouse.core.sentence import Sentence
from roundhouse.core.state import OVER, View
from roundhouse.games.dice2.board import COMPLEX_SHAPES, SIMPLE_SHAPES, STATION, STATIONS
from roundhouse.games.dice2.moves import BRING, BUY, CARRY, END, EXCHANGE, FEED, LAY, OFFER, PLACE
from roundhouse.games.dice2.svg.ground import Sheet, sheet_of
from roundhouse.ui.text import translate

if TYPE_CHECKING:
    from roundhouse.games.dice2.state import Dice2

Panel = tuple[str, float]  # a part of the drawing, and its height


@dataclass(frozen=True)
class Reader:
    """Everything a panel needs to know; a drawing is made for one reader."""

    view: View
    moves: Sequence[int]
    names: Sequence[str]
    language: str
    layout: str
    last: int  # the last move, or -1

    @property
    def position(self) -> Dice2:
        """The position, of which nothing is hidden."""
        return cast("Dice2", self.view.position)

    @property
    def seat(self) -> int:
        """The seat that looks; negative for a spectator."""
        return self.view.seat

    @property
    def focus(self) -> int:
        """The seat whose lines and distances are drawn: the reader's, or for a spectator the one whose turn it is."""
        return self.seat if self.seat >= 0 else self.position.turn

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.view.position.actor == OVER

    @cached_property
    def sheet(self) -> Sheet:
        """The map as large as this layout draws it."""
        return sheet_of(self.layout, tuple(self.position.lie))

    def tell(self, sentence: Sentence) -> str:
        """A sentence in the reader's language."""
        return translate(sentence, self.language, self.names)

    @cached_property
    def by_square(self) -> dict[int, list[int]]:
        """The moves that are made on the map, by square: stations to place, dice to lay or exchange, stations to serve."""
        found: dict[int, list[int]] = {}
        for move in sorted(self.moves):
            square = square_of(self.position, move)
            if square >= 0:
                found.setdefault(square, []).append(move)
        return found

    @property
    def last_square(self) -> int:
        """Where the last move was made, or -1."""
        return square_of(self.position, self.last)

    def last_mover(self) -> int:
        """The seat that made the last move; -1 if nobody has."""
        position = self.position
        if self.last < 0:
            return -1
        if PLACE <= self.last < OFFER:
            station = position.board[self.last - PLACE] - STATION
            return station if station < position.seats else (position.first + position.placed - 1) % position.seats
        if self.last == END and not self.over:
            return (position.turn - 1) % position.seats
        return position.turn


def square_of(position: Dice2, move: int) -> int:
    """The square on which a move is made, or -1."""
    if PLACE <= move < OFFER:
        return move - PLACE
    if FEED < move < EXCHANGE:
        return (move - LAY) // SIMPLE_SHAPES
    if EXCHANGE <= move < BUY:
        return (move - EXCHANGE) // COMPLEX_SHAPES
    if CARRY <= move < BRING:
        return position.site[(move - CARRY) % STATIONS]
    return -1
