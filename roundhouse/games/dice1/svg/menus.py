"""What may be done on one square, as a menu that a page opens beside it: stations with their payments, and on a phone ways."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import say
from roundhouse.games.dice1.board import PLAN_COMPANY, PLAN_NEEDS
from roundhouse.games.dice1.moves import PAY, station_plan
from roundhouse.games.dice1.notation import notation, square_name
from roundhouse.games.dice1.phrases import A_STATION, some_dice
from roundhouse.games.dice1.position import PAYING
from roundhouse.games.dice1.stations import station_due
from roundhouse.games.dice1.svg.companies import requirement_mark
from roundhouse.games.dice1.svg.dice import payment_dice
from roundhouse.games.dice1.svg.ground import CELL, square_corner
from roundhouse.games.dice1.svg.reader import Place, Reader
from roundhouse.games.dice1.svg.tiles import shown_slots, station_mark, touched
from roundhouse.games.dice1.svg.titles import move_title, payment_of, station_title, way_title
from roundhouse.games.dice1.svg.ways import Way
from roundhouse.ui.menus import beside, menu
from roundhouse.ui.rails import loose_die
from roundhouse.ui.svg import box, moved, press, press_all, result, shorten, write

_DIE: Final = 56.0  # the cell of an option with a die in it
_PICTURE: Final = 44.0
_ROW: Final = 44.0  # the height of an option with a station
_PAD: Final = 10.0
_ROOM: Final = 264.0
_ACROSS: Final = 4


def square_menus(reader: Reader, canvas: tuple[int, int]) -> str:
    """Draw the menus of all squares that have one."""
    if reader.wide:
        choices = {
            where: moves
            for where, moves in reader.stations.items()
            if len(moves) > 1 or payment_of(reader.position, moves[0]) is not None
        }
        return "".join(_menu(reader, where, [], moves, canvas) for where, moves in choices.items())
    content = ""
    for slot in shown_slots(reader):
        for square, found in touched(reader, slot).items():
            ways = [way for way in found if isinstance(way, Way)]
            stations = [move for move in found if not isinstance(move, Way)]
            if len(found) > 1 or not ways:
                content += _menu(reader, (slot, square), ways, stations, canvas)
    return content


def _menu(reader: Reader, place: Place, ways: list[Way], moves: list[int], canvas: tuple[int, int]) -> str:
    """Draw the menu of a square, close to it but inside the drawing: rails in rows, one line per station and payment."""
    options = [option for move in moves for option in _stations(reader, move, few=len(moves) > 1)]
    rows = -(-len(ways) // _ACROSS)
    size = _ROOM + 2 * _PAD, 34 + _DIE * rows + _ROW * len(options) + _PAD
    content = write(_PAD + 4, 22, reader.tell(say("On {square}", square=square_name(place[1]))), "t14 strong")
    for i, way in enumerate(ways):
        content += moved(_PAD + i % _ACROSS * _DIE, 34 + i // _ACROSS * _DIE, _way(reader, way))
    top = 34 + _DIE * rows
    for i, option in enumerate(options):
        content += moved(_PAD, top + i * _ROW, option)
    cell = CELL[reader.layout]
    corner = beside((*square_corner(reader.position, *place, reader.layout), cell, cell), 12, size, canvas)
    return menu(f"{place[0]}-{place[1]}", corner, size, content)


def _way(reader: Reader, way: Way) -> str:
    """Draw the last rail of a way, and how many rails it has."""
    space = (_DIE - _PICTURE) / 2
    die = moved(space, space, result(loose_die("simple", (way.track[-1][1],), _PICTURE)))
    content = box(1, 1, _DIE - 2, _DIE - 2, "option") + die
    if way.rails > 1:
        content += f'<circle cx="46" cy="12" r="9" class="count"/>{write(46, 16, way.rails, "t12 strong middle on-count")}'
        return press_all([notation(move) for move in way.moves], reader.tell(way_title(way)), content)
    return press(notation(way.moves[0]), reader.tell(way_title(way)), content)


def _stations(reader: Reader, move: int, *, few: bool) -> list[str]:
    """Draw a station with each way to pay for it, or if `few` with that of fewest wild dice; and one that asks for it later."""
    after = reader.position.copy()
    after.apply(move)
    if after.phase != PAYING:
        return [press(notation(move), reader.tell(move_title(reader, move)), _face(reader, move, -1))]
    drawn = []
    payments = list(after.legal_moves())
    for payment in payments[:1] if few else payments:
        title = reader.tell(station_title(reader, move, int(payment)))
        drawn.append(press_all([notation(move), notation(int(payment))], title, _face(reader, move, int(payment) - PAY)))
    ask = box(1, 1, _ROOM - 2, _ROW - 2, "option") + write(
        _ROOM / 2, 27, reader.tell(say("Choose the payment later")), "t14 middle quiet"
    )
    return [*drawn, press(notation(move), reader.tell(move_title(reader, move)), ask)]


def _face(reader: Reader, move: int, wild: int) -> str:
    """Draw an option: the station, the ground it requires, and the dice that pay for it; with `wild` -1 their number."""
    plan = station_plan(move)
    company = int(PLAN_COMPANY[plan])
    due = int(station_due(reader.position, move))
    content = box(1, 1, _ROOM - 2, _ROW - 2, "option") + moved(6, 5, result(station_mark(company, 34)))
    content += moved(44, 14, requirement_mark(int(PLAN_NEEDS[plan])))
    if wild < 0:
        name = reader.tell(A_STATION[company])
        content += write(68, 27, shorten(name[:1].upper() + name[1:], 14, _ROOM - 130), "t14")
        return content + write(_ROOM - 8, 27, reader.tell(some_dice(due)), "t14 strong end")
    return content + moved(70, 12, payment_dice(due, wild, 20))
