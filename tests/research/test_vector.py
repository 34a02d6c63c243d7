"""The vector environment: the batch behind Gymnasium's own interface, with opponents inside."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

import roundhouse
import roundhouse.research.gymnasium
from roundhouse.bots.weights import Weights, write
from roundhouse.core.sentence import BadSetup
from roundhouse.research.batch import Batch
from roundhouse.research.learn.policy import Policy

NAMES = [game.name for game in roundhouse.GAMES]


def make(name: str, **settings: Any) -> Any:
    """The environments as anyone makes them."""
    return gymnasium.make_vec(f"roundhouse/{name}-v1", vectorization_mode="vector_entry_point", **settings)


@pytest.mark.parametrize("name", NAMES)
def test_observations_are_within_their_spaces(name: str) -> None:
    """Thirty random steps of three games against random bots; every seat is taken in turn."""
    envs = make(name, num_envs=3, seats=3, bots="random")
    observations, infos = envs.reset(seed=1)
    for _ in range(30):
        assert envs.observation_space.contains(observations)
        assert infos["seat"].shape == (3,)
        actions = envs.sample()
        assert all(observations["action_mask"][game, action] for game, action in enumerate(actions))
        observations, rewards, *_ = envs.step(actions)
    assert rewards.shape == (3,)
    envs.close()


def test_the_same_seed_gives_the_same_games() -> None:
    """Observations, rewards and ends, step by step."""
    first, second = make("tickets", num_envs=4, bots="greedy"), make("tickets", num_envs=4, bots="greedy")
    for envs in (first, second):
        envs.reset(seed=9)
    for _ in range(60):
        results = [envs.step(envs.sample()) for envs in (first, second)]
        assert np.array_equal(results[0][0]["observation"], results[1][0]["observation"])
        assert np.array_equal(results[0][1], results[1][1])


def test_without_copies_observations_are_those_of_the_batch() -> None:
    """The same numbers, in arrays that the next step changes."""
    own, shared = make("tickets", num_envs=4, bots="random"), make("tickets", num_envs=4, bots="random", copy=False)
    first = [envs.reset(seed=3)[0] for envs in (own, shared)][1]
    for _ in range(20):
        copied, seen = (envs.step(envs.sample())[0] for envs in (own, shared))
        assert np.array_equal(copied["observation"], seen["observation"])
        assert np.array_equal(copied["action_mask"], seen["action_mask"])
        assert shared.observation_space.contains(seen)
    assert np.shares_memory(seen["observation"], first["observation"])
    assert not np.shares_memory(copied["observation"], own.batch.observations)


def test_a_game_that_ends_pays_the_learner_and_tells_the_scores() -> None:
    """Random against the heuristic: the learner loses nearly always, and the scores are by player."""
    envs = make("tickets", num_envs=8, bots="greedy", reward="margin")
    envs.reset(seed=2)
    margins: list[float] = []
    while len(margins) < 8:
        _, rewards, terminations, truncations, infos = envs.step(envs.sample())
        assert not truncations.any()
        assert np.array_equal(rewards != 0, terminations & (rewards != 0))
        for game in np.flatnonzero(terminations):
            mine, other = infos["final_info"]["scores"][game]
            assert rewards[game] == mine - other
            margins.append(rewards[game])

    assert sum(margin < 0 for margin in margins) >= 7


def test_an_illegal_action_is_refused() -> None:
    """It names the game; nothing has changed."""
    envs = make("dice2", num_envs=2, bots="random")
    observations, _ = envs.reset(seed=1)
    with pytest.raises(ValueError, match="game 0: move"):
        envs.step(np.array([int(np.argmin(observations["action_mask"][0])), int(envs.sample()[1])]))


def test_int16_observations_scale_to_the_others() -> None:
    """Times the factors they are the same, and bits of masks are the masks."""
    with Batch("tycoon", games=3, seed=1) as plain, Batch("tycoon", games=3, seed=1, observations="int16", masks="bits") as packed:
        for _ in range(40):
            assert np.array_equal(plain.observations, packed.observations * packed.factors)
            bits = np.unpackbits(packed.masks, axis=1, bitorder="little", count=plain.game.move_count)
            assert np.array_equal(plain.masks, bits.astype(np.bool_))
            for batch in (plain, packed):
                batch.step(batch.sample())
        with pytest.raises(ValueError, match="is not legal"):
            packed.step(np.full(3, plain.game.move_count))


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        (
            {"opponents": "champion"},
            "'champion' cannot play inside a batch; choose one of: random, novice, greedy, regular, net:FILE",
        ),
        ({"opponents": ["greedy", "greedy"]}, "2 seats need 1 opponents, not 2"),
        ({"observations": "float64"}, "observations are one of float32, int16, not 'float64'"),
        ({"masks": "int"}, "masks are one of bool, bits, not 'int'"),
    ],
    ids=str,
)
def test_settings_that_do_not_exist_are_refused(settings: Any, reason: str) -> None:
    """With what is allowed."""
    with pytest.raises(BadSetup, match=reason):
        Batch("tickets", games=2, seats=2, **settings)


def test_a_network_plays_inside_the_batch(tmp_path: Path) -> None:
    """As it does alone: all its moves are legal, and only the caller's decisions come out."""
    game = roundhouse.find("tickets")
    policy = Policy(game, (8,), seed=1)
    file = tmp_path / "small.net"
    write(file, Weights({"game": "tickets", "version": game.version}, policy.arrays()))
    with Batch("tickets", games=4, seats=3, seed=1, opponents=[f"net:{file}", "greedy"]) as batch:
        ended = 0
        for _ in range(250):
            batch.step(batch.sample())
            ended += int(batch.dones.sum())
    assert ended > 0
