"""What is coming: how near new passengers and the end of the game are; and the legend of the map."""

from __future__ import annotations

from roundhouse.core.bits import count_bits
from roundhouse.core.sentence import Sentence, say
from roundhouse.games.dice2.board import EMPTY_TILES, IDLE_ROUNDS, LAST_DICE, MOUNTAIN, PLAIN, TILES, WATER
from roundhouse.games.dice2.ending import complex_left, simple_left
from roundhouse.games.dice2.phrases import TERRAIN_WORDS, station, tokens
from roundhouse.games.dice2.position import CLOSING, GREYS
from roundhouse.games.dice2.svg.reader import Reader
from roundhouse.games.dice2.svg.squares import tiles_pill, tiles_size
from roundhouse.ui.panels import NOTHING, Panel, lines_of
from roundhouse.ui.svg import box, heading, moved, rule, sign, text_width, wrap, write

Row = tuple[Sentence, Sentence | None]  # what has to happen, and how near it is where that can be counted


def outlook_panel(reader: Reader, room: float) -> Panel:
    """Draw what brings the closing phase (RD2-90), and in that phase what ends the game (RD2-95)."""
    position = reader.position
    if reader.over or position.phase <= GREYS:
        return NOTHING
    if position.phase == CLOSING:
        return _conditions(reader, say("Closing phase: the game ends when"), _last_rows(reader), room)
    return _conditions(reader, say("The closing phase, in which nobody rolls any more, begins when"), _rows(reader), room)


def _conditions(reader: Reader, head: Sentence, rows: list[Row], room: float) -> Panel:
    """Draw a row for each condition, with how near it is on the right."""
    content, y = heading(0, 10, reader.tell(head)), 18.0
    for what, near in rows:
        figure = reader.tell(near) if near else ""
        lines = wrap(reader.tell(what), 12, room - text_width(figure, 12) - 12)
        content += rule(0, y, room) + "".join(write(0, y + 15 + 15 * i, line, "t12") for i, line in enumerate(lines))
        content += write(room - 6, y + 15, figure, "t12 strong end")
        y += 7 + 15 * len(lines)
    return content, y


def _rows(reader: Reader) -> list[Row]:
    """List the conditions of RD2-90, and that of RD2-R37 where it comes near; RD2-89 has its own panel."""
    position = reader.position
    complex = complex_left(position)
    best = max(count_bits(position.linked[seat]) for seat in range(position.seats))
    rows: list[Row] = [
        (say("a player has linked all stations"), say("{linked} of {all}", linked=best, all=position.placed - 1)),
        (say("the bank is empty"), tokens(position.bank)),
        (say("no complex die is left"), say("{count} left", count=complex)),
        (say("{most} dice or fewer are left", most=LAST_DICE), say("{count} left", count=complex + simple_left(position))),
    ]
    if position.idle >= position.seats:
        told = say("nothing is laid, bought or carried for {count} turns", count=IDLE_ROUNDS * position.seats)
        rows.append((told, say("{count} so far", count=position.idle)))
    return rows


def _last_rows(reader: Reader) -> list[Row]:
    position = reader.position
    waiting = sum(position.pool[tile] for tile in range(TILES))
    return [
        (say("no passenger waits"), say("{count} waiting", count=waiting)),
        (say("no player could carry any"), None),
        (say("nobody carries any for {count} turns", count=position.seats), say("{count} so far", count=max(position.quiet, 0))),
    ]


def shortage_panel(reader: Reader, room: float) -> Panel:
    """Draw how many tiles with a station have no passenger (RD2-89, RD2-R28)."""
    position = reader.position
    if reader.over or position.phase in (CLOSING, *range(GREYS + 1)):
        return NOTHING
    served = [tile for tile in range(TILES) if position.stops[tile]]
    empty = sum(position.pool[tile] == 0 for tile in served)
    needed = say("{count} tiles have nobody waiting", count=min(EMPTY_TILES, len(served)))
    rows: list[Row] = [(needed, say("{count} so far", count=empty))]
    return _conditions(reader, say("New passengers arrive everywhere when"), rows, room)


def legend(reader: Reader, room: float) -> Panel:
    """Draw what the ground costs, and what the signs on the map mean."""
    items = []
    for picture, size, words in _entries(reader):
        text = reader.tell(words)
        items.append((picture + write(size + 5, 4, text, "t12 quiet"), size + 5 + text_width(text, 12)))
    content, y = lines_of(items, room, 12, 20, top=9)
    return content, y + 9


def _entries(reader: Reader) -> list[tuple[str, float, Sentence]]:
    """Return pictures with their middle at y = 0, their widths, and what they mean."""
    position, cell = reader.position, reader.sheet.cell
    entries = [(_swatch("land"), 14.0, say("{terrain}: free", terrain=TERRAIN_WORDS[PLAIN]))]
    for kind, fee in (("hill", MOUNTAIN), ("water", WATER)):
        entries.append((_swatch(kind), 14.0, say("{terrain}: {tokens}", terrain=TERRAIN_WORDS[fee], tokens=tokens(fee))))
    if position.phase > GREYS:
        entries.append((sign("person", 7, 0, 12, "ink"), 14.0, say("passengers")))
        line = say("lines from {home}", home=station(position, reader.focus))
        entries.append((box(0, -4.5, 16, 9, "line-swatch", 2), 16.0, line))
        width, height = tiles_size(2, cell)
        entries.append((moved(0, -height / 2, tiles_pill(2, cell)), width, say("distance in tiles")))
    return entries


def _swatch(kind: str) -> str:
    return box(0, -6, 14, 12, f"{kind} swatch", 3)
