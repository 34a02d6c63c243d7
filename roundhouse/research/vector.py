"""The batch as a Gymnasium vector environment: one learner against bots in many games, at the speed of the batch.

`gymnasium.make_vec("roundhouse/GAME-v1", num_envs=256, vectorization_mode="vector_entry_point", bots="greedy")`
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from roundhouse.research.batch import Batch
from roundhouse.research.episode import Observation, observation_space

Infos = dict[str, Any]


class GameVectorEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Many games side by side; the learner has one seat in each, and moves on by one seat after each game.

    A game that ends is replaced in the same step (`AutoresetMode.SAME_STEP`): its reward, scores and ranks come with the first
    observation of the next game. An illegal action raises ValueError and changes nothing; `action_mask` marks the legal ones.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        seats: int | None = None,
        *,
        bots: str | Sequence[str] = "greedy",
        reward: str = "win",
        options: Mapping[str, Any] | None = None,
        observations: Literal["float32", "int16"] = "float32",
        processes: int = 1,
        copy: bool = True,  # as in Gymnasium: without, observations are the batch's own arrays, which the next step changes
    ) -> None:
        self._copy = copy
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.num_envs = num_envs
        self.batch = Batch(
            game,
            games=num_envs,
            seats=seats,
            options=options,
            reward=reward,
            opponents=bots,
            observations=observations,
            processes=processes,
        )
        self.single_observation_space = observation_space(self.batch.game, observations)
        self.single_action_space = spaces.Discrete(self.batch.game.move_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[Observation, Infos]:
        """Start all games again. One seed determines all of them; the options of the game are set in the constructor."""
        chosen = seed[0] if isinstance(seed, Sequence) else seed
        super().reset(seed=chosen)
        self.batch.reset(int(self.np_random.integers(2**31)))
        return self._observe(), {"seat": self.batch.actors.copy()}

    def step(self, actions: NDArray[np.int64]) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], Infos]:
        """Make the learner's move in every game, and let the bots play up to its next decision."""
        batch = self.batch
        batch.step(actions)
        infos: Infos = {"seat": batch.actors.copy()}
        dones = batch.dones.copy()
        if dones.any():
            infos["final_info"] = {"scores": batch.scores.copy(), "ranks": batch.ranks.copy()}
            infos["_final_info"] = dones
        return self._observe(), batch.rewards[:, 0].copy(), dones, np.zeros(self.num_envs, np.bool_), infos

    def sample(self) -> NDArray[np.int64]:
        """Return a random legal action for each game."""
        return self.batch.sample().copy()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the masks of legal actions, under the name that maskable learners call."""
        masks: NDArray[np.bool_] = self.batch.masks.copy()
        return masks

    def close_extras(self, **kwargs: Any) -> None:  # noqa: ARG002
        """Stop the worker processes."""
        self.batch.close()

    def _observe(self) -> Observation:
        shown = {"observation": self.batch.observations, "action_mask": self.batch.masks.view(np.int8)}
        return {name: array.copy() for name, array in shown.items()} if self._copy else shown
