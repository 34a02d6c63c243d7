"""What may be done on one square, as menus that a page opens beside it: dice in every direction, or locomotives to send."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import say
from roundhouse.games.dice2.board import CELLS, EMPTY, SHAPES, SLOWEST, STATION, STATIONS
from roundhouse.games.dice2.lines import distance
from roundhouse.games.dice2.moves import CARRY
from roundhouse.games.dice2.notation import notation, square_name
from roundhouse.games.dice2.phrases import TERRAIN_WORDS, passengers, station, tokens
from roundhouse.games.dice2.svg.locomotives import engine_chip
from roundhouse.games.dice2.svg.reader import Reader
from roundhouse.games.dice2.svg.squares import kind_of, move_title, shape_of, tiles_of
from roundhouse.games.dice2.traffic import load
from roundhouse.ui.menus import beside, menu
from roundhouse.ui.rails import loose_die
from roundhouse.ui.svg import box, moved, press, result, wrap, write

_DIE: Final = 56.0  # the cell of an option with a die in it
_PICTURE: Final = 44.0
_ROW: Final = 44.0  # the height of an option with a locomotive
_PAD: Final = 10.0
_COLUMNS: Final = 6


def draw_menu(reader: Reader, square: int, moves: list[int], canvas: tuple[int, int]) -> str:
    """Draw the menu of a square, close to it but inside the drawing."""
    options = _trains(reader, moves) if moves[0] >= CARRY else _dice(reader, moves)
    columns = 1 if moves[0] >= CARRY else min(_COLUMNS, len(moves))
    width, height = (200.0, _ROW) if moves[0] >= CARRY else (_DIE, _DIE)
    room = max(columns * width, 200.0)
    heads = _heading(reader, square)
    lines = [line for head in heads for line in wrap(head, 14, room)]
    top = 12 + 18 * len(lines)
    rows = -(-len(options) // columns)
    size = room + 2 * _PAD, top + rows * height + _PAD
    content = "".join(write(_PAD + 4, 22 + 18 * i, line, "t14" if i else "t14 strong") for i, line in enumerate(lines))
    for i, option in enumerate(options):
        row, column = divmod(i, columns)
        content += moved(_PAD + column * width, top + row * height, option)
    cell = reader.sheet.cell
    return menu(str(square), beside((*reader.sheet.place(square), cell, cell), 6, size, canvas), size, content)


def _heading(reader: Reader, square: int) -> list[str]:
    """Say what the choice is about: a station to serve, a square to lay on and its fee, or a die to exchange."""
    position = reader.position
    thing, name = position.board[square], square_name(square)
    if thing >= STATION:
        number = thing - STATION
        told = say(
            "{tiles} away, {passengers} waiting",
            tiles=tiles_of(distance(position, reader.focus, square)),
            passengers=passengers(position.pool[square // CELLS]),
        )
        return [_capital(reader.tell(station(position, number))), reader.tell(told)]
    if thing != EMPTY:
        return [reader.tell(say("Exchange on {square}", square=name))]
    fee = position.fee[square]
    if not fee:
        return [reader.tell(say("Lay on {square}", square=name))]
    return [
        reader.tell(say("Lay on {square}", square=name)),
        reader.tell(say("{terrain}: {tokens}", terrain=TERRAIN_WORDS[fee], tokens=tokens(fee))),
    ]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _dice(reader: Reader, moves: list[int]) -> list[str]:
    """Draw every way a die may lie on the square."""
    space = (_DIE - _PICTURE) / 2
    options = []
    for move in moves:
        number = shape_of(move)
        picture = moved(space, space, result(loose_die(kind_of(number), SHAPES[number], _PICTURE)))
        content = box(1, 1, _DIE - 2, _DIE - 2, "option") + picture
        options.append(press(notation(move), reader.tell(move_title(reader, move)), content))
    return options


def _trains(reader: Reader, moves: list[int]) -> list[str]:
    """Draw the locomotives that could go, with what each would bring."""
    options = []
    for move in moves:
        value, number = (move - CARRY) // STATIONS, (move - CARRY) % STATIONS
        brought = reader.tell(say("brings {passengers}", passengers=passengers(load(reader.position, value, number))))
        content = box(1, 1, 198, _ROW - 2, "option") + moved(10, (_ROW - 24) / 2, engine_chip(value + SLOWEST, 24))
        content += write(64, _ROW / 2 + 5, brought, "t14")
        options.append(press(notation(move), reader.tell(move_title(reader, move)), content))
    return options
