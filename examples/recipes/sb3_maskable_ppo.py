# /// script
# dependencies = ["roundhouse-games[research]", "sb3-contrib>=2.7"]
# ///
"""MaskablePPO of SB3-contrib, for two players against random moves, on the batch.

    python examples/recipes/sb3_maskable_ppo.py --steps 65536

Stable-Baselines3 has a vector environment of its own: `BatchVecEnv` shows the batch as one.
"""

import argparse

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnv

from roundhouse.research.batch import Batch
from roundhouse.research.evaluation import win_share

REWARD_SCALE = 50  # points ahead that count as one


class BatchVecEnv(VecEnv):
    """Many games against bots. A game that ends is replaced in the same step, as SB3 expects."""

    def __init__(self, game, games, **settings):
        self.batch = Batch(game, games=games, reward="margin", **settings)
        box = spaces.Box(-np.inf, np.inf, (self.batch.game.size,), np.float32)
        super().__init__(games, box, spaces.Discrete(self.batch.game.move_count))

    def reset(self):
        self.batch.reset(0 if self._seeds[0] is None else self._seeds[0])
        self._reset_seeds()
        return self.batch.observations.copy()

    def step_async(self, actions):
        self.actions = actions

    def step_wait(self):
        batch = self.batch
        batch.step(self.actions)
        observations = batch.observations.copy()
        infos = [{} for _ in range(self.num_envs)]
        for game in np.flatnonzero(batch.dones):
            infos[game]["terminal_observation"] = observations[game]  # of the next game: only read after a truncation
        return observations, batch.rewards[:, 0] / REWARD_SCALE, batch.dones.copy(), infos

    def env_method(self, method_name, *args, indices=None, **kwargs):
        assert method_name == "action_masks"
        return list(self.batch.masks.copy())

    def has_attr(self, attr_name):
        return attr_name == "action_masks"

    def get_attr(self, attr_name, indices=None):
        return [None] * self.num_envs  # no render mode

    def set_attr(self, attr_name, value, indices=None):
        raise NotImplementedError

    def env_is_wrapped(self, wrapper_class, indices=None):
        return [False] * self.num_envs

    def close(self):
        self.batch.close()


parser = argparse.ArgumentParser()
parser.add_argument("--game", default="tickets")
parser.add_argument("--steps", type=int, default=65536)
parser.add_argument("--games", type=int, default=128, help="in the batch")
parser.add_argument("--seed", type=int, default=1)
args = parser.parse_args()
torch.set_num_threads(1)

envs = BatchVecEnv(args.game, args.games, seats=2, opponents="random")
model = MaskablePPO(
    "MlpPolicy",
    envs,
    n_steps=32,
    batch_size=1024,
    n_epochs=2,
    learning_rate=5e-4,
    gamma=0.999,
    ent_coef=0.01,
    policy_kwargs={"net_arch": [256, 256]},
    seed=args.seed,
    device="cpu",
)
model.learn(args.steps)


def choose(observations, masks):
    return model.predict(observations, action_masks=masks, deterministic=True)[0]


share = win_share(args.game, choose, games=100, seats=2, seed=args.seed + 1)
print(f"{model.num_timesteps} decisions; won {share:.0%} of 100 games against random")
