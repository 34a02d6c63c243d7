"""Games of a policy against itself, and what each decision in them was worth."""

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

_SEED_BITS: Final = 31  # what a batch takes


@dataclass(frozen=True)
class Rollout:
    """What happened: the first axis is time, the second the games."""

    observations: Array
    masks: NDArray[np.bool_]
    actors: NDArray[np.int64]
    moves: NDArray[np.int64]
    chances: Array  # logarithms, of the moves made
    values: Array
    rewards: Array  # by seat, of the games that ended with the step
    dones: NDArray[np.bool_]

    @staticmethod
    def joined(parts: list[Rollout]) -> Rollout:
        """Rollouts of other games side by side."""
        if len(parts) == 1:
            return parts[0]
        return Rollout(*(np.concatenate([getattr(part, name.name) for part in parts], 1) for name in fields(Rollout)))


class Collector:
    """Plays a share of the games of a training, in whatever process it lives."""

    def __init__(self, settings: Settings, games: int, share: int, device: str) -> None:
        game = settings.find_game()
        self._settings = settings
        self._share = share
        self._device = device
        self._policy = Policy(game.size, game.move_count, settings.widths, 0).to(device)
        self._source = torch.Generator(device)
        self._batch = Batch(settings.game, games=games, seats=settings.seats, options=settings.options, reward="margin")

    def collect(self, arrays: Mapping[str, Array], update: int, *, anew: bool) -> Rollout:
        """The games go on for so many steps with the given weights; or all begin anew."""
        self._policy.take(arrays)
        self._source.manual_seed(seed_of(self._settings.seed, "moves", update, self._share))
        if anew:
            self._batch.reset(seed_of(self._settings.seed, "games", update, self._share))
        rollout = self._room()
        for at in range(self._settings.steps):
            self._step(rollout, at)
        return rollout

    @torch.no_grad()
    def _step(self, rollout: Rollout, at: int) -> None:
        batch = self._batch
        rollout.observations[at], rollout.masks[at], rollout.actors[at] = batch.observations, batch.masks, batch.actors
        seen, allowed = (torch.from_numpy(array).to(self._device) for array in (batch.observations, batch.masks))
        chances, values = self._policy(seen, allowed)
        moves = torch.multinomial(chances.exp(), 1, generator=self._source)
        rollout.moves[at] = moves.squeeze(1).cpu().numpy()
        rollout.chances[at] = chances.gather(1, moves).squeeze(1).cpu().numpy()
        rollout.values[at] = values.cpu().numpy()
        batch.step(rollout.moves[at])
        rollout.rewards[at], rollout.dones[at] = batch.rewards, batch.dones

    def _room(self) -> Rollout:
        batch = self._batch
        steps = self._settings.steps
        count = len(batch.actors)
        return Rollout(
            observations=np.empty((steps, *batch.observations.shape), np.float32),
            masks=np.empty((steps, *batch.masks.shape), np.bool_),
            actors=np.empty((steps, count), np.int64),
            moves=np.empty((steps, count), np.int64),
            chances=np.empty((steps, count), np.float32),
            values=np.empty((steps, count), np.float32),
            rewards=np.empty((steps, count, batch.seats), np.float32),
            dones=np.empty((steps, count), np.bool_),
        )


Collect = Callable[[Mapping[str, Array], int, bool], Rollout]  # (weights, number of the update, whether games begin anew)


def here(settings: Settings, device: str) -> Collect:
    """All games in this process."""
    collector = Collector(settings, settings.games, 0, device)
    return lambda arrays, update, anew: collector.collect(arrays, update, anew=anew)


def advantages(rollout: Rollout, rewards: Array, discount: float, trace: float) -> tuple[Array, NDArray[np.bool_]]:
    """How much better than expected each decision turned out, and where that is known at all.

    Generalised advantage estimation, seat by seat: what follows a decision is the next one of the same seat, or the end of
    the game. The last decision of a seat before the rollout breaks off has no successor: it is not known.
    """
    steps, count = rollout.actors.shape
    seats = rewards.shape[2]
    found = np.zeros((steps, count), np.float32)
    known = np.zeros((steps, count), np.bool_)
    ahead_value, ahead_gain, paid = (np.zeros((count, seats), np.float32) for _ in range(3))
    has_next = np.zeros((count, seats), np.bool_)
    each = np.arange(count)
    for at in range(steps - 1, -1, -1):
        over = rollout.dones[at]
        ahead_value[over], ahead_gain[over], has_next[over] = 0, 0, True
        paid[over] = rewards[at][over]
        seat = rollout.actors[at]
        value = rollout.values[at]
        surprise = paid[each, seat] + discount * ahead_value[each, seat] - value
        gain = np.where(has_next[each, seat], surprise + discount * trace * ahead_gain[each, seat], 0)
        found[at], known[at] = gain, has_next[each, seat]
        ahead_value[each, seat], ahead_gain[each, seat], has_next[each, seat] = value, gain, True
        paid[each, seat] = 0
    return found, known


def seed_of(*parts: Any) -> int:
    """A seed for one purpose, unlike that of every other."""
    return int.from_bytes(hashlib.sha256(json.dumps(parts).encode()).digest()[:8], "big") >> (64 - _SEED_BITS)
