"""Chapter 6 of the rules: turn order and auction."""

from __future__ import annotations

from typing import Any

import pytest

from roundhouse.games.tycoon.position import ACTION, AUCTION, TURNING_UP
from roundhouse.games.tycoon.state import Tycoon
from tests.games.tycoon.positions import can, end_actions, legal, offered, play, position


def auction(seats: int = 3, **replaced: Any) -> Tycoon:
    """An auction that seat 0 opens."""
    return position(seats=seats, phase=AUCTION, round=0, **replaced)


@pytest.mark.clause("RRT-54")
def test_a_turn_is_auction_actions_income() -> None:
    """The phases follow one another: bids, three rounds of two seats, income, a new card, the next auction."""
    state = play(auction(2, points=[5, 0]), "pass", "pass")

    assert (state.phase, state.actor) == (ACTION, 1)
    end_actions(state)
    assert (state.phase, state.cash[0]) == (TURNING_UP, 7)
    play(state, "card Hotel Boston")
    assert (state.phase, state.turn) == (AUCTION, 2)


@pytest.mark.clause("RRT-55")
def test_the_first_player_of_the_turn_before_opens_and_bidding_goes_clockwise() -> None:
    """First player 1 of three: 1, 2, 0, 1."""
    state = auction(first=1, actor=1)
    order = [state.actor]
    for bid in (1, 2, 3):
        play(state, f"bid {bid}")
        order.append(state.actor)

    assert order == [1, 2, 0, 1]


@pytest.mark.clause("RRT-56")
def test_a_bid_must_be_higher_than_the_one_that_stands() -> None:
    """After 4,000: pass, or 5,000 and more."""
    state = play(auction(), "bid 4")

    assert legal(state)[:3] == ["pass", "bid 5", "bid 6"]


@pytest.mark.clause("RRT-57")
def test_the_lowest_opening_bid_is_1000() -> None:
    """Every multiple of 1,000 up to the bound of the program, 100,000; at the bound only passing is left."""
    state = auction()

    assert offered(state, "bid") == [f"bid {bid}" for bid in range(1, 101)]
    assert legal(play(state, "bid 100")) == ["pass"]


@pytest.mark.clause("RRT-58")
def test_who_passes_is_out() -> None:
    """Seat 0 passes; 1 and 2 go on without it."""
    state = play(auction(), "pass", "bid 1", "bid 2")

    assert state.actor == 1


@pytest.mark.clause("RRT-59")
def test_the_auction_ends_when_all_others_have_passed() -> None:
    """Seat 1 bids, 2 and 0 pass: the highest bidder is not asked again."""
    state = play(auction(first=1, actor=1), "bid 1", "pass", "pass")

    assert (state.phase, state.actor) == (ACTION, 1)


@pytest.mark.clause("RRT-60")
def test_the_winner_pays_and_is_first_player_and_others_pay_nothing() -> None:
    """Seat 2 wins with 3,000; seat 0 had bid 2,000 and keeps its money."""
    state = play(auction(cash=[9, 9, 9]), "bid 2", "pass", "bid 3", "pass")

    assert (list(state.cash), state.first, state.actor) == ([9, 9, 6], 2, 2)


@pytest.mark.clause("RRT-61")
def test_the_winner_may_issue_shares_to_pay() -> None:
    """7,000 with nothing in hand: two shares, 3,000 left."""
    state = play(auction(2), "bid 7", "pass")

    assert (state.shares[0], state.cash[0]) == (2, 3)


@pytest.mark.clause("RRT-62")
def test_if_everyone_passes_the_next_player_is_first_and_pays_nothing() -> None:
    """First player 1 of three: seat 2 becomes first player."""
    state = play(auction(first=1, actor=1), "pass", "pass", "pass")

    assert (state.first, state.actor, list(state.cash), list(state.shares)) == (2, 2, [0] * 3, [0] * 3)


@pytest.mark.clause("RRT-200")
def test_the_last_player_still_chooses_when_nobody_has_bid() -> None:
    """0 and 1 have passed: seat 2 may bid and win at once, or pass and let RRT-62 decide."""
    state = play(auction(), "pass", "pass")

    assert (state.actor, can(state, "pass"), can(state, "bid 1")) == (2, True, True)
    won = play(state, "bid 1")
    assert (won.phase, won.first, won.shares[2]) == (ACTION, 2, 1)
