"""Evaluation of a policy against bots that never change: many games in lockstep, so that the network is called once for all."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from roundhouse.core.proportion import Proportion, proportion
from roundhouse.research.evaluation import win_share
from roundhouse.research.learn.choices import log_probs_of
from roundhouse.research.learn.policy import Policy
from roundhouse.research.learn.settings import Settings


def win_rate(
    policy: Policy, settings: Settings, opponent: str, games: int, seed: int = 0, *, seats: int | None = None
) -> Proportion:
    """Return the share of games that the policy wins from one seat, each seat in turn, against `opponent` at all others.

    It takes its most likely move. `seats` are those at the table; by default the fewest of the run.
    """
    table = settings.seats[0] if seats is None else seats
    device = next(policy.parameters()).device

    @torch.no_grad()
    def choose(observations: NDArray[Any], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        obs, mask = torch.from_numpy(observations).to(device), torch.from_numpy(masks).to(device)
        predicted = policy(obs, torch.full((len(obs),), table, device=device))
        moves: NDArray[np.int64] = log_probs_of(predicted.logits, mask).argmax(-1).cpu().numpy()
        return moves

    options = dict(settings.options)
    share = win_share(
        settings.game, choose, games=games, seats=table, opponents=opponent, options=options, seed=seed, observations="int16"
    )
    return proportion(share * games, games)
