"""The estimate of Railroad Tycoon: exact at the end, and better for whoever is better off."""

from __future__ import annotations

from roundhouse.core.state import OVER
from roundhouse.games.tycoon.estimate import evaluate
from tests.games.tycoon.positions import position


def test_the_end_is_not_estimated() -> None:
    """Exactly the final scores, in hundredths, shares and tycoons counted."""
    state = position(points=[30, 20], shares=[4, 1], tycoons=["Henry Farnam", "George Pullman"], actor=OVER)

    assert list(evaluate(state)) == [100 * score for score in state.scores()]


def test_points_help_their_owner_alone() -> None:
    """Ten more, which bring income, too."""
    before, after = evaluate(position(points=[5, 5])), evaluate(position(points=[15, 5]))

    assert after[0] - before[0] >= 900
    assert after[1] == before[1]


def test_shares_are_a_burden() -> None:
    """Five more without the money for them."""
    before, after = evaluate(position(shares=[0, 0])), evaluate(position(shares=[5, 0]))

    assert after[0] < before[0] - 400


def test_a_link_with_a_cube_to_deliver_is_better_than_one_without() -> None:
    """From New York to Philadelphia, which wants blue cubes; a link helps in any case."""
    links = {0: ["New York-Philadelphia"]}
    cities = ["New York", "Philadelphia"]
    loaded = position(links=links, goods={"New York": "2 blue"}, empty=["Philadelphia"])

    assert evaluate(loaded)[0] > evaluate(position(links=links, empty=cities))[0] > evaluate(position(empty=cities))[0]


def test_a_better_locomotive_helps() -> None:
    """Level 3 against level 1."""
    seats = evaluate(position(level=[3, 1]))

    assert seats[0] > seats[1]


def test_who_still_has_an_action_in_this_round_is_better_off() -> None:
    """RRT-63: after the first of two seats has had its own; at the beginning of a round both are even."""
    before, after = evaluate(position(done=0)), evaluate(position(done=1, actor=1))

    assert after[0] < before[0]
    assert after[1] == before[1]
