"""The invariants of every position of Railroad Tycoon: nothing is lost or forged, and derived fields agree with the track."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.core.bits import BIT, count_bits
from roundhouse.core.graph import networks
from roundhouse.core.state import filled
from roundhouse.games.tycoon.board import (
    BEYOND,
    CITIES,
    CITY_COLOUR,
    COLOURS,
    COPIES,
    CUBES,
    ENGINEERING,
    FIRST_GATE,
    HEXES,
    HOTEL,
    HOTELS,
    KINDS,
    LAND_GRANT,
    LEVELS,
    MARKERS_TO_END,
    NEW_CITIES,
    NONE,
    PULLMAN,
    PULLMAN_LEVEL,
    SIDES,
    opposite,
)
from roundhouse.games.tycoon.position import BEGINNER, LINK, LOOSE, OPEN, REVEALING, STOCKING, TIGHT_CURVES, Position
from roundhouse.games.tycoon.track import ALL_SIDES, ONE_TRACK, ends_of, free_exits, owner_of, walk


def check(state: Position) -> None:
    """Raise AssertionError if an invariant is broken."""
    _check_cubes(state)
    _check_cities(state)
    _check_seats(state)
    _check_cards(state)
    _check_hexes(state)
    _check_track(state)
    _check_joined(state)


def _check_cubes(state: Position) -> None:
    for colour in range(i64(COLOURS)):
        count = state.bag[colour]
        assert count >= 0
        for city in range(i64(CITIES)):
            assert state.goods[city * COLOURS + colour] >= 0
            count += state.goods[city * COLOURS + colour]
        assert count == CUBES[colour], "RRT-8: cubes are lost or forged"


def _check_cities(state: Position) -> None:
    met: i64 = 0
    for colour in range(i64(COLOURS)):
        assert not met & state.demand[colour], "RRT-103: a city has two colours"
        met |= state.demand[colour]
        printed: i64 = 0
        for city in range(i64(CITIES)):
            if CITY_COLOUR[city] == colour:
                printed |= BIT[city]
        assert printed & ~state.demand[colour] == 0, "RRT-103: a printed colour is gone"
        new = state.demand[colour] & ~printed
        assert state.stock[colour] + count_bits(new) == NEW_CITIES[colour], "RRT-6: new-city tiles are lost or forged"
    if state.phase == STOCKING:
        return
    for city in range(i64(CITIES)):
        assert (state.cubes_in(city) == 0) == (state.marked >> city & 1 != 0), "RRT-118, RRT-208: marker and cubes disagree"
    assert state.ending != OPEN or state.markers() < MARKERS_TO_END[state.seats], "RRT-183: the end is not triggered"


def _check_seats(state: Position) -> None:
    dealt: i64 = 0
    for seat in range(state.seats):
        assert state.cash[seat] >= 0, "RRT-40: debt"
        assert state.shares[seat] >= 0, "RRT-36: shares are lost"
        assert state.points[seat] >= 0, "RRT-29: points are lost"
        assert 1 <= state.level[seat] <= LEVELS, "RRT-106"
        assert 0 <= state.tired[seat] <= state.engineers[seat], "RRT-124: a card used twice a turn"
        tycoon = state.tycoon[seat]
        if tycoon != NONE:
            assert not dealt >> tycoon & 1, "RRT-26: a tycoon was dealt twice"
            dealt |= BIT[tycoon]
        if state.level[seat] >= PULLMAN_LEVEL:
            assert state.six != NONE, "RRT-48: nobody is the first at level 6"
    if state.six != NONE and state.phase != REVEALING:
        assert (state.tycoon[state.six] == PULLMAN) == (state.shown == 1), "RRT-43: Pullman is shown by who holds him"


def _check_cards(state: Position) -> None:
    for kind in range(i64(KINDS)):
        count = state.deck[kind] + state.display[kind]
        assert state.deck[kind] >= 0, "RRT-121: a card that was not in the deck"
        assert state.display[kind] >= 0, "RRT-120: a card that was not available"
        for seat in range(state.seats):
            if kind == LAND_GRANT:
                count += state.grants[seat]
            elif kind == ENGINEERING:
                count += state.engineers[seat]
        if HOTEL <= kind < HOTEL + HOTELS:
            if state.hotel[kind - HOTEL] != NONE:
                count += 1
            assert count == COPIES[kind] or state.variant & BEGINNER, "RRT-127: a hotel is lost"
        assert count <= COPIES[kind], "RRT-218: a card was forged or came back"


def _check_hexes(state: Position) -> None:
    for hex in range(i64(HEXES)):
        rail = state.rail[hex]
        first = rail % ONE_TRACK
        second = rail // ONE_TRACK
        assert second == 0 or (first != 0 and not first & second & ALL_SIDES), "RRT-92: two tracks share a side"
        _check_shape(state, first)
        _check_shape(state, second)
    for city in range(i64(CITIES)):
        for side in range(i64(SIDES)):
            gate = FIRST_GATE[city * SIDES + side]
            free = gate != NONE and free_exits(state, gate) != 0
            assert free == (state.open[city] >> side & 1 != 0), "RRT-69: open stubs are out of step"


def _check_shape(state: Position, track: i64) -> None:
    if track == 0:
        return
    sides = track & ALL_SIDES
    assert count_bits(sides) == 2, "RRT-78: no two sides"
    assert owner_of(track) < state.seats, "RRT-85: no owner"
    near = (sides << 1 | sides >> 5) & sides
    assert near == 0 or state.variant & TIGHT_CURVES, "RRT-78: a tight curve"


def _check_track(state: Position) -> None:
    """Check that every tile belongs to a link from stub to stub or to an unfinished one, and to its owner."""
    tiles: i64 = 0
    for at in range(0, i64(len(state.links)), LINK):
        way = walk(state, state.links[at])
        tiles += i64(len(way)) // 3
        assert len(way) > 0, "RRT-67: a link without track"
        gate = way[len(way) - 3] * SIDES + way[len(way) - 1]
        assert BEYOND[gate] - HEXES == state.links[at + 1] // SIDES, "RRT-67: a link leads elsewhere"
        assert opposite(gate % SIDES) == state.links[at + 1] % SIDES
        assert state.links[at] // SIDES != state.links[at + 1] // SIDES, "RRT-97: a link from a city to itself"
        assert owner_of(_track_under(state, way)) == state.links[at + 2], "RRT-85: a link of another owner"
    for at in range(0, i64(len(state.loose)), LOOSE):
        way = walk(state, state.loose[at + 1])
        tiles += i64(len(way)) // 3
        assert owner_of(_track_under(state, way)) == state.loose[at], "RRT-93: an unfinished link of another owner"
        far = way[len(way) - 1]
        assert BEYOND[way[len(way) - 3] * SIDES + far] * SIDES + opposite(far) == state.loose[at + 2], "RRT-73: a loose end"
    for rail in state.rail:
        if rail != 0:
            tiles -= 1
        if rail >= ONE_TRACK:
            tiles -= 1
    assert tiles == 0, "RRT-75: track that belongs to no link"


def _track_under(state: Position, way: vec[i64]) -> i64:
    rail = state.rail[way[0]]
    if rail >> way[1] & 1:
        return rail % ONE_TRACK
    return rail // ONE_TRACK


def _check_joined(state: Position) -> None:
    """Check which cities links join against a plain search."""
    joined = filled(CITIES, 0)
    for seat in range(state.seats):
        ends_a = ends_of(state.links, seat, 0)
        ends_b = ends_of(state.links, seat, 1)
        own = filled(CITIES, 0)
        for i in range(i64(len(ends_a))):
            own[ends_a[i]] |= BIT[ends_b[i]]
            own[ends_b[i]] |= BIT[ends_a[i]]
        whole = networks(ends_a, ends_b)
        for city in range(i64(CITIES)):
            joined[city] |= own[city]
            assert own[city] == state.own[seat * CITIES + city], "RRT-107: own links are out of step"
            net = BIT[city]
            for cities in whole:
                if cities >> city & 1:
                    net = cities
            assert net == state.net[seat * CITIES + city], "RRT-171: connected cities are out of step"
    for city in range(i64(CITIES)):
        assert joined[city] == state.joined[city], "RRT-110: links are out of step"
