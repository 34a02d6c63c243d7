"""Deliveries as a timetable: where a cube can go, over how many links, and what each player scores."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import say, say_many
from roundhouse.games.tycoon.board import CITY_NAMES, COLOURS
from roundhouse.games.tycoon.moves import DELIVER, HOP
from roundhouse.games.tycoon.notation import notation
from roundhouse.games.tycoon.phrases import CUBE_WORDS
from roundhouse.games.tycoon.position import DELIVERING
from roundhouse.games.tycoon.svg.cities import deliver_title, draw_cube
from roundhouse.games.tycoon.svg.reader import Reader
from roundhouse.games.tycoon.svg.ways import Way, best_deliveries, ways
from roundhouse.ui.panels import NOTHING, Panel
from roundhouse.ui.svg import box, heading, moved, press, rule, seat_mark, shorten, text_width, write

_LONGEST: Final = {"wide": 9, "narrow": 3}  # rows
_HIGH: Final = {"wide": 24.0, "narrow": 44.0}


def destinations_panel(reader: Reader, room: float) -> Panel:
    """Draw every city in reach of the cube under way, with what each player would score on the best way (RRT-116, RRT-119)."""
    if reader.position.phase != DELIVERING:
        return NOTHING
    found = ways(reader.position)
    cube = CUBE_WORDS[reader.position.cube]
    content = heading(0, 10, reader.tell(say("Where {cube} can go, and what each player scores", cube=cube)))
    most = _LONGEST["wide"]
    for i, way in enumerate(found[:most]):
        content += moved(0, 18 + 24 * i, rule(0, 0, room) + _way(reader, way, CITY_NAMES[way.city], 0, room, 24))
    high = 18.0 + 24 * min(len(found), most)
    if len(found) > most:
        content += write(0, high + 12, reader.tell(say("and {count} more", count=len(found) - most)), "t12 quiet")
        high += 18
    return content, high


def deliveries_panel(reader: Reader, room: float, space: float) -> Panel:
    """Draw the cubes that can be delivered now, the best first, as many as there is space for; each is a move."""
    moves = reader.moves_from(DELIVER, HOP)
    high = _HIGH[reader.layout]
    rows = min(_LONGEST[reader.layout], int((space - 18) / high))
    if not moves or rows < 1:
        return NOTHING
    found = best_deliveries(reader.position, moves)
    content = heading(0, 10, reader.tell(say("Deliveries, and what each player scores")))
    for i, (move, way) in enumerate(found[:rows]):
        content += moved(0, 18 + high * i, _delivery(reader, move, way, room, high))
    return content, 18 + high * min(rows, len(found))


def _delivery(reader: Reader, move: int, way: Way, room: float, high: float) -> str:
    city, colour = divmod(move - DELIVER, COLOURS)
    words = reader.tell(say("{city} to {end}", city=CITY_NAMES[city], end=CITY_NAMES[way.city]))
    content = draw_cube(colour, 14, high / 2, 13) + _way(reader, way, words, 28, room - 6, high)
    face = box(1, 1, room - 2, high - 2, "glow thin field", 4)
    return press(notation(move), reader.tell(deliver_title(reader, city, colour)), content + face)


def _way(reader: Reader, way: Way, words: str, left: float, right: float, high: float) -> str:
    """Draw a line: the words, how many links, and on the right the points of every player who scores."""
    content, x, base = "", right, high / 2 + 5
    for seat, gain in reversed(list(enumerate(way.gains))):
        if gain:
            width = text_width(f"+{gain}", 14)
            content += write(x, base, f"+{gain}", "t14 strong end") + seat_mark(seat, x - width - 8, base - 5, 11)
            x -= width + 26
    links = reader.tell(say_many("{count} link", "{count} links", count=way.links))
    told = shorten(words, 14, x - left - text_width(links, 12) - 14)
    return content + write(left, base, told, "t14") + write(left + text_width(told, 14) + 8, base, links, "t12 quiet")
