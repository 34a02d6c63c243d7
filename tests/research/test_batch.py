"""Many games at once: equal to single games, in one process or several, in arrays that stay in place."""

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
    rngs = [Rng(SEED * 2**32 + number) for number in range(2)]
    states = [drawn(game.start(seats), rng) for rng in rngs]
    with Batch(game.name, games=2, seats=seats, seed=SEED) as batch:
        for _ in range(150):
            for number, state in enumerate(states):
                seen = game.view(state, state.actor)
                assert batch.actors[number] == state.actor
                assert np.array_equal(batch.observations[number], observe(game, seen))
                assert np.array_equal(batch.masks[number], mask(game, seen))
            batch.step(batch.sample())
            for number, (state, rng) in enumerate(zip(states, rngs, strict=True)):
                legal = state.legal_moves()
                assert batch.moves[number] == legal[rng.below(len(legal))]
                state.apply(batch.moves[number])
                assert batch.dones[number] == (drawn(state, rng).actor == OVER)
                if state.actor == OVER:
                    states[number] = drawn(game.start(seats), rng)


@pytest.mark.parametrize("reward", ["win", "margin", "score"])
def test_a_game_that_ends_pays_the_utility_that_was_asked_for(reward: str) -> None:
    """Tickets for three, one game followed to its end: rewards before it are nothing, at the end those of its final state."""
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
        for number in range(40):
            if number == 30:
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
def test_an_illegal_move_is_named_and_nothing_happens(move: int | str) -> None:
    """Of the second of three games: below all moves, beyond them, and one that is only not legal now."""
    with Batch("tickets", games=3) as batch:
        moves = batch.sample().copy()
        moves[1] = int(np.argmin(batch.masks[1])) if isinstance(move, str) else move
        before = batch.observations.copy()
        with pytest.raises(ValueError, match=rf"game 1 of the batch: {moves[1]} is no legal move of seat 0"):
            batch.step(moves)

        assert np.array_equal(batch.observations, before)


@pytest.mark.parametrize(
    "settings", [{"games": 2, "processes": 3}, {"games": 0}, {"games": 1, "seats": 9}, {"games": 1, "reward": "glory"}]
)
def test_a_batch_that_cannot_be_is_refused(settings: dict[str, Any]) -> None:
    """More processes than games, none at all, a wrong number of seats, an unknown utility."""
    with pytest.raises(BadSetup):
        Batch("tickets", **settings)


def test_a_fault_in_a_process_comes_back_to_the_caller() -> None:
    """A seed that is no number; the batch can be used after that."""
    with Batch("tickets", games=2, processes=2) as batch:
        with pytest.raises(TypeError):
            batch.reset("seven")  # type: ignore[arg-type]
        batch.reset(7)
        batch.step(batch.sample())

        assert not batch.dones.any()


def test_a_process_that_dies_is_reported_and_the_others_can_be_closed() -> None:
    """The first of two is killed between two steps."""
    with Batch("tickets", games=2, processes=2) as batch:
        victim = batch._hands[0]._process  # type: ignore[union-attr]
        victim.kill()
        victim.join(PATIENCE)
        with pytest.raises(RuntimeError, match=r"has died \(exit code -9\)"):
            batch.step(batch.sample())
