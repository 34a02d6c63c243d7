"""The batch in the manner of PettingZoo's parallel environments: agents by name, for self-play at the speed of the batch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, Unpack

import numpy as np
from gymnasium import spaces
from numpy.typing import ArrayLike, NDArray

from roundhouse.research.batch import Batch, BatchSettings
from roundhouse.research.episode import Observation, observation_space
from roundhouse.research.pettingzoo import find_versioned


class Step(NamedTuple):
    """What a step returns, by agent; rewards, terminations and truncations have an entry for every game."""

    observations: dict[str, Observation]
    rewards: dict[str, NDArray[np.float32]]
    terminations: dict[str, NDArray[np.bool_]]
    truncations: dict[str, NDArray[np.bool_]]
    infos: dict[str, dict[str, Any]]


class ParallelBatch:
    """Many games side by side. Every agent acts in all the games that wait for it, which are `infos[agent]["games"]`.

    So an agent gets as many observations, and gives as many actions, as games wait for it: at a step it may be none. No agent
    gets what another one sees. A game that ends is replaced in the same step. An illegal action raises ValueError and changes
    nothing.
    """

    def __init__(self, game: str, **settings: Unpack[BatchSettings]) -> None:
        if settings.get("opponents") is not None:
            raise ValueError("every seat is an agent here; opponents play inside a Batch or a vector environment")
        self.batch = Batch(find_versioned(game).name, **settings)
        self.game = self.batch.game
        self.possible_agents: Final = [f"player_{seat}" for seat in range(self.batch.seats)]
        self.agents = self.possible_agents[:]
        self._space = observation_space(self.game, settings.get("observations", "float32"))
        self._actions = spaces.Discrete(self.game.move_count)
        self._waiting = self._find_waiting()

    @property
    def num_envs(self) -> int:
        """The number of games."""
        return len(self.batch.actors)

    def observation_space(self, agent: str) -> spaces.Dict:  # noqa: ARG002  (one for all, as in the other environments)
        """Return the space of an agent's observation of one game."""
        return self._space

    def action_space(self, agent: str) -> spaces.Discrete:  # noqa: ARG002
        """Return the space of an agent's action in one game."""
        return self._actions

    def reset(
        self,
        seed: int = 0,
        options: Mapping[str, Any] | None = None,  # noqa: ARG002  (of the constructor)
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Start all games again. The options of the game are set in the constructor."""
        self.batch.reset(seed)
        self._waiting = self._find_waiting()
        return self._observe(), self._infos()

    def step(self, actions: Mapping[str, ArrayLike]) -> Step:
        """Make the agents' moves, one in each game that waits for them."""
        batch = self.batch
        moves = np.empty(self.num_envs, np.int64)
        for agent, games in self._waiting.items():
            moves[games] = actions[agent] if len(games) else ()
        batch.step(moves)
        self._waiting = self._find_waiting()
        dones = batch.dones.copy()
        never = np.zeros(self.num_envs, np.bool_)
        rewards = {agent: batch.rewards[:, seat].copy() for seat, agent in enumerate(self.agents)}
        return Step(
            self._observe(), rewards, dict.fromkeys(self.agents, dones), dict.fromkeys(self.agents, never), self._infos(dones)
        )

    def sample(self) -> dict[str, NDArray[np.int64]]:
        """Return a random legal action of each agent in each game that waits for it."""
        moves = self.batch.sample()
        return {agent: moves[games] for agent, games in self._waiting.items()}

    def save(self) -> bytes:
        """Return what `restore` needs to come back here. A pickle: open only your own."""
        return self.batch.save()

    def restore(self, saved: bytes) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Go back, or on, to saved games, and return their observations and infos."""
        self.batch.restore(saved)
        self._waiting = self._find_waiting()
        return self._observe(), self._infos()

    def close(self) -> None:
        """Stop the worker processes."""
        self.batch.close()

    def _find_waiting(self) -> dict[str, NDArray[np.int64]]:
        return {agent: np.flatnonzero(self.batch.actors == seat) for seat, agent in enumerate(self.agents)}

    def _observe(self) -> dict[str, Observation]:
        batch = self.batch
        masks = batch.masks if batch.masks.dtype == np.uint8 else batch.masks.view(np.int8)
        return {
            agent: {"observation": batch.observations.take(games, 0), "action_mask": masks.take(games, 0)}
            for agent, games in self._waiting.items()
        }

    def _infos(self, dones: NDArray[np.bool_] | None = None) -> dict[str, dict[str, Any]]:
        """Return the games of each agent and, where games have ended, the scores and ranks of all games' last ends."""
        infos: dict[str, dict[str, Any]] = {agent: {"games": games} for agent, games in self._waiting.items()}
        if dones is not None and dones.any():
            for seat, info in enumerate(infos.values()):
                info |= {"score": self.batch.scores[:, seat].copy(), "rank": self.batch.ranks[:, seat].copy()}
        return infos
