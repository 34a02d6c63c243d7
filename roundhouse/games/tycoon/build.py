"""Chapter 8 of the rules, the action: laying and turning tiles, one link per action."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.bits import low_bit
from roundhouse.games.tycoon import goals
from roundhouse.games.tycoon.board import (
    BEYOND,
    CITIES,
    ENGINEERED_TILES,
    FIRST_GATE,
    HEXES,
    NEAREST,
    NONE,
    SIDES,
    TILES,
    opposite,
)
from roundhouse.games.tycoon.money import pay
from roundhouse.games.tycoon.moves import BUILD, LAY, STOP, TURN
from roundhouse.games.tycoon.position import BUILDING, ONE_LINK, Position
from roundhouse.games.tycoon.track import (
    build_sides,
    city_joined,
    forget,
    head_of,
    homes,
    last_gate,
    lay_exits,
    lift,
    link,
    loose_end,
    point_at,
    price,
    put,
    turn_exits,
    unfinished,
)
from roundhouse.games.tycoon.turns import ROUNDS, end_action

# What may be built.


def builds(state: Position, moves: vec[i64]) -> vec[i64]:
    """Add every stub where the actor can begin a link or work on its own unfinished one (RRT-69)."""
    special = homes(state, state.actor)
    if state.variant & ONE_LINK:
        special = -1
    for city in range(i64(CITIES)):
        sides = state.open[city]
        if special >> city & 1:
            sides = build_sides(state, state.actor, city)
        while sides:
            moves = append(moves, BUILD + city * SIDES + low_bit(sides))
            sides &= sides - 1
    return moves


def some_builds(state: Position, moves: vec[i64]) -> vec[i64]:
    """Add the builds from which this turn's tiles can reach a city, and all unfinished links of the actor."""
    reach = tiles_left(state) + TILES * (ROUNDS - state.round)
    for move in builds(state, vec[i64]()):
        stub = move - BUILD
        if unfinished(state, stub) != NONE or NEAREST[FIRST_GATE[stub]] <= reach:
            moves = append(moves, move)
    return moves


def steps(state: Position) -> vec[i64]:
    """Return tiles that continue the link (RRT-70, RRT-71); turning only first (RRT-203); a stop after any tile (RRT-73)."""
    moves = vec[i64]()
    if tiles_left(state):
        moves = _with_sides(moves, LAY, lay_exits(state, state.actor, state.stub))
    if state.laid > 0:
        return append(moves, STOP)
    if unfinished(state, state.stub) != NONE:
        moves = _with_sides(moves, TURN, turn_exits(state, state.actor, state.stub))
    return moves


def some_steps(state: Position) -> vec[i64]:
    """Return the steps after which this turn's tiles can still reach a city; if there are none, all steps."""
    moves = vec[i64]()
    for move in steps(state):
        if move != STOP and _promising(state, move):
            moves = append(moves, move)
    if len(moves) == 0:
        return steps(state)
    return moves


def _promising(state: Position, move: i64) -> bool:
    gate = head_of(state, state.stub)
    side = move - LAY
    if move >= TURN:
        gate = last_gate(state, state.stub)
        side = move - TURN
    gate = gate - gate % SIDES + side
    if city_joined(state, state.actor, gate) != NONE:
        return True
    reach = tiles_left(state) - 1 + TILES * (ROUNDS - state.round)
    return NEAREST[BEYOND[gate] * SIDES + opposite(side)] <= reach


def _with_sides(moves: vec[i64], first: i64, sides: i64) -> vec[i64]:
    rest = sides
    while rest:
        moves = append(moves, first + low_bit(rest))
        rest &= rest - 1
    return moves


def tiles_left(state: Position) -> i64:
    """Return the tiles left: four per action (RRT-71), a fifth with a Perfect Engineering unused this turn (RRT-161, RRT-182)."""
    most: i64 = TILES
    seat = state.actor
    if state.laid == ENGINEERED_TILES or state.engineers[seat] > state.tired[seat]:
        most = ENGINEERED_TILES
    return most - state.laid


# What building does.


def begin(state: Position, stub: i64) -> None:
    """Start work on the link that leaves a city at `stub`."""
    state.phase = BUILDING
    state.stub = stub


def lay(state: Position, side: i64) -> None:
    """Lay a tile at the end of the link (RRT-68, RRT-70)."""
    _pay_and_put(state, head_of(state, state.stub), side)


def turn(state: Position, side: i64) -> None:
    """Turn the last tile at its full price (RRT-95, RRT-203); it counts as a tile (RRT-96)."""
    gate = last_gate(state, state.stub)
    lift(state, gate // SIDES, gate % SIDES)
    _pay_and_put(state, gate, side)


def _pay_and_put(state: Position, gate: i64, side: i64) -> None:
    """Pay for a tile, which is then the actor's (RRT-85). Only a fifth tile uses Perfect Engineering for the turn (RRT-211)."""
    seat = state.actor
    pay(state, seat, price(state, seat, gate, side))
    put(state, gate // SIDES, gate % SIDES, side, seat)
    state.laid += 1
    if state.laid == ENGINEERED_TILES:
        state.tired[seat] += 1
    _go_on(state, gate - gate % SIDES + side)


def _go_on(state: Position, gate: i64) -> None:
    """Complete the link if it has reached a city (RRT-72) or another own loose end (RRT-204), or end the action if stuck.

    Track that has not reached a city is no link, RRT-74. `gate` is the far side of the last tile.
    """
    across = BEYOND[gate]
    other = loose_end(state, state.actor, gate)
    if across >= HEXES:
        _complete(state, (across - HEXES) * SIDES + opposite(gate % SIDES))
    elif other != NONE:
        _complete(state, state.loose[other + 1])
    else:
        point_at(state, state.actor, state.stub, across * SIDES + opposite(gate % SIDES))
        if tiles_left(state) == 0 or lay_exits(state, state.actor, state.stub) == 0:
            end_action(state)


def _complete(state: Position, stub: i64) -> None:
    """Complete the link from the city it left to the one at `stub` (RRT-67)."""
    seat = state.actor
    forget(state, state.stub)
    forget(state, stub)
    link(state, seat, state.stub, stub)
    goals.linked(state, seat)
    end_action(state)
