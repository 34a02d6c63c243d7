"""The batch with agents by name: equal to the batch, and nobody gets what another agent sees."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import roundhouse
from roundhouse.core.sentence import BadSetup
from roundhouse.research.batch import Batch
from roundhouse.research.parallel_batch import ParallelBatch

NAMES = [game.name for game in roundhouse.GAMES]


@pytest.mark.parametrize("name", NAMES)
def test_it_plays_the_games_of_the_batch(name: str) -> None:
    """Observations, masks and rewards of every game, step by step; each game waits for exactly one agent."""
    games = ParallelBatch(f"{name}_v1", games=5, seats=3, seed=4, reward="margin")
    with Batch(name, games=5, seats=3, seed=4, reward="margin") as batch:
        observations, infos = games.reset(4)
        for _ in range(60):
            assert sorted(np.concatenate([info["games"] for info in infos.values()])) == [0, 1, 2, 3, 4]
            for seat, agent in enumerate(games.agents):
                own = infos[agent]["games"]
                assert (batch.actors[own] == seat).all()
                assert np.array_equal(observations[agent]["observation"], batch.observations[own])
                assert np.array_equal(observations[agent]["action_mask"], batch.masks[own])
                assert all(games.observation_space(agent).contains(one) for one in rows(observations[agent]))
            batch.step(batch.sample())
            observations, rewards, terminations, truncations, infos = games.step(games.sample())
            for seat, agent in enumerate(games.agents):
                assert np.array_equal(rewards[agent], batch.rewards[:, seat])
                assert np.array_equal(terminations[agent], batch.dones)
                assert not truncations[agent].any()


def rows(observation: dict[str, Any]) -> list[dict[str, Any]]:
    """The observation of each game."""
    return [dict(zip(observation, values, strict=True)) for values in zip(*observation.values(), strict=True)]


def test_a_game_that_ends_tells_scores_and_ranks() -> None:
    """By agent; rewards are margins of those scores."""
    games = ParallelBatch("tickets", games=6, seats=2, reward="margin")
    games.reset(1)
    ended = 0
    while ended < 6:
        _, rewards, terminations, _, infos = games.step(games.sample())
        over = terminations["player_0"]
        ended += int(over.sum())
        if over.any():
            margin = infos["player_0"]["score"] - infos["player_1"]["score"]
            assert np.array_equal(rewards["player_0"][over], margin[over])
            assert (infos["player_0"]["rank"][over] == (margin[over] < 0)).sum() >= over.sum() - (margin[over] == 0).sum()


def test_it_steps_back_and_goes_on_identically() -> None:
    """Saved, played on, restored."""
    games = ParallelBatch("dice2", games=3, seats=2, observations="int16")
    games.reset(2)
    for _ in range(10):
        games.step(games.sample())
    saved = games.save()
    first = [games.step(games.sample()) for _ in range(10)][-1]
    games.restore(saved)
    second = [games.step(games.sample()) for _ in range(10)][-1]

    for agent in games.agents:
        assert first.observations[agent]["observation"].dtype == np.int16
        assert np.array_equal(first.observations[agent]["observation"], second.observations[agent]["observation"])


def test_what_cannot_be_is_refused() -> None:
    """Opponents, an action that is not legal, another version of the rules."""
    with pytest.raises(ValueError, match="every seat is an agent"):
        ParallelBatch("tickets", games=2, opponents="greedy")
    with pytest.raises(BadSetup, match="the version of"):
        ParallelBatch("tickets_v9", games=2)
    games = ParallelBatch("tickets", games=2)
    actions = games.sample()
    actions["player_0"][1] = int(np.argmin(games.batch.masks[1]))
    with pytest.raises(ValueError, match="game 1: move"):
        games.step(actions)
