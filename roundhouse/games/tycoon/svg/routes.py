"""Where a cube can be delivered, over whose links, and which players score for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from roundhouse.core.bits import members
from roundhouse.games.tycoon.board import CITIES, COLOURS, SIDES
from roundhouse.games.tycoon.moves import DELIVER, HOP, OWNERS
from roundhouse.games.tycoon.position import LINK
from roundhouse.games.tycoon.svg.plans import Tile
from roundhouse.games.tycoon.track import walk

if TYPE_CHECKING:
    from roundhouse.games.tycoon.state import Tycoon

_MOST_STEPS: Final = 1500  # of the search; short ways come first, so that it misses at most long detours
_FEW_STEPS: Final = 150  # where many cubes are compared
_ALTERNATIVES: Final = 4  # ways to one city that are told apart


@dataclass(frozen=True)
class Way:
    """A way for a cube to a city of its colour."""

    moves: tuple[int, ...]  # that deliver the cube, from where it is now
    cities: tuple[int, ...]  # on the way, the first one included
    links: int  # in all, those already used included
    gains: tuple[int, ...]  # points by seat, cards included

    @property
    def city(self) -> int:
        """Return where it ends."""
        return self.cities[-1]


def ways(position: Tycoon, most: int = _MOST_STEPS) -> list[Way]:
    """Return the ways of the cube under way, the best for the delivering seat first.

    Ways to the same city over as many links of each owner are one; of the others the best few are kept for each city.
    """
    found: dict[tuple[int, tuple[int, ...]], tuple[int, ...]] = {}
    seat, limit = position.actor, position.level[position.actor]
    queue: list[tuple[int, int, tuple[int, ...]]] = [(position.place, position.trail, ())]
    for steps, (place, trail, hops) in enumerate(queue):
        if steps > most:
            break
        if hops and position.demand[position.cube] >> place & 1:
            owners = tuple(sum(hop % OWNERS == owner for hop in hops) for owner in range(position.seats))
            found.setdefault((place, owners), hops)
        elif position.steps + len(hops) < limit:
            queue += [(hop // OWNERS, trail | 1 << hop // OWNERS, (*hops, hop)) for hop in _hops(position, place, trail, len(hops))]
    by_city: dict[int, list[Way]] = {}
    for way in sorted((_scored(position, hops) for hops in found.values()), key=lambda way: _rank(way, seat)):
        by_city.setdefault(way.city, []).append(way)
    kept = [way for few in by_city.values() for way in few[:_ALTERNATIVES]]
    return sorted(kept, key=lambda way: _rank(way, seat))


def _rank(way: Way, seat: int) -> tuple[int, int, int, int]:
    return -way.gains[seat], sum(way.gains), way.links, way.city


def first_of_each(found: Sequence[Way]) -> list[Way]:
    """Return the first way to each city."""
    first: dict[int, Way] = {}
    for way in found:
        first.setdefault(way.city, way)
    return list(first.values())


def delivered(position: Tycoon, move: int, most: int = _MOST_STEPS) -> list[Way]:
    """Return the ways of a cube that is still in its city, with the move that chooses it."""
    after = position.copy()
    after.apply(move)
    return [Way((move, *way.moves), way.cities, way.links, way.gains) for way in ways(after, most)]


def best_deliveries(position: Tycoon, moves: Sequence[int]) -> list[Way]:
    """Return the best way of every cube that can be delivered, the best cube first."""
    found = [way for move in moves for way in delivered(position, move, _FEW_STEPS)[:1]]
    return sorted(found, key=lambda way: (-way.gains[position.actor], sum(way.gains), way.links, way.moves[0]))


def cube_of(way: Way) -> tuple[int, int]:
    """Return the city and the colour of the cube of a way whose first move chooses it."""
    return divmod(way.moves[0] - DELIVER, COLOURS)


def tiles_of(position: Tycoon, way: Way) -> list[Tile]:
    """Return the tiles that a way goes over."""
    hops = [move - HOP for move in way.moves if move >= HOP]
    start = way.cities[0]
    tiles: list[Tile] = []
    for hop in hops:
        city, owner = divmod(hop, OWNERS)
        tiles += link_tiles(position, owner, start, city)
        start = city
    return tiles


def link_tiles(position: Tycoon, owner: int, a: int, b: int) -> list[Tile]:
    """Return the tiles of a link of an owner between two cities."""
    for at in range(0, len(position.links), LINK):
        ends = position.links[at] // SIDES, position.links[at + 1] // SIDES
        if position.links[at + 2] == owner and ends in ((a, b), (b, a)):
            way = list(walk(position, position.links[at]))
            return [(way[i], way[i + 1], way[i + 2]) for i in range(0, len(way), 3)]
    return []


def _hops(position: Tycoon, place: int, trail: int, made: int) -> list[int]:
    """Return the links on from a city, as next city and owner (RRT-110, RRT-111)."""
    first = position.steps + made == 0
    owners = [position.actor] if first else range(position.seats)
    return [city * OWNERS + owner for owner in owners for city in members(position.own[owner * CITIES + place] & ~trail)]


def _scored(position: Tycoon, hops: tuple[int, ...]) -> Way:
    """Make the way on a copy, so that links and cards count as the rules count them (RRT-116, RRT-119)."""
    after = position.copy()
    for hop in hops:
        after.apply(HOP + hop)
    gains = tuple(after.points[seat] - position.points[seat] for seat in range(position.seats))
    cities = (int(position.place), *(hop // OWNERS for hop in hops))
    return Way(tuple(HOP + hop for hop in hops), cities, position.steps + len(hops), gains)
