"""The batch: equal to single games, in one process or several, in arrays that stay in place."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import roundhouse
from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.sentence import BadSetup
from roundhouse.core.state import CHANCE, OVER, State
from roundhouse.research.batch import Batch
from roundhouse.research.observation import mask, observe
from roundhouse.research.utility import utility
from tests.patience import PATIENCE

CASES = [pytest.param(game, seats, id=f"{game.name}-{seats}") for game in roundhouse.GAMES for seats in game.seats]
SEED = 5
ARRAYS = ("observations", "masks", "actors", "rewards", "dones", "moves")


def drawn(state: State, rng: Rng) -> State:
    while state.actor == CHANCE:
        state.apply(state.draw(rng))
    return state


@pytest.mark.parametrize(("game", "seats"), CASES)
def test_every_game_of_a_batch_is_the_game_it_would_be_alone(game: Game[Any], seats: int) -> None:
    """Two games, 150 random steps: seat, observation and mask after each step, by the seed of each game."""
    rngs = [Rng(SEED * 2**32 + index) for index in range(2)]
    states = [drawn(game.start(seats), rng) for rng in rngs]
    with Batch(game.name, games=2, seats=seats, seed=SEED) as batch:
        for _ in range(150):
            for index, state in enumerate(states):
                view = game.view(state, state.actor)
                assert batch.actors[index] == state.actor
                assert np.array_equal(batch.observations[index], observe(game, view))
                assert np.array_equal(batch.masks[index], mask(game, view))
            batch.step(batch.sample())
            for index, (state, rng) in enumerate(zip(states, rngs, strict=True)):
                legal = state.legal_moves()
                assert batch.moves[index] == legal[rng.below(len(legal))]
                state.apply(batch.moves[index])
                assert batch.dones[index] == (drawn(state, rng).actor == OVER)
                if state.actor == OVER:
                    states[index] = drawn(game.start(seats), rng)


@pytest.mark.parametrize("reward", ["win", "margin", "score"])
def test_a_game_that_ends_pays_the_requested_utility(reward: str) -> None:
    """Tickets for three, one game to its end: rewards are zero before it, then those of the final state."""
    game = roundhouse.find("tickets")
    rng = Rng(SEED * 2**32)
    state = drawn(game.start(3), rng)
    with Batch("tickets", games=1, seats=3, seed=SEED, reward=reward) as batch:
        while not batch.dones[0]:
            assert not batch.rewards.any()
            move = int(batch.sample()[0])
            batch.step()
            rng.below(len(state.legal_moves()))
            state.apply(move)
            drawn(state, rng)

        assert batch.rewards[0].tolist() == pytest.approx(utility(reward)(list(state.scores()), list(state.ranks())))


@pytest.mark.parametrize("game", ["tickets", "dice2"])
def test_several_processes_play_the_same_games_as_one(game: str) -> None:
    """Seven games in one, two and three processes: all arrays equal after every step, and after a reset with another seed."""
    with (
        Batch(game, games=7, seed=1) as one,
        Batch(game, games=7, seed=1, processes=2) as two,
        Batch(game, games=7, seed=1, processes=3) as three,
    ):
        for index in range(40):
            if index == 30:
                for batch in (one, two, three):
                    batch.reset(2)
            for batch in (one, two, three):
                batch.step(batch.sample())
            for name in ARRAYS:
                assert np.array_equal(getattr(one, name), getattr(two, name)), name
                assert np.array_equal(getattr(one, name), getattr(three, name)), name


@pytest.mark.parametrize("processes", [1, 2])
def test_the_arrays_stay_where_they_are_and_are_shared_without_copies(processes: int) -> None:
    """Each begins at a multiple of 64 bytes, is handed on by DLPack as it is, and shows the next step."""
    with Batch("tickets", games=4, processes=processes) as batch:
        taken = {name: np.from_dlpack(getattr(batch, name)) for name in ARRAYS}
        before = batch.observations.copy()
        batch.step(batch.sample())

        for name, array in taken.items():
            assert array.ctypes.data % 64 == 0
            assert np.shares_memory(array, getattr(batch, name))
        assert not np.array_equal(taken["observations"], before)


@pytest.mark.parametrize("move", [-1, 10**6, "illegal"])
def test_an_illegal_move_is_named_and_nothing_changes(move: int | str) -> None:
    """In the second of three games: below the range, above it, and a move that is not legal now."""
    with Batch("tickets", games=3) as batch:
        moves = batch.sample().copy()
        moves[1] = int(np.argmin(batch.masks[1])) if isinstance(move, str) else move
        before = batch.observations.copy()
        with pytest.raises(ValueError, match=rf"game 1: move {moves[1]} is not legal for seat 0"):
            batch.step(moves)

        assert np.array_equal(batch.observations, before)


@pytest.mark.parametrize(
    "settings", [{"games": 2, "processes": 3}, {"games": 0}, {"games": 1, "seats": 9}, {"games": 1, "reward": "glory"}]
)
def test_an_impossible_batch_is_refused(settings: dict[str, Any]) -> None:
    """More processes than games, no games, a wrong number of seats, an unknown utility."""
    with pytest.raises(BadSetup):
        Batch("tickets", **settings)


def test_an_error_in_a_worker_process_is_raised_in_the_caller() -> None:
    """A seed that is not a number; the batch stays usable."""
    with Batch("tickets", games=2, processes=2) as batch:
        with pytest.raises(TypeError):
            batch.reset("seven")  # type: ignore[arg-type]
        batch.reset(7)
        batch.step(batch.sample())

        assert not batch.dones.any()


def test_a_worker_that_dies_is_reported_and_the_others_can_be_closed() -> None:
    """The first of two is killed between two steps."""
    with Batch("tickets", games=2, processes=2) as batch:
        victim = batch._workers[0]._worker._process  # type: ignore[union-attr]
        victim.kill()
        victim.join(PATIENCE)
        with pytest.raises(RuntimeError, match=r"has died \(exit code -9\)"):
            batch.step(batch.sample())
