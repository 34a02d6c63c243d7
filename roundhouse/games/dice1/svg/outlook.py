"""What is left and what is coming: the bank, the mini-tiles, how near the end of the game is; and the legend."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import Sentence, say
from roundhouse.games.dice1.board import COMPANIES, IDLE_YEARS, KINDS, LAKE_FEE, MOUNTAIN_FEE, STATIONS, WAY_KIND, WAYS
from roundhouse.games.dice1.phrases import KIND_WORDS, some_dice
from roundhouse.games.dice1.position import RUNNING
from roundhouse.games.dice1.stations import stations_of
from roundhouse.games.dice1.svg.companies import requirement_mark
from roundhouse.games.dice1.svg.ground import draw_way
from roundhouse.games.dice1.svg.reader import Reader
from roundhouse.ui.panels import NOTHING, Panel, lines_of
from roundhouse.ui.svg import heading, moved, rule, shorten, text_width, write

Row = tuple[Sentence, Sentence]  # what has to happen, and how near it is
_THUMB: Final = 34.0


def supply_panel(reader: Reader, room: float) -> Panel:
    """Draw the mini-tiles that are left, by kind (RD1-15)."""
    content = heading(0, 10, reader.tell(say("Mini-tiles left")))
    content += write(room, 10, reader.tell(say("Dice in the bank: {count}", count=reader.position.bank)), "t12 quiet end")
    width = room / KINDS
    for kind in range(KINDS):
        way = next(way for way in range(WAYS) if WAY_KIND[way] == kind)
        left = reader.position.supply[kind]
        tile = draw_way(way, _THUMB) + write(_THUMB + 7, 23, left, "t14 strong")
        tile += write(0, _THUMB + 14, reader.tell(KIND_WORDS[kind]), "t12 quiet")
        content += moved(kind * width, 18, tile if left else f'<g class="spent">{tile}</g>')
    return content, 34 + _THUMB


def outlook_panel(reader: Reader, room: float) -> Panel:
    """Draw a row for each way the game may end (RD1-90 to RD1-93, RD1-R27); in the last year the prompt says why."""
    if reader.over or reader.position.closing != RUNNING:
        return NOTHING
    content, y = heading(0, 10, reader.tell(say("The game ends with the year when"))), 18.0
    for what, near in _rows(reader):
        figure = reader.tell(near)
        text = shorten(reader.tell(what), 14, room - text_width(figure, 14) - 14)
        content += rule(0, y, room) + write(0, y + 17, text, "t14") + write(room - 6, y + 17, figure, "t14 strong end")
        y += 24
    return content, y


def _rows(reader: Reader) -> list[Row]:
    position = reader.position
    most = max(stations_of(position, company) for company in range(COMPANIES))
    rows = [
        (say("a company has all its stations"), say("{count} of {all}", count=most, all=STATIONS)),
        (say("the bank cannot give its dice"), say("{dice} left", dice=some_dice(position.bank))),
        (say("the mini-tiles are used up"), say("{count} left", count=sum(position.supply))),
    ]
    if position.idle:
        told = say("nothing is built for {count} years", count=IDLE_YEARS)
        rows.append((told, say("{count} so far", count=position.idle)))
    return rows


def legend(reader: Reader, room: float) -> Panel:
    """Draw what the ground costs (RD1-73, RD1-76, RD1-77)."""
    entries = (
        (0, say("meadow: free")),
        (2, say("mountain: {dice} a turn", dice=some_dice(MOUNTAIN_FEE))),
        (1, say("lake: {dice} a bridge", dice=some_dice(LAKE_FEE))),
    )
    items = []
    for requirement, words in entries:
        text = reader.tell(words)
        items.append((requirement_mark(requirement) + write(22, 12, text, "t12 quiet"), 23 + text_width(text, 12)))
    content, y = lines_of(items, room, 10, 20)
    return content, y + 16
