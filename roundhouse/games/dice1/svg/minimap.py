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
from roundhouse.games.dice1.position import TILING
from roundhouse.games.dice1.stations import neighbours, served
from roundhouse.games.dice1.svg.companies import COMPANY_SIGNS
from roundhouse.games.dice1.svg.ground import draw_way
from roundhouse.games.dice1.svg.reader import END_SHORT, Reader
from roundhouse.games.dice1.svg.tiles import pawn_of
from roundhouse.ui.panels import Panel
from roundhouse.ui.svg import box, heading, moved, number, sign, titled, write

if TYPE_CHECKING:
    from roundhouse.games.dice1.state import Dice1

_LARGEST: Final = 72.0
_HEAD: Final = 20.0
# Each company has its place on every mini-tile, no two in one row or column: so the links between tiles cross no station.
_LANES: Final = (0.14, 0.32, 0.5, 0.68, 0.86)
_PLACES: Final = ((1, 0), (4, 1), (2, 2), (0, 3), (3, 4))  # by company: column and row of its lane
_RADIUS: Final = 0.11


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


def chart_of(position: Dice1, room: float, height: float, *, centred: bool) -> Chart:
    """Fit the map into the room, with the places it may grow to; centred across, and also down if `centred`."""
    places = [divmod(spot, SPOT_WIDTH) for spot in (*position.spot, *goals(position))]
    left, top = min(column for column, _ in places), min(row for _, row in places)
    columns, rows = max(column for column, _ in places) - left + 1, max(row for _, row in places) - top + 1
    cell = min(room / columns, height / rows, _LARGEST)
    down = (height - rows * cell) / 2 if centred else 0.0
    return Chart(cell, (room - columns * cell) / 2, down, left, top)


def goals(position: Dice1) -> list[int]:
    """Return the places that an end may go to next (RD1-65)."""
    found: list[int] = []
    for end in range(ENDS):
        sides = exits_at(position.exits, end)
        spot = position.spot[position.place[end]]
        found += [spot + SPOT_STEP[side] for side in range(SIDES) if sides >> side & 1]
    return found


def map_panel(reader: Reader, room: float, height: float) -> Panel:
    """Draw the general map (RD1-4): as high as given on a desktop, no higher than needed on a phone."""
    position = reader.position
    chart = chart_of(position, room, height - _HEAD, centred=reader.wide)
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
    rows = max(chart.corner(spot)[1] for spot in (*position.spot, *goals(position))) + chart.cell
    head = heading(0, 10, reader.tell(tiles))
    if any(position.stops):
        head += write(room, 10, reader.tell(say("lines join the groups that pay")), "t12 quiet end")
    return head + moved(0, _HEAD, content), height if reader.wide else _HEAD + rows + 6


def _goal(chart: Chart, spot: int) -> str:
    """Draw a place that may be next."""
    x, y = chart.corner(spot)
    return box(x + 2, y + 2, chart.cell - 4, chart.cell - 4, "void", 3)


def _tile(reader: Reader, chart: Chart, entry: int) -> str:
    position = reader.position
    x, y = chart.corner(position.spot[entry])
    return moved(x, y, titled(reader.tell(_title(position, entry)), draw_way(position.land[entry], chart.cell)))


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
    radius = min(max(0.15 * chart.cell, 5.0), 8.0)
    size = 9 if radius > 6 else 7
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
