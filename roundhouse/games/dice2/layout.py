"""The layout of the six tiles: the recommended first one, a random legal one by seed, or a custom one as text.

A layout is written `1@0,0 2@0,4/1 ...`: tile 1 with its corner on row 0 and column 0, tile 2 on row 0 and column 4 after one
quarter turn clockwise, and so on for all six.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from roundhouse.core.draw import Rng
from roundhouse.core.sentence import BadSetup, say
from roundhouse.games.dice2.board import CELLS, FIRST_LAYOUT, LEAST_TOUCHING, SIDES, SIZE, SQUARES, TILE_FEES, TILES

Place = tuple[int, int]  # row and column on the table

_STEPS: Final = ((-1, 0), (0, 1), (1, 0), (0, -1))  # by side, clockwise from the north
_WORD: Final = re.compile(r"([1-6])@(-?\d{1,3}),(-?\d{1,3})(?:/([0-3]))?")
_RANDOM: Final = re.compile(r"random (\d{1,9})")


@dataclass(frozen=True)
class Layout:
    """Corner and quarter turns of each tile, the corner of the whole map at (0, 0)."""

    corners: tuple[Place, ...]
    turns: tuple[int, ...]

    def __str__(self) -> str:
        words = (f"{tile + 1}@{self.corners[tile][0]},{self.corners[tile][1]}" for tile in range(TILES))
        return " ".join(word + (f"/{turn}" if turn else "") for word, turn in zip(words, self.turns, strict=True))

    def lie(self) -> list[int]:
        """Return row, column and turns of every tile, one after another."""
        return [number for (row, column), turn in zip(self.corners, self.turns, strict=True) for number in (row, column, turn)]

    def places(self) -> list[Place]:
        """Return the row and column of each square."""
        return [place for corner in self.corners for place in _cells(corner)]

    def fees(self) -> list[int]:
        """Return the fee of each square, with the tiles turned as they lie."""
        result: list[int] = []
        for tile in range(TILES):
            rows = TILE_FEES[tile]
            for _ in range(self.turns[tile]):
                rows = tuple(zip(*rows[::-1], strict=True))
            result += [fee for row in rows for fee in row]
        return result

    def beside(self) -> list[int]:
        """Return the square on each side of each square, or -1 off the map."""
        at = {place: square for square, place in enumerate(self.places())}
        return [at.get((row + down, column + right), -1) for row, column in self.places() for down, right in _STEPS]


def layout_of(text: str) -> Layout:
    """Return the layout that an option names: `first`, `random 7`, or a text as above. Raise BadSetup if it breaks RD2-9."""
    if text == "first":
        return read_layout(FIRST_LAYOUT)
    chosen = _RANDOM.fullmatch(text)
    return random_layout(int(chosen[1])) if chosen else read_layout(text)


@lru_cache(maxsize=256)  # a record from elsewhere may name any layout
def random_layout(seed: int) -> Layout:
    """Return a legal random layout: each tile is put where at least four of its squares touch tiles already laid."""
    rng = Rng(seed)
    order = list(range(TILES))
    for at in range(TILES - 1, 0, -1):
        other = rng.below(at + 1)
        order[at], order[other] = order[other], order[at]
    corners: dict[int, Place] = {order[0]: (0, 0)}
    for tile in order[1:]:
        free = _openings(list(corners.values()))
        corners[tile] = free[rng.below(len(free))]
    return _moved_to_origin([corners[tile] for tile in range(TILES)], [rng.below(SIDES) for _ in range(TILES)])


def read_layout(text: str) -> Layout:
    """Parse a layout. Raise BadSetup if it is malformed, if tiles overlap or are not connected, or if RD2-9 is broken."""
    found = [_WORD.fullmatch(word) for word in text.split()]
    words = {int(word[1]): word for word in found if word}
    if len(found) != TILES or len(words) != TILES:
        raise BadSetup(
            say(
                "a layout is 'first', 'random' and a number, or six tiles written like {example}; not '{text}'",
                example=FIRST_LAYOUT,
                text=text,
            )
        )
    corners = [(int(words[tile][2]), int(words[tile][3])) for tile in range(1, TILES + 1)]
    layout = _moved_to_origin(corners, [int(words[tile][4] or 0) for tile in range(1, TILES + 1)])
    _check(layout)
    return layout


def _check(layout: Layout) -> None:
    """Raise BadSetup if the layout breaks RD2-8 or RD2-9 as interpreted by RD2-R1."""
    if len(set(layout.places())) < SQUARES:
        raise BadSetup(say("two tiles of the layout overlap"))
    joined = _joined(layout)
    if len(joined) < TILES:
        raise BadSetup(say("the tiles of the layout do not form one map"))
    for tile, count in enumerate(touching(layout)):
        if count < LEAST_TOUCHING:
            raise BadSetup(
                say(
                    "tile {tile} touches others with {count} of its squares; it needs {least} (RD2-9)",
                    tile=tile + 1,
                    count=count,
                    least=LEAST_TOUCHING,
                )
            )


def touching(layout: Layout) -> list[int]:
    """Return the number of squares of each tile that have a neighbour on another tile."""
    counts = [0] * TILES
    beside = layout.beside()
    for square in range(SQUARES):
        near = beside[square * SIDES : (square + 1) * SIDES]
        counts[square // CELLS] += any(other >= 0 and other // CELLS != square // CELLS for other in near)
    return counts


def _joined(layout: Layout) -> set[int]:
    """Return the tiles that are connected with the first."""
    beside = layout.beside()
    found = {0}
    while True:
        near = {
            beside[square * SIDES + side] // CELLS for square in range(SQUARES) if square // CELLS in found for side in range(SIDES)
        }
        more = near - found - {-1}
        if not more:
            return found
        found |= more


def _cells(corner: Place) -> list[Place]:
    return [(corner[0] + row, corner[1] + column) for row in range(SIZE) for column in range(SIZE)]


def _openings(corners: list[Place]) -> list[Place]:
    """Return the places where another tile may be put, row by row."""
    taken = {place for corner in corners for place in _cells(corner)}
    rows, columns = [row for row, _ in corners], [column for _, column in corners]
    return [
        (row, column)
        for row in range(min(rows) - SIZE, max(rows) + SIZE + 1)
        for column in range(min(columns) - SIZE, max(columns) + SIZE + 1)
        if taken.isdisjoint(_cells((row, column))) and _contacts((row, column), taken) >= LEAST_TOUCHING
    ]


def _contacts(corner: Place, taken: set[Place]) -> int:
    return sum(any((row + down, column + right) in taken for down, right in _STEPS) for row, column in _cells(corner))


def _moved_to_origin(corners: list[Place], turns: list[int]) -> Layout:
    top, left = min(row for row, _ in corners), min(column for _, column in corners)
    return Layout(tuple((row - top, column - left) for row, column in corners), tuple(turns))
