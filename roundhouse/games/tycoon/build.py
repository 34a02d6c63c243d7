"""Chapter 8 of the rules, the action: tiles laid and turned, one link an action."""

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
    """RRT-69: every stub where the actor can begin a link or work on an own unfinished one."""
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
    """The builds from which a city is within reach of the tiles of this turn; own unfinished links always."""
    reach = tiles_left(state) + TILES * (ROUNDS - state.round)
    for move in builds(state, vec[i64]()):
        stub = move - BUILD
        if unfinished(state, stub) != NONE or NEAREST[FIRST_GATE[stub]] <= reach:
            moves = append(moves, move)
    return moves


def steps(state: Position) -> vec[i64]:
    """RRT-70, RRT-71: tiles that go on with the link; RRT-203: turning only first; RRT-73: stop after any tile."""
    moves = vec[i64]()
    if tiles_left(state):
        moves = _with_sides(moves, LAY, lay_exits(state, state.actor, state.stub))
    if state.laid > 0:
        return append(moves, STOP)
    if unfinished(state, state.stub) != NONE:
        moves = _with_sides(moves, TURN, turn_exits(state, state.actor, state.stub))
    return moves


def some_steps(state: Position) -> vec[i64]:
    """The steps after which a city is still within reach of the tiles of this turn; if there are none, all."""
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
    """RRT-71: four tiles an action; RRT-161, RRT-182: a fifth with a Perfect Engineering not used in this turn."""
    most: i64 = TILES
    seat = state.actor
    if state.laid == ENGINEERED_TILES or state.engineers[seat] > state.tired[seat]:
        most = ENGINEERED_TILES
    return most - state.laid


# What building does.


def begin(state: Position, stub: i64) -> None:
    """The link that leaves a city at `stub` is worked on."""
    state.phase = BUILDING
    state.stub = stub


def lay(state: Position, side: i64) -> None:
    """RRT-68, RRT-70: a tile that goes on where the link ends."""
    _pay_and_put(state, head_of(state, state.stub), side)


def turn(state: Position, side: i64) -> None:
    """RRT-95, RRT-203: the last tile gets another far side, at the full price of the tile; RRT-96: it counts as one."""
    gate = last_gate(state, state.stub)
    lift(state, gate // SIDES, gate % SIDES)
    _pay_and_put(state, gate, side)


def _pay_and_put(state: Position, gate: i64, side: i64) -> None:
    """RRT-85: the tile is the actor's. RRT-211: only a fifth tile uses up Perfect Engineering for the turn."""
    seat = state.actor
    pay(state, seat, price(state, seat, gate, side))
    put(state, gate // SIDES, gate % SIDES, side, seat)
    state.laid += 1
    if state.laid == ENGINEERED_TILES:
        state.tired[seat] += 1
    _go_on(state, gate - gate % SIDES + side)


def _go_on(state: Position, gate: i64) -> None:
    """RRT-72: the action ends when the link reaches a city, RRT-204: or another own loose end; else when nothing more can be
    laid. Track that has not reached a city is no link, RRT-74. `gate` is the far side of the last tile."""
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
    """RRT-67: the link joins the city it left to the one at `stub`."""
    seat = state.actor
    forget(state, state.stub)
    forget(state, stub)
    link(state, seat, state.stub, stub)
    goals.linked(state, seat)
    end_action(state)
