"""The searches behind the rules, against plain ones: ways out, bridges, exits, groups."""

from __future__ import annotations

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from roundhouse.core.bits import members
from roundhouse.core.draw import Rng
from roundhouse.core.state import CHANCE, OVER
from roundhouse.games.dice1.board import (
    ALL,
    EDGE,
    LAKE,
    LAKE_FEE,
    MEADOW,
    SIDE_KIND,
    SIDES,
    SIZE,
    SPOT_STEP,
    SQUARES,
    WAY_KIND,
    WAYS,
)
from roundhouse.games.dice1.bridges import can_span
from roundhouse.games.dice1.ground import can_follow, end_can_follow, exits_at, goes_on, way_out
from roundhouse.games.dice1.start import Options, start
from roundhouse.games.dice1.state import Dice1
from roundhouse.games.dice1.stations import largest_group, served
from tests.games.dice1.positions import position

FREE = st.integers(0, ALL)
SQUARE = st.integers(0, SQUARES - 1)
SIDE = st.integers(0, SIDES - 1)
EXITS = st.integers(0, 15)
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))  # rows down, columns right


def near(square: int, side: int) -> int | None:
    """The next square over a side, or None off the tile."""
    row, column = square // SIZE + STEPS[side][0], square % SIZE + STEPS[side][1]
    return row * SIZE + column if 0 <= row < SIZE and 0 <= column < SIZE else None


def plain_way_out(free: set[int], square: int, exits: int) -> bool:
    if exits == 0:
        return True
    seen, todo = {square}, [square]
    while todo:
        at = todo.pop()
        for side in range(SIDES):
            other = near(at, side)
            if other is None and exits >> side & 1:
                return True
            if other is not None and other in free and other not in seen:
                seen.add(other)
                todo.append(other)
    return False


def plain_can_follow(free: set[int], square: int, heading: int, count: int, exits: int) -> bool:
    for side in range(SIDES):
        other = near(square, side)
        if side == (heading + 2) % SIDES:
            continue
        if other in free or (other is None and exits >> side & 1 and count + 1 >= 5):
            return True
    return False


@given(FREE, SQUARE, EXITS)
def test_a_way_out_is_found_exactly_when_there_is_one(free: int, square: int, exits: int) -> None:
    """Any free squares and any open sides, against a search square by square."""
    assert way_out(free | 1 << square, square, exits) == plain_way_out(set(members(free)), square, exits)


@given(FREE, SQUARE, SIDE, st.integers(0, 10), EXITS)
def test_a_rail_can_follow_exactly_when_one_fits(free: int, square: int, heading: int, count: int, exits: int) -> None:
    """Test 1 of RD1-R11, and both tests together."""
    plain = plain_can_follow(set(members(free)), square, heading, count, exits)
    both = bool(free >> square & 1) and plain and plain_way_out(set(members(free)), square, exits)

    assert can_follow(free, square, heading, count, exits) == plain
    assert goes_on(free, square, heading, count, exits) == both


def plain_span(way: int, taken: set[int], square: int, heading: int, exits: int, fee: int, dice: tuple[int, int, int, int]) -> bool:
    """All ways to lay rails one by one, paying at the end with every mix."""
    straight, curve, wild, reserve = dice
    for turn, use_wild in product((0, 1, 3), (False, True)):
        left = [straight, curve, wild]
        left[2 if use_wild else 0 if turn == 0 else 1] -= 1
        side = (heading + turn) % SIDES
        after = near(square, side)
        now = taken | {square}
        if min(left) < 0 or after is None or after in now:
            continue
        if LAKE[way] >> after & 1:
            if plain_span(way, now, after, side, exits, fee, (left[0], left[1], left[2], reserve)):
                return True
        elif MEADOW[way] >> after & 1 and left[2] + reserve >= fee:
            free = set(range(SQUARES)) - now
            if plain_can_follow(free, after, side, len(now), exits) and plain_way_out(free, after, exits):
                return True
    return False


@settings(deadline=None)
@given(
    st.integers(1, 4),
    FREE,
    SQUARE,
    SIDE,
    EXITS,
    st.sampled_from([0, LAKE_FEE]),
    st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 2), st.integers(0, 2)),
)
def test_a_bridge_is_possible_exactly_when_a_plain_search_finds_one(
    way: int, clutter: int, at: int, heading: int, exits: int, fee: int, dice: tuple[int, int, int, int]
) -> None:
    """Lakes turned every way, with clutter on few squares, any dice, the fee due or paid."""
    lakes = members(LAKE[way])
    square = lakes[at % len(lakes)]
    taken = clutter & clutter >> 3 & clutter << 5 & ALL & ~(1 << square)
    found = can_span(start(2, Options()), 0, 0, (way, taken, exits, 0), square, heading, fee, dice)

    assert found == plain_span(way, set(members(taken)), square, heading, exits, fee, dice)


def played(seed: int, moves: int) -> Dice1:
    """A position of a random game in which players build as much as they can."""
    state, rng = start(2, Options(large_bank=True)), Rng(seed)
    for _ in range(moves):
        if state.actor == OVER:
            break
        choices = list(state.legal_moves())
        building = [move for move in choices if move < 50]
        state.apply(state.draw(rng) if state.actor == CHANCE else (building or choices)[rng.below(len(building or choices))])
    return state


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10**6), st.integers(0, 300))
def test_exits_are_open_exactly_where_a_tile_fits(seed: int, moves: int) -> None:
    """Against trying every way to lay every tile that is left beside all its neighbours."""
    state = played(seed, moves)
    land = dict(zip(state.spot, state.land, strict=True))
    for end in (0, 1):
        for side in range(SIDES):
            spot = state.spot[state.place[end]] + SPOT_STEP[side]
            fits = [
                way
                for way in range(WAYS)
                if state.supply[WAY_KIND[way]]
                and all(
                    SIDE_KIND[way * SIDES + to] == SIDE_KIND[land[spot + SPOT_STEP[to]] * SIDES + (to + 2) % SIDES]
                    for to in range(SIDES)
                    if spot + SPOT_STEP[to] in land
                )
            ]
            assert exits_at(state.exits, end) >> side & 1 == (spot not in land and fits != [])


@given(st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=20))
def test_the_largest_group_is_that_of_a_plain_search(places: set[tuple[int, int]]) -> None:
    """Stations of one company on any places of a small map."""
    spots = sorted(places)
    state = start(2, Options())
    values = {"spot": [8256 + x * 128 + y for x, y in spots], "stops": [1] * len(spots)}
    for name, value in values.items():
        setattr(state, name, type(state.spot)(value))
    rest, best = set(spots), 0
    while rest:
        todo, group = [next(iter(rest))], set()
        while todo:
            x, y = todo.pop()
            if (x, y) in rest:
                rest.discard((x, y))
                group.add((x, y))
                todo += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        best = max(best, len(group))

    assert largest_group(state, 0) == best
    assert served(state, 0) == (1 << len(spots)) - 1
    assert served(state, 1) == 0


def test_a_station_can_be_left_by_a_side_with_a_square_from_which_a_rail_leads_on() -> None:
    """On b2, walled in by its own line, by none; on c4 of an empty tile by three."""
    walled = "c4:EN c3:SN c2:SN c1:SW b1:EW a1:ES a2:NS a3:NE b3:WN b2:Sred"
    land = [("meadow", 0, 0, "red")]

    assert not end_can_follow(position(land=land, west=walled), 0, 11, 15)
    assert end_can_follow(position(land=land, west="c4:Ered"), 0, 2, 15)


def test_edges_are_the_squares_without_a_neighbour() -> None:
    """The masks of the tables against rows and columns."""
    for side in range(SIDES):
        assert members(EDGE[side]) == [square for square in range(SQUARES) if near(square, side) is None]
