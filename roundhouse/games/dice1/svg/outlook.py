"""What is left and what is coming: the bank, the tiles, the costs of the ground, how near the end of the game is."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import Sentence, say, say_many
from roundhouse.games.dice1.board import COMPANIES, IDLE_YEARS, KINDS, LAKE_FEE, MOUNTAIN_FEE, STATIONS, TO_LEAVE, WAY_KIND, WAYS
from roundhouse.games.dice1.phrases import KIND_WORDS, some_dice
from roundhouse.games.dice1.position import RUNNING
from roundhouse.games.dice1.stations import stations_of
from roundhouse.games.dice1.svg.companies import requirement_mark
from roundhouse.games.dice1.svg.ground import draw_way
from roundhouse.games.dice1.svg.reader import Reader
from roundhouse.ui.panels import NOTHING, Panel
from roundhouse.ui.svg import box, heading, moved, rule, shorten, text_width, titled, wrap, write

Row = tuple[Sentence, Sentence]  # what has to happen, and how near it is
_THUMB: Final = 22.0


def supply_panel(reader: Reader, room: float) -> Panel:
    """Draw the tiles that are left, by kind (RD1-15), and the dice in the bank; in one line."""
    content = heading(0, 15, reader.tell(say("Tiles left")))
    x = text_width(reader.tell(say("Tiles left")), 12) + 14
    for kind in range(KINDS):
        way = next(way for way in range(WAYS) if WAY_KIND[way] == kind)
        left = reader.position.supply[kind]
        title = say_many("{count} tile of {kind}", "{count} tiles of {kind}", count=left, kind=KIND_WORDS[kind])
        tile = titled(reader.tell(title), draw_way(way, _THUMB) + write(_THUMB + 5, 16, left, "t14 strong"))
        content += moved(x, 0, tile if left else f'<g class="spent">{tile}</g>')
        x += _THUMB + (32 if reader.wide else 22)
    return content + write(
        room, 15, reader.tell(say("Dice in the bank: {count}", count=reader.position.bank)), "t12 quiet end"
    ), _THUMB


def stacks_panel(reader: Reader, room: float) -> Panel:
    """Draw the tiles that are left as four stacks, beside the tile that both ends share at first."""
    content = heading(0, 10, reader.tell(say("Tiles to come")))
    size = (room - 24) / 2
    for kind in range(KINDS):
        way = next(way for way in range(WAYS) if WAY_KIND[way] == kind)
        under = "".join(box(step, step, size - 8, size - 8, "meadow edging", 3) for step in (6.0, 3.0))
        tile = under + draw_way(way, size - 8)
        name = reader.tell(KIND_WORDS[kind])
        tile += write(0, size + 12, f"{reader.position.supply[kind]} × {name}", "t12")
        content += moved(kind % 2 * (size + 14), 20 + kind // 2 * (size + 30), tile)
    return content, 20 + 2 * (size + 30)


def ground_panel(reader: Reader, room: float) -> Panel:
    """Say what building costs on each kind of ground (RD1-73, RD1-76, RD1-77), beside the shared first tile."""
    content, y = heading(0, 10, reader.tell(say("What the ground costs"))), 22.0
    rows = (
        (0, say("Meadow"), say("free")),
        (2, say("Mountain"), say("{dice} a turn for each mountain range", dice=some_dice(MOUNTAIN_FEE))),
        (1, say("Lake"), say("{dice} for a bridge, which must reach the shore in the same turn", dice=some_dice(LAKE_FEE))),
    )
    for requirement, name, cost in rows:
        lines = wrap(reader.tell(cost), 12, room - 34)
        content += moved(0, y, moved(0, 0, f'<g transform="scale(1.4)">{requirement_mark(requirement)}</g>'))
        content += write(34, y + 13, reader.tell(name), "t14 strong")
        content += "".join(write(34, y + 30 + 15 * i, line, "t12 quiet") for i, line in enumerate(lines))
        y += 34 + 15 * len(lines)
    told = say(
        "The line may leave a tile once {needed} rails or stations stand on it. The player who leads it out chooses the next tile.",
        needed=TO_LEAVE,
    )
    content += heading(0, y + 22, reader.tell(say("Leaving a tile")))
    lines = wrap(reader.tell(told), 12, room)
    content += "".join(write(0, y + 40 + 15 * i, line, "t12 quiet") for i, line in enumerate(lines))
    return content, y + 40 + 15 * len(lines)


def outlook_panel(reader: Reader, room: float) -> Panel:
    """Draw a row for each way the game may end (RD1-90 to RD1-93, RD1-R27); in the last year the prompt says why."""
    if reader.over or reader.position.closing != RUNNING:
        return NOTHING
    content, y = heading(0, 10, reader.tell(say("The game ends with the year in which"))), 18.0
    for what, near in _rows(reader):
        figure = reader.tell(near)
        text = shorten(reader.tell(what), 12, room - text_width(figure, 12) - 14)
        content += rule(0, y, room) + write(0, y + 14, text, "t12") + write(room - 6, y + 14, figure, "t12 strong end")
        y += 19
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
