"""The ground of the map: where each square lies, its terrain, the seams of the tiles and the names of rows and columns."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from roundhouse.core.grid import Cell, Point
from roundhouse.games.dice2.board import CELLS, MOUNTAIN, SIDES, SIZE, SQUARES, TILES, WATER
from roundhouse.ui.svg import box, moved, write
from roundhouse.ui.terrain import at, hachures, peaks, relief, water_lines, waves
from roundhouse.ui.terrain import outline as terrain_outline

FRAME: Final = {
    "wide": (16.0, 16.0, 864.0, 576.0),
    "narrow": (9.0, 9.0, 372.0, 372.0),
}  # room for the map: left, top, width, height


@dataclass(frozen=True)
class Sheet:
    """The map at one size."""

    layout: str
    cell: float
    left: float
    top: float
    rows: int
    columns: int
    lie: tuple[int, ...]

    @property
    def bottom(self) -> float:
        """Where the map ends."""
        return self.top + self.rows * self.cell

    def cell_of(self, square: int) -> Cell:
        """Return the column and the row of a square on the whole map."""
        tile = square // CELLS
        return self.lie[tile * 3 + 1] + square % SIZE, self.lie[tile * 3] + square % CELLS // SIZE

    def place(self, square: int) -> Point:
        """Return the upper left corner of a square."""
        column, row = self.cell_of(square)
        return self.left + column * self.cell, self.top + row * self.cell

    def heart(self, tile: int) -> Point:
        """Return the middle of a tile, where four squares meet: no track ever runs there."""
        x, y = self.place(tile * CELLS)
        return x + SIZE / 2 * self.cell, y + SIZE / 2 * self.cell


@lru_cache(maxsize=64)
def sheet_of(layout: str, lie: tuple[int, ...]) -> Sheet:
    """Return the map as large as its frame allows, centred in it; on a phone at its top."""
    left, top, width, height = FRAME[layout]
    rows = max(lie[0::3]) + SIZE
    columns = max(lie[1::3]) + SIZE
    cell = min(float(int(width / columns)), float(int(height / rows)), 72.0)
    down = (height - rows * cell) / 2 if layout == "wide" else 0.0
    return Sheet(layout, cell, left + (width - columns * cell) / 2, top + down, rows, columns, lie)


@lru_cache(maxsize=64)
def draw_ground(layout: str, lie: tuple[int, ...], fee: tuple[int, ...], beside: tuple[int, ...]) -> str:
    """Draw what never changes during a game."""
    sheet = sheet_of(layout, lie)
    drawn = "".join(box(*sheet.place(square), sheet.cell, sheet.cell, "land", 0) for square in range(SQUARES))
    if layout == "wide":
        drawn += _shaded(sheet, fee)
    else:
        for terrain, kind in ((MOUNTAIN, "hill"), (WATER, "water shore-line")):
            drawn += f'<path d="{outline(sheet, terrain, fee)}" class="{kind}"/>'
        drawn += "".join(_texture(sheet, square, fee[square]) for square in range(SQUARES))
    drawn += _lines(sheet, beside)
    return drawn + ("".join(_names(sheet, tile) for tile in range(TILES)) if layout == "wide" else "")


def _shaded(sheet: Sheet, fee: tuple[int, ...]) -> str:
    """Draw mountains in relief and water with lines along its shore, where there is room for them."""
    high, water = ({sheet.cell_of(square) for square in range(SQUARES) if fee[square] == kind} for kind in (MOUNTAIN, WATER))
    shore = outline(sheet, WATER, fee)
    drawn = f'<path d="{outline(sheet, MOUNTAIN, fee)}" class="hill"/>'
    drawn += moved(sheet.left, sheet.top, hachures(high, sheet.cell) + relief(high, sheet.cell))
    drawn += f'<path d="{shore}" class="bank"/><path d="{shore}" class="water shore-line"/>'
    drawn += moved(sheet.left, sheet.top, water_lines(water, sheet.cell))
    return drawn + "".join(_texture(sheet, square, fee[square]) for square in range(SQUARES) if fee[square] == WATER)


def outline(sheet: Sheet, terrain: int, fee: tuple[int, ...]) -> str:
    """Return the edge of all squares of one terrain as path data."""
    cells = {sheet.cell_of(square) for square in range(SQUARES) if fee[square] == terrain}
    return terrain_outline(cells, sheet.cell, sheet.left, sheet.top)


def _texture(sheet: Sheet, square: int, terrain: int) -> str:
    x, y = sheet.place(square)
    if terrain == MOUNTAIN:
        return peaks(square, x, y, sheet.cell)
    return waves(square, x, y, sheet.cell) if terrain == WATER else ""


def _lines(sheet: Sheet, beside: tuple[int, ...]) -> str:
    """Draw hairlines between squares and seams where a tile ends, each line once."""
    grid, seams = "", ""
    for square in range(SQUARES):
        x, y = sheet.place(square)
        for side, (ax, ay, bx, by) in enumerate(((0, 0, 1, 0), (1, 0, 1, 1), (0, 1, 1, 1), (0, 0, 0, 1))):
            near = beside[square * SIDES + side]
            if 0 <= near < square:
                continue
            line = f"M{at((x + ax * sheet.cell, y + ay * sheet.cell))}L{at((x + bx * sheet.cell, y + by * sheet.cell))}"
            if near >= 0 and near // CELLS == square // CELLS:
                grid += line
            else:
                seams += line
    thin = "" if sheet.layout == "wide" else " thin"
    return f'<path d="{grid}" class="grid"/><path d="{seams}" class="seam{thin}"/>'


def _names(sheet: Sheet, tile: int) -> str:
    """Write the column letters and row numbers of a tile, small, along its top and left sides."""
    x, y = sheet.place(tile * CELLS)
    columns = "".join(write(x + (step + 0.5) * sheet.cell, y + 11, "abcd"[step], "t12 quiet middle") for step in range(SIZE))
    rows = "".join(write(x + 5, y + (step + 0.5) * sheet.cell + 3, step + 1, "t12 quiet") for step in range(SIZE))
    return columns + rows
