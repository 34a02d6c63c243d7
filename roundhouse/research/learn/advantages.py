"""Generalised advantage estimation (GAE) along the decisions of each seat."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from roundhouse.research.learn.rollout import Rollout


@dataclass(frozen=True)
class Estimates:
    """What came of the decisions of a rollout, with the shape of its values."""

    advantages: Tensor
    returns: Tensor
    valid: Tensor  # where the advantage is known, by decision


def estimate(rollout: Rollout, margin_scale: float, discount: float, gae_lambda: float) -> Estimates:
    """Return advantages and returns of every value: the win of each seat, less an equal share, and the margin in `margin_scale`.

    The successor of a decision is the next decision of the same seat, or the end of the game. The last decision of a seat before
    the rollout is cut off has no successor, so its advantage is not valid.
    """
    values, results = _centred(rollout.values, rollout.seats), _centred(rollout.results, rollout.seats.unsqueeze(-1))
    results[..., -1] = (results[..., -1] / margin_scale).clamp(-2, 2)
    steps, count, size = values.shape
    games = torch.arange(count, device=values.device)
    next_values, next_advantages, next_rewards = (torch.zeros_like(results[0]) for _ in range(3))
    has_next = torch.zeros(count, results.shape[2], dtype=torch.bool, device=values.device)
    advantages = torch.zeros(steps, count, size, device=values.device)
    valid = torch.zeros(steps, count, dtype=torch.bool, device=values.device)
    for step in range(steps - 1, -1, -1):
        done = rollout.dones[step].reshape(-1, 1, 1)
        next_values, next_advantages = next_values.masked_fill(done, 0), next_advantages.masked_fill(done, 0)
        next_rewards = torch.where(done, results[step], next_rewards)
        has_next |= done.squeeze(-1)
        at = (games, rollout.chains[step])
        known = has_next[at]
        delta = next_rewards[at] + discount * next_values[at] - values[step]
        advantage = (delta + discount * gae_lambda * next_advantages[at]) * known.unsqueeze(-1)
        advantages[step], valid[step] = advantage, known & rollout.learns[step]
        next_values[at], next_advantages[at], next_rewards[at], has_next[at] = (
            values[step],
            advantage,
            torch.zeros_like(delta),
            True,
        )
    return Estimates(advantages, _uncentred(advantages + values, rollout.seats), valid)


def utility(values: Tensor, seats: Tensor) -> Tensor:
    """Return one number for each row of advantages: half of it the own win, scaled to -1 to 1, and half the margin."""
    return 0.5 * values[..., 0] * (seats / (seats - 1)) + 0.5 * values[..., -1]


def _equal_shares(values: Tensor, seats: Tensor) -> Tensor:
    """Return an equal share of the win for each seat that is there, and 0 for the margin."""
    index = torch.arange(values.shape[-1], device=values.device)
    return (index < seats.unsqueeze(-1)) / seats.unsqueeze(-1)


def _centred(values: Tensor, seats: Tensor) -> Tensor:
    return values - _equal_shares(values, seats)


def _uncentred(values: Tensor, seats: Tensor) -> Tensor:
    return values + _equal_shares(values, seats)
