"""Chapter 8 of the rules, the track itself: what lies in a hex, where a link can go on, and what links join.

`rail[hex]` packs up to two tracks (RRT-92) of TRACK_BITS bits each: the two sides as a mask, then the owner. The older
track stands first. A gate is a side of a hex: hex * SIDES + side.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.bits import BIT, low_bit
from roundhouse.core.rails import other_end
from roundhouse.games.tycoon.board import (
    BEYOND,
    CITIES,
    EXITS,
    FIRST_GATE,
    GATES,
    GRASS,
    HEXES,
    NONE,
    OPEN_PRICE,
    PRICE,
    RIDGE,
    RIDGE_PRICE,
    SIDES,
    STUB_SIDES,
    opposite,
)
from roundhouse.games.tycoon.position import LINK, LOOSE, ONE_LINK, TIGHT_CURVES, Position

TRACK_BITS: Final = 9
ONE_TRACK: Final = 512  # 2 ** TRACK_BITS
ALL_SIDES: Final = 63


# What lies in a hex.


def sides_used(rail: i64) -> i64:
    """Return the sides of a hex that track uses, as a mask."""
    return (rail | rail >> TRACK_BITS) & ALL_SIDES


def track_at(rail: i64, side: i64) -> i64:
    """Return the track of a hex that uses a side, sides and owner; 0 if none does."""
    first = rail % ONE_TRACK
    if first >> side & 1:
        return first
    second = rail // ONE_TRACK
    if second >> side & 1:
        return second
    return 0


def owner_of(track: i64) -> i64:
    """Return the owner of a track (RRT-85)."""
    return track // 64


def put(state: Position, hex: i64, a: i64, b: i64, seat: i64) -> None:
    """Lay a track between two sides; a track already there is kept, and the tile is then a crossing (RRT-88, RRT-89)."""
    track = BIT[a] | BIT[b] | seat * 64
    if state.rail[hex] == 0:
        state.rail[hex] = track
    else:
        state.rail[hex] += track * ONE_TRACK
    _refresh(state, hex)


def lift(state: Position, hex: i64, side: i64) -> None:
    """Remove the track that uses a side; the other one of a crossing stays (RRT-205)."""
    rail = state.rail[hex]
    if rail >> side & 1:
        state.rail[hex] = rail // ONE_TRACK
    else:
        state.rail[hex] = rail % ONE_TRACK
    _refresh(state, hex)


def _refresh(state: Position, hex: i64) -> None:
    """Update `open` for a hex that has changed."""
    for side in range(i64(SIDES)):
        city = BEYOND[hex * SIDES + side] - HEXES
        if city < 0:
            continue
        stub_side = opposite(side)
        if not STUB_SIDES[city] >> stub_side & 1:
            continue
        if free_exits(state, hex * SIDES + side):
            state.open[city] |= BIT[stub_side]
        else:
            state.open[city] &= ~BIT[stub_side]


# Where a tile can go.


def free_exits(state: Position, gate: i64) -> i64:
    """Return the far sides of a tile entered at a gate, for any seat, as a mask: RRT-78, RRT-92, RRT-201, RRT-202.

    What lies across a far side does not matter: a tile may be laid against a loose end to block it, RRT-94.
    """
    rail = state.rail[gate // SIDES]
    if rail >= ONE_TRACK or rail >> gate % SIDES & 1:
        return 0
    return exits_of(state.variant, gate) & ~rail


def exits_of(variant: i64, gate: i64) -> i64:
    """Return the far sides that a tile entered at a gate could have on an empty board, as a mask (RRT-78, RRT-201)."""
    if variant & TIGHT_CURVES:
        return EXITS[GATES + gate]
    return EXITS[gate]


def lay_exits(state: Position, seat: i64, stub: i64) -> i64:
    """Return the far sides of the next tile of a link, as a mask."""
    gate = head_of(state, stub)
    return _allowed(state, seat, stub, gate, free_exits(state, gate))


def turn_exits(state: Position, seat: i64, stub: i64) -> i64:
    """Return the other far sides of the last tile of an unfinished link; the side it was entered by stays (RRT-203)."""
    gate = last_gate(state, stub)
    exits = exits_of(state.variant, gate) & ~sides_used(state.rail[gate // SIDES])
    return _allowed(state, seat, stub, gate, exits)


def last_gate(state: Position, stub: i64) -> i64:
    """Return the gate by which the last tile of an unfinished link is entered."""
    head = head_of(state, stub)
    hex = BEYOND[head]
    far = opposite(head % SIDES)
    return hex * SIDES + other_end(track_at(state.rail[hex], far) & ALL_SIDES, far)


def _allowed(state: Position, seat: i64, stub: i64, gate: i64, exits: i64) -> i64:
    """Return `exits` without sides that would complete what is no link (RRT-97, RRT-204) or, by option, a second own link."""
    result: i64 = 0
    rest = exits
    while rest:
        side = low_bit(rest)
        rest &= rest - 1
        city = city_joined(state, seat, gate - gate % SIDES + side)
        if city == NONE or may_join(state, seat, stub // SIDES, city):
            result |= BIT[side]
    return result


def city_joined(state: Position, seat: i64, gate: i64) -> i64:
    """Return the city that a tile of `seat` with its far side at a gate reaches, directly or by another own loose end; or NONE."""
    across = BEYOND[gate]
    if across >= HEXES:
        return across - HEXES
    at = loose_end(state, seat, gate)
    if at == NONE:
        return NONE
    return state.loose[at + 1] // SIDES


def may_join(state: Position, seat: i64, a: i64, b: i64) -> bool:
    """Return whether a seat may link two different cities (RRT-67, RRT-97), more than once unless an option forbids it (RRT-98)."""
    if a == b:
        return False
    return not (state.variant & ONE_LINK and state.own[seat * CITIES + a] >> b & 1)


def loose_end(state: Position, seat: i64, gate: i64) -> i64:
    """Return the index in `loose` of the seat's unfinished link whose loose end points at a gate, or NONE (RRT-204)."""
    for at in range(0, i64(len(state.loose)), LOOSE):
        if state.loose[at] == seat and state.loose[at + 2] == gate:
            return at
    return NONE


def unfinished(state: Position, stub: i64) -> i64:
    """Return the index in `loose` of the unfinished link that leaves a city at a stub, or NONE."""
    for at in range(0, i64(len(state.loose)), LOOSE):
        if state.loose[at + 1] == stub:
            return at
    return NONE


def head_of(state: Position, stub: i64) -> i64:
    """Return the gate that the next tile of a link enters: beyond its loose end, or beside the city."""
    at = unfinished(state, stub)
    if at == NONE:
        return FIRST_GATE[stub]
    return state.loose[at + 2]


def can_build(state: Position, seat: i64, stub: i64) -> bool:
    """Return whether a seat can begin a link at a stub (RRT-69), or continue its unfinished one (RRT-93), not others' (RRT-87)."""
    at = unfinished(state, stub)
    if at == NONE:
        return FIRST_GATE[stub] != NONE and lay_exits(state, seat, stub) != 0
    if state.loose[at] != seat:
        return False
    return lay_exits(state, seat, stub) != 0 or turn_exits(state, seat, stub) != 0


def build_sides(state: Position, seat: i64, city: i64) -> i64:
    """Return the sides of a city where a seat can build, as a mask: `can_build` for each, but mostly read off `open`."""
    sides: i64 = 0
    for side in range(i64(SIDES)):
        if can_build(state, seat, city * SIDES + side):
            sides |= BIT[side]
    return sides


def homes(state: Position, seat: i64) -> i64:
    """Return the cities where a seat has unfinished links, as a mask: there `open` is not sufficient."""
    mask: i64 = 0
    for at in range(0, i64(len(state.loose)), LOOSE):
        if state.loose[at] == seat:
            mask |= BIT[state.loose[at + 1] // SIDES]
    return mask


def price(state: Position, seat: i64, gate: i64, far: i64) -> i64:
    """Return the price of a tile (RRT-79 to RRT-84, RRT-90); a land grant covers flat terrain (RRT-212), no ridge (RRT-177).

    A ridge between two tiles is paid by the one laid second, so at the far side only where the tile joins a loose end.
    """
    hex = gate // SIDES
    total = PRICE[gate * SIDES + far]
    if state.granted and GRASS[hex]:
        total -= OPEN_PRICE
    if RIDGE[hex] >> far & 1 and BEYOND[hex * SIDES + far] < HEXES and loose_end(state, seat, hex * SIDES + far) != NONE:
        total += RIDGE_PRICE
    return total


# Links.


def link(state: Position, seat: i64, a: i64, b: i64) -> None:
    """Complete a link between two stubs: update everything that says which cities it joins.

    RRT-91: it joins these two and nothing on its way.

    `net` grows by the union of two sets: links are never taken away (RRT-86), so sets never fall apart.
    """
    state.links = append(append(append(state.links, a), b), seat)
    city_a = a // SIDES
    city_b = b // SIDES
    base = seat * CITIES
    state.own[base + city_a] |= BIT[city_b]
    state.own[base + city_b] |= BIT[city_a]
    state.joined[city_a] |= BIT[city_b]
    state.joined[city_b] |= BIT[city_a]
    whole = state.net[base + city_a] | state.net[base + city_b]
    rest = whole
    while rest:
        state.net[base + low_bit(rest)] = whole
        rest &= rest - 1


def point_at(state: Position, seat: i64, stub: i64, head: i64) -> None:
    """Let an unfinished link point at `head`."""
    at = unfinished(state, stub)
    if at == NONE:
        state.loose = append(append(append(state.loose, seat), stub), head)
    else:
        state.loose[at + 2] = head


def forget(state: Position, stub: i64) -> None:
    """Remove a link from the unfinished ones."""
    left = vec[i64]()
    for at in range(0, i64(len(state.loose)), LOOSE):
        if state.loose[at + 1] != stub:
            left = append(append(append(left, state.loose[at]), state.loose[at + 1]), state.loose[at + 2])
    state.loose = left


def walk(state: Position, stub: i64) -> vec[i64]:
    """Return the track that leaves a city at a stub, tile by tile: hex, side it enters by, side it leaves by, ..."""
    tiles = vec[i64]()
    gate = FIRST_GATE[stub]
    while gate != NONE:
        hex = gate // SIDES
        track = track_at(state.rail[hex], gate % SIDES)
        if track == 0 or (len(tiles) and owner_of(track) != owner_of(track_at(state.rail[tiles[0]], tiles[1]))):
            break
        far = other_end(track & ALL_SIDES, gate % SIDES)
        tiles = append(append(append(tiles, hex), gate % SIDES), far)
        across = BEYOND[hex * SIDES + far]
        if across >= HEXES:
            break
        gate = across * SIDES + opposite(far)
    return tiles


def remove_unfinished(state: Position) -> None:
    """Remove every unfinished link, without refund (RRT-75, RRT-139)."""
    for at in range(0, i64(len(state.loose)), LOOSE):
        head = state.loose[at + 2]
        gate = FIRST_GATE[state.loose[at + 1]]
        while gate != head:
            hex = gate // SIDES
            far = other_end(track_at(state.rail[hex], gate % SIDES) & ALL_SIDES, gate % SIDES)
            lift(state, hex, far)
            gate = BEYOND[hex * SIDES + far] * SIDES + opposite(far)
    state.loose = vec[i64]()


def ends_of(links: vec[i64], seat: i64, end: i64) -> vec[i64]:
    """Return the city at the first (0) or second (1) end of each link of a seat."""
    cities = vec[i64]()
    for at in range(0, i64(len(links)), LINK):
        if links[at + 2] == seat:
            cities = append(cities, links[at + end] // SIDES)
    return cities
