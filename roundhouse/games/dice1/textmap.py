"""The large tiles and the general map of Railroad Dice in plain text."""

from __future__ import annotations

from typing import Final

from roundhouse.core.bits import count_bits, members
from roundhouse.games.dice1.board import (
    COMPANY_NAMES,
    EMPTY,
    SIDE_NAMES,
    SIDES,
    SIZE,
    SPOT_WIDTH,
    SQUARES,
    STATION_PIECE,
    STEP,
    WAY_KIND,
    WAY_ROWS,
)
from roundhouse.games.dice1.ground import pointed
from roundhouse.games.dice1.moves import END_NAMES, ENDS
from roundhouse.games.dice1.position import ENTERING, NONE, TILING, Position
from roundhouse.ui.columns import WIDTH
from roundhouse.ui.textmap import TRACK_LETTERS, TextMap

COMPANY_LETTERS: Final = "".join(name[0].upper() for name in COMPANY_NAMES)
END_LETTERS: Final = "".join(name[0] for name in END_NAMES)
KIND_SIGNS: Final = ".~/^"  # by kind of tile
_WIDE: Final = 4
_HIGH: Final = 2
_MARGIN: Final = 3


def draw_tile(position: Position, slot: int) -> list[str]:
    """Draw a large tile: two lines and four columns per square, track from side to side, each end at the square it points at."""
    canvas = TextMap(SIZE * _WIDE + _MARGIN, SIZE * _HIGH + 1)
    for step in range(SIZE):
        canvas.put(0, _MARGIN + step * _WIDE + 1, "abcdefg"[step])
        canvas.put(step * _HIGH + 1, 0, str(step + 1))
    for square in range(SQUARES):
        _draw_square(canvas, position, slot, square)
    for end in range(ENDS):
        square = goal(position, end)
        if position.slot[end] == slot and square != NONE:
            canvas.put(*_corner(square), END_LETTERS[end])
    return canvas.lines()


def goal(position: Position, end: int) -> int:
    """Return the square of its tile that an end points at; NONE at a station, or where the line has just left the tile."""
    if position.phase == TILING and end == position.moving:
        return NONE
    if position.phase == ENTERING and end == position.moving:
        return int(STEP[position.at[end] * SIDES + position.out[end]])
    return int(pointed(position, end))


def _corner(square: int) -> tuple[int, int]:
    """Return the line of a square, and the column before its middle."""
    return square // SIZE * _HIGH + 1, _MARGIN + square % SIZE * _WIDE


def _draw_square(canvas: TextMap, position: Position, slot: int, square: int) -> None:
    line, column = _corner(square)
    thing = position.board[slot * SQUARES + square]
    if thing == EMPTY:
        canvas.put(line, column + 1, WAY_ROWS[position.tile[slot]][square // SIZE][square % SIZE])
        return
    if thing >= STATION_PIECE:
        canvas.put(line, column, f"[{COMPANY_LETTERS[thing - STATION_PIECE]}]")
        return
    sides = "".join(SIDE_NAMES[side] for side in members(thing))
    canvas.put(line, column + 1, TRACK_LETTERS[sides])
    for side in sides:
        if side in "NS":
            canvas.put(line + (1 if side == "S" else -1), column + 1, "│")
        elif side == "W":
            canvas.put(line, column - 1, "──")
        else:
            canvas.put(line, column + 2, "─")


def draw_general_map(position: Position) -> list[str]:
    """Draw the mini-tiles as they lie: kind, ends, and the companies with a station, or only their number on a very wide map."""
    places = [divmod(spot, SPOT_WIDTH) for spot in position.spot]
    left, top = min(column for column, _ in places), min(row for _, row in places)
    columns, rows = max(column for column, _ in places) - left + 1, max(row for _, row in places) - top + 1
    cells = [[""] * columns for _ in range(rows)]
    for entry, (column, row) in enumerate(places):
        cells[row - top][column - left] = _cell(position, entry)
    wide = max(len(cell) for line in cells for cell in line) + 2
    if columns * wide > WIDTH:
        wide = 2
        for entry, (column, row) in enumerate(places):
            cells[row - top][column - left] = _short_cell(position, entry)
    return ["".join(cell.ljust(wide) for cell in line).rstrip() for line in cells]


def _cell(position: Position, entry: int) -> str:
    ends = "".join(END_LETTERS[end] for end in range(ENDS) if position.place[end] == entry)
    return KIND_SIGNS[WAY_KIND[position.land[entry]]] + ends + "".join(COMPANY_LETTERS[c] for c in members(position.stops[entry]))


def _short_cell(position: Position, entry: int) -> str:
    count = count_bits(position.stops[entry])
    return KIND_SIGNS[WAY_KIND[position.land[entry]]] + (str(count) if count else "")
