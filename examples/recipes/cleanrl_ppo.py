# /// script
# dependencies = ["roundhouse-games[research]", "torch"]
# ///
"""PPO in one file, in the style of CleanRL: Ticket to Ride for two against random moves, on the batch.

python examples/recipes/cleanrl_ppo.py --seconds 60
"""

import argparse

import numpy as np
import torch
from torch import nn

from roundhouse.research.batch import Batch
from roundhouse.research.evaluation import win_share

parser = argparse.ArgumentParser()
parser.add_argument("--game", default="tickets")
parser.add_argument("--updates", type=int, default=16)
parser.add_argument("--games", type=int, default=128, help="in the batch")
parser.add_argument("--steps", type=int, default=32, help="of each game for an update")
parser.add_argument("--seed", type=int, default=1)
args = parser.parse_args()
torch.manual_seed(args.seed)
torch.set_num_threads(1)  # small networks gain nothing from more, and lose much on a busy machine

GAMMA, LAMBDA, CLIP, EPOCHS, MINIBATCHES = 0.999, 0.95, 0.2, 2, 4
REWARD_SCALE = 50  # points ahead that count as one

batch = Batch(args.game, games=args.games, seats=2, opponents="random", reward="margin", seed=args.seed)
obs = torch.from_numpy(batch.observations)  # the same memory: it changes with every step
mask = torch.from_numpy(batch.masks)


class Agent(nn.Module):
    def __init__(self, size, moves):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(size, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU())
        self.actor = nn.Linear(256, moves)
        self.critic = nn.Linear(256, 1)
        nn.init.orthogonal_(self.actor.weight, 0.01)

    def forward(self, obs, mask):
        hidden = self.body(obs)
        logits = self.actor(hidden).masked_fill(~mask, -1e9)
        return torch.distributions.Categorical(logits=logits), self.critic(hidden).squeeze(-1)


agent = Agent(batch.game.size, batch.game.move_count)
optimizer = torch.optim.Adam(agent.parameters(), lr=5e-4, eps=1e-5)
shape = (args.steps, args.games)
rollout_obs = torch.zeros(*shape, batch.game.size)
rollout_mask = torch.zeros(*shape, batch.game.move_count, dtype=torch.bool)
moves = torch.zeros(shape, dtype=torch.int64)
log_probs, values, rewards, dones = (torch.zeros(shape) for _ in range(4))

for _ in range(args.updates):
    for step in range(args.steps):
        rollout_obs[step], rollout_mask[step] = obs, mask
        with torch.no_grad():
            policy, values[step] = agent(obs, mask)
            moves[step] = policy.sample()
            log_probs[step] = policy.log_prob(moves[step])
        batch.step(moves[step].numpy())
        rewards[step] = torch.from_numpy(batch.rewards[:, 0]) / REWARD_SCALE
        dones[step] = torch.from_numpy(batch.dones.astype(np.float32))

    with torch.no_grad():
        next_value = agent(obs, mask)[1]
    advantages = torch.zeros(shape)
    advantage = torch.zeros(args.games)
    for step in reversed(range(args.steps)):
        alive = 1 - dones[step]
        advantage = rewards[step] + GAMMA * alive * next_value - values[step] + GAMMA * LAMBDA * alive * advantage
        advantages[step], next_value = advantage, values[step]
    returns = (advantages + values).flatten()

    flat_advantages = advantages.flatten()
    flat_advantages = (flat_advantages - flat_advantages.mean()) / (flat_advantages.std() + 1e-8)
    for _ in range(EPOCHS):
        for chosen in torch.randperm(args.steps * args.games).chunk(MINIBATCHES):
            policy, value = agent(rollout_obs.flatten(0, 1)[chosen], rollout_mask.flatten(0, 1)[chosen])
            ratio = (policy.log_prob(moves.flatten()[chosen]) - log_probs.flatten()[chosen]).exp()
            gain = torch.min(ratio * flat_advantages[chosen], ratio.clamp(1 - CLIP, 1 + CLIP) * flat_advantages[chosen])
            loss = -gain.mean() + 0.5 * (value - returns[chosen]).square().mean() - 0.01 * policy.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()


@torch.no_grad()
def choose(observations, masks):
    return agent(torch.from_numpy(observations), torch.from_numpy(masks))[0].probs.argmax(-1).numpy()


share = win_share(args.game, choose, games=100, seats=2, seed=args.seed + 1)
print(f"{args.updates * args.steps * args.games} decisions; won {share:.0%} of 100 games against random")
