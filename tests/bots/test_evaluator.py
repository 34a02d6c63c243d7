"""Utilities: the win first, the margin second."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.bots.evaluator import Evaluator, logistic, margin, win_share
from roundhouse.core.state import OVER, State
from tests.whistle import GAME, ROLL, STAY


def new_evaluator() -> Evaluator:
    return Evaluator(GAME.evaluate)


def ended(*faces: int) -> State:
    state: State = GAME.start(len(faces))
    for face in faces:
        state.apply(ROLL + face - 1)
    for _ in faces:
        state.apply(STAY)
    assert state.actor == OVER
    return state


def utilities(state: State) -> list[float]:
    evaluator = new_evaluator()
    return [evaluator.utility(state, evaluator.points(state), state.ranks(), seat) for seat in range(state.seats)]


def test_a_margin_is_to_the_best_of_the_others() -> None:
    """For the first it is ahead, for all others behind."""
    points = vec[i64]([300, 900, 700])

    assert [margin(points, seat) for seat in range(3)] == [-600, 200, -200]


def test_equal_winners_share_the_win() -> None:
    """Two first places are a half each."""
    assert [win_share(vec[i64]([0, 2, 0]), seat) for seat in range(3)] == [0.5, 0.0, 0.5]


def test_a_win_by_a_point_is_better_than_any_defeat() -> None:
    """And more than a tie; a tie more than a defeat."""
    win, defeat = utilities(ended(4, 3))
    tie = utilities(ended(4, 4))

    assert win > tie[0] == tie[1] > defeat
    assert win > 0.7
    assert defeat < 0.3


def test_a_greater_margin_is_better_and_a_smaller_defeat_too() -> None:
    """With the same winner."""
    narrow, clear = utilities(ended(6, 5)), utilities(ended(6, 1))

    assert clear[0] > narrow[0]
    assert clear[1] < narrow[1]


def test_a_running_game_is_evaluated_by_its_estimate() -> None:
    """Seat 0 has a six and seat 1 a four: it leads, but has not won yet."""
    state = GAME.start(2)
    for face in (6, 4):
        state.apply(ROLL + face - 1)
    evaluator = new_evaluator()
    points = evaluator.points(state)

    assert list(points) == [600, 400]
    assert evaluator.utility(state, points, points, 0) == pytest.approx(logistic(200 / evaluator.margin_scale))


def test_margins_are_scaled_by_their_usual_size() -> None:
    """After many narrow results the same margin counts for more."""
    evaluator = new_evaluator()
    before = evaluator.margin_scale
    for _ in range(500):
        evaluator.update_scale(200)

    assert evaluator.margin_scale == pytest.approx(200, rel=0.05)
    assert evaluator.margin_scale < before


def test_the_logistic_function_has_no_overflow() -> None:
    """Far out it is simply 0 or 1."""
    assert logistic(-1e9) == 0
    assert logistic(1e9) == 1
    assert logistic(0) == 0.5
