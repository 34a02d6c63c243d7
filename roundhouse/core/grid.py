"""Grids of cells in columns and rows: the neighbours, centres and corners of flat hexes, pointed hexes and squares."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, hypot, radians, sin
from typing import Final

Cell = tuple[int, int]  # column, row; columns run to the east and rows to the south
Point = tuple[float, float]  # x to the east, y to the south


@dataclass(frozen=True)
class Grid:
    """A kind of grid. The corners of a cell lie on a circle of radius 1."""

    sides: tuple[str, ...]  # names of the sides, clockwise from the north
    steps: tuple[tuple[Cell, ...], tuple[Cell, ...]]  # from an even and from an odd line to the neighbour at each side
    by_column: bool  # whether columns (or else rows) are the lines of which every odd one is shifted
    pitch: Point  # distance from a cell to the next one of its row, and of its column
    shift: float  # of the odd lines, to the south or to the east
    turn: int  # degrees from the east to the first corner, which begins the first side

    def neighbour(self, cell: Cell, side: int) -> Cell:
        """Return the cell across a side.

        >>> FLAT.neighbour((2, 3), FLAT.sides.index("SE")), FLAT.neighbour((3, 3), FLAT.sides.index("SE"))
        ((3, 3), (4, 4))
        """
        column, row = cell
        across, down = self.steps[(column if self.by_column else row) % 2][side]
        return column + across, row + down

    def opposite(self, side: int) -> int:
        """Return the index that the neighbour across `side` gives to their common side."""
        half = len(self.sides) // 2
        return (side + half) % len(self.sides)

    def centre(self, cell: Cell) -> Point:
        """Return the centre of a cell; that of cell (0, 0) is the origin.

        >>> SQUARE.centre((2, 0)) == (2 * 2**0.5, 0)
        True
        """
        column, row = cell
        x, y = column * self.pitch[0], row * self.pitch[1]
        return (x, y + self.shift * (column % 2)) if self.by_column else (x + self.shift * (row % 2), y)

    def corners(self, cell: Cell) -> tuple[Point, ...]:
        """Return the corners of a cell, clockwise; side i runs from corner i to the next."""
        x, y = self.centre(cell)
        count = len(self.sides)
        angles = [radians(self.turn + 360 * i / count) for i in range(count)]
        return tuple((x + cos(angle), y + sin(angle)) for angle in angles)


_HIGH: Final = hypot(1.5, 3**0.5 / 2)  # distance between the centres of two hexes that share a side: the square root of 3

# Odd columns are shifted to the south.
FLAT: Final = Grid(
    sides=("N", "NE", "SE", "S", "SW", "NW"),
    steps=(
        ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)),
        ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)),
    ),
    by_column=True,
    pitch=(1.5, _HIGH),
    shift=_HIGH / 2,
    turn=-120,
)

# Odd rows are shifted to the east.
POINTED: Final = Grid(
    sides=("NE", "E", "SE", "SW", "W", "NW"),
    steps=(
        ((0, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (-1, -1)),
        ((1, -1), (1, 0), (1, 1), (0, 1), (-1, 0), (0, -1)),
    ),
    by_column=False,
    pitch=(_HIGH, 1.5),
    shift=_HIGH / 2,
    turn=-90,
)

SQUARE: Final = Grid(
    sides=("N", "E", "S", "W"),
    steps=(((0, -1), (1, 0), (0, 1), (-1, 0)),) * 2,
    by_column=True,
    pitch=(2**0.5, 2**0.5),
    shift=0.0,
    turn=-135,
)
