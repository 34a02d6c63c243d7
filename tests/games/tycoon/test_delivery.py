"""Chapter 11 of the rules: delivering a cube."""

from __future__ import annotations

import pytest

from roundhouse.games.tycoon.board import CITY_NAMES, COLOURS
from roundhouse.games.tycoon.position import ACTION, DELIVERING, TRIGGERED
from tests.games.tycoon.positions import can, city, cubes, legal, offered, play, position

EAST = ["New York-Philadelphia", "Philadelphia-Baltimore", "Baltimore-Washington D.C.", "Washington D.C.-Richmond"]


@pytest.mark.clause("RRT-107")
def test_a_cube_goes_over_completed_links_to_a_city_of_its_colour() -> None:
    """Blue, from New York to Philadelphia."""
    state = position(links={0: EAST[:1]}, goods={"New York": "1 blue 1 red"})
    play(state, "deliver blue from New York", "hop Philadelphia 0")

    assert cubes(state, "New York") == "1 red"
    assert (state.actor, state.phase) == (1, ACTION)


@pytest.mark.clause("RRT-108")
def test_a_cube_moves_only_if_it_is_delivered_in_the_same_action() -> None:
    """Black, for Richmond four links away, at level 2: not offered at all; once chosen, it cannot be left on the way."""
    state = position(links={0: EAST}, goods={"New York": "1 black"}, level=[2, 1])
    strong = play(position(links={0: EAST}, goods={"New York": "1 black"}, level=[4, 1]), "deliver black from New York")

    assert not can(state, "deliver black from New York")
    assert legal(strong) == ["hop Philadelphia 0"]
    assert strong.phase == DELIVERING


@pytest.mark.clause("RRT-109")
@pytest.mark.parametrize(("level", "possible"), [(1, False), (2, False), (3, False), (4, True), (8, True)])
def test_at_most_as_many_links_as_the_level(level: int, possible: bool) -> None:
    """New York to Richmond is four links."""
    state = position(links={0: EAST}, goods={"New York": "1 black"}, level=[level, 1], six=1)

    assert can(state, "deliver black from New York") == possible


@pytest.mark.clause("RRT-110")
def test_the_first_link_is_the_actors_own_and_later_ones_anybodys() -> None:
    """Seat 0 owns the first of two links: it can deliver; seat 1, who owns the second, cannot begin."""
    goods = {"New York": "1 yellow"}
    state = position(links={0: EAST[:1], 1: EAST[1:2]}, goods=goods, level=[2, 2])

    assert can(state, "deliver yellow from New York")
    play(state, "deliver yellow from New York", "hop Philadelphia 0")
    assert legal(state) == ["hop Baltimore 1"]
    assert not can(
        position(links={0: EAST[:1], 1: EAST[1:2]}, goods=goods, level=[2, 2], first=1, actor=1), "deliver yellow from New York"
    )


@pytest.mark.clause("RRT-110")
def test_parallel_links_of_two_owners_are_two_ways() -> None:
    """On the second link the cube may use either owner's; on the first only the own one."""
    links = {0: ["Lexington-Cincinnati", "Cincinnati-Louisville"], 1: ["Lexington-Cincinnati", "Cincinnati-Louisville"]}
    state = position(links=links, goods={"Lexington": "1 black"}, level=[2, 1])
    play(state, "deliver black from Lexington")

    assert offered(state, "hop") == ["hop Cincinnati 0"]
    play(state, "hop Cincinnati 0")
    assert offered(state, "hop") == ["hop Louisville 0", "hop Louisville 1"]


@pytest.mark.clause("RRT-111")
def test_no_city_twice_and_no_link_twice() -> None:
    """Round the triangle of Cincinnati, Lexington and Louisville: a city already entered is not offered again."""
    links = {0: ["Lexington-Cincinnati", "Cincinnati-Indianapolis", "Indianapolis-Chicago"]}
    state = position(links=links, goods={"Lexington": "1 red"}, level=[6, 1], six=1)
    play(state, "deliver red from Lexington", "hop Cincinnati 0")

    assert offered(state, "hop") == ["hop Indianapolis 0"]


@pytest.mark.clause("RRT-112")
def test_a_cube_cannot_return_to_where_it_started() -> None:
    """A ring of three links through yellow Cincinnati: its yellow cube has nowhere to go."""
    state = position(
        links={0: ["Cincinnati-Lexington", "Lexington-Louisville", "Louisville-Cincinnati"]},
        goods={"Cincinnati": "1 yellow"},
        level=[8, 1],
        six=1,
    )

    assert not can(state, "deliver yellow from Cincinnati")


@pytest.mark.clause("RRT-113")
def test_the_first_city_of_its_colour_ends_the_way() -> None:
    """Yellow, from New York: it must stop in Baltimore and cannot go on to yellow Raleigh."""
    state = position(links={0: [*EAST, "Richmond-Raleigh"]}, goods={"New York": "1 yellow"}, level=[8, 1], six=1)
    play(state, "deliver yellow from New York", "hop Philadelphia 0", "hop Baltimore 0")

    assert (state.phase, state.actor, state.points[0]) == (ACTION, 1, 3)


@pytest.mark.clause("RRT-114")
def test_a_cube_in_a_city_of_its_colour_may_go_to_another() -> None:
    """Blue, from Philadelphia to Pittsburgh."""
    state = position(links={0: ["Philadelphia-Pittsburgh"]}, goods={"Philadelphia": "1 blue"})

    assert can(state, "deliver blue from Philadelphia")


@pytest.mark.clause("RRT-115")
def test_the_delivered_cube_goes_back_into_the_bag() -> None:
    """One blue cube more in the bag, none in Philadelphia."""
    state = position(links={0: EAST[:1]}, goods={"New York": "2 blue", "Philadelphia": "1 red"})
    before = state.bag[2]
    play(state, "deliver blue from New York", "hop Philadelphia 0")

    assert (state.bag[2], cubes(state, "Philadelphia")) == (before + 1, "1 red")


@pytest.mark.clause("RRT-116")
def test_each_owner_gains_a_point_a_link() -> None:
    """Four links: 0, 1, 0 and 1; the first delivery and the record bring seat 0 four more."""
    links = {0: [EAST[0], EAST[2]], 1: [EAST[1], EAST[3]]}
    state = position(links=links, goods={"New York": "1 black"}, level=[4, 1], display=[0] * 26)
    play(state, "deliver black from New York", "hop Philadelphia 0", "hop Baltimore 1", "hop Washington D.C. 0", "hop Richmond 1")

    assert list(state.points) == [2, 2]


@pytest.mark.clause("RRT-117")
def test_nobody_is_asked_or_paid() -> None:
    """Seat 0 uses the link of seat 1: no move of seat 1, no money."""
    state = position(links={0: EAST[:1], 1: EAST[1:2]}, goods={"New York": "1 yellow"}, level=[2, 1], cash=[5, 5])
    play(state, "deliver yellow from New York", "hop Philadelphia 0")

    assert state.actor == 0
    assert list(play(state, "hop Baltimore 1").cash) == [5, 5]


@pytest.mark.clause("RRT-118")
@pytest.mark.parametrize(("name", "route"), [("New York", "New York-Philadelphia"), ("Wilmington", "Wilmington-Philadelphia")])
def test_the_last_cube_leaves_a_marker(name: str, route: str) -> None:
    """In red New York and in gray Wilmington alike."""
    state = position(links={0: [route]}, goods={name: "1 blue"})
    play(state, f"deliver blue from {name}", "hop Philadelphia 0")

    assert state.marked == 1 << city(name)


@pytest.mark.clause("RRT-119")
def test_card_points_are_added_in_the_same_action() -> None:
    """Three links to Boston: 3 for links, 1 hotel, 3 record, 1 first delivery."""
    state = position(
        links={0: ["New York-New Haven", "New Haven-Providence", "Providence-Boston"]},
        goods={"New York": "1 yellow"},
        held={0: ["Hotel Boston"]},
        level=[3, 1],
    )
    play(state, "deliver yellow from New York", "hop New Haven 0", "hop Providence 0", "hop Boston 0")

    assert state.points[0] == 3 + 1 + 3 + 1


@pytest.mark.clause("RRT-207")
def test_the_end_is_triggered_before_the_refill_takes_a_marker_away() -> None:
    """Two players: Kansas City's last cube makes the tenth marker, the refill takes Chicago's: nine, but the end stands."""
    empty = ["Chicago", "Duluth", "Milwaukee", "Detroit", "Toledo", "Cleveland", "Columbus", "Wheeling", "Toronto"]
    state = position(links={0: ["Kansas City-Chicago"]}, goods={"Kansas City": "1 red"}, empty=empty, western=[-1, 0])
    play(state, "deliver red from Kansas City", "hop Chicago 0")

    assert (state.markers(), state.ending) == (10, TRIGGERED)
    play(state, "goods 2 red")
    assert (state.markers(), state.ending) == (9, TRIGGERED)


@pytest.mark.clause("RRT-207")
def test_the_cube_just_delivered_may_come_back_with_the_refill() -> None:
    """The bag is empty but for it: it is drawn into Chicago."""
    goods = {"Kansas City": "2 red", "Chicago": "23 red 25 yellow 25 blue", "New York": "25 purple 25 black"}
    names = [name for name in CITY_NAMES if name not in goods]
    state = position(links={0: ["Kansas City-Chicago"]}, goods=goods, empty=names, western=[-1, 0], ending=1)
    play(state, "deliver red from Kansas City", "hop Chicago 0")

    assert legal(state) == ["goods 1 red"]
    assert state.goods[city("Chicago") * COLOURS] == 23


def test_a_delivery_is_offered_exactly_when_a_route_exists() -> None:
    """Every step that is offered can be completed: no dead end on the way to two goals."""
    links = {0: [*EAST, "Philadelphia-Pittsburgh"], 1: ["Pittsburgh-Wheeling", "Baltimore-Dover"]}
    state = position(links=links, goods={"New York": "1 purple"}, level=[3, 1])

    assert can(state, "deliver purple from New York")
    play(state, "deliver purple from New York", "hop Philadelphia 0")
    assert legal(state) == ["hop Pittsburgh 0"]
