"""Where a cube can be delivered, over whose links, and which players score for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from roundhouse.core.bits import members
from roundhouse.games.tycoon.board import CITIES
from roundhouse.games.tycoon.moves import HOP, OWNERS

if TYPE_CHECKING:
    from roundhouse.games.tycoon.state import Tycoon

_MOST_STEPS: Final = 1500  # of the search; short ways come first, so that it misses at most long detours
_FEW_STEPS: Final = 150  # where many cubes are compared


@dataclass(frozen=True)
class Way:
    """A way for a cube to a city of its colour."""

    city: int
    links: int  # in all, those already used included
    gains: tuple[int, ...]  # points by seat, cards included


def nearest(position: Tycoon, seat: int, city: int, colour: int) -> list[tuple[int, int]]:
    """Return the cities a seat can bring a cube to, each with the fewest links to it (RRT-109, RRT-110, RRT-113)."""
    goal = position.demand[colour]
    met = 1 << city
    front = position.own[seat * CITIES + city]
    found = []
    for links in range(1, position.level[seat] + 1):
        front &= ~met
        met |= front
        found += [(links, end) for end in members(front & goal)]
        beyond = 0
        for place in members(front & ~goal):
            beyond |= position.joined[place]
        front = beyond
    return [(end, links) for links, end in found]


def ways(position: Tycoon, most: int = _MOST_STEPS) -> list[Way]:
    """Return the best way for the cube under way to each city that takes it, as the delivering seat would judge."""
    best: dict[int, tuple[tuple[int, int], tuple[int, ...]]] = {}
    seat, limit = position.actor, position.level[position.actor]
    queue: list[tuple[int, int, tuple[int, ...]]] = [(position.place, position.trail, ())]
    for steps, (place, trail, hops) in enumerate(queue):
        if steps > most:
            break
        if hops and position.demand[position.cube] >> place & 1:
            own = sum(hop % OWNERS == seat for hop in hops)
            worth = own, own - len(hops)
            if place not in best or worth > best[place][0]:
                best[place] = worth, hops
        elif position.steps + len(hops) < limit:
            queue += [(hop // OWNERS, trail | 1 << hop // OWNERS, (*hops, hop)) for hop in _hops(position, place, trail, len(hops))]
    return sorted((_scored(position, hops) for _, hops in best.values()), key=lambda way: (-way.gains[seat], way.links, way.city))


def best_deliveries(position: Tycoon, moves: Sequence[int]) -> list[tuple[int, Way]]:
    """Return the cubes that can be delivered, each with its best way, the best cube first."""
    found = []
    for move in moves:
        after = position.copy()
        after.apply(move)
        found += [(move, way) for way in ways(after, _FEW_STEPS)[:1]]
    return sorted(found, key=lambda pair: (-pair[1].gains[position.actor], sum(pair[1].gains), pair[1].links, pair[0]))


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
    return Way(hops[-1] // OWNERS, position.steps + len(hops), gains)
