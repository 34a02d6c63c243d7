"""Track on the map: the tiles of every owner, what is new or only planned among them, and loose ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from roundhouse.core.bits import members
from roundhouse.games.tycoon.board import CELL_OF, ROWS, SIDES
from roundhouse.games.tycoon.moves import BUILD, LAY, STOP
from roundhouse.games.tycoon.notation import hex_name
from roundhouse.games.tycoon.position import BUILDING, LINK, LOOSE
from roundhouse.games.tycoon.svg.causes import paid_tiles
from roundhouse.games.tycoon.svg.map import SHEETS
from roundhouse.games.tycoon.svg.plans import Tile
from roundhouse.games.tycoon.svg.reader import Reader
from roundhouse.games.tycoon.track import ALL_SIDES, ONE_TRACK, owner_of, track_at, walk
from roundhouse.ui.svg import SEAT_SIGNS, number, piece, place, sign

_Ends = tuple[int, int]  # a hex and the lower side of a track in it


def draw_rails(reader: Reader) -> dict[str, str]:
    """Return the track of every row of hexes as a part; a tile changes one of them."""
    position = reader.position
    rows = [""] * ROWS
    loose, marks = _loose_tiles(reader), _marks(reader)
    for hex, rail in enumerate(position.rail):
        if rail == 0:
            continue
        part = 0.5 if rail < ONE_TRACK else 0.2  # at a crossing the marks stand before it, where no track covers them
        for one in (rail % ONE_TRACK, rail // ONE_TRACK):
            if one:
                a, b = members(one & ALL_SIDES)
                mark = marks.get((hex, a), "")
                rows[CELL_OF[hex][1]] += _tile(reader.layout, (hex, a, b), owner_of(one), part, (hex, a) in loose, mark)
    return {f"row-{row}": reader.on_map(content) for row, content in enumerate(rows)}


@cache
def _tile(layout: str, tile: Tile, owner: int, part: float, loose: bool, mark: str) -> str:
    """Draw a track in its owner's colour and with its mark: sleepers, a bed that lifts it over a track below, two rails.

    The colour goes a little over the sides, so that it covers the bed of the next tile and no seam is seen.
    """
    sheet = SHEETS[layout]
    path = sheet.track(*tile)
    x, y = sheet.along(*tile, part)
    seat = f"seat-{owner + 1}"
    marked = f'<path d="{path}" class="rail-{mark}"/>' if mark else ""
    kind = " loose" if loose else ""
    over = sheet.track(*tile, 0.03)
    rail = (
        f'<path d="{path}" class="ties"/><path d="{path}" class="rail-bed"/><path d="{over}" class="rail {seat}{kind}"/>'
        f'<path d="{over}" class="rail-core"/><path d="{over}" class="rail inner {seat}"/>'
        f"{sign(SEAT_SIGNS[owner], x, y, 5.4, f'on-{seat}')}"
    )
    return place(hex_name(tile[0]), marked + piece(f"seat-{owner}" if mark == "last" else "", rail))


def _loose_tiles(reader: Reader) -> set[_Ends]:
    """Return the tiles of unfinished links."""
    position = reader.position
    return {ends for at in range(0, len(position.loose), LOOSE) for ends in _ends(_track_from(reader, position.loose[at + 1]))}


def _track_from(reader: Reader, stub: int) -> list[Tile]:
    """Return the track that leaves a city at a stub."""
    way = list(walk(reader.position, stub))
    return [(way[i], way[i + 1], way[i + 2]) for i in range(0, len(way), 3)]


def _ends(tiles: Sequence[Tile]) -> Iterator[_Ends]:
    for hex, a, b in tiles:
        yield hex, min(a, b)


# What is new.


def _marks(reader: Reader) -> dict[_Ends, str]:
    """Return how tiles are marked: laid by others since the reader's last turn, by the last move, or in the reader's draft.

    At the end those that earned a tycoon's bonus are marked instead.
    """
    if reader.over:
        return dict.fromkeys(_ends(paid_tiles(reader.position)), "cause")
    marks = {ends: "recent" for seat, move in reader.recent if move < LAY for ends in _laid_by(reader, seat, move - BUILD)}
    marks |= dict.fromkeys(_last_tiles(reader), "last")
    return marks | dict.fromkeys(_ends(pending_tiles(reader)), "pending")


def _laid_by(reader: Reader, seat: int, stub: int) -> Iterator[_Ends]:
    """Yield the track of a seat that leaves a city at a stub."""
    tiles = _track_from(reader, stub)
    if tiles and owner_of(track_at(reader.position.rail[tiles[0][0]], tiles[0][1])) == seat:
        yield from _ends(tiles)


def _last_tiles(reader: Reader) -> Iterator[_Ends]:
    """Yield what the last move laid: its tile while the link is worked on, else the link if it must have been completed."""
    position = reader.position
    if reader.draft or not LAY <= reader.last < STOP:
        return
    if position.phase == BUILDING and position.laid > 0:
        yield from _ends(_track_from(reader, position.stub)[-1:])
    elif position.links and not position.loose and position.round:
        yield from _ends(_track_from(reader, position.links[len(position.links) - LINK]))


def pending_tiles(reader: Reader) -> list[Tile]:
    """Return the tiles that the draft has laid: in the track from its stub, those that lead where its moves say."""
    stubs = [move - BUILD for move in reader.draft if move < LAY]
    sides = [(move - LAY) % SIDES for move in reader.draft if LAY <= move < STOP]
    if not sides or not (stubs or reader.position.stub >= 0):
        return []
    tiles = _track_from(reader, stubs[-1] if stubs else reader.position.stub)
    for first in range(len(tiles)):
        part = tiles[first : first + len(sides)]
        if [far for _, _, far in part] == sides:
            return part
    return []


def draw_loose_ends(reader: Reader) -> str:
    """Draw an open ring where an unfinished link stops (RRT-75)."""
    position = reader.position
    rings = ""
    for at in range(0, len(position.loose), LOOSE):
        x, y = reader.sheet.gate_at(position.loose[at + 2])
        rings += f'<circle cx="{number(x)}" cy="{number(y)}" r="3.8" class="loose-end"/>'
        rings += f'<circle cx="{number(x)}" cy="{number(y)}" r="2" class="seat-{position.loose[at] + 1}"/>'
    return reader.on_map(rings)
