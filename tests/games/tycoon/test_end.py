"""Chapters 16 and 17 of the rules: the end of the game, scoring, ties, the safeguard, and the beginner variant."""

from __future__ import annotations

from typing import Any

import pytest

from roundhouse.core.state import OVER
from roundhouse.games.tycoon import GAME
from roundhouse.games.tycoon.board import CITY_NAMES, MARKERS_TO_END
from roundhouse.games.tycoon.position import AUCTION, BEGINNER, LAST, OPEN, TRIGGERED
from roundhouse.games.tycoon.state import Tycoon, start
from tests.games.tycoon.positions import can, city, end_actions, end_turn, finish, legal, lively_game, play, position

ROUTE = ["New York-Philadelphia"]
OTHERS = [name for name in CITY_NAMES if name not in ("New York", "Philadelphia", "Toledo")]


def nearly_over(seats: int = 2, **extra: Any) -> Tycoon:
    """One marker is missing, and seat 0 can empty New York."""
    empty = OTHERS[: MARKERS_TO_END[seats] - 1]
    return position(seats=seats, links={0: ROUTE}, goods={"New York": "1 blue", "Toledo": "1 red"}, empty=empty, **extra)


def empty_new_york(state: Tycoon) -> Tycoon:
    """The delivery that places the marker."""
    return play(state, "deliver blue from New York", "hop Philadelphia 0")


@pytest.mark.clause("RRT-183")
@pytest.mark.parametrize(("seats", "markers"), [(2, 10), (3, 12), (4, 14), (5, 16), (6, 18)])
def test_the_end_is_triggered_by_so_many_empty_cities(seats: int, markers: int) -> None:
    """One fewer does not trigger it."""
    state = nearly_over(seats)

    assert (state.markers(), state.ending) == (markers - 1, OPEN)
    empty_new_york(state)
    assert (state.markers(), state.ending) == (markers, TRIGGERED)


@pytest.mark.clause("RRT-184")
def test_the_turn_is_finished_and_one_more_is_played() -> None:
    """Triggered in turn 1: turn 2 is played in full, then the game is over."""
    state = empty_new_york(nearly_over())

    assert (state.actor, state.turn) == (1, 1)
    end_turn(state)
    assert (state.turn, state.ending, state.phase) == (2, LAST, AUCTION)
    end_turn(state)
    assert (state.actor, state.turn, legal(state)) == (OVER, 2, [])


@pytest.mark.clause("RRT-185")
def test_the_trigger_cannot_be_undone() -> None:
    """A marker goes with an urbanization: nine are left, and the game still ends."""
    state = empty_new_york(nearly_over())
    gray = next(name for name in OTHERS if can(state, f"urbanize {name} blue"))
    play(state, f"urbanize {gray} blue", "goods 2 red")

    assert (state.markers(), state.ending) == (9, TRIGGERED)
    assert finish(state).turn == 2


@pytest.mark.clause("RRT-186")
def test_a_removed_marker_lowers_the_count_and_an_emptied_city_gets_one_again() -> None:
    """Toledo's cubes come and go: 9 markers, 8, and 9 again without a trigger."""
    state = position(links={0: ["Toledo-Detroit"]}, empty=[*[name for name in OTHERS if name != "Detroit"][:8], "Toledo"])
    play(state, "urbanize Toledo blue", "goods 2 black", "pass")

    assert state.markers() == 8
    play(state, "deliver black from Toledo", "hop Detroit 0", "pass", "deliver black from Toledo", "hop Detroit 0")
    assert (state.markers(), state.ending) == (9, OPEN)


@pytest.mark.clause("RRT-187")
def test_the_final_score_is_points_less_shares_plus_bonus() -> None:
    """104 points, a lap included, 10 shares, Holliday's 5: 99."""
    state = finish(position(points=[104, 0], shares=[10, 0], cash=[99, 99], western=[0, -1], ending=2, tycoons=["Cyrus Holliday"]))

    assert state.scores()[0] == 104 - 10 + 5


@pytest.mark.clause("RRT-188")
def test_the_highest_score_wins() -> None:
    """30, 40 and 35 points: places 3, 1 and 2."""
    state = finish(position(seats=3, points=[30, 40, 35], ending=2))

    assert list(state.ranks()) == [2, 0, 1]


@pytest.mark.clause("RRT-189")
def test_ties_go_to_links_then_to_money() -> None:
    """Equal scores: two links beat one; with equal links 9,000 beat 8,000, and money does not beat links."""
    links = {0: ["Boston-Providence"], 1: ["New York-Philadelphia", "Toledo-Detroit"], 2: ["Cincinnati-Louisville"]}
    state = finish(position(seats=3, links=links, points=[5, 5, 5], cash=[8, 0, 9], ending=2))

    assert list(state.ranks()) == [2, 0, 1]


@pytest.mark.clause("RRT-190")
def test_a_full_tie_is_shared() -> None:
    """Two seats with nothing share the first place."""
    state = finish(position(ending=2))

    assert list(state.ranks()) == [0, 0]


@pytest.mark.clause("RRT-191")
def test_the_last_turn_has_income_and_dividends_but_no_new_card() -> None:
    """5 points bring 7,000, two shares cost 2,000; the deck stays as it is."""
    state = position(points=[5, 0], shares=[2, 0], ending=2, round=3)
    deck = list(state.deck)
    end_actions(state)

    assert (state.actor, state.cash[0], list(state.deck)) == (OVER, 5, deck)


@pytest.mark.clause("RRT-208")
def test_a_marker_stays_when_the_bag_yields_nothing() -> None:
    """Urbanizing an empty city with an empty bag: the tile lies there, and so does the marker."""
    goods = {"New York": "25 red 25 yellow 25 blue 25 purple", "Boston": "25 black"}
    state = position(goods=goods, empty=[name for name in CITY_NAMES if name not in goods], ending=1)
    play(state, "urbanize Toledo blue")

    assert (state.marked >> city("Toledo") & 1, state.actor) == (1, 1)


@pytest.mark.clause("RRT-217")
def test_a_final_score_may_be_below_zero() -> None:
    """Twelve shares and no point."""
    assert finish(position(shares=[12, 0], cash=[99, 99], ending=2)).scores()[0] == -12


@pytest.mark.clause("RRT-219")
def test_four_turns_without_a_delivery_trigger_the_end() -> None:
    """Turns 1 to 4 see none: turn 5 is the last. A delivery in turn 4 starts the count again."""
    assert finish(position()).turn == 5
    state = position(links={0: ROUTE}, goods={"New York": "2 blue"}, idle=3)
    play(state, "deliver blue from New York", "hop Philadelphia 0")
    end_turn(state)
    assert (state.idle, state.ending) == (0, OPEN)


@pytest.mark.clause("RRT-219")
def test_turn_60_is_the_last() -> None:
    """When it begins the end stands, whatever the markers."""
    state = end_turn(position(turn=59, delivered=1))

    assert (state.turn, state.ending) == (60, LAST)
    assert finish(state).turn == 60


# Chapter 17: beginners.


@pytest.mark.clause("RRT-192")
def test_beginners_play_without_cards_and_tycoons() -> None:
    """After the cubes comes the auction; no card is ever turned up, and level 6 reveals nothing."""
    state = start(3, BEGINNER)
    while state.actor == -1:
        state.apply(state.legal_moves()[0])

    assert (state.phase, sum(state.deck), sum(state.display), list(state.tycoon)) == (AUCTION, 0, 0, [-1] * 3)
    six = play(position(variant=BEGINNER, level=[5, 1]), "upgrade")
    assert (six.actor, six.six) == (1, 0)
    assert end_turn(six).turn == 2


@pytest.mark.clause("RRT-193")
def test_beginners_have_no_cards_to_take_and_no_western_links() -> None:
    """With a link to Kansas City: build, deliver, urbanize, upgrade, shares and pass."""
    state = position(variant=BEGINNER, links={0: ["Kansas City-St. Louis"]}, goods={"Kansas City": "1 blue"})

    assert {text.split()[0] for text in legal(state)} == {"build", "deliver", "urbanize", "upgrade", "issue", "pass"}


@pytest.mark.compiled
@pytest.mark.parametrize("variant", [0, BEGINNER])
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_lively_games_end_and_keep_every_invariant(seats: int, variant: int) -> None:
    """Players that do a bit of everything, checked after every move; the game is far shorter than the bound."""
    moves = 0
    for state, _ in lively_game(seats, 0, variant):
        state.check()
        moves += 1

    assert state.actor == OVER
    assert moves < GAME.max_moves // 5
