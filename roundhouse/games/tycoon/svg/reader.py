"""Who looks at the table, and how: the view, the moves on offer, the names, the language and the size of the paper."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final, cast

from roundhouse.core.sentence import Sentence
from roundhouse.core.state import OVER, View
from roundhouse.games.tycoon.board import COLOUR_NAMES, COLOURS, GRAY
from roundhouse.games.tycoon.moves import DELIVER, GROW, HOP, OWNERS, TILE_COLOURS, UPGRADE, URBANIZE
from roundhouse.games.tycoon.svg.map import SHEETS
from roundhouse.ui.text import translate

if TYPE_CHECKING:
    from roundhouse.games.tycoon.state import Tycoon

Panel = tuple[str, float]  # a part of the drawing, and its height

# The signs of the colours of cubes and cities, in the order of board.py; gray last.
COLOUR_SIGNS: Final = ("disc", "triangle", "diamond", "star", "square", "dash")
CLASSES: Final = COLOUR_NAMES
assert len(COLOUR_SIGNS) == GRAY + 1


@dataclass(frozen=True)
class Reader:
    """Everything a panel needs to know; a drawing is made for one reader."""

    view: View
    moves: frozenset[int]
    names: Sequence[str]
    language: str
    layout: str
    last: int  # the last move as this seat saw it, or -1

    @property
    def position(self) -> Tycoon:
        """The masked position."""
        return cast("Tycoon", self.view.position)

    @property
    def seat(self) -> int:
        """The seat that looks; negative for a spectator."""
        return self.view.seat

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.view.position.actor == OVER

    @property
    def scale(self) -> float:
        """Of the map."""
        return SHEETS[self.layout].scale

    def tell(self, sentence: Sentence) -> str:
        """A sentence in the reader's language."""
        return translate(sentence, self.language, self.names)

    def moves_from(self, first: int, after: int) -> list[int]:
        """The moves on offer of one range, ascending."""
        return self._ascending[bisect_left(self._ascending, first) : bisect_left(self._ascending, after)]

    @cached_property
    def _ascending(self) -> list[int]:
        return sorted(self.moves)

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
        """A group in the units of the map."""
        if not content or self.scale == 1:
            return content
        return f'<g transform="scale({self.scale:.4f})">{content}</g>'
