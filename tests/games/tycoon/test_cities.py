"""Chapters 9 and 10 of the rules: urbanizing, and locomotives."""

from __future__ import annotations

import pytest

from roundhouse.core.state import CHANCE
from roundhouse.games.tycoon.board import CITY_NAMES, GRAY, LEVEL_PRICE
from roundhouse.games.tycoon.position import GRABBING
from tests.games.tycoon.positions import can, city, cubes, offered, play, position


@pytest.mark.clause("RRT-99")
def test_urbanizing_costs_10000_and_colours_a_gray_city() -> None:
    """Toledo becomes blue; a blue tile fewer is in stock."""
    state = play(position(cash=[12, 0]), "urbanize Toledo blue")

    assert (state.cash[0], state.colour_of(city("Toledo")), list(state.stock)) == (2, 2, [0, 3, 2, 3, 3])


@pytest.mark.clause("RRT-100")
def test_two_random_cubes_are_added_whatever_is_there() -> None:
    """Beside the two cubes of Toledo; drawn from the bag in one grab."""
    state = play(position(goods={"Toledo": "2 red"}), "urbanize Toledo blue")

    assert (state.actor, state.phase, len(state.legal_moves())) == (CHANCE, GRABBING, 15)
    play(state, "goods 1 red 1 black")
    assert cubes(state, "Toledo") == "3 red 1 black"
    assert state.actor == 1


@pytest.mark.clause("RRT-101")
def test_the_marker_of_an_empty_city_goes() -> None:
    """Toledo was empty."""
    state = position(empty=["Toledo"])

    assert state.markers() == 1
    assert play(state, "urbanize Toledo blue", "goods 2 red").markers() == 0


@pytest.mark.clause("RRT-102")
def test_no_track_is_needed() -> None:
    """On the empty board all 29 gray cities with all four colours."""
    assert len(offered(position(), "urbanize")) == 29 * 4


@pytest.mark.clause("RRT-103")
def test_coloured_cities_and_missing_tiles_cannot_be_used() -> None:
    """Boston is yellow; Toledo not twice; without blue tiles no blue city, without any tile no action."""
    state = position()

    assert not can(state, "urbanize Boston blue")
    play(state, "urbanize Toledo blue", "goods 2 red")
    assert not any("Toledo" in text for text in offered(state, "urbanize"))
    gray = [name for name in CITY_NAMES if position().colour_of(city(name)) == GRAY]
    for name in gray[:2]:
        play(state, f"urbanize {name if name != 'Toledo' else gray[2]} blue", "goods 1 red 1 yellow")
    assert not any(text.endswith("blue") for text in offered(state, "urbanize"))
    assert offered(position(stock=[0] * 5), "urbanize") == []


@pytest.mark.clause("RRT-104")
def test_the_next_level_at_its_price() -> None:
    """From level 1 to 8 for 5, 10, 10, 15, 15, 20 and 20 thousand."""
    assert list(LEVEL_PRICE)[2:] == [5, 10, 10, 15, 15, 20, 20]
    for level in range(2, 9):
        state = play(position(cash=[20, 0], level=[level - 1, 1], six=1), "upgrade")
        assert (state.level[0], state.cash[0]) == (level, 20 - LEVEL_PRICE[level])


@pytest.mark.clause("RRT-105")
def test_one_level_an_action() -> None:
    """After the upgrade it is the next seat's turn."""
    state = play(position(), "upgrade")

    assert (state.level[0], state.actor) == (2, 1)


@pytest.mark.clause("RRT-106")
def test_level_eight_is_the_highest() -> None:
    """No upgrade is offered beyond it."""
    assert not can(position(level=[8, 1], six=0), "upgrade")
