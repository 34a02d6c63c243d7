"""Chapter 8 of the rules: general dividends."""

from __future__ import annotations

import pytest

from roundhouse.core.draw import Rng
from roundhouse.core.state import OVER
from roundhouse.games.express.phases import TURN
from roundhouse.games.express.state import start
from tests.games.express.positions import by_company, dials, play, position

DUE = (2, 0, 4)  # one more auction, and a general dividend is due


@pytest.mark.clause("CEX-101")
def test_pay_first_then_needles_then_detroit() -> None:
    """PRR in Detroit (1): it pays its income of 8 before Detroit raises it to 9."""
    state = play(position(cash=[0, 0, 0], built={"PRR": "E0"}, needles=DUE), "decline auction")

    assert state.cash[0] == 8 + 8  # PRR and NYC
    assert by_company(state.income)["PRR"] == 9
    assert (dials(state), state.track[0]) == ([0, 0, 0], 2)


@pytest.mark.clause("CEX-102")
@pytest.mark.parametrize(
    ("income", "sold", "each"), [(6, 1, 6), (6, 2, 3), (7, 2, 4), (7, 3, 3), (5, 6, 1), (13, 4, 4), (12, 4, 3)]
)
def test_a_share_pays_income_by_sold_shares_rounded_up(income: int, sold: int, each: int) -> None:
    """The six shares of the C&O serve as an example; the bank pays."""
    state = position(cash=[0, 0, 0], shares={0: "C&O" + " C&O" * (sold - 1), 1: "PRR B&O NYC"}, income={"C&O": income}, needles=DUE)
    bank = state.bank
    play(state, "decline auction")

    assert state.cash[0] == each * sold
    assert state.bank == bank - each * sold - 7 - 6 - 8


@pytest.mark.clause("CEX-103")
def test_the_worked_example_of_three_shares() -> None:
    """NYC with 16: 16 / 3 = 5.33, a share pays 6; Andy gets 12, Ben 6."""
    state = position(cash=[0, 0, 0], shares={0: "NYC NYC", 1: "NYC", 2: "PRR B&O C&O"}, income={"NYC": 16}, needles=DUE)
    play(state, "decline auction")

    assert list(state.cash)[:2] == [12, 6]


@pytest.mark.clause("CEX-104")
def test_the_worked_example_of_rounding_share_by_share() -> None:
    """NYC with 17 and two shares, both Andy's: 9 + 9 = 18, not 17."""
    state = position(cash=[0, 0, 0], shares={0: "NYC NYC", 2: "PRR B&O C&O"}, income={"NYC": 17}, needles=DUE)
    play(state, "decline auction")

    assert state.cash[0] == 18


@pytest.mark.clause("CEX-105")
def test_unsold_shares_pay_nothing_and_treasuries_are_not_touched() -> None:
    """PRR has one of three shares sold: its owner gets the whole income, the treasury neither gives nor gets."""
    state = position(cash=[0, 0, 0], treasury={"PRR": 9, "NYC": 4}, needles=DUE)
    play(state, "decline auction")

    assert list(state.cash) == [7 + 8, 6, 5]
    assert by_company(state.treasury) == {"PRR": 9, "B&O": 0, "C&O": 0, "NYC": 4, "WAB": 0}


@pytest.mark.clause("CEX-105")
def test_a_company_without_sold_shares_pays_nothing() -> None:
    """The Wabash is open, and both its shares lie on the charter."""
    state = position(cash=[0, 0, 0], built={"WAB": ""}, needles=DUE)
    play(state, "decline auction")

    assert state.dividend(4) == 0
    assert sum(state.cash) == 7 + 6 + 5 + 8


@pytest.mark.clause("CEX-106")
def test_incomes_are_paid_in_full_every_time() -> None:
    """Two dividends in a row pay the same, and incomes are as before."""
    state = play(position(cash=[0, 0, 0], needles=DUE), "decline auction")
    once = list(state.cash)
    for text in ["decline auction"] * 3 + ["decline develop"] * 4:
        play(state, text)

    assert list(state.cash) == [2 * dollars for dollars in once]
    assert by_company(state.income) == {"PRR": 7, "B&O": 6, "C&O": 5, "NYC": 8, "WAB": 0}


@pytest.mark.clause("CEX-107")
def test_an_end_is_looked_at_after_the_payment_and_leaves_the_rest_out() -> None:
    """Detroit stands on 8: dividends are paid, needles stay on red, Detroit stays, the game is over."""
    state = position(cash=[0, 0, 0], track={"Detroit": 8}, needles=DUE)
    play(state, "decline auction")

    assert state.actor == OVER
    assert list(state.cash) == [15, 6, 5]
    assert (dials(state), state.track[0]) == ([3, 0, 4], 8)


@pytest.mark.clause("CEX-108")
def test_all_needles_go_back_to_green() -> None:
    """Also the third, which was not on red."""
    state = play(position(needles=(2, 3, 4)), "decline auction")

    assert dials(state) == [0, 0, 0]


@pytest.mark.clause("CEX-109")
def test_detroit_grows_and_raises_the_incomes_there() -> None:
    """From 3 to 4, with PRR and C&O in Detroit; the others gain nothing."""
    state = position(track={"Detroit": 3}, built={"PRR": "E0", "C&O": "E0"}, needles=DUE)
    before = by_company(state.income)
    play(state, "decline auction")
    state.check()

    assert state.track[0] == 4
    assert by_company(state.income) == before | {"PRR": before["PRR"] + 1, "C&O": before["C&O"] + 1}


@pytest.mark.clause("CEX-110")
def test_detroit_counts_the_general_dividends_of_which_there_are_at_most_eight() -> None:
    """A game in which everybody declines: eight payments, counted by the cash of seat 0."""
    state = position(cash=[0, 0, 0])
    payments = 0
    while state.actor != OVER:
        before = state.cash[0]
        play(state, "decline auction" if state.needle[0] < 3 else "decline develop")
        payments += state.cash[0] > before
        assert state.actor == OVER or state.track[0] == 1 + payments

    assert payments == 8
    assert state.track[0] == 8


@pytest.mark.clause("CEX-110")
def test_random_games_have_at_most_eight_dividends() -> None:
    """Detroit never passes 8, in forty games."""
    for seed in range(40):
        state, rng = start(2 + seed % 5, 0), Rng(seed)
        while state.actor != OVER:
            moves = state.legal_moves()
            state.apply(moves[rng.below(len(moves))])
            assert state.track[0] <= 8


@pytest.mark.clause("CEX-111")
def test_after_the_dividend_the_player_whose_turn_it_was_acts() -> None:
    """Seat 1 is next, and has all three dials to choose from."""
    state = play(position(needles=DUE), "decline auction")

    assert (state.phase, state.turn, state.actor) == (TURN, 1, 1)
