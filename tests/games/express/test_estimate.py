"""The estimate of Chicago Express: exact at the end, and better for whoever is better off."""

from __future__ import annotations

from roundhouse.core.state import OVER, fields, restore
from roundhouse.games.express.estimate import evaluate
from roundhouse.games.express.state import Express
from tests.games.express.positions import position


def test_the_end_is_not_estimated() -> None:
    """Cash alone, in cents: a share is worth nothing any more."""
    state = restore(Express, fields(position(shares={0: "B&O"}, cash=[30, 20, 10])) | {"actor": OVER})

    assert list(evaluate(state)) == [3000, 2000, 1000]
    assert list(evaluate(state)) == [100 * score for score in state.scores()]


def test_money_helps_its_owner_alone() -> None:
    """Five dollars more."""
    before, after = evaluate(position(cash=[30, 20, 10])), evaluate(position(cash=[35, 20, 10]))

    assert after[0] > before[0]
    assert list(after)[1:] == list(before)[1:]


def test_a_share_of_a_company_with_income_is_worth_something() -> None:
    """The other seats have none."""
    seats = evaluate(position(shares={0: "B&O"}, cash=[20, 20, 20]))

    assert seats[0] > seats[1] == seats[2]


def test_two_shares_are_worth_more_than_one() -> None:
    """Of the same company."""
    seats = evaluate(position(shares={0: "B&O B&O", 1: "B&O"}, cash=[20, 20, 20]))

    assert seats[0] > seats[1] > seats[2]
