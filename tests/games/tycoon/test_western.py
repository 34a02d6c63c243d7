"""Chapter 13 of the rules: western links."""

from __future__ import annotations

import pytest

from roundhouse.core.state import CHANCE
from roundhouse.games.tycoon.position import ACTION, GRABBING
from tests.games.tycoon.positions import build, can, city, cubes, legal, offered, play, position

LINKS = {0: ["Des Moines-Rock Island", "Kansas City-St. Louis"]}


@pytest.mark.clause("RRT-129")
def test_western_links_only_at_des_moines_and_kansas_city() -> None:
    """With links to both, both are offered, and nothing else."""
    assert offered(position(links=LINKS), "west") == ["west Des Moines", "west Kansas City"]


@pytest.mark.clause("RRT-130")
def test_an_own_completed_link_to_the_city_is_needed_first() -> None:
    """Not with a loose end there, not with another player's link; in the action after the link is complete."""
    state = position(links={1: ["Des Moines-Rock Island"]})

    assert offered(state, "west") == []
    build(state, "Kansas City NE: NE E E E")
    assert offered(play(state, "pass"), "west") == []
    build(state, "Kansas City NE: E")
    assert offered(play(state, "pass"), "west") == ["west Kansas City"]


@pytest.mark.clause("RRT-131", "RRT-132")
def test_it_costs_30000_and_belongs_to_who_built_it() -> None:
    """31,000 in hand, 1,000 left; the tile has its owner."""
    state = play(position(links=LINKS, cash=[31, 0]), "west Kansas City")

    assert (state.cash[0], list(state.western), state.actor) == (1, [-1, 0], 1)


@pytest.mark.clause("RRT-133")
def test_four_red_cubes_come_to_the_city() -> None:
    """Beside what is there; an empty-city marker goes; with two red cubes in the bag only two come."""
    state = play(position(links=LINKS, empty=["Kansas City"]), "west Kansas City")

    assert (cubes(state, "Kansas City"), state.markers()) == ("4 red", 0)
    short = position(links=LINKS, goods={"Boston": "23 red", "Kansas City": "1 blue"})
    short.bag[0] = 0
    short.goods[city("Boston") * 5] = 25 - sum(list(short.goods)[0::5]) + 23
    assert cubes(play(short, "west Kansas City"), "Kansas City") == "1 blue"


@pytest.mark.clause("RRT-134", "RRT-135", "RRT-136")
@pytest.mark.parametrize("owner", [0, 1])
def test_a_red_cube_from_the_west_brings_two_cubes_to_chicago(owner: int) -> None:
    """Whoever owns the tile: seat 0 delivers from Des Moines to Chicago, the cube goes into the bag, two come to Chicago."""
    links = {0: ["Des Moines-Rock Island", "Rock Island-Chicago"]}
    state = position(links=links, goods={"Des Moines": "2 red", "Chicago": "1 blue"}, western=[owner, -1], level=[2, 1])
    red = state.bag[0]
    play(state, "deliver red from Des Moines", "hop Rock Island 0", "hop Chicago 0")

    assert (state.actor, state.phase, state.bag[0]) == (CHANCE, GRABBING, red + 1)
    play(state, "goods 1 red 1 black")
    assert cubes(state, "Chicago") == "1 red 1 blue 1 black"
    assert state.actor == 1


@pytest.mark.clause("RRT-134")
def test_only_red_cubes_that_start_there_and_end_in_chicago_bring_a_refill() -> None:
    """From Rock Island to Chicago, and from Des Moines to red New York: no refill."""
    near = position(links={0: ["Rock Island-Chicago"]}, goods={"Rock Island": "1 red"}, western=[0, -1])
    far = position(links={0: ["Des Moines-New York"]}, goods={"Des Moines": "1 red"}, western=[0, -1])

    assert play(near, "deliver red from Rock Island", "hop Chicago 0").phase == ACTION
    assert play(far, "deliver red from Des Moines", "hop New York 0").phase == ACTION


@pytest.mark.clause("RRT-216")
def test_the_other_citys_tile_brings_no_refill() -> None:
    """The tile lies at Kansas City; a red cube from Des Moines reaches Chicago."""
    state = position(links={0: ["Des Moines-Chicago"]}, goods={"Des Moines": "1 red"}, western=[-1, 0])

    assert play(state, "deliver red from Des Moines", "hop Chicago 0").phase == ACTION


@pytest.mark.clause("RRT-137")
def test_a_player_may_build_both_and_each_tile_lies_once() -> None:
    """Both are seat 0's; then none is offered to anybody."""
    state = position(links={0: LINKS[0], 1: ["Des Moines-Minneapolis"]})
    play(state, "west Kansas City")

    assert offered(state, "west") == ["west Des Moines"]
    play(state, "pass", "west Des Moines")
    assert (list(state.western), can(state, "west Des Moines")) == ([0, 0], False)


@pytest.mark.clause("RRT-138")
def test_a_western_link_is_no_link() -> None:
    """Neither in the count of links nor for routes."""
    state = position(links=LINKS)
    joined = list(state.joined)
    play(state, "west Kansas City")

    assert (state.links_of(0), list(state.joined)) == (2, joined)
    assert "pass" in legal(state)
