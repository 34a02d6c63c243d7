"""Chapters 3, 4 and 14 of the rules: the track of points and incomes, shares, income and dividends."""

from __future__ import annotations

import pytest

from roundhouse.games.tycoon.board import INCOME
from roundhouse.games.tycoon.money import pay
from roundhouse.games.tycoon.notation import parse
from roundhouse.games.tycoon.position import ACTION, HUNDRED_PLUS, TURNING_UP
from roundhouse.games.tycoon.view import view
from tests.games.tycoon.positions import build, can, end_actions, end_turn, finish, legal, offered, play, position

# Chapter 3: the track.


@pytest.mark.clause("RRT-29")
def test_one_marker_shows_points_and_income() -> None:
    """12 points are also an income of 14,000."""
    state = position(points=[12, 0])

    assert (state.place_on_track(0), state.income(0)) == (12, 14)


@pytest.mark.clause("RRT-30")
def test_income_by_position() -> None:
    """The printed track, run by run."""
    runs = [(0, 0), *((at, at + 2) for at in range(1, 14)), (14, 15), (16, 16), (18, 17), (20, 18), (23, 19), (26, 20), (29, 21)]
    runs += [(32, 22), (36, 23), (40, 24), (48, 25), (52, 24), (56, 23), (60, 22), (64, 21), (67, 20), (70, 19), (73, 18), (76, 17)]
    runs += [(79, 16), (82, 15), (85, 14), (88, 13), (91, 12), (94, 11), (97, 10), (100, 9)]
    expected, first = [], 0
    for last, income in runs:
        expected += [income] * (last + 1 - first)
        first = last + 1

    assert list(INCOME) == expected


@pytest.mark.clause("RRT-31")
def test_past_100_the_marker_goes_round_and_the_points_stay() -> None:
    """100 points are space 100, 101 are space 1, 201 again; the score counts them all."""
    state = position(points=[101, 100])

    assert [state.place_on_track(seat) for seat in (0, 1)] == [1, 100]
    assert list(state.scores()) == [101, 100]
    assert position(points=[201, 0]).place_on_track(0) == 1


@pytest.mark.clause("RRT-32")
def test_past_100_the_income_is_that_of_the_low_space() -> None:
    """101 points bring 3,000 and 105 already 7,000; with the option of the last space both bring 9,000."""
    assert [position(points=[points, 0]).income(0) for points in (100, 101, 105)] == [9, 3, 7]
    assert [position(points=[points, 0], variant=HUNDRED_PLUS).income(0) for points in (100, 101, 105, 40)] == [9, 9, 9, 24]


# Chapter 4: shares.


@pytest.mark.clause("RRT-33")
def test_a_share_brings_5000() -> None:
    """Three shares, 15,000."""
    state = play(position(), "issue 3")

    assert (state.shares[0], state.cash[0]) == (3, 15)


@pytest.mark.clause("RRT-34")
def test_issuing_shares_is_not_an_action() -> None:
    """After it the same seat still has its action; it is asked once before each action."""
    state = play(position(), "issue 1")

    assert (state.actor, state.phase) == (0, ACTION)
    assert can(state, "upgrade")
    assert offered(state, "issue") == []
    play(state, "pass", "pass")
    assert (state.round, len(offered(state, "issue"))) == (2, 20)


@pytest.mark.clause("RRT-35")
def test_there_is_no_limit_to_shares() -> None:
    """Who has 500 can issue more, and pay with more."""
    state = position(shares=[500, 0])

    play(state, "issue 20", "upgrade")
    assert state.shares[0] == 520


@pytest.mark.clause("RRT-36")
def test_shares_are_never_bought_back() -> None:
    """Rich in cash, a seat has no move that lowers its shares, and the whole turn does not."""
    state = position(cash=[1000, 0], shares=[10, 0])

    assert not any("buy" in text or "redeem" in text for text in legal(state))
    assert end_turn(state).shares[0] == 10


@pytest.mark.clause("RRT-37")
def test_each_share_costs_a_point_at_the_end() -> None:
    """20 points and 6 shares are 14."""
    state = finish(position(points=[20, 0], shares=[6, 0], cash=[90, 90], ending=2))

    assert state.scores()[0] == 14


@pytest.mark.clause("RRT-38")
def test_shares_only_in_the_own_turn() -> None:
    """In the auction no shares are offered without need, and only the actor's are issued in actions."""
    auction = position(phase=3)
    state = play(position(), "issue 2")

    assert offered(auction, "issue") == []
    assert list(state.shares) == [2, 0]


@pytest.mark.clause("RRT-39")
def test_shares_are_public_and_money_follows_from_open_play() -> None:
    """Every view holds both; covering the money is the drawing's business."""
    state = position(cash=[7, 9], shares=[1, 2])
    seen = view(state, 1).position

    assert (list(seen.shares), list(seen.cash)) == ([1, 2], [7, 9])


@pytest.mark.clause("RRT-40")
def test_what_costs_more_than_the_cash_is_paid_by_shares() -> None:
    """With 3,000 in hand an upgrade for 5,000 issues one share and leaves 3,000."""
    state = play(position(cash=[3, 0]), "upgrade")

    assert (state.shares[0], state.cash[0], state.level[0]) == (1, 3, 2)


@pytest.mark.clause("RRT-198")
@pytest.mark.parametrize(
    ("cash", "price", "shares", "left"), [(0, 2, 1, 3), (2, 2, 0, 0), (0, 5, 1, 0), (1, 30, 6, 1), (0, 31, 7, 4)]
)
def test_a_payment_issues_the_fewest_shares_that_cover_it(cash: int, price: int, shares: int, left: int) -> None:
    """The shortfall divided by 5,000, rounded up; the change stays as cash."""
    state = position(cash=[cash, 0])
    pay(state, 0, price)

    assert (state.shares[0], state.cash[0]) == (shares, left)


@pytest.mark.clause("RRT-199")
def test_shares_without_need_also_in_the_last_turn() -> None:
    """Up to twenty before each action, for who wants the most money at the end."""
    state = position(ending=2, cash=[0, 10], tycoons=["James Fisk"])

    assert offered(state, "issue") == [f"issue {count}" for count in range(1, 21)]
    play(state, "issue 3")
    assert finish(state).scores()[0] == 7 - 3


# Chapter 14: income and dividends.


@pytest.mark.clause("RRT-139")
def test_unfinished_links_go_before_income() -> None:
    """The tile is gone and its price is not refunded: 2,000 less and nothing else."""
    state = build(position(cash=[50, 50], round=3), "Chicago E: E stop")

    end_actions(state)
    assert (sum(state.rail), state.cash[0]) == (0, 48)


@pytest.mark.clause("RRT-140")
def test_every_player_gets_the_income_of_their_position() -> None:
    """Positions 0, 5 and 48: 0, 7,000 and 25,000."""
    state = end_actions(position(seats=3, points=[0, 5, 48], round=3))

    assert list(state.cash) == [0, 7, 25]


@pytest.mark.clause("RRT-141")
def test_dividends_of_1000_a_share_are_paid_out_of_the_new_income() -> None:
    """Income 7,000, three shares: 4,000 are left, and no share is issued."""
    state = end_actions(position(points=[5, 0], shares=[3, 0], round=3))

    assert (state.cash[0], state.shares[0]) == (4, 3)


@pytest.mark.clause("RRT-142", "RRT-143")
def test_who_cannot_pay_issues_more_shares_without_dividend_this_turn() -> None:
    """Seven shares and no income: 7,000 are due, two new shares cover them, and the change is 3,000."""
    state = end_actions(position(shares=[7, 0], round=3))

    assert (state.shares[0], state.cash[0]) == (9, 3)


@pytest.mark.clause("RRT-144")
def test_then_a_card_is_turned_up_and_the_next_turn_begins() -> None:
    """After the dividends one card; then the auction of turn 2, with the marker back on round 1 for its actions."""
    state = end_actions(position(round=3))
    before = sum(state.display)

    assert state.phase == TURNING_UP
    play(state, "card Hotel Boston")
    assert (sum(state.display), state.turn) == (before + 1, 2)
    play(state, "bid 1", "pass")
    assert state.round == 1


@pytest.mark.compiled
def test_debt_stays_within_64_bits() -> None:
    """Sixty turns of the worst debt that moves allow: every seat bids 100, and issues and wastes what it can."""
    state = position(ending=0)
    while state.actor >= -1:
        moves = legal(state)
        wanted = ("issue 20", "upgrade", "bid 100", "pass", moves[0])
        state.apply(parse(next(text for text in wanted if text in moves)))
        state.delivered = 1
    assert state.turn == 60
    assert min(state.scores()) > -(10**8)
    assert sorted(state.ranks()) == [0, 1]
