"""What is kept in step as links are built, against plain search: joined cities, deliveries, open stubs, the longest run."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.core.draw import Rng
from roundhouse.core.graph import longest_trail
from roundhouse.core.state import FieldValue, fields, restore
from roundhouse.games.tycoon.board import CITIES, COLOURS, MOST_PARTS, SIDES
from roundhouse.games.tycoon.moves import BUILD, DELIVER, HOP, LAY, OWNERS
from roundhouse.games.tycoon.position import ACTION, DELIVERING, ONE_LINK
from roundhouse.games.tycoon.runs import FEW as WALKED
from roundhouse.games.tycoon.runs import longest_run
from roundhouse.games.tycoon.state import Tycoon
from roundhouse.games.tycoon.track import can_build, link
from tests.games.tycoon.positions import lively_game, position
from tests.sampling import cases

SEATS = 3
FEW = 7  # cities in the small networks
Links = list[tuple[int, int, int]]  # owner, city, city

links_between = st.lists(
    st.tuples(st.integers(0, SEATS - 1), st.integers(0, CITIES - 1), st.integers(0, CITIES - 1)).filter(
        lambda each: each[1] != each[2]
    ),
    max_size=60,
)
small_links = st.lists(
    st.tuples(st.integers(0, SEATS - 1), st.integers(0, FEW - 1), st.integers(0, FEW - 1)).filter(lambda each: each[1] != each[2]),
    max_size=10,
)


def with_links(links: Links, **replaced: FieldValue) -> Tycoon:
    """A position with these links, and no track under them."""
    state = position(seats=SEATS)
    for owner, a, b in links:
        link(state, owner, a * SIDES, b * SIDES)
    return restore(Tycoon, fields(state) | replaced)


def reached(start: int, links: Links, owner: int) -> set[int]:
    """The cities that the links of an owner lead to, by plain search."""
    found, todo = {start}, [start]
    while todo:
        here = todo.pop()
        for seat, a, b in links:
            if seat == owner and here in (a, b) and a + b - here not in found:
                found.add(a + b - here)
                todo.append(a + b - here)
    return found


@pytest.mark.compiled
@given(links_between)
def test_joined_cities_agree_with_plain_search(links: Links) -> None:
    """After any sequence of links, for every seat and city."""
    state = with_links(links)

    for seat in range(SEATS):
        for city in range(CITIES):
            assert state.net[seat * CITIES + city] == sum(1 << each for each in reached(city, links, seat))
            near = {a + b - city for owner, a, b in links if owner == seat and city in (a, b)}
            assert state.own[seat * CITIES + city] == sum(1 << each for each in near)
    for city in range(CITIES):
        assert state.joined[city] == sum(1 << each for each in {a + b - city for _, a, b in links if city in (a, b)})


def routes(links: Links, start: int, goals: set[int], level: int, actor: int) -> set[tuple[tuple[int, int], ...]]:
    """Every route as (city, owner) after (city, owner), by plain search over all simple ways."""
    found = set()
    todo: list[tuple[int, tuple[tuple[int, int], ...]]] = [(start, ())]
    while todo:
        here, way = todo.pop()
        if way and here in goals:
            found.add(way)
            continue
        if len(way) == level:
            continue
        for owner, a, b in links:
            there = a + b - here
            if here in (a, b) and there != start and there not in [city for city, _ in way] and (way or owner == actor):
                todo.append((there, (*way, (there, owner))))
    return found


@settings(max_examples=60)
@given(small_links, st.integers(1, 5), st.lists(st.integers(0, COLOURS), min_size=FEW, max_size=FEW))
def test_deliveries_are_exactly_the_routes_of_plain_search(links: Links, level: int, colours: list[int]) -> None:
    """On seven cities with any colours: a cube is offered if a route exists, and its hops spell all routes and no others."""
    demand = [sum(1 << city for city in range(FEW) if colours[city] == colour) for colour in range(COLOURS)]
    goods = [int(city < FEW) for city in range(CITIES) for _ in range(COLOURS)]
    state = with_links(links, demand=demand, goods=goods, marked=0, level=[level] * SEATS)
    offered = {move - DELIVER for move in state.legal_moves() if DELIVER <= move < HOP}

    for city in range(FEW):
        for colour in range(COLOURS):
            goals = {each for each in range(FEW) if colours[each] == colour and each != city}
            plain = routes(links, city, goals, level, 0)
            assert (city * COLOURS + colour in offered) == bool(plain)
            if plain:
                child = state.copy()
                child.apply(DELIVER + city * COLOURS + colour)
                assert spelled(child) == plain


def spelled(state: Tycoon) -> set[tuple[tuple[int, int], ...]]:
    """All routes that the hops on offer spell."""
    found = set()
    for move in state.legal_moves():
        hop = ((move - HOP) // OWNERS, (move - HOP) % OWNERS)
        child = state.copy()
        child.apply(move)
        if child.phase == DELIVERING:
            found |= {(hop, *rest) for rest in spelled(child)}
        else:
            found.add((hop,))
    return found


@pytest.mark.compiled
@pytest.mark.parametrize(("seed", "variant"), [(3, 0), (5, ONE_LINK), (8, 0)])
def test_offered_builds_are_those_that_each_stub_allows(seed: int, variant: int) -> None:
    """In lively games, with and without second own links: the masks agree with a look at every stub."""
    looks = Rng(seed)
    for state, _ in lively_game(4, seed, variant):
        if state.phase != ACTION or state.actor < 0 or looks.below(4):
            continue
        offered = {move - BUILD for move in state.legal_moves() if move < LAY}
        assert offered == {stub for stub in range(CITIES * SIDES) if can_build(state, state.actor, stub)}


# RRT-50: the longest run.


@pytest.mark.compiled  # the plain search is slow as source
@settings(max_examples=150)
@given(st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)).filter(lambda each: each[0] != each[1]), max_size=16))
def test_the_longest_run_agrees_with_the_longest_trail(ends: list[tuple[int, int]]) -> None:
    """Links of length one, with parallel ones."""
    a, b = vec[i64]([each[0] for each in ends]), vec[i64]([each[1] for each in ends])

    assert longest_run(a, b, MOST_PARTS) == longest_trail(a, b, vec[i64]([1] * len(ends)))


@pytest.mark.parametrize(("parts", "least"), cases([(MOST_PARTS, 74), (5, 1)], in_source=(5, 1)), ids=["found", "bounded"])
def test_the_longest_run_of_large_networks_is_found_or_bounded(parts: int, least: int) -> None:
    """A grid of 7 by 7 cities with all 84 links, more than a mask holds.

    Of the 20 odd cities two are the ends; sixteen are mended by eight links along the border, two by two links around a
    corner: 74. With few parts kept at a time not more than that is found.
    """
    across = [(row * 7 + column, row * 7 + column + 1) for row in range(7) for column in range(6)]
    down = [(row * 7 + column, row * 7 + column + 7) for row in range(6) for column in range(7)]
    ends = across + down
    a, b = vec[i64]([each[0] for each in ends]), vec[i64]([each[1] for each in ends])

    assert least <= longest_run(a, b, parts) <= 74


def test_a_ring_with_tails_has_one_longest_run() -> None:
    """A ring of twelve links with a tail at two neighbouring cities: in by one tail, the long way around, out by the other."""
    ends = [*pairwise(range(12)), (11, 0), (0, 12), (1, 13)]
    a, b = vec[i64]([each[0] for each in ends]), vec[i64]([each[1] for each in ends])

    assert len(ends) > WALKED
    assert longest_run(a, b, MOST_PARTS) == 13
