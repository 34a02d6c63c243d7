"""The map of Ticket to Ride as text: a letter for every space of a track, as on the board."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property, lru_cache
from typing import Final

from roundhouse.games.tickets.board import Board
from roundhouse.games.tickets.map_data import Place
from roundhouse.games.tickets.material import SHARED_FROM
from roundhouse.games.tickets.phases import NONE
from roundhouse.games.tickets.state import Tickets
from roundhouse.ui.columns import WIDTH
from roundhouse.ui.textmap import TextMap

HEIGHT: Final = 38
LETTERS: Final = "WBYGRPKO░"  # by colour of the track, gray last; the letters belong to the notation and are not translated
CITY: Final = "●"
WANTED: Final = "◆"  # a city that an unfinished ticket of the reader asks for

_SIDES: Final = ((2, 0), (0, -1), (0, 1), (-1, 0), (1, -1), (1, 1), (2, -1), (2, 1), (-3, -1), (-3, 1))  # where a name may begin

Cell = tuple[int, int]  # column, row


def draw_map(position: Tickets, wanted: Collection[int]) -> list[str]:
    """Draw the map: owned tracks show the player's number, open ones their letter, `wanted` cities a mark."""
    board, plan = position.board, text_plan(position.board)
    grid = TextMap(WIDTH, HEIGHT)
    for track in range(board.tracks):
        if not 0 <= board.twin[track] < track:
            mark = _mark(position, track)
            for column, row in plan.spaces[track]:
                grid.put(row, column, mark)
    for city, place in enumerate(plan.places):  # names last: where an automatic plan has no room, they can still be read
        grid.put(place.row, place.column, WANTED if city in wanted else CITY)
        grid.put(place.row + place.name_down, place.column + place.name_right, board.data.cities[city].name)
    return grid.lines()


def _mark(position: Tickets, track: int) -> str:
    """Return a sign for each track between two cities; the twin of a taken track vanishes where it is closed to all (TTR-60)."""
    twin = position.board.twin[track]
    pair = [track] if twin < 0 else [track, twin]
    owned = [other for other in pair if position.owner_of(other) != NONE]
    shown = owned if owned and position.seats < SHARED_FROM else pair
    return "".join(_sign(position, other) for other in shown)


def _sign(position: Tickets, track: int) -> str:
    owner = position.owner_of(track)
    return LETTERS[position.board.colour[track]] if owner == NONE else str(owner + 1)


@lru_cache(maxsize=32)  # maps may come from anywhere
def text_plan(board: Board) -> TextPlan:
    """Return where everything of a board stands on its text map."""
    return TextPlan(board)


class TextPlan:
    """The cells of cities, names and spaces. What a map does not place is placed automatically."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._drawing = board.data.drawing

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """Where the cities and their names stand."""
        given = self._drawing.places
        cells = self._cells
        taken = {cell for spaces in self.spaces for cell in spaces} | set(cells)
        places = []
        for city, (column, row) in enumerate(cells):
            name = self._board.data.cities[city].name
            place = given[name] if name in given else _name_place(name, column, row, taken)
            taken |= {(place.column + place.name_right + i, place.row + place.name_down) for i in range(-1, len(name) + 1)}
            places.append(place)
        return tuple(places)

    @cached_property
    def _cells(self) -> tuple[Cell, ...]:
        """Where the cities stand: as the map says, or as near as possible to their true place, no two next to each other."""
        given, cities = self._drawing.places, self._board.data.cities
        left, right = min(city.x for city in cities), max(city.x for city in cities)
        top, bottom = min(city.y for city in cities), max(city.y for city in cities)
        cells: list[Cell] = []
        for city in cities:
            if city.name in given:
                cells.append((given[city.name].column, given[city.name].row))
                continue
            column = 3 + round((city.x - left) / max(right - left, 1e-9) * (WIDTH - 16))
            row = 1 + round((city.y - top) / max(bottom - top, 1e-9) * (HEIGHT - 3))
            near = [(column + dc, row + dr) for dc in range(-4, 5) for dr in range(-3, 4)]
            free = [
                (c, r)
                for c, r in near
                if 1 <= c < WIDTH - 2 and 0 < r < HEIGHT - 1 and all(abs(c - oc) > 1 or abs(r - orow) > 0 for oc, orow in cells)
            ]
            cells.append(min(free, key=lambda cell: abs(cell[0] - column) + 2 * abs(cell[1] - row), default=(column, row)))
        return tuple(cells)

    @cached_property
    def spaces(self) -> tuple[tuple[Cell, ...], ...]:
        """Column and row of every space of every track, the left one of two for a double."""
        return tuple(self._spaces(track) for track in range(self._board.tracks))

    def _spaces(self, track: int) -> tuple[Cell, ...]:
        board = self._board
        (start_column, start_row), (end_column, end_row) = self._cells[board.end_a[track]], self._cells[board.end_b[track]]
        right, down = self._drawing.bows.get(board.data.cities_of(track), (0, 0))
        left = 0.5 if board.twin[track] >= 0 else 0.0  # half a column, so that a pair stands on the line
        length = int(board.length[track])
        cells = []
        for i in range(length):
            part = (i + 1) / (length + 1)
            bow = 4 * part * (1 - part)
            column = start_column + (end_column - start_column) * part + right * bow - left
            row = start_row + (end_row - start_row) * part + down * bow
            cells.append((int(column + 0.5), int(row + 0.5)))
        return tuple(cells)


def _name_place(name: str, column: int, row: int, taken: Collection[Cell]) -> Place:
    """Return where a name covers the least, beside its city."""
    size = len(name)
    ways = [(right if right > 0 else -size // 2 if right == 0 else right + 1 - size, down) for right, down in _SIDES]
    ways += [(-size - 1, 0)]
    fitting = [way for way in ways if 0 <= column + way[0] <= WIDTH - size and 0 <= row + way[1] < HEIGHT] or [(2, 0)]
    right, down = min(fitting, key=lambda way: sum((column + way[0] + i, row + way[1]) in taken for i in range(size)))
    return Place(column, row, right, down)
