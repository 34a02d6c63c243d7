"""Who looks at the table, and how: the view, the moves on offer, the names, the language and the size of the paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final, cast

from roundhouse.core.sentence import Sentence, say
from roundhouse.core.state import OVER, View
from roundhouse.games.dice1.board import SIDES, STEP
from roundhouse.games.dice1.ground import pointed
from roundhouse.games.dice1.moves import END, HANDFUL, KEEP, PAY, STATION, TILE, lay_end, lay_out, station_end
from roundhouse.games.dice1.position import KEEPING, NONE, PAYING
from roundhouse.ui.text import translate

if TYPE_CHECKING:
    from roundhouse.games.dice1.state import Dice1

Panel = tuple[str, float]  # a part of the drawing, and its height
Place = tuple[int, int]  # slot of a large tile, and square on it

END_SHORT: Final = (say("W"), say("E"))


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
    def position(self) -> Dice1:
        """The position; what screens cover is in it, and the drawing covers it."""
        return cast("Dice1", self.view.position)

    @property
    def seat(self) -> int:
        """The seat that looks; negative for a spectator."""
        return self.view.seat

    @property
    def focus(self) -> int:
        """The seat whose dice are drawn large: the reader's, or for a spectator the one whose turn it is."""
        return self.seat if self.seat >= 0 else self.position.turn

    @property
    def wide(self) -> bool:
        """Whether there is room for a desk."""
        return self.layout == "wide"

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.position.actor == OVER

    def tell(self, sentence: Sentence) -> str:
        """A sentence in the reader's language."""
        return translate(sentence, self.language, self.names)

    def sees(self, seat: int) -> bool:
        """RD1-25: what stands behind a seat's screen is its own until the end of the game, unless the table is open (RD1-R4)."""
        return seat == self.seat or self.over or self.position.bare == 1

    def within(self, first: int, last: int) -> list[int]:
        """The moves on offer from one number up to another."""
        return [move for move in self.moves if first <= move < last]

    @cached_property
    def by_square(self) -> dict[Place, list[int]]:
        """The moves that are made on the large tiles, by slot and square: rails to lay and stations to build."""
        found: dict[Place, list[int]] = {}
        for move in sorted(self.moves):
            if move < TILE or STATION <= move < PAY:
                found.setdefault(place_of(self.position, move), []).append(move)
        return found

    @property
    def last_end(self) -> int:
        """The end at which the last move put a die or a station, or NONE."""
        if self.position.phase == PAYING or self.last < 0:
            return NONE
        if self.last < TILE:
            return int(lay_end(self.last))
        return int(station_end(self.last)) if STATION <= self.last < PAY else NONE

    def last_mover(self) -> int:
        """The seat that made the last move, NONE if nobody has. RD1-89: the seat before the first one of a year is two back."""
        position = self.position
        if self.last < 0:
            return NONE
        if not KEEP <= self.last <= END or position.phase == KEEPING:
            return position.turn
        back = 1 if self.over or position.turn != position.first else 2
        return (position.turn - back) % position.seats

    @property
    def rolled(self) -> bool:
        """Whether dice have just come to rest."""
        return self.last >= HANDFUL


def place_of(position: Dice1, move: int) -> Place:
    """Where a rail or a station would stand."""
    if move < TILE:
        end = lay_end(move)
        return position.slot[end], int(STEP[position.at[end] * SIDES + lay_out(move)])
    end = station_end(move)
    return position.slot[end], int(pointed(position, end))
