"""Chapter 2 of the rules: set-up."""

from __future__ import annotations

import pytest

from roundhouse.core.draw import Rng
from roundhouse.core.state import CHANCE
from roundhouse.games.tycoon.board import CITIES, CITY_CUBES, CITY_NAMES, START_CARDS, TYCOONS
from roundhouse.games.tycoon.moves import A_TYCOON
from roundhouse.games.tycoon.notation import notation, parse
from roundhouse.games.tycoon.position import AUCTION, DEALING, SHOWING, STOCKING
from roundhouse.games.tycoon.state import Tycoon, start
from tests.games.tycoon.positions import can, cubes, legal, offered


def set_up(seats: int, until: int = AUCTION, seed: int = 1) -> Tycoon:
    """A game whose set-up chance has done, as far as a phase."""
    rng = Rng(seed)
    state = start(seats, 0)
    while state.phase != until:
        state.apply(state.draw(rng))
        state.check()
    return state


@pytest.mark.clause("RRT-17")
@pytest.mark.parametrize("seats", [4, 5, 6])
def test_every_city_gets_as_many_cubes_as_printed(seats: int) -> None:
    """With four or more players: city by city, each in one grab from the bag."""
    state = set_up(seats, DEALING)

    assert [state.cubes_in(city) for city in range(CITIES)] == list(CITY_CUBES)
    assert sum(state.bag) == 15


@pytest.mark.clause("RRT-17")
def test_a_grab_is_as_likely_as_there_are_ways_to_draw_it() -> None:
    """Duluth's two cubes out of 25 of each colour: 300 ways for two red, 625 for a red and a blue one."""
    state = start(4, 0)

    assert (state.actor, state.phase) == (CHANCE, STOCKING)
    assert (state.weight(parse("goods 2 red")), state.weight(parse("goods 1 red 1 blue"))) == (300, 625)
    assert sum(state.weight(each) for each in state.legal_moves()) == 125 * 124 // 2


@pytest.mark.clause("RRT-18", "RRT-19")
@pytest.mark.parametrize("seats", [2, 3])
def test_with_two_or_three_players_a_city_gets_one_cube_fewer_but_never_none(seats: int) -> None:
    """New York has 4 instead of 5, Toledo keeps its only one: 81 in all."""
    state = set_up(seats, DEALING)
    found = [state.cubes_in(city) for city in range(CITIES)]

    assert found == [max(1, printed - 1) for printed in CITY_CUBES]
    assert sum(found) == 81
    assert found[CITY_NAMES.index("New York")] == 4
    assert found[CITY_NAMES.index("Toledo")] == 1


@pytest.mark.clause("RRT-20")
def test_tiles_lie_open() -> None:
    """New-city tiles and western links are in stock for all to see: they are plain fields, and nobody owns one."""
    state = set_up(2)

    assert list(state.stock) == [0, 3, 3, 3, 3]
    assert list(state.western) == [-1, -1]


@pytest.mark.clause("RRT-21")
def test_the_youngest_player_opens_the_first_auction() -> None:
    """Seat 0 bids first; nobody is first player without an auction."""
    state = set_up(3)

    assert (state.phase, state.actor, state.turn) == (AUCTION, 0, 1)
    assert can(state, "bid 1")


@pytest.mark.clause("RRT-22", "RRT-23", "RRT-24")
def test_players_start_with_a_level_one_locomotive_and_nothing_else() -> None:
    """No money, no shares, the marker on 0 and an income of 0."""
    state = set_up(4)

    assert list(state.level) == [1] * 4
    assert list(state.points) == list(state.cash) == list(state.shares) == [0] * 4
    assert [state.income(seat) for seat in range(4)] == [0] * 4


@pytest.mark.clause("RRT-25")
def test_the_round_marker_is_no_empty_city_marker() -> None:
    """In the first round no marker counts towards the end."""
    state = set_up(2)
    state.apply(parse("bid 1"))
    state.apply(parse("pass"))

    assert (state.round, state.markers()) == (1, 0)


@pytest.mark.clause("RRT-26")
def test_each_player_is_dealt_one_tycoon_that_only_they_see() -> None:
    """Three different cards of ten, each equally likely; the others see that a card was dealt."""
    state = set_up(3, DEALING)

    assert len(state.legal_moves()) == TYCOONS
    first = parse("tycoon James Fisk")
    assert (state.seen(first, 0), state.seen(first, 1), state.seen(first, -3)) == (first, A_TYCOON, A_TYCOON)
    state.apply(first)
    assert "tycoon James Fisk" not in legal(state)
    assert {state.weight(each) for each in state.legal_moves()} == {1}
    assert len(set(set_up(6).tycoon)) == 6


@pytest.mark.clause("RRT-27", "RRT-128")
def test_three_start_cards_are_available_from_the_start() -> None:
    """The Railroad Era Begins, Speed Record and New Train lie open before the first card is turned up."""
    state = start(2, 0)

    assert [kind for kind, count in enumerate(state.display) if count] == list(START_CARDS)
    assert all(state.deck[kind] == 0 for kind in START_CARDS)


@pytest.mark.compiled
@pytest.mark.clause("RRT-28")
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_twice_as_many_cards_as_players_are_turned_up(seats: int) -> None:
    """Beside the start cards; a kind with four copies is four times as likely as a hotel."""
    showing = set_up(seats, SHOWING)

    assert showing.weight(parse("card City Growth")) == 4 * showing.weight(parse("card Hotel Boston"))
    state = set_up(seats)
    assert sum(state.display) == 2 * seats + 3
    assert sum(state.deck) == 34 - 2 * seats


def test_set_up_is_all_chance_until_the_auction() -> None:
    """Nobody but chance acts, and every city has cubes when the first bid is made."""
    state = set_up(2)

    assert all(cubes(state, name) for name in CITY_NAMES)
    assert offered(state, "pass") == [notation(parse("pass"))]
