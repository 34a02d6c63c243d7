"""The reader of a drawing of Railroad Tycoon, and the signs of its colours."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from roundhouse.games.tycoon.board import COLOURS, GRAY
from roundhouse.games.tycoon.moves import DELIVER, GROW, HOP, OWNERS, TILE_COLOURS, UPGRADE, URBANIZE
from roundhouse.games.tycoon.svg.map import SHEETS
from roundhouse.ui.reader import DrawingReader

if TYPE_CHECKING:
    from roundhouse.games.tycoon.state import Tycoon  # noqa: F401  (the type of the position, named in a string below)

# The signs of the colours of cubes and cities, in the order of board.py; gray last.
COLOUR_SIGNS: Final = ("disc", "triangle", "diamond", "star", "square", "dash")
assert len(COLOUR_SIGNS) == GRAY + 1


class Reader(DrawingReader["Tycoon"]):
    """A reader of this drawing. The position hides other players' tycoons, but not their money: panels must cover it (RRT-39)."""

    @property
    def scale(self) -> float:
        """The scale of the map."""
        return SHEETS[self.layout].scale

    @cached_property
    def last_city(self) -> int:
        """The city of the last move, or -1."""
        move = self.last
        if DELIVER <= move < HOP:
            return (move - DELIVER) // COLOURS
        if HOP <= move < URBANIZE:
            return (move - HOP) // OWNERS
        if URBANIZE <= move < GROW:
            return (move - URBANIZE) // TILE_COLOURS
        return move - GROW if GROW <= move < UPGRADE else -1

    def on_map(self, content: str) -> str:
        """Draw content given in the units of the map."""
        if not content or self.scale == 1:
            return content
        return f'<g transform="scale({self.scale:.4f})">{content}</g>'
