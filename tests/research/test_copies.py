"""Everything can be copied, pickled, saved and stepped back, and then goes on identically."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest

import roundhouse
import roundhouse.research.gymnasium
from roundhouse import Rng
from roundhouse.core.game import Game
from roundhouse.core.playout import random_moves
from roundhouse.play.chance import Seeded
from roundhouse.play.table import Table
from roundhouse.research import pettingzoo
from roundhouse.research.batch import Batch

GAMES = [pytest.param(game, id=game.name) for game in roundhouse.GAMES]
WAYS = [
    pytest.param(copy.deepcopy, id="deepcopy"),
    pytest.param(lambda value: pickle.loads(pickle.dumps(value)), id="pickle"),
]
ARRAYS = ("observations", "masks", "actors", "rewards", "dones", "scores", "ranks", "moves")
Way = Callable[[Any], Any]


@pytest.mark.parametrize("way", WAYS)
def test_a_generator_goes_on_with_the_same_numbers(way: Way) -> None:
    """Copied in the middle of its stream."""
    rng = Rng(7)
    for _ in range(10):
        rng.word()
    other = way(rng)

    assert other == rng
    assert [rng.below(1000) for _ in range(50)] == [other.below(1000) for _ in range(50)]
    other.word()
    assert other != rng
    with pytest.raises(TypeError, match="no hash"):
        hash(rng)


@pytest.mark.parametrize("way", [*WAYS, pytest.param(copy.copy, id="copy")])
@pytest.mark.parametrize("game", GAMES)
def test_states_and_views_are_independent_of_their_copies(game: Game[Any], way: Way) -> None:
    """Equal, and moving one does not move the other."""
    state = game.start(2)
    random_moves(state, Rng(3), 30)
    view = game.view(state, 0)
    other, seen = way(state), way(view)

    assert (other, seen) == (state, view)
    random_moves(other, Rng(1), 5)
    assert other != state
    assert view.position is not seen.position


@pytest.mark.parametrize("way", WAYS)
def test_a_table_goes_on_with_the_same_draws(way: Way) -> None:
    """A table of Ticket to Ride after twenty moves."""
    table = Table(roundhouse.find("tickets"), 2, source=Seeded(5))
    for _ in range(20):
        table.play(table.actor, table.moves(table.actor)[0])
    other = way(table)
    for one in (table, other):
        for _ in range(20):
            one.play(one.actor, one.moves(one.actor)[-1])

    assert [entry.text for entry in table.record().entries] == [entry.text for entry in other.record().entries]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", GAMES)
def test_a_pettingzoo_environment_goes_on_identically(game: Game[Any], way: Way) -> None:
    """The same actions give the same observations in the original and in its copy."""
    env = pettingzoo.env(game.name, seats=2)
    env.reset(seed=1)
    _play(env, 6)
    other = way(env)
    first, second = _play(env, 15), _play(other, 15)

    assert len(first) > 3
    assert all(np.array_equal(a, b) for a, b in zip(first, second, strict=True))


def _play(env: Any, moves: int) -> list[Any]:
    seen: list[Any] = []
    for _ in range(moves):
        if not env.agents:
            return seen
        observation, _, termination, truncation, _ = env.last()
        seen.append(observation["observation"])
        legal = np.flatnonzero(observation["action_mask"])
        env.step(None if termination or truncation else int(legal[len(legal) // 2]))
    return seen


def test_a_pettingzoo_environment_steps_back() -> None:
    """Saved, played on, restored: the same future again; what the wrapper offers is the environment's own."""
    env = pettingzoo.raw_env("tickets", seats=3)
    env.reset(seed=2)
    _play(env, 10)
    saved = env.save()
    first = _play(env, 20)
    env.restore(saved)

    assert all(np.array_equal(a, b) for a, b in zip(first, _play(env, 20), strict=True))


@pytest.mark.parametrize("way", [*WAYS, pytest.param(None, id="save")])
def test_a_gymnasium_environment_goes_on_identically(way: Way | None) -> None:
    """The bots and their generators are copied too."""
    env: Any = gymnasium.make("roundhouse/tickets-v1", seats=3, bots=["greedy", "novice"]).unwrapped
    env.reset(seed=4)
    _steps(env, 8)
    saved, other = env.save(), env if way is None else way(env)
    first = _steps(env, 20)
    if way is None:
        env.restore(saved)

    assert all(np.array_equal(a, b) for a, b in zip(first, _steps(other, 20), strict=True))


def _steps(env: Any, count: int) -> list[Any]:
    seen = []
    for _ in range(count):
        legal = np.flatnonzero(env.action_masks())
        seen.append(env.step(int(legal[-1]))[0]["observation"])
    return seen


@pytest.mark.parametrize("settings", [{}, {"opponents": "greedy"}, {"observations": "int16", "masks": "bits"}], ids=str)
@pytest.mark.parametrize("way", WAYS)
def test_a_batch_goes_on_identically(way: Way, settings: Any) -> None:
    """All arrays, in the step after the copy and in those that follow."""
    with Batch("tickets", games=5, seats=2, seed=3, **settings) as batch:
        for _ in range(120):
            batch.step(batch.sample())
        with way(batch) as other:
            for _ in range(150):
                assert all(np.array_equal(getattr(batch, name), getattr(other, name)) for name in ARRAYS)
                for one in (batch, other):
                    one.step(one.sample())


def test_a_batch_is_restored_with_another_number_of_processes() -> None:
    """Saved in one process, restored in two; a batch of another size refuses."""
    with Batch("express", games=4, seats=3, seed=1) as batch, Batch("express", games=4, seats=3, processes=2) as other:
        for _ in range(30):
            batch.step(batch.sample())
        other.restore(batch.save())
        for _ in range(20):
            batch.step(batch.sample())
            other.step(other.sample())
        assert np.array_equal(batch.observations, other.observations)
        with Batch("express", games=5, seats=3) as larger, pytest.raises(ValueError, match="has 4 games, this one has 5"):
            larger.restore(batch.save())
