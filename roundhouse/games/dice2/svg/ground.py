"""The ground of the map: where each square lies, its terrain, the seams of the tiles and the names of rows and columns."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from roundhouse.games.dice2.board import CELLS, MOUNTAIN, SIDES, SIZE, SQUARES, TILES, WATER
from roundhouse.ui.svg import box, number, write

Point = tuple[float, float]
FRAME: Final = {
    "wide": (16.0, 16.0, 864.0, 576.0),
    "narrow": (9.0, 9.0, 372.0, 372.0),
}  # room for the map: left, top, width, height
_INSET: Final = 0.05  # of a square, where its terrain ends
_ROUND: Final = 0.3


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

    def place(self, square: int) -> Point:
        """The upper left corner of a square."""
        tile = square // CELLS
        row, column = self.lie[tile * 3] + square % CELLS // SIZE, self.lie[tile * 3 + 1] + square % SIZE
        return self.left + column * self.cell, self.top + row * self.cell

    def heart(self, tile: int) -> Point:
        """The middle of a tile, where four squares meet: no track ever runs there."""
        x, y = self.place(tile * CELLS)
        return x + SIZE / 2 * self.cell, y + SIZE / 2 * self.cell


@lru_cache(maxsize=64)
def sheet_of(layout: str, lie: tuple[int, ...]) -> Sheet:
    """The map as large as its frame allows, in the middle of it; on a phone at its top."""
    left, top, width, height = FRAME[layout]
    rows = max(lie[0::3]) + SIZE
    columns = max(lie[1::3]) + SIZE
    cell = min(float(int(width / columns)), float(int(height / rows)), 72.0)
    down = (height - rows * cell) / 2 if layout == "wide" else 0.0
    return Sheet(layout, cell, left + (width - columns * cell) / 2, top + down, rows, columns, lie)


@lru_cache(maxsize=64)
def draw_ground(layout: str, lie: tuple[int, ...], fee: tuple[int, ...], beside: tuple[int, ...]) -> str:
    """What never changes during a game."""
    sheet = sheet_of(layout, lie)
    drawn = "".join(box(*sheet.place(square), sheet.cell, sheet.cell, "land", 0) for square in range(SQUARES))
    for terrain, kind in ((MOUNTAIN, "hill"), (WATER, "water shore-line")):
        drawn += f'<path d="{outline(sheet, terrain, fee, beside)}" class="{kind}"/>'
    drawn += "".join(_texture(sheet, square, fee[square]) for square in range(SQUARES))
    drawn += _lines(sheet, beside)
    return drawn + ("".join(_names(sheet, tile) for tile in range(TILES)) if layout == "wide" else "")


def outline(sheet: Sheet, terrain: int, fee: tuple[int, ...], beside: tuple[int, ...]) -> str:
    """The edge of all squares of one terrain, a little within them and rounded at every corner."""
    edges: dict[Point, list[Point]] = {}  # from corner to corner, the terrain on the right
    for square in range(SQUARES):
        if fee[square] != terrain:
            continue
        x, y = sheet.place(square)
        size = sheet.cell
        corners = ((x, y), (x + size, y), (x + size, y + size), (x, y + size))
        for side in range(SIDES):
            near = beside[square * SIDES + side]
            if near < 0 or fee[near] != terrain:
                edges.setdefault(corners[side], []).append(corners[(side + 1) % SIDES])
    path = ""
    while edges:
        path += _rounded(_loop(edges), sheet.cell)
    return path


def _loop(edges: dict[Point, list[Point]]) -> list[Point]:
    """Takes one closed run of edges out; where two meet at a corner it keeps to the right, and so to the same squares."""
    start = at = next(iter(edges))
    way, loop = (0.0, 0.0), []
    while True:
        ahead = max(edges[at], key=lambda to: way[0] * (to[1] - at[1]) - way[1] * (to[0] - at[0]))
        edges[at].remove(ahead)
        if not edges[at]:
            del edges[at]
        loop.append(at)
        way, at = (ahead[0] - at[0], ahead[1] - at[1]), ahead
        if at == start:
            return loop


def _rounded(loop: list[Point], size: float) -> str:
    """A loop of corners as a soft closed line, drawn in a little; straight runs stay straight."""
    inset, radius, path = _INSET * size, _ROUND * size, ""
    for i, (x, y) in enumerate(loop):
        (px, py), (nx, ny) = loop[i - 1], loop[(i + 1) % len(loop)]
        before, after = ((x - px) / size, (y - py) / size), ((nx - x) / size, (ny - y) / size)
        if before == after:
            continue
        corner = (x - (before[1] + after[1]) * inset, y + (before[0] + after[0]) * inset)  # the right is inside
        start = (corner[0] - before[0] * radius, corner[1] - before[1] * radius)
        end = (corner[0] + after[0] * radius, corner[1] + after[1] * radius)
        path += f"{'L' if path else 'M'}{_at(start)}Q{_at(corner)} {_at(end)}"
    return path + "Z"


def _at(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


# Peaks and waves, in a square of size one, by kind of terrain; they change from square to square, as on a drawn map.
_PEAKS: Final = (
    ((0.18, 0.64, 0.16), (0.43, 0.79, 0.195)),
    ((0.18, 0.77, 0.20), (0.54, 0.62, 0.14)),
    ((0.33, 0.55, 0.16), (0.18, 0.79, 0.14), (0.52, 0.78, 0.15)),
)
_WAVES: Final = (
    ((0.18, 0.36), (0.50, 0.56), (0.24, 0.78)),
    ((0.46, 0.30), (0.20, 0.54), (0.52, 0.74)),
)


def _texture(sheet: Sheet, square: int, terrain: int) -> str:
    x, y = sheet.place(square)
    size = sheet.cell
    if terrain == MOUNTAIN:
        return "".join(_peak(x + px * size, y + py * size, half * size) for px, py, half in _PEAKS[square % len(_PEAKS)])
    if terrain == WATER:
        return "".join(_wave(x + px * size, y + py * size, size) for px, py in _WAVES[square % len(_WAVES)])
    return ""


def _peak(x: float, y: float, half: float) -> str:
    """A mountain from its left foot, lit from the left."""
    top = y - 1.5 * half
    shade = f"M{_at((x + half, top))}L{_at((x + 2 * half, y))}H{number(x + 1.15 * half)}L{_at((x + 0.85 * half, y - 0.7 * half))}Z"
    return (
        f'<path d="{shade}" class="scree"/><path d="M{_at((x, y))}L{_at((x + half, top))}L{_at((x + 2 * half, y))}" class="ridge"/>'
    )


def _wave(x: float, y: float, size: float) -> str:
    step, rise = 0.075 * size, 0.05 * size
    return f'<path d="M{_at((x, y))}{f"q{number(step)} {number(-rise)} {number(2 * step)} 0t{number(2 * step)} 0"}" class="wave"/>'


def _lines(sheet: Sheet, beside: tuple[int, ...]) -> str:
    """Hairlines between squares, seams where a tile ends; each line once."""
    grid, seams = "", ""
    for square in range(SQUARES):
        x, y = sheet.place(square)
        for side, (ax, ay, bx, by) in enumerate(((0, 0, 1, 0), (1, 0, 1, 1), (0, 1, 1, 1), (0, 0, 0, 1))):
            near = beside[square * SIDES + side]
            if 0 <= near < square:
                continue
            line = f"M{_at((x + ax * sheet.cell, y + ay * sheet.cell))}L{_at((x + bx * sheet.cell, y + by * sheet.cell))}"
            if near >= 0 and near // CELLS == square // CELLS:
                grid += line
            else:
                seams += line
    thin = "" if sheet.layout == "wide" else " thin"
    return f'<path d="{grid}" class="grid"/><path d="{seams}" class="seam{thin}"/>'


def _names(sheet: Sheet, tile: int) -> str:
    """The letters of the columns and the numbers of the rows of a tile, small, along its upper and its left side."""
    x, y = sheet.place(tile * CELLS)
    columns = "".join(write(x + (step + 0.5) * sheet.cell, y + 11, "abcd"[step], "t9 quiet middle") for step in range(SIZE))
    rows = "".join(write(x + 5, y + (step + 0.5) * sheet.cell + 3, step + 1, "t9 quiet") for step in range(SIZE))
    return columns + rows
