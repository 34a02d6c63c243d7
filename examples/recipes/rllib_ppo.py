# /// script
# dependencies = ["roundhouse-games[research]", "ray[rllib]>=2.50", "torch"]
# ///
"""PPO of RLlib with action masks, for two players against random moves, on the Gymnasium environment.

    python examples/recipes/rllib_ppo.py --iterations 10

RLlib pins a version of Gymnasium; with `pip install 'roundhouse-games[research]' 'ray[rllib]'` pip finds one that fits both.
"""

import argparse

import numpy as np
import torch
from gymnasium import ObservationWrapper, spaces
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

from roundhouse.research.evaluation import win_share
from roundhouse.research.gymnasium import SeatEnv

REWARD_SCALE = 50  # points ahead that count as one


class MaskedEnv(ObservationWrapper):
    """Observations under the names that RLlib's masked module reads, and rewards of about one."""

    def __init__(self, settings):
        super().__init__(SeatEnv(settings["game"], 2, bots="random", reward="margin"))
        space = self.env.observation_space
        self.observation_space = spaces.Dict(
            {
                "action_mask": spaces.Box(0.0, 1.0, space["action_mask"].shape, np.float32),
                "observations": spaces.Box(-np.inf, np.inf, space["observation"].shape, np.float32),
            }
        )

    def observation(self, observation):
        return {"action_mask": observation["action_mask"].astype(np.float32), "observations": observation["observation"]}

    def step(self, action):
        observation, reward, over, truncated, info = super().step(action)
        return observation, reward / REWARD_SCALE, over, truncated, info


parser = argparse.ArgumentParser()
parser.add_argument("--game", default="tickets")
parser.add_argument("--iterations", type=int, default=10)
parser.add_argument("--steps", type=int, default=4096, help="for an iteration")
parser.add_argument("--seed", type=int, default=1)
args = parser.parse_args()
torch.set_num_threads(1)

register_env("roundhouse", MaskedEnv)
config = (
    PPOConfig()
    .environment("roundhouse", env_config={"game": args.game})
    .env_runners(num_env_runners=0, num_envs_per_env_runner=16, rollout_fragment_length="auto")
    .learners(num_learners=0)
    .training(
        train_batch_size_per_learner=args.steps,
        minibatch_size=1024,
        num_epochs=3,
        lr=5e-4,
        gamma=0.999,
        lambda_=0.95,
        entropy_coeff=0.01,
        vf_clip_param=10.0,
        grad_clip=0.5,
    )
    .rl_module(
        rl_module_spec=RLModuleSpec(
            module_class=ActionMaskingTorchRLModule,
            model_config={"head_fcnet_hiddens": [256, 256], "head_fcnet_activation": "relu"},
        )
    )
    .debugging(seed=args.seed, log_level="ERROR")
)
algorithm = config.build_algo()
for _ in range(args.iterations):
    algorithm.train()
module = algorithm.get_module()


@torch.no_grad()
def choose(observations, masks):
    batch = {"action_mask": torch.from_numpy(masks.astype(np.float32)), "observations": torch.from_numpy(observations)}
    return module.forward_inference({Columns.OBS: batch})[Columns.ACTION_DIST_INPUTS].argmax(-1).numpy()


share = win_share(args.game, choose, games=100, seats=2, seed=args.seed + 1)
print(f"{args.iterations * args.steps} decisions; won {share:.0%} of 100 games against random")
algorithm.stop()
