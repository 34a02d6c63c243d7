"""The general map: mini-tiles as they lie, stations by company, the groups that pay, the pawns and where the line may go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from roundhouse.core.bits import count_bits, low_bit, members
from roundhouse.core.sentence import Sentence, both, say, say_many
from roundhouse.games.dice1.board import COMPANIES, COMPANY_NAMES, SIDES, SPOT_STEP, SPOT_WIDTH, WAY_KIND
from roundhouse.games.dice1.ground import exits_at
from roundhouse.games.dice1.moves import ENDS, STATION, TILE
from roundhouse.games.dice1.phrases import COMPANY_WORDS, KIND_WORDS, THE_END
from roundhouse.games.dice1.places import tile_place
from roundhouse.games.dice1.position import TILING
from roundhouse.games.dice1.stations import neighbours, served
from roundhouse.games.dice1.svg.companies import COMPANY_SIGNS
from roundhouse.games.dice1.svg.ground import draw_way
from roundhouse.games.dice1.svg.reader import END_SHORT, Reader
from roundhouse.games.dice1.svg.tiles import pawn_of
from roundhouse.ui.panels import Panel
from roundhouse.ui.svg import box, heading, moved, number, place, select, sign, titled, wrap, write

if TYPE_CHECKING:
    from roundhouse.games.dice1.state import Dice1

_LARGEST: Final = 84.0
_HEAD: Final = 20.0
# Each company has its place on every mini-tile, no two in one row or column: so the links between tiles cross no station.
_LANES: Final = (0.14, 0.32, 0.5, 0.68, 0.86)
_PLACES: Final = ((1, 0), (4, 1), (2, 2), (0, 3), (3, 4))  # by company: column and row of its lane
_RADIUS: Final = 0.11
_CARD: Final = (150.0, 214.0)  # of the tile that the reader looks at
_LARGE: Final = 130.0


@dataclass(frozen=True)
class Chart:
    """The general map at one size."""

    cell: float
    left: float
    top: float
    first_column: int
    first_row: int

    def corner(self, spot: int) -> tuple[float, float]:
        """Return the upper left corner of a place."""
        column, row = divmod(spot, SPOT_WIDTH)
        return self.left + (column - self.first_column) * self.cell, self.top + (row - self.first_row) * self.cell

    def stop(self, spot: int, company: int) -> tuple[float, float]:
        """Return where the station of a company stands."""
        x, y = self.corner(spot)
        across, down = _PLACES[company]
        return x + _LANES[across] * self.cell, y + _LANES[down] * self.cell


def chart_of(position: Dice1, room: float, height: float) -> Chart:
    """Fit the map into the room, with the places it may grow to, in the middle."""
    places = [divmod(spot, SPOT_WIDTH) for spot in (*position.spot, *goals(position))]
    left, top = min(column for column, _ in places), min(row for _, row in places)
    columns, rows = max(column for column, _ in places) - left + 1, max(row for _, row in places) - top + 1
    cell = min(room / columns, height / rows, _LARGEST)
    return Chart(cell, 8 + (room - columns * cell) / 2, 8 + (height - rows * cell) / 2, left, top)


def goals(position: Dice1) -> list[int]:
    """Return the places that an end may go to next (RD1-65)."""
    found: list[int] = []
    for end in range(ENDS):
        sides = exits_at(position.exits, end)
        spot = position.spot[position.place[end]]
        found += [spot + SPOT_STEP[side] for side in range(SIDES) if sides >> side & 1]
    return found


def map_panel(reader: Reader, room: float, height: float) -> Panel:
    """Draw the general map (RD1-4) in the height given; the tile that the reader looks at lies over it."""
    position = reader.position
    chart = chart_of(position, room - 16, height - _HEAD - 14)
    tiles = say_many("General map: {count} tile", "General map: {count} tiles", count=len(position.spot))
    content = "".join(_goal(chart, spot) for spot in sorted(set(goals(position))))
    content += "".join(_tile(reader, chart, entry) for entry in range(len(position.spot)))
    groups = [paying(position, company) for company in range(COMPANIES)]
    content += "".join(_links(position, chart, company, groups[company]) for company in range(COMPANIES))
    for entry, mask in enumerate(position.stops):
        for company in members(mask):
            content += _stop(chart, position.spot[entry], company, pays=bool(groups[company] >> entry & 1))
    content += _next(reader, chart) + "".join(_frame(reader, chart, end) for end in range(ENDS))
    content += "".join(_pawn(reader, chart, end) for end in range(ENDS))
    head = heading(0, 10, reader.tell(tiles))
    told = say("lines join the groups that pay") if any(position.stops) else say("press a tile to look at it")
    head += write(room, 10, reader.tell(told), "t12 quiet end")
    return head + moved(0, _HEAD, content + _inspected(reader, chart, room, height - _HEAD)), height


def _goal(chart: Chart, spot: int) -> str:
    """Draw a place that may be next."""
    x, y = chart.corner(spot)
    return box(x + 2, y + 2, chart.cell - 4, chart.cell - 4, "void", 3)


def _tile(reader: Reader, chart: Chart, entry: int) -> str:
    position = reader.position
    x, y = chart.corner(position.spot[entry])
    title = reader.tell(_title(position, entry))
    tile = draw_way(position.land[entry], chart.cell)
    chosen = entry == _selected(reader)
    hit = box(0, 0, chart.cell, chart.cell, "hit", 0)
    return moved(x, y, place(tile_place(entry), select(f"tile {entry}", title, tile + hit, selected=chosen)))


def _selected(reader: Reader) -> int:
    """Return the entry of the map that the reader looks at, or -1."""
    asked = reader.selected_numbers("tile", 1)
    return asked[0] if asked and asked[0] < len(reader.position.spot) else -1


def _inspected(reader: Reader, chart: Chart, room: float, height: float) -> str:
    """Draw the tile that the reader looks at, large, with its stations and what they are worth, where it covers least."""
    entry = _selected(reader)
    if entry < 0:
        return ""
    position = reader.position
    x, _ = chart.corner(position.spot[entry])
    left = 0.0 if x > room / 2 else room - _CARD[0]
    lines = _facts(reader, entry)
    content = box(0, 0, *_CARD, "sheet") + moved(10, 10, draw_way(position.land[entry], _LARGE))
    for i, company in enumerate(members(position.stops[entry])):
        content += moved(16 + i * 26, 16, _badge(company))
    y = _LARGE + 28
    for line in lines:
        for part in wrap(reader.tell(line), 12, _CARD[0] - 20):
            content += write(10, y, part, "t12")
            y += 15
    frame = box(*chart.corner(position.spot[entry]), chart.cell, chart.cell, "pending", 2)
    return frame + moved(left, max(min(20.0, height - _CARD[1]), 0.0), content)


def _badge(company: int) -> str:
    name = COMPANY_NAMES[company]
    return f'<circle cx="11" cy="11" r="11" class="{name} seen"/>' + sign(COMPANY_SIGNS[company], 11, 11, 13, f"on-{name}")


def _facts(reader: Reader, entry: int) -> list[Sentence]:
    """Say what a tile is, what stands on it and which of its stations pay."""
    position = reader.position
    facts = [_title(position, entry)]
    paid = [COMPANY_WORDS[c] for c in members(position.stops[entry]) if paying(position, c) >> entry & 1]
    if paid:
        facts.append(say("part of the group that pays: {companies}", companies=both(paid)))
    ends = [THE_END[end] for end in range(ENDS) if position.place[end] == entry]
    if ends:
        facts.append(say("here is {ends}", ends=both(ends)))
    return facts


def _title(position: Dice1, entry: int) -> Sentence:
    kind = KIND_WORDS[WAY_KIND[position.land[entry]]]
    companies = [COMPANY_WORDS[company] for company in members(position.stops[entry])]
    if not companies:
        return say("{kind}, no station", kind=kind)
    return say("{kind}, stations: {companies}", kind=kind, companies=both(companies))


# Stations and groups.


def paying(position: Dice1, company: int) -> int:
    """Return the entries of the largest group of a company as a mask; of equal groups, the one begun first (RD1-82)."""
    near, rest, best = neighbours(position), int(served(position, company)), 0
    while rest:
        group, todo = 0, rest & -rest
        while todo:
            at = low_bit(todo)
            group |= 1 << at
            todo = (todo | near[at] & rest) & ~group
        best = group if count_bits(group) > count_bits(best) else best
        rest &= ~group
    return best


def _links(position: Dice1, chart: Chart, company: int, group: int) -> str:
    """Draw lines between the stations of a group on neighbouring tiles."""
    near, path = neighbours(position), ""
    for entry in members(group):
        for other in members(int(near[entry]) & group):
            if other > entry:
                ax, ay = chart.stop(position.spot[entry], company)
                bx, by = chart.stop(position.spot[other], company)
                path += f"M{number(ax)} {number(ay)}L{number(bx)} {number(by)}"
    if not path:
        return ""
    width = max(0.08 * chart.cell, 2)
    under = f'<path d="{path}" class="link under" stroke-width="{number(width + 1.2)}"/>'
    return under + f'<path d="{path}" class="link {COMPANY_NAMES[company]}" stroke-width="{number(width)}"/>'


def _stop(chart: Chart, spot: int, company: int, *, pays: bool) -> str:
    """Draw a station, pale outside the group that pays."""
    x, y = chart.stop(spot, company)
    name, radius = COMPANY_NAMES[company], _RADIUS * chart.cell
    mark = f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" class="{name} seen"/>'
    mark += sign(COMPANY_SIGNS[company], x, y, radius * 1.25, f"on-{name}")
    return mark if pays else f'<g class="spent">{mark}</g>'


# The ends.


def _frame(reader: Reader, chart: Chart, end: int) -> str:
    """Frame the mini-tile of an end in the colour of its pawn (RD1-6)."""
    x, y = chart.corner(reader.position.spot[reader.position.place[end]])
    return box(x, y, chart.cell, chart.cell, f"pawn {pawn_of(reader, end) or 'ink'}", 2)


def _pawn(reader: Reader, chart: Chart, end: int) -> str:
    """Write the letter of an end at a corner of its mini-tile: left for the west, right for the east."""
    position = reader.position
    x, y = chart.corner(position.spot[position.place[end]])
    colour = pawn_of(reader, end) or "ink"
    ink = "on-ink" if colour == "ink" else f"on-{colour}"
    radius = 8.0
    size = 11
    cx, cy = x + end * chart.cell, y
    disc = f'<circle cx="{number(cx)}" cy="{number(cy)}" r="{number(radius)}" class="{colour} seen"/>'
    letter = write(cx, cy + size * 0.36, reader.tell(END_SHORT[end]), f"t{size} strong middle {ink}")
    return titled(reader.tell(THE_END[end]), disc + letter)


def _next(reader: Reader, chart: Chart) -> str:
    """Mark where the tile to choose will lie, or the one just laid."""
    position = reader.position
    if position.phase == TILING:
        end = position.moving
        x, y = chart.corner(position.spot[position.place[end]] + SPOT_STEP[position.out[end]])
        return box(x + 2, y + 2, chart.cell - 4, chart.cell - 4, "glow invite", 3)
    if not TILE <= reader.last < STATION:
        return ""
    x, y = chart.corner(position.spot[-1])
    return box(x - 2, y - 2, chart.cell + 4, chart.cell + 4, "mark", 4)
