"""Track that a seat could lay: the cheapest way to every city and hex within reach, as moves that are legal one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from roundhouse.core.bits import members
from roundhouse.games.tycoon.board import BEYOND, HEXES, NEAREST, NONE, SIDES, TILES, opposite
from roundhouse.games.tycoon.build import tiles_left
from roundhouse.games.tycoon.changes import shares_needed
from roundhouse.games.tycoon.moves import BUILD, LAY, TURN
from roundhouse.games.tycoon.track import (
    city_joined,
    free_exits,
    head_of,
    last_gate,
    lay_exits,
    may_join,
    price,
    turn_exits,
    unfinished,
)
from roundhouse.games.tycoon.turns import ROUNDS

if TYPE_CHECKING:
    from roundhouse.games.tycoon.state import Tycoon

Tile = tuple[int, int, int]  # hex, the side it is entered by, its far side


@dataclass(frozen=True)
class Plan:
    """Track from a city, or from a loose end, to a city or to a hex."""

    moves: tuple[int, ...]  # to be made now, one after the other
    tiles: tuple[Tile, ...]  # laid by them
    price: int  # of these tiles, in thousands
    later: tuple[Tile, ...]  # tiles that only a later action of this turn can lay
    rest: int  # their price
    shares: int  # that must be issued to pay for `tiles`


@dataclass(frozen=True)
class Plans:
    """The cheapest plans by where they lead."""

    cities: dict[int, Plan]
    hexes: dict[int, Plan]  # by the hex that the track points at; the next tile would lie there


class _Step(NamedTuple):
    """The last tile of a way, with what came before it."""

    move: int
    tile: Tile
    total: int  # the price of all tiles so far
    length: int
    before: _Step | None


class _Start(NamedTuple):
    """Where a way begins: the moves before its first tile, the gate the tile enters, and how it may be laid."""

    moves: tuple[int, ...]
    stub: int
    gate: int
    first: int  # LAY, or TURN for the last tile of an unfinished link
    exits: int  # far sides of the first tile, as a mask


def plans(position: Tycoon, stubs: Sequence[int], begun: bool) -> Plans:
    """Return the cheapest plans of the acting seat from some stubs of one city; `begun` if the build of the only stub has begun."""
    starts = [start for stub in stubs for start in _starts(position, stub, begun)]
    return _Search(position, starts).run() if starts else Plans({}, {})


def _starts(position: Tycoon, stub: int, begun: bool) -> Iterable[_Start]:
    moves = () if begun else (BUILD + stub,)
    seat = position.actor
    if tiles_left(position):
        yield _Start(moves, stub, head_of(position, stub), LAY, lay_exits(position, seat, stub))
    if position.laid == 0 and unfinished(position, stub) != NONE:
        yield _Start(moves, stub, last_gate(position, stub), TURN, turn_exits(position, seat, stub))


class _Search:
    """A search outward, tile by tile: cheapest first, then fewest tiles, then the first found."""

    def __init__(self, position: Tycoon, starts: Sequence[_Start]) -> None:
        self.position = position
        self.starts = starts
        self.seat = position.actor
        self.home = starts[0].stub // SIDES
        self.now = int(tiles_left(position))
        self.most = self.now + (TILES if position.round < ROUNDS else 0)
        self.by_city: dict[int, tuple[_Start, _Step]] = {}
        self.by_gate: dict[int, tuple[_Start, _Step]] = {}

    def run(self) -> Plans:
        """Search tile by tile; the hexes are those that this action can reach."""
        layer: dict[int, tuple[_Start, _Step]] = {}
        for start in self.starts:
            self._lay(start, None, start.gate, members(start.exits), layer)
        near = dict(self.by_gate)
        for length in range(1, self.most):
            following: dict[int, tuple[_Start, _Step]] = {}
            for gate, (start, step) in layer.items():
                self._lay(start, step, gate, members(free_exits(self.position, gate)), following)
            layer = following
            if length < self.now:
                near = dict(self.by_gate)
        cities = {city: self._plan(*found) for city, found in self.by_city.items()}
        return Plans(_legal(self.position, cities), _legal(self.position, self._hexes(near)))

    def _hexes(self, near: dict[int, tuple[_Start, _Step]]) -> dict[int, Plan]:
        """Return the cheapest way to each hex from which a city can still be reached in this turn."""
        found: dict[int, Plan] = {}
        for gate, (start, step) in sorted(near.items(), key=lambda pair: (pair[1][1].total, pair[1][1].length)):
            if gate // SIDES not in found and NEAREST[gate] <= self.most - step.length:
                found[gate // SIDES] = self._plan(start, step)
        return found

    def _lay(
        self, start: _Start, before: _Step | None, gate: int, exits: Iterable[int], following: dict[int, tuple[_Start, _Step]]
    ) -> None:
        """Lay the next tile in every direction."""
        total, count = (before.total, before.length) if before else (0, 0)
        for far in exits:
            hex, entry = divmod(gate, SIDES)
            move = (LAY if before else start.first) + far
            step = _Step(move, (hex, entry, far), total + price(self.position, self.seat, gate, far), count + 1, before)
            city = city_joined(self.position, self.seat, hex * SIDES + far)
            if city != NONE:
                self._arrive(start, step, city)
            elif BEYOND[hex * SIDES + far] < HEXES:
                onward = BEYOND[hex * SIDES + far] * SIDES + opposite(far)
                known = self.by_gate.get(onward)
                if known is None or step.total < known[1].total:
                    self.by_gate[onward] = following[onward] = start, step

    def _arrive(self, start: _Start, step: _Step, city: int) -> None:
        """Keep the better way to a city: one that this action can finish before any other, then the cheaper one."""
        if not may_join(self.position, self.seat, self.home, city):
            return
        known = self.by_city.get(city)
        if known is None or (step.length > self.now, step.total) < (known[1].length > self.now, known[1].total):
            self.by_city[city] = start, step

    def _plan(self, start: _Start, last: _Step) -> Plan:
        steps: list[_Step] = []
        step: _Step | None = last
        while step is not None:
            steps.insert(0, step)
            step = step.before
        made = steps[: self.now]
        paid = made[-1].total
        return Plan(
            (*start.moves, *(one.move for one in made)),
            tuple(one.tile for one in made),
            paid,
            tuple(one.tile for one in steps[self.now :]),
            last.total - paid,
            shares_needed(self.position, self.seat, paid),
        )


def _legal(position: Tycoon, found: dict[int, Plan]) -> dict[int, Plan]:
    """Return the plans whose moves are all legal: a way that crosses itself may not be."""
    return {key: plan for key, plan in found.items() if _can_be_made(position, plan)}


def _can_be_made(position: Tycoon, plan: Plan) -> bool:
    if len({tile[0] for tile in plan.tiles}) == len(plan.tiles):
        return True
    after = position.copy()
    for move in plan.moves:
        if move not in list(after.legal_moves()):
            return False
        after.apply(move)
    return True
