"""The reader of a drawing of Railroad Tycoon, what they have selected on it, and the signs of its colours."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from roundhouse.games.tycoon.board import CITY_NAMES, COLOUR_NAMES, COLOURS, GRAY
from roundhouse.games.tycoon.moves import DELIVER, GROW, HOP, OWNERS, TILE_COLOURS, UPGRADE, URBANIZE
from roundhouse.games.tycoon.position import ACTION, INDUSTRY
from roundhouse.games.tycoon.svg.map import SHEETS, Sheet
from roundhouse.ui.reader import DrawingReader

if TYPE_CHECKING:
    from roundhouse.games.tycoon.state import Tycoon  # noqa: F401  (the type of the position, named in a string below)

# The signs of the colours of cubes and cities, in the order of board.py; gray last.
COLOUR_SIGNS: Final = ("disc", "triangle", "diamond", "star", "square", "dash")
assert len(COLOUR_SIGNS) == GRAY + 1


def city_selection(city: int) -> str:
    """Return the text of the selection of a city."""
    return f"city {CITY_NAMES[city]}"


def cube_selection(city: int, colour: int) -> str:
    """Return the text of the selection of a cube in a city."""
    return f"cube {COLOUR_NAMES[colour]} {CITY_NAMES[city]}"


_CITIES: Final = {city_selection(city): city for city in range(len(CITY_NAMES))}
_CUBES: Final = {cube_selection(city, colour): (city, colour) for city in range(len(CITY_NAMES)) for colour in range(COLOURS)}


class Reader(DrawingReader["Tycoon"]):
    """A reader of this drawing. The position hides other players' tycoons, but not their money: panels must cover it (RRT-39)."""

    @property
    def sheet(self) -> Sheet:
        """The size at which the map is drawn."""
        return SHEETS[self.layout]

    @property
    def scale(self) -> float:
        """The scale of the map."""
        return self.sheet.scale

    @property
    def selects(self) -> bool:
        """Whether cities can be selected: in an action, and for New Industry."""
        return bool(self.moves) and self.position.phase in (ACTION, INDUSTRY)

    @property
    def composes(self) -> bool:
        """Whether the reader composes a turn: panels keep their places until it is sent."""
        return bool(self.moves) or bool(self.draft)

    @cached_property
    def chosen_cube(self) -> tuple[int, int] | None:
        """The cube that is selected, as its city and colour, if it can be delivered."""
        found = _CUBES.get(self.selection) if self.selects else None
        return found if found and DELIVER + found[0] * COLOURS + found[1] in self.moves else None

    @cached_property
    def chosen_city(self) -> int:
        """The city that is selected, or whose cube is; or -1."""
        if self.chosen_cube:
            return self.chosen_cube[0]
        return _CITIES.get(self.selection, -1) if self.selects else -1

    @cached_property
    def last_city(self) -> int:
        """The city of the last move, or -1."""
        return city_of(self.last)

    def on_map(self, content: str) -> str:
        """Draw content given in the units of the map."""
        if not content or self.scale == 1:
            return content
        return f'<g transform="scale({self.scale:.4f})">{content}</g>'


def city_of(move: int) -> int:
    """Return the city in which a move does something, or -1."""
    if DELIVER <= move < HOP:
        return (move - DELIVER) // COLOURS
    if HOP <= move < URBANIZE:
        return (move - HOP) // OWNERS
    if URBANIZE <= move < GROW:
        return (move - URBANIZE) // TILE_COLOURS
    return move - GROW if GROW <= move < UPGRADE else -1
