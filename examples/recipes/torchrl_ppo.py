# /// script
# dependencies = ["roundhouse-games[research]", "torchrl>=0.14"]
# ///
"""PPO with TorchRL, for two players against random moves, on the batch.

python examples/recipes/torchrl_ppo.py --updates 16
"""

import argparse

import torch
from tensordict import TensorDict
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.data import Binary, Categorical, Composite, Unbounded
from torchrl.envs import EnvBase
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

from roundhouse.research.batch import Batch
from roundhouse.research.evaluation import win_share

REWARD_SCALE = 50  # points ahead that count as one


class BatchEnv(EnvBase):
    """Many games against bots. TorchRL resets a game that has ended; the batch has replaced it by then."""

    def __init__(self, game, games, **settings):
        super().__init__(batch_size=torch.Size([games]))
        self.batch = Batch(game, games=games, reward="margin", **settings)
        size, moves = self.batch.game.size, self.batch.game.move_count
        self.observation_spec = Composite(
            observation=Unbounded((games, size)), action_mask=Binary(moves, (games, moves), dtype=torch.bool), shape=(games,)
        )
        self.action_spec = Categorical(moves, (games,))
        self.reward_spec = Unbounded((games, 1))
        self.done_spec = Composite(
            done=Binary(1, (games, 1), dtype=torch.bool), terminated=Binary(1, (games, 1), dtype=torch.bool), shape=(games,)
        )

    def _observe(self, done):
        batch = self.batch
        return TensorDict(
            {
                "observation": torch.from_numpy(batch.observations.copy()),
                "action_mask": torch.from_numpy(batch.masks.copy()),
                "done": done,
                "terminated": done.clone(),
            },
            self.batch_size,
        )

    def _reset(self, tensordict, **kwargs):
        if tensordict is None or "_reset" not in tensordict.keys():  # noqa: SIM118  (not a dictionary)
            self.batch.reset(self._seed)
        return self._observe(torch.zeros(*self.batch_size, 1, dtype=torch.bool))

    def _step(self, tensordict):
        self.batch.step(tensordict["action"].numpy())
        after = self._observe(torch.from_numpy(self.batch.dones.copy()).unsqueeze(-1))
        after["reward"] = torch.from_numpy(self.batch.rewards[:, :1] / REWARD_SCALE)
        return after

    def _set_seed(self, seed):
        self._seed = seed


parser = argparse.ArgumentParser()
parser.add_argument("--game", default="tickets")
parser.add_argument("--updates", type=int, default=16)
parser.add_argument("--games", type=int, default=128, help="in the batch")
parser.add_argument("--steps", type=int, default=32, help="of each game for an update")
parser.add_argument("--seed", type=int, default=1)
args = parser.parse_args()
torch.manual_seed(args.seed)
torch.set_num_threads(1)

envs = BatchEnv(args.game, args.games, seats=2, opponents="random")
envs.set_seed(args.seed)
size, moves = envs.batch.game.size, envs.batch.game.move_count


def network(outputs):
    return nn.Sequential(nn.Linear(size, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU(), nn.Linear(256, outputs))


actor = ProbabilisticActor(
    TensorDictModule(network(moves), in_keys=["observation"], out_keys=["logits"]),
    in_keys={"logits": "logits", "mask": "action_mask"},
    out_keys=["action"],
    distribution_class=MaskedCategorical,
    return_log_prob=True,
    spec=envs.action_spec,
)
critic = ValueOperator(network(1), in_keys=["observation"])
advantage = GAE(gamma=0.999, lmbda=0.95, value_network=critic, average_gae=True)
ppo = ClipPPOLoss(actor, critic, clip_epsilon=0.2, entropy_coeff=0.01, critic_coeff=0.5)
optimizer = torch.optim.Adam(ppo.parameters(), lr=5e-4, eps=1e-5)
per_update = args.games * args.steps
collector = Collector(
    envs, actor, frames_per_batch=per_update, total_frames=per_update * args.updates, auto_register_policy_transforms=False
)
for rollout in collector:
    for _ in range(2):
        with torch.no_grad():
            advantage(rollout)
        flat = rollout.flatten(0, 1)
        for chosen in torch.randperm(len(flat)).chunk(4):
            losses = ppo(flat[chosen])
            loss = losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(ppo.parameters(), 0.5)
            optimizer.step()
collector.shutdown()


@torch.no_grad()
def choose(observations, masks):
    logits = actor[0].module(torch.from_numpy(observations))
    return logits.masked_fill(~torch.from_numpy(masks), -1e9).argmax(-1).numpy()


share = win_share(args.game, choose, games=100, seats=2, seed=args.seed + 1)
print(f"{per_update * args.updates} decisions; won {share:.0%} of 100 games against random")
