"""Self-play rollouts and advantage estimation."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray

from roundhouse.bots.weights import Array
from roundhouse.research.batch import Batch
from roundhouse.research.learn.policy import Policy
from roundhouse.research.learn.settings import Settings

_SEED_BITS: Final = 31  # the size of a batch's seed


@dataclass(frozen=True)
class Rollout:
    """A piece of experience. The first axis is time, the second the games."""

    observations: Array
    masks: NDArray[np.bool_]
    actors: NDArray[np.int64]
    moves: NDArray[np.int64]
    log_probs: Array  # of the moves made
    values: Array
    rewards: Array  # by seat, for games that ended with the step
    dones: NDArray[np.bool_]

    @staticmethod
    def concatenate(parts: list[Rollout]) -> Rollout:
        """Join rollouts of different games along the games axis."""
        if len(parts) == 1:
            return parts[0]
        return Rollout(*(np.concatenate([getattr(part, field.name) for part in parts], 1) for field in fields(Rollout)))


class Collector:
    """Plays a shard of the games of a run; may live in any process."""

    def __init__(self, settings: Settings, games: int, shard: int, device: str) -> None:
        game = settings.find_game()
        self._settings = settings
        self._shard = shard
        self._device = device
        self._policy = Policy(game.size, game.move_count, settings.hidden_sizes, 0).to(device)
        self._generator = torch.Generator(device)
        self._batch = Batch(settings.game, games=games, seats=settings.seats, options=settings.options, reward="margin")

    def collect(self, arrays: Mapping[str, Array], update: int, *, reset: bool) -> Rollout:
        """Step the games `settings.steps` times with the given weights, starting them all again first if `reset` is set."""
        self._policy.load(arrays)
        self._generator.manual_seed(derive_seed(self._settings.seed, "moves", update, self._shard))
        if reset:
            self._batch.reset(derive_seed(self._settings.seed, "games", update, self._shard))
        rollout = self._empty_rollout()
        for step in range(self._settings.steps):
            self._step(rollout, step)
        return rollout

    @torch.no_grad()
    def _step(self, rollout: Rollout, step: int) -> None:
        batch = self._batch
        rollout.observations[step], rollout.masks[step], rollout.actors[step] = batch.observations, batch.masks, batch.actors
        obs, mask = (torch.from_numpy(array).to(self._device) for array in (batch.observations, batch.masks))
        log_probs, values = self._policy(obs, mask)
        moves = torch.multinomial(log_probs.exp(), 1, generator=self._generator)
        rollout.moves[step] = moves.squeeze(1).cpu().numpy()
        rollout.log_probs[step] = log_probs.gather(1, moves).squeeze(1).cpu().numpy()
        rollout.values[step] = values.cpu().numpy()
        batch.step(rollout.moves[step])
        rollout.rewards[step], rollout.dones[step] = batch.rewards, batch.dones

    def _empty_rollout(self) -> Rollout:
        batch = self._batch
        steps = self._settings.steps
        count = len(batch.actors)
        return Rollout(
            observations=np.empty((steps, *batch.observations.shape), np.float32),
            masks=np.empty((steps, *batch.masks.shape), np.bool_),
            actors=np.empty((steps, count), np.int64),
            moves=np.empty((steps, count), np.int64),
            log_probs=np.empty((steps, count), np.float32),
            values=np.empty((steps, count), np.float32),
            rewards=np.empty((steps, count, batch.seats), np.float32),
            dones=np.empty((steps, count), np.bool_),
        )


Collect = Callable[[Mapping[str, Array], int, bool], Rollout]  # (weights, index of the update, whether to reset the games)


def collect_locally(settings: Settings, device: str) -> Collect:
    """Return a function that collects rollouts of all games in this process."""
    collector = Collector(settings, settings.games, 0, device)
    return lambda arrays, update, reset: collector.collect(arrays, update, reset=reset)


def gae(rollout: Rollout, rewards: Array, discount: float, gae_lambda: float) -> tuple[Array, NDArray[np.bool_]]:
    """Return the advantages, and a mask of where they are valid.

    Generalised advantage estimation, seat by seat: the successor of a decision is the next decision of the same seat, or the end of
    the game. The last decision of a seat before the rollout is cut off has no successor, so its advantage is not valid.
    """
    steps, count = rollout.actors.shape
    seats = rewards.shape[2]
    advantages = np.zeros((steps, count), np.float32)
    valid = np.zeros((steps, count), np.bool_)
    next_value, next_advantage, next_reward = (np.zeros((count, seats), np.float32) for _ in range(3))
    has_next = np.zeros((count, seats), np.bool_)
    games = np.arange(count)
    for step in range(steps - 1, -1, -1):
        done = rollout.dones[step]
        next_value[done], next_advantage[done], has_next[done] = 0, 0, True
        next_reward[done] = rewards[step][done]
        seat = rollout.actors[step]
        value = rollout.values[step]
        delta = next_reward[games, seat] + discount * next_value[games, seat] - value
        advantage = np.where(has_next[games, seat], delta + discount * gae_lambda * next_advantage[games, seat], 0)
        advantages[step], valid[step] = advantage, has_next[games, seat]
        next_value[games, seat], next_advantage[games, seat], has_next[games, seat] = value, advantage, True
        next_reward[games, seat] = 0
    return advantages, valid


def derive_seed(*parts: Any) -> int:
    """Return a seed for one purpose, independent of the seeds of all others."""
    return int.from_bytes(hashlib.sha256(json.dumps(parts).encode()).digest()[:8], "big") >> (64 - _SEED_BITS)
