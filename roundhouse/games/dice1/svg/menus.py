"""What may be done on one square, as a menu that a page opens beside it: rails to lay and stations to build."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import say
from roundhouse.games.dice1.board import PLAN_COMPANY, PLAN_NEEDS
from roundhouse.games.dice1.laying import lay_due
from roundhouse.games.dice1.moves import STATION, TILE, station_plan
from roundhouse.games.dice1.notation import notation, square_name
from roundhouse.games.dice1.phrases import A_STATION, some_dice
from roundhouse.games.dice1.stations import station_due
from roundhouse.games.dice1.svg.companies import requirement_mark
from roundhouse.games.dice1.svg.ground import CELL, square_corner
from roundhouse.games.dice1.svg.reader import Place, Reader
from roundhouse.games.dice1.svg.tiles import station_mark, track_of
from roundhouse.games.dice1.svg.titles import move_title
from roundhouse.ui.menus import beside, menu
from roundhouse.ui.rails import rail_die
from roundhouse.ui.svg import box, moved, press, result, shorten, write

_DIE: Final = 56.0  # the cell of an option with a die in it
_PICTURE: Final = 44.0
_ROW: Final = 44.0  # the height of an option with a station
_PAD: Final = 10.0
_ROOM: Final = 240.0


def draw_menu(reader: Reader, place: Place, moves: list[int], canvas: tuple[int, int]) -> str:
    """Draw the menu of a square, close to it but inside the drawing: dice in a row, one line per station."""
    rails = [move for move in moves if move < TILE]
    stations = [move for move in moves if move >= STATION]
    size = _ROOM + 2 * _PAD, 34 + (_DIE if rails else 0) + _ROW * len(stations) + _PAD
    content = write(_PAD + 4, 22, _head(reader, place, rails), "t14 strong")
    for i, move in enumerate(rails):
        content += moved(_PAD + i * _DIE, 34, _rail(reader, move))
    top = size[1] - _PAD - _ROW * len(stations)
    for i, move in enumerate(stations):
        content += moved(_PAD, top + i * _ROW, _station(reader, move))
    cell = CELL[reader.layout]
    corner = beside((*square_corner(reader.position, *place, reader.layout), cell, cell), 12, size, canvas)
    return menu(f"{place[0]}-{place[1]}", corner, size, content)


def _head(reader: Reader, place: Place, rails: list[int]) -> str:
    """Name the square, and the fee for a rail on it."""
    due = lay_due(reader.position, rails[0]) if rails else 0
    if due:
        return reader.tell(say("On {square}, fee: {dice}", square=square_name(place[1]), dice=some_dice(due)))
    return reader.tell(say("On {square}", square=square_name(place[1])))


def _rail(reader: Reader, move: int) -> str:
    space = (_DIE - _PICTURE) / 2
    die = moved(space, space, result(rail_die("simple", (track_of(move),), _PICTURE)))
    return press(notation(move), reader.tell(move_title(reader, move)), box(1, 1, _DIE - 2, _DIE - 2, "option") + die)


def _station(reader: Reader, move: int) -> str:
    """Draw an option: the station, the ground it requires, and what it costs with the fee."""
    plan = station_plan(move)
    company = int(PLAN_COMPANY[plan])
    price = reader.tell(some_dice(station_due(reader.position, move)))
    name = reader.tell(A_STATION[company])
    content = box(1, 1, _ROOM - 2, _ROW - 2, "option") + moved(6, 5, result(station_mark(company, 34)))
    content += moved(44, 14, requirement_mark(int(PLAN_NEEDS[plan])))
    content += write(68, 27, shorten(name[:1].upper() + name[1:], 14, _ROOM - 126), "t14")
    content += write(_ROOM - 8, 27, price, "t14 strong end")
    return press(notation(move), reader.tell(move_title(reader, move)), content)
