"""What interpreted code gives to the compiled engine is freed again."""

from __future__ import annotations

import pickle
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import roundhouse
from roundhouse import Rng
from roundhouse.core.features import Pen, zeros
from roundhouse.core.game import Game
from roundhouse.core.playout import random_moves
from roundhouse.core.state import ranks_of

ROUNDS = 400  # caches may take a little once, whatever their number


def kept(action: Callable[[], object]) -> float:
    """Return the bytes that stay allocated after each call."""
    action()
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        for _ in range(ROUNDS):
            action()
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    return (after - before) / ROUNDS


def test_memory_that_is_kept_is_noticed() -> None:
    """The measure itself: a thousand numbers of two bytes."""
    rows: list[Any] = []

    assert kept(lambda: rows.append(zeros(1000))) > 2000


def test_a_vec_given_to_a_function_or_a_constructor_is_freed() -> None:
    """As an argument, and as an attribute of what is made of it."""
    keys = vec[i64]([3, 1, 2])

    assert kept(lambda: Pen(zeros(1000))) < 50
    assert kept(lambda: ranks_of(keys[:])) < 50


@pytest.mark.parametrize("game", [pytest.param(game, id=game.name) for game in roundhouse.GAMES])
def test_pickles_and_observations_are_freed(game: Game[Any]) -> None:
    """A state that was read back, and the numbers of a view."""
    state = game.start(2)
    random_moves(state, Rng(3), 30)
    saved, view = pickle.dumps(state), game.view(state, 0)

    assert kept(lambda: pickle.loads(saved)) < 50
    assert kept(lambda: game.numbers(view)) < 50
