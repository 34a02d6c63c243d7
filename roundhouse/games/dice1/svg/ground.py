"""The ground: where the large tiles lie, and tiles of any size with their terrain."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from roundhouse.core.bits import members
from roundhouse.core.grid import Cell, Point
from roundhouse.games.dice1.board import LAKE, MOUNTAIN, SIZE, SQUARES, WAY_KIND, WAY_TURN
from roundhouse.ui.svg import box, number, sign, smooth, write
from roundhouse.ui.terrain import fields, grass, hachures, outline, relief, trees, water_lines, waves

if TYPE_CHECKING:
    from roundhouse.games.dice1.state import Dice1

CELL: Final = {"wide": 56.0, "narrow": 46.0}
_LEFTS: Final = (28.0, 460.0)  # of the tiles of the west and the east end, on a desktop
_PHONE_LEFT: Final = 34.0
TOPS: Final = {"wide": 46.0, "narrow": 88.0}
_FOOT: Final = {"wide": 22.0, "narrow": 26.0}  # room below a tile for its letters and the signs of its open sides
_FINE: Final = 90.0  # tiles at least so large have a grid

# Signs on small tiles, in a tile of size one, by kind: name, middle, size.
_MINI_SIGNS: Final = ((), (), (("peak", 0.3, 0.72, 0.3),), (("peak", 0.22, 0.26, 0.28), ("peak", 0.78, 0.76, 0.28)))


def tile_corner(position: Dice1, slot: int, layout: str) -> Point:
    """Return the corner of a tile (RD1-5): the west end's on the left, the east end's on the right, a shared one in the middle.

    A phone shows one tile at a time.
    """
    if layout == "narrow":
        return _PHONE_LEFT, TOPS[layout]
    left, right = _LEFTS
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
    high, water = _cells(MOUNTAIN[way]), _cells(LAKE[way])
    if size < _FINE:
        for cells, kind in ((high, "hill"), (water, "water shore-line")):
            drawn += f'<path d="{outline(cells, cell)}" class="{kind}"/>' if cells else ""
        return drawn + _small(way, size) + box(0, 0, size, size, "edging", 0)
    meadow = {(square % SIZE, square // SIZE) for square in range(SQUARES)} - high - water
    drawn = box(5, 6, size, size, "die-cast", 4) + drawn + _tones(way, size)
    drawn += fields(meadow, cell) + grass(meadow, cell) + trees(meadow, cell)
    if high:
        drawn += f'<path d="{outline(high, cell)}" class="hill"/>{hachures(high, cell)}{relief(high, cell)}'
    if water:
        shore = outline(water, cell)
        drawn += f'<path d="{shore}" class="bank"/><path d="{shore}" class="water shore-line"/>{water_lines(water, cell)}'
        drawn += "".join(waves(square, square % SIZE * cell, square // SIZE * cell, cell) for square in members(LAKE[way]))
    return drawn + _grid(size) + _names(cell)


def _cells(mask: int) -> set[Cell]:
    return {(square % SIZE, square // SIZE) for square in members(mask)}


def _tones(way: int, size: float) -> str:
    """Draw a few darker stretches of the meadow, so that it does not lie flat."""
    blots = ""
    for x, y, wide in ((0.22, 0.2, 0.2), (0.7, 0.32, 0.24), (0.36, 0.74, 0.22), (0.84, 0.84, 0.14)):
        for _ in range(WAY_TURN[way]):
            x, y = 1 - y, x
        points = [
            (x - wide, y),
            (x - 0.3 * wide, y - 0.4 * wide),
            (x + 0.8 * wide, y - 0.2 * wide),
            (x + 0.5 * wide, y + 0.45 * wide),
        ]
        kept = [(min(max(px, 0.02), 0.98) * size, min(max(py, 0.02), 0.98) * size) for px, py in points]
        blots += smooth(kept, closed=True)
    return f'<path d="{blots}" class="meadow-tone"/>'


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
    return f'<path d="{lines}" class="grid"/>{box(0, 0, size, size, "tile-edge", 3)}{box(2, 2, size - 4, size - 4, "tile-rim", 2)}'


def _names(cell: float) -> str:
    """Write the column letters below a tile and the row numbers beside it, as on a chessboard."""
    low = SIZE * cell + 13
    columns = "".join(write((step + 0.5) * cell, low, "abcdefg"[step], "t11 quiet middle") for step in range(SIZE))
    return columns + "".join(write(-7, (step + 0.5) * cell + 4, step + 1, "t11 quiet end") for step in range(SIZE))
