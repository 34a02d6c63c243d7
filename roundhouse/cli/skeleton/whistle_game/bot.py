"""What bots need: a heuristic, and an estimate of the final scores."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64
from roundhouse.core.draw import Rng
from roundhouse.core.state import OVER, View

from whistle_game.moves import AGAIN, STAY
from whistle_game.state import WhistleState

LOW: Final = 3
MEAN: Final = 350  # of a roll, in hundredths


def advise(view: View[WhistleState], rng: Rng) -> int:
    """Return a good move for the acting seat: a low roll is worth another."""
    return AGAIN if view.position.die[view.seat] <= LOW else STAY


def evaluate(state: WhistleState) -> vec[i64]:
    """Return the final score to be expected of each seat, in hundredths; exact once it is over."""
    if state.actor == OVER:
        return vec[i64]([100 * score for score in state.scores()])
    rolls = [state.turn <= seat + state.seats and face <= LOW for seat, face in enumerate(state.die)]
    return vec[i64]([MEAN if again else 100 * face for again, face in zip(rolls, state.die)])
