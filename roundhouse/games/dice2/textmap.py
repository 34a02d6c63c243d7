"""The map of Railroad Dice 2 in plain text: four columns and two lines per square, tiles framed, tracks drawn from side to side."""

from __future__ import annotations

from typing import Final

from roundhouse.core.bits import low_bit, members
from roundhouse.games.dice2.board import (
    CELLS,
    COLOURS,
    COMPLEX,
    EMPTY,
    ENDS,
    SHAPES,
    SIDE_NAMES,
    SIDES,
    SIZE,
    SQUARES,
    STATION,
    TILES,
)
from roundhouse.games.dice2.notation import station_name
from roundhouse.games.dice2.position import NONE, Position
from roundhouse.ui.textmap import TRACK_LETTERS, TextMap

TERRAIN: Final = ".^~"  # by fee
_WIDE: Final = 4
_HIGH: Final = 2
_DOUBLES: Final = {"NE": "╲", "NW": "╱"}  # the stroke between two curves, by the northern one


def draw_map(position: Position) -> list[str]:
    """Draw the map as the tiles lie."""
    rows = max(position.lie[tile * 3] for tile in range(TILES)) + SIZE
    columns = max(position.lie[tile * 3 + 1] for tile in range(TILES)) + SIZE
    canvas = TextMap(columns * _WIDE + 1, rows * _HIGH + 1)
    for square in range(SQUARES):
        _frame(canvas, position, square)
    for tile in range(TILES):
        _label(canvas, position, tile)
    for square in range(SQUARES):
        _draw_square(canvas, position, square)
    return canvas.lines()


def _corner(position: Position, square: int) -> tuple[int, int]:
    """Return line and column of the upper left corner of a square."""
    tile = square // CELLS
    row = position.lie[tile * 3] + square % CELLS // SIZE
    return row * _HIGH, (position.lie[tile * 3 + 1] + square % SIZE) * _WIDE


def _frame(canvas: TextMap, position: Position, square: int) -> None:
    """Draw the sides of a square where its tile ends."""
    line, column = _corner(position, square)
    for side in range(SIDES):
        near = position.beside[square * SIDES + side]
        if near != NONE and near // CELLS == square // CELLS:
            continue
        if SIDE_NAMES[side] in "NS":
            at = line if SIDE_NAMES[side] == "N" else line + _HIGH
            canvas.put(at, column, "┄" * (_WIDE + 1))
        else:
            at = column if SIDE_NAMES[side] == "W" else column + _WIDE
            for down in range(_HIGH + 1):
                canvas.put(line + down, at, "┆")


def _label(canvas: TextMap, position: Position, tile: int) -> None:
    """Write the number of a tile in its corner, its columns along the top and its rows down the left side."""
    line, column = _corner(position, tile * CELLS)
    canvas.put(line, column, str(tile + 1))
    for step in range(SIZE):
        canvas.put(line, column + step * _WIDE + 1, "abcd"[step])
        canvas.put(line + step * _HIGH + 1, column, str(step + 1))


def _draw_square(canvas: TextMap, position: Position, square: int) -> None:
    line, column = _corner(position, square)
    thing = position.board[square]
    middle = column + _WIDE // 2
    if thing >= STATION:
        canvas.put(line + 1, column + 1, station_letters(position, thing - STATION))
        return
    canvas.put(line + 1, middle, TERRAIN[position.fee[square]] if thing == EMPTY else _sign(thing))
    for side in members(ENDS[thing]):
        if SIDE_NAMES[side] == "N":
            canvas.put(line, middle, "│")
        elif SIDE_NAMES[side] == "S":
            canvas.put(line + _HIGH, middle, "│")
        elif SIDE_NAMES[side] == "W":
            canvas.put(line + 1, column, "──")
        else:
            canvas.put(line + 1, middle + 1, "──")


def station_letters(position: Position, number: int) -> str:
    """Return a home by its player's number, a grey station by its letter, an unused colour by a star."""
    if number < position.seats:
        return f"[{number + 1}]"
    return "(*)" if number < COLOURS else f"({station_name(number)})"


def _sign(shape: int) -> str:
    """Return a line or a bend; of a complex die the crossing, the stroke between its curves, or the root of the switch."""
    tracks = SHAPES[shape]
    names = ["".join(SIDE_NAMES[side] for side in members(track)) for track in tracks]
    if shape < COMPLEX:
        return TRACK_LETTERS[names[0]]
    root = tracks[0] & tracks[1]
    if root:
        return SIDE_NAMES[low_bit(root)]
    return next((stroke for name, stroke in _DOUBLES.items() if name in names), "┼")
