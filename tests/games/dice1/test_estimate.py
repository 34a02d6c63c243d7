"""The estimate of Railroad Dice: exact at the end, and better for whoever is better off."""

from __future__ import annotations

from roundhouse.core.state import OVER
from roundhouse.games.dice1.estimate import evaluate
from tests.games.dice1.positions import position


def test_the_end_is_not_estimated() -> None:
    """Exactly the passengers, in hundredths."""
    state = position(tokens=[12, 9], actor=OVER)

    assert list(evaluate(state)) == [1200, 900]
    assert list(evaluate(state)) == [100 * score for score in state.scores()]


def test_passengers_count_in_full() -> None:
    """Seven more for one seat change nothing else."""
    before, after = evaluate(position(tokens=[0, 0])), evaluate(position(tokens=[7, 0]))

    assert after[0] - before[0] == 700
    assert after[1] == before[1]


def test_a_wild_die_is_better_than_a_rail_and_a_rail_than_nothing() -> None:
    """In front of seat 0."""
    nothing, rail, wild = (evaluate(position(front={0: dice}))[0] for dice in ("", "1 straight", "1 wild"))

    assert nothing < rail < wild


def test_a_share_helps_its_owner() -> None:
    """Of a company that nobody directs."""
    seats = evaluate(position(shares={0: "1 purple"}, front={0: "", 1: ""}))

    assert seats[0] > seats[1]
