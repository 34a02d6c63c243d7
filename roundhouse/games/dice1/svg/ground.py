"""The ground: where the large tiles lie, and tiles of any size with their terrain."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from roundhouse.core.bits import members
from roundhouse.core.grid import Point
from roundhouse.games.dice1.board import LAKE, MOUNTAIN, SIZE, WAY_KIND, WAY_TURN
from roundhouse.ui.svg import box, number, sign, write
from roundhouse.ui.terrain import outline, peaks, waves

if TYPE_CHECKING:
    from roundhouse.games.dice1.state import Dice1

CELL: Final = {"wide": 54.0, "narrow": 24.0}
_LEFTS: Final = {"wide": (30.0, 446.0), "narrow": (13.0, 209.0)}  # of the tiles of the west and the east end
TOPS: Final = {"wide": 52.0, "narrow": 44.0}
_FOOT: Final = {"wide": 16.0, "narrow": 11.0}  # room below a tile for the signs of its open sides
_FINE: Final = 90.0  # tiles at least so large have a grid

# Signs on small tiles, in a tile of size one, by kind: name, middle, size.
_MINI_SIGNS: Final = ((), (), (("peak", 0.3, 0.72, 0.3),), (("peak", 0.22, 0.26, 0.28), ("peak", 0.78, 0.76, 0.28)))


def tile_corner(position: Dice1, slot: int, layout: str) -> Point:
    """Return the corner of a tile (RD1-5): the west end's on the left, the east end's on the right, a shared one in the middle."""
    left, right = _LEFTS[layout]
    if position.slot[0] == position.slot[1]:
        return (left + right) / 2, TOPS[layout]
    return (left if position.slot[0] == slot else right), TOPS[layout]


def square_corner(position: Dice1, slot: int, square: int, layout: str) -> Point:
    """Return the upper left corner of a square."""
    x, y = tile_corner(position, slot, layout)
    return x + square % SIZE * CELL[layout], y + square // SIZE * CELL[layout]


def below_tiles(layout: str) -> float:
    """Return where the large tiles end."""
    return TOPS[layout] + SIZE * CELL[layout] + _FOOT[layout]


@lru_cache(maxsize=128)
def draw_way(way: int, size: float) -> str:
    """Draw a tile as it lies, at that size; small ones have no grid and no names."""
    cell = size / SIZE
    drawn = box(0, 0, size, size, "meadow", 0)
    for mask, kind in ((MOUNTAIN[way], "hill"), (LAKE[way], "water shore-line")):
        cells = {(square % SIZE, square // SIZE) for square in members(mask)}
        if cells:
            drawn += f'<path d="{outline(cells, cell)}" class="{kind}"/>'
    if size < _FINE:
        return drawn + _small(way, size) + box(0, 0, size, size, "edging", 0)
    drawn += "".join(peaks(square, square % SIZE * cell, square // SIZE * cell, cell) for square in members(MOUNTAIN[way]))
    drawn += "".join(waves(square, square % SIZE * cell, square // SIZE * cell, cell) for square in members(LAKE[way]))
    return drawn + _grid(size) + (_names(cell) if cell >= CELL["wide"] else "")


def _small(way: int, size: float) -> str:
    """Draw the signs of mountains, turned with the tile."""
    drawn = ""
    for name, x, y, part in _MINI_SIGNS[WAY_KIND[way]]:
        right, down = x, y
        for _ in range(WAY_TURN[way]):
            right, down = 1 - down, right
        drawn += sign(name, right * size, down * size, part * size, "scree")
    return drawn


def _grid(size: float) -> str:
    cell = size / SIZE
    lines = "".join(f"M{number(step * cell)} 0V{number(size)}M0 {number(step * cell)}H{number(size)}" for step in range(1, SIZE))
    return f'<path d="{lines}" class="grid"/>{box(0, 0, size, size, "seam", 0)}'


def _names(cell: float) -> str:
    """Write the column letters and row numbers, small, along the top and left sides."""
    columns = "".join(write((step + 0.5) * cell, 10, "abcdefg"[step], "t9 quiet middle") for step in range(SIZE))
    return columns + "".join(write(4, (step + 0.5) * cell + 3, step + 1, "t9 quiet") for step in range(SIZE))
