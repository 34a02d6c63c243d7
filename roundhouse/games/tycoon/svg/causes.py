"""What the tycoons paid for at the end, on the map: the links that met a goal."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from roundhouse.core.bits import members
from roundhouse.games.tycoon.board import CHICAGO, CITIES, FARNAM, NEW_YORK, VANDERBILT
from roundhouse.games.tycoon.score import bonus
from roundhouse.games.tycoon.svg.plans import Tile
from roundhouse.games.tycoon.svg.routes import link_tiles

if TYPE_CHECKING:
    from roundhouse.games.tycoon.state import Tycoon


def paid_tiles(position: Tycoon) -> list[Tile]:
    """Return the tiles of links that earned a tycoon's bonus, of a finished game: at Chicago, or from New York to Chicago."""
    tiles: list[Tile] = []
    for seat, tycoon in enumerate(position.tycoon):
        if tycoon == FARNAM:
            tiles += [
                tile
                for city in members(position.own[seat * CITIES + CHICAGO])
                for tile in link_tiles(position, seat, CHICAGO, city)
            ]
        elif tycoon == VANDERBILT and bonus(position, seat, tycoon):
            way = _way(position, seat, NEW_YORK, CHICAGO)
            tiles += [tile for a, b in pairwise(way) for tile in link_tiles(position, seat, a, b)]
    return tiles


def _way(position: Tycoon, seat: int, start: int, end: int) -> list[int]:
    """Return the cities on a shortest way over a seat's own links; there is one."""
    ways = [[start]]
    met = 1 << start
    for way in ways:
        if way[-1] == end:
            return way
        fresh = position.own[seat * CITIES + way[-1]] & ~met
        met |= fresh
        ways += [[*way, city] for city in members(fresh)]
    return []
