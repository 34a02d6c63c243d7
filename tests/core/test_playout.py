"""Whole games in one call."""

from __future__ import annotations

import pytest

import roundhouse
from roundhouse.core.draw import Rng
from roundhouse.core.perft import perft
from roundhouse.core.playout import copies, random_moves, random_playout
from roundhouse.core.state import CHANCE, OVER

GAME = roundhouse.find("tickets")


def test_a_playout_ends_the_game_and_counts_the_moves_of_players() -> None:
    """The same number that the moves one by one give, from the same seed."""
    whole, step_by_step = GAME.start(3), GAME.start(3)
    made = random_playout(whole, Rng(4))

    assert random_moves(step_by_step, Rng(4), 10_000) == made
    assert whole == step_by_step
    assert whole.actor == OVER


@pytest.mark.parametrize("count", [0, 1, 40])
def test_some_moves_stop_at_a_decision(count: int) -> None:
    """Chance has acted after the last of them."""
    state = GAME.start(2)

    assert random_moves(state, Rng(1), count) == count
    assert state.actor not in (CHANCE, OVER)


def test_copies_of_copies_are_equal() -> None:
    """A hundred, one from another."""
    state = GAME.start(2)
    random_moves(state, Rng(1), 20)

    assert copies(state, 100) == state
    assert copies(state, 1) is not state


def test_a_finished_game_has_one_line_of_play() -> None:
    """Perft at the end, and at depth nought."""
    state = GAME.start(2)
    assert perft(state, 0) == 1
    random_playout(state, Rng(1))

    assert perft(state, 3) == 1
