"""The strength of a policy against bots: one game in each place of a batch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from roundhouse.research.batch import Batch, BatchSettings

Choose = Callable[[NDArray[Any], NDArray[Any]], ArrayLike]  # (observations, masks): a legal move for each game


def win_share(game: str, choose: Choose, **settings: Unpack[BatchSettings]) -> float:
    """Return the share of games that a policy wins; `games` are played, and the policy has each seat in turn.

    The settings are those of `Batch`; `opponents` play the other seats (default: "random"). A shared first place counts in part.
    """
    settings = {"opponents": "random", **settings, "reward": "win"}
    with Batch(game, **settings) as batch:
        counted = np.zeros(settings["games"], np.bool_)
        won = 0.0
        while not counted.all():
            batch.step(choose(batch.observations, batch.masks))
            first = batch.dones & ~counted  # the games that follow in the same place are not counted: short ones would prevail
            won += float(batch.rewards[first, 0].sum())
            counted |= first
    return won / settings["games"]
