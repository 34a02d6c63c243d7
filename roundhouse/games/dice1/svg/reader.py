"""The reader of a drawing of Railroad Dice, and where their moves are made."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from roundhouse.core.sentence import say
from roundhouse.games.dice1.board import SIDES, STEP
from roundhouse.games.dice1.ground import pointed
from roundhouse.games.dice1.moves import END, HANDFUL, KEEP, PAY, STATION, TILE, lay_end, lay_out, station_end
from roundhouse.games.dice1.position import KEEPING, NONE, PAYING
from roundhouse.ui.reader import DrawingReader

if TYPE_CHECKING:
    from roundhouse.games.dice1.state import Dice1

Place = tuple[int, int]  # slot of a large tile, and square on it

END_SHORT: Final = (say("W"), say("E"))


class Reader(DrawingReader["Dice1"]):
    """A reader of this drawing. The position holds what the screens cover; panels must ask `sees` before they show it."""

    @property
    def focus(self) -> int:
        """The seat whose dice are drawn large: the reader's, or for a spectator the one whose turn it is."""
        return self.seat if self.seat >= 0 else self.position.turn

    def sees(self, seat: int) -> bool:
        """Return whether the reader sees behind a screen: their own, every one at the end (RD1-25) or at an open table (RD1-R4)."""
        return seat == self.seat or self.over or self.position.bare == 1

    @cached_property
    def by_square(self) -> dict[Place, list[int]]:
        """The moves that are made on the large tiles, by slot and square: rails to lay and stations to build."""
        return self.moves_by(lambda move: place_of(self.position, move) if move < TILE or STATION <= move < PAY else None)

    @property
    def last_end(self) -> int:
        """The end at which the last move put a die or a station, or NONE."""
        if self.position.phase == PAYING or self.last < 0:
            return NONE
        if self.last < TILE:
            return int(lay_end(self.last))
        return int(station_end(self.last)) if STATION <= self.last < PAY else NONE

    def last_mover(self) -> int:
        """Return the seat that made the last move, or NONE. RD1-89: the seat before the first one of a year is two back."""
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
    """Return where a rail or a station would stand."""
    if move < TILE:
        end = lay_end(move)
        return position.slot[end], int(STEP[position.at[end] * SIDES + lay_out(move)])
    end = station_end(move)
    return position.slot[end], int(pointed(position, end))
