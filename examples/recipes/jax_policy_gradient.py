# /// script
# dependencies = ["roundhouse-games[research]", "jax"]
# ///
"""An actor-critic in JAX, for two players against random moves; observations and masks come from the batch through DLPack.

    python examples/recipes/jax_policy_gradient.py --updates 250

On the CPU, DLPack shares the memory of the batch. JAX takes arrays for constants and computes in the background, but the batch
writes into its arrays with every step: so results are waited for (they become NumPy arrays) before the batch is stepped.
"""

import argparse

import jax
import jax.numpy as jnp
import numpy as np

from roundhouse.research.batch import Batch
from roundhouse.research.evaluation import win_share

parser = argparse.ArgumentParser()
parser.add_argument("--game", default="tickets")
parser.add_argument("--updates", type=int, default=250)
parser.add_argument("--games", type=int, default=128, help="in the batch")
parser.add_argument("--steps", type=int, default=16, help="of each game for an update")
parser.add_argument("--seed", type=int, default=1)
args = parser.parse_args()

GAMMA, LAMBDA, RATE, ENTROPY = 0.999, 0.95, 1e-3, 0.01
REWARD_SCALE = 50  # points ahead that count as one

batch = Batch(args.game, games=args.games, seats=2, opponents="random", reward="margin", seed=args.seed)
obs, mask = jax.dlpack.from_dlpack(batch.observations), jax.dlpack.from_dlpack(batch.masks)
assert obs.unsafe_buffer_pointer() == batch.observations.ctypes.data, "this JAX makes a copy"


def layer(key, inputs, outputs, gain):
    return {"weight": gain * jax.random.normal(key, (inputs, outputs)) / np.sqrt(inputs), "bias": jnp.zeros(outputs)}


keys = jax.random.split(jax.random.key(args.seed), 5)
params = [
    layer(keys[0], batch.game.size, 256, 1.4),
    layer(keys[1], 256, 256, 1.4),
    layer(keys[2], 256, batch.game.move_count, 0.01),
    layer(keys[3], 256, 1, 1.0),
]


def forward(params, obs, mask):
    """Return log-probabilities of moves, and values."""
    hidden = obs
    for part in params[:2]:
        hidden = jax.nn.relu(hidden @ part["weight"] + part["bias"])
    logits, value = (hidden @ part["weight"] + part["bias"] for part in params[2:])
    return jax.nn.log_softmax(jnp.where(mask, logits, -1e9)), value[..., 0]


@jax.jit
def act(params, key, obs, mask):
    log_probs, value = forward(params, obs, mask)
    return jax.random.categorical(key, log_probs), value


@jax.jit
def update(params, moments, count, rollout, last_value):
    obs, mask, moves, values, rewards, dones = rollout

    def back(carry, row):
        advantage, next_value = carry
        value, reward, done = row
        alive = 1.0 - done
        advantage = reward + GAMMA * alive * next_value - value + GAMMA * LAMBDA * alive * advantage
        return (advantage, value), advantage

    _, advantages = jax.lax.scan(back, (jnp.zeros_like(last_value), last_value), (values, rewards, dones), reverse=True)
    returns = advantages + values
    scaled = (advantages - advantages.mean()) / (advantages.std() + 1e-8)

    def loss(params):
        log_probs, value = forward(params, obs, mask)
        chosen = jnp.take_along_axis(log_probs, moves[..., None], -1)[..., 0]
        entropy = -jnp.sum(jnp.exp(log_probs) * jnp.where(mask, log_probs, 0.0), -1).mean()
        return -(chosen * scaled).mean() + 0.5 * jnp.square(value - returns).mean() - ENTROPY * entropy

    gradient = jax.grad(loss)(params)
    first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, moments[0], gradient)  # Adam
    second = jax.tree.map(lambda m, g: 0.999 * m + 0.001 * g * g, moments[1], gradient)
    rate = RATE * jnp.sqrt(1 - 0.999**count) / (1 - 0.9**count)
    params = jax.tree.map(lambda p, m, v: p - rate * m / (jnp.sqrt(v) + 1e-5), params, first, second)
    return params, (first, second)


zeros = jax.tree.map(jnp.zeros_like, params)
moments, key = (zeros, zeros), keys[4]
for count in range(1, args.updates + 1):
    steps = []
    for _ in range(args.steps):
        key, sample_key = jax.random.split(key)
        before = batch.observations.copy(), batch.masks.copy()
        moves, values = map(np.asarray, act(params, sample_key, obs, mask))
        batch.step(moves)
        steps.append((*before, moves, values, batch.rewards[:, 0] / REWARD_SCALE, batch.dones.astype(np.float32)))
    rollout = tuple(map(np.stack, zip(*steps, strict=True)))
    last_value = np.asarray(act(params, key, obs, mask)[1])
    params, moments = jax.block_until_ready(update(params, moments, count, rollout, last_value))


def choose(observations, masks):
    return np.asarray(forward(params, observations, masks)[0].argmax(-1))


share = win_share(args.game, choose, games=100, seats=2, seed=args.seed + 1)
print(f"{args.updates * args.steps * args.games} decisions; won {share:.0%} of 100 games against random")
