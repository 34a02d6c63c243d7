"""Track on the map: the tiles of every owner, loose ends, and where the next tile may go with its price."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from roundhouse.core.bits import members
from roundhouse.core.grid import Point
from roundhouse.core.sentence import Sentence, say
from roundhouse.games.tycoon.board import CELL_OF, CITY_NAMES, NONE, ROWS, SIDES
from roundhouse.games.tycoon.moves import BUILD, LAY, STOP, TURN
from roundhouse.games.tycoon.notation import hex_name, notation
from roundhouse.games.tycoon.phrases import TOWARDS, money, stub
from roundhouse.games.tycoon.position import BUILDING, LINK, LOOSE
from roundhouse.games.tycoon.svg.map import SHEETS, along, away, city_at, gate_at, hex_at, track
from roundhouse.games.tycoon.svg.reader import Reader
from roundhouse.games.tycoon.track import (
    ALL_SIDES,
    ONE_TRACK,
    city_joined,
    head_of,
    last_gate,
    lay_exits,
    owner_of,
    price,
    unfinished,
    walk,
)
from roundhouse.ui.svg import SEAT_SIGNS, Box, box, number, piece, press, sign, text_width, write
from roundhouse.ui.text import translate

Tile = tuple[int, int, int]  # hex and two sides


def draw_rails(reader: Reader) -> dict[str, str]:
    """Return the track of every row of hexes as a part; a tile changes one of them."""
    position = reader.position
    rows = [""] * ROWS
    loose = _loose_tiles(reader)
    last = _last_tile(reader)
    for hex, rail in enumerate(position.rail):
        if rail == 0:
            continue
        part = 0.5 if rail < ONE_TRACK else 0.2  # at a crossing the marks stand before it, where no track covers them
        for one in (rail % ONE_TRACK, rail // ONE_TRACK):
            if one:
                a, b = members(one & ALL_SIDES)
                rows[CELL_OF[hex][1]] += _tile((hex, a, b), owner_of(one), part, (hex, a) in loose, (hex, a) in last)
    return {f"row-{row}": reader.on_map(content) for row, content in enumerate(rows)}


@cache
def _tile(tile: Tile, owner: int, part: float, loose: bool, last: bool) -> str:
    """Draw a track in its owner's colour and with the owner's mark, on a bed that lifts it over a track below.

    The colour goes a little over the sides, so that it covers the bed of the next tile and no seam is seen.
    """
    path = track(*tile)
    x, y = along(*tile, part)
    seat = f"seat-{owner + 1}"
    marked = f'<path d="{path}" class="rail-last"/>' if last else ""
    kind = " loose" if loose else ""
    rail = (
        f'<path d="{path}" class="rail-bed"/><path d="{track(*tile, 0.5)}" class="rail {seat}{kind}"/>'
        f"{sign(SEAT_SIGNS[owner], x, y, 5, f'on-{seat}')}"
    )
    return marked + piece(f"seat-{owner}" if last else "", rail)


def _loose_tiles(reader: Reader) -> set[tuple[int, int]]:
    """Return the tiles of unfinished links, by hex and the lower of their sides."""
    position = reader.position
    return {
        (hex, min(a, b))
        for at in range(0, len(position.loose), LOOSE)
        for hex, a, b in _tiles(list(walk(position, position.loose[at + 1])))
    }


def _tiles(way: list[int]) -> Iterator[Tile]:
    for i in range(0, len(way), 3):
        yield way[i], way[i + 1], way[i + 2]


def _last_tile(reader: Reader) -> set[tuple[int, int]]:
    """Return what the last move laid: its tile while the link is worked on, else the link if it must have been completed."""
    position = reader.position
    if not LAY <= reader.last < STOP:
        return set()
    if position.phase == BUILDING and position.laid > 0:
        tiles = list(_tiles(list(walk(position, position.stub))))[-1:]
    elif position.links and not position.loose and position.round:
        tiles = list(_tiles(list(walk(position, position.links[len(position.links) - LINK]))))
    else:
        return set()
    return {(hex, min(a, b)) for hex, a, b in tiles}


def draw_loose_ends(reader: Reader) -> str:
    """Draw an open ring where an unfinished link stops (RRT-75)."""
    position = reader.position
    rings = ""
    for at in range(0, len(position.loose), LOOSE):
        x, y = gate_at(position.loose[at + 2])
        rings += f'<circle cx="{number(x)}" cy="{number(y)}" r="3.8" class="loose-end"/>'
        rings += f'<circle cx="{number(x)}" cy="{number(y)}" r="2" class="seat-{position.loose[at] + 1}"/>'
    return reader.on_map(rings)


# Where track may go.


def draw_builds(reader: Reader) -> str:
    """Draw every side of a city where a link may begin, and the loose ends that may be worked on (RRT-69)."""
    position = reader.position
    places = ""
    for move in reader.moves_from(BUILD, LAY):
        at = unfinished(position, move - BUILD)
        places += (
            _beginning(reader.language, move, _lowest_price(reader, move - BUILD)) if at == NONE else _goes_on(reader, move, at)
        )
    return reader.on_map(places)


def _lowest_price(reader: Reader, start: int) -> int:
    """Return the lowest price of the first tile of a link that begins there."""
    position = reader.position
    gate = head_of(position, start)
    return min(price(position, position.actor, gate, side) for side in members(lay_exits(position, position.actor, start)))


@lru_cache(maxsize=8192)  # hundreds at once, and the same ones turn after turn
def _beginning(language: str, move: int, lowest: int) -> str:
    """Draw a side of a city where a link may begin."""
    start = move - BUILD
    title = say("Build at {stub}; the first tile costs from {price}", stub=stub(start), price=money(lowest))
    return press(notation(move), translate(title, language), _spot(*away(city_at(start // SIDES), start % SIDES, 18.5)))


def _goes_on(reader: Reader, move: int, at: int) -> str:
    """Draw a loose end that may be worked on (RRT-75)."""
    title = say("Work on the unfinished link at {stub}", stub=stub(move - BUILD))
    return press(notation(move), reader.tell(title), _spot(*gate_at(reader.position.loose[at + 2])))


def _spot(x: float, y: float) -> str:
    return f'<use href="#tycoon-spot" class="spot" x="{number(x)}" y="{number(y)}"/>'


def draw_next_tiles(reader: Reader) -> str:
    """Draw every tile that may be laid or turned now, each with its price at the end it leads to (RRT-70, RRT-203)."""
    chips: list[Box] = []
    return "".join(_next_tile(reader, move, chips) for move in reader.moves_from(LAY, STOP))


def _next_tile(reader: Reader, move: int, chips: list[Box]) -> str:
    position = reader.position
    turned = move >= TURN
    side = move - TURN if turned else move - LAY
    gate = last_gate(position, position.stub) if turned else head_of(position, position.stub)
    hex, entry = divmod(gate, SIDES)
    cost = money(price(position, position.actor, gate, side))
    path = track(hex, entry, side)
    kind = " turned" if turned else ""
    ghost = f'<path d="{path}" class="hit-line"/><path d="{path}" class="ghost{kind}"/>'
    words = reader.tell(cost)
    room = text_width(words, 12) * 0.86 + 7  # digits are narrower than the measure
    chips.append(_chip(reader, hex_at(hex), side, room, chips))
    x, y, width, height = chips[-1]
    end_x, end_y = away(hex_at(hex), side, 15)
    line = f"M{number(end_x * reader.scale)} {number(end_y * reader.scale)}L{number(x + width / 2)} {number(y + height / 2)}"
    label = (
        f'<path d="{line}" class="glow thin"/>'
        + box(x, y, width, height, f"chip{kind}", 4)
        + write(x + width / 2, y + 12, words, "t12 strong middle")
    )
    return press(notation(move), reader.tell(_tile_title(reader, hex, side, cost, turned)), reader.on_map(ghost) + label, "tile")


def _tile_title(reader: Reader, hex: int, side: int, cost: Sentence, turned: bool) -> Sentence:
    position = reader.position
    where = {"hex": hex_name(hex), "towards": TOWARDS[side], "price": cost}
    tile = (
        say("Turn the tile in {hex} {towards} for {price}", **where)
        if turned
        else say("Track in {hex} {towards} for {price}", **where)
    )
    city = city_joined(position, position.actor, hex * SIDES + side)
    if city == NONE:
        return tile
    return say("{tile}; completes the link to {city}", tile=tile, city=CITY_NAMES[city])


def _chip(reader: Reader, centre: Point, side: int, width: float, others: list[Box]) -> Box:
    """Return the box of a price by the far side of a tile, east or west of it as that side is, inside the sheet.

    It is moved up or down until it is clear of the earlier prices.
    """
    sheet = SHEETS[reader.layout]
    x, y = away((centre[0] * sheet.scale, centre[1] * sheet.scale), side, sheet.chip)
    left = min(max(x - 8 if side < 3 else x + 8 - width, 2), sheet.width - width - 2)
    top = min(max(y - 8, 2), sheet.height - 18)
    step = -17 if y < centre[1] * sheet.scale and top > 60 else 17
    while any(abs(top - other[1]) < 16 and left < other[0] + other[2] and other[0] < left + width for other in others):
        top += step
    return left, top, width, 16.0
