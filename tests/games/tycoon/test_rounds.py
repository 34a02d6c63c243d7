"""Chapter 7 of the rules: actions in general."""

from __future__ import annotations

import pytest

from roundhouse.games.tycoon.position import TURNING_UP
from tests.games.tycoon.positions import build, end_actions, legal, play, position


@pytest.mark.clause("RRT-63")
def test_three_rounds_with_one_action_each_first_player_first() -> None:
    """First player 2 of three: 2, 0, 1, three times."""
    state = position(seats=3, first=2, actor=2)
    order = []
    while state.phase != TURNING_UP:
        order.append((state.round, state.actor))
        play(state, "pass")

    assert order == [(turn, seat) for turn in (1, 2, 3) for seat in (2, 0, 1)]


@pytest.mark.clause("RRT-64")
def test_the_round_marker_advances_after_each_round() -> None:
    """It stays while a round lasts."""
    state = position()

    assert play(state, "pass").round == 1
    assert play(state, "pass").round == 2


@pytest.mark.clause("RRT-65")
def test_six_actions_each_may_be_repeated_in_later_rounds() -> None:
    """All six are offered at once; one that was done in round 1 is offered again in round 2."""
    state = position(
        links={0: ["Chicago-Rock Island", "Des Moines-Rock Island"]}, goods={"Rock Island": "2 red"}, cards=["City Growth"]
    )
    words = {text.split()[0] for text in legal(state)}

    assert words >= {"build", "urbanize", "upgrade", "deliver", "take", "west"}
    play(state, "deliver red from Rock Island", "hop Chicago 0", "pass", "deliver red from Rock Island", "hop Chicago 0")
    assert state.points[0] == 3


@pytest.mark.clause("RRT-66")
def test_a_player_may_pass() -> None:
    """Nothing changes but whose turn it is."""
    state = play(position(cash=[5, 5]), "pass")

    assert (state.actor, list(state.cash), list(state.shares)) == (1, [5, 5], [0, 0])


def test_an_action_of_several_steps_is_one_action() -> None:
    """Three tiles of one link, then the next seat."""
    state = build(position(), "Chicago E: E SE SE")

    assert state.actor == 1
    assert end_actions(state).round == 0
