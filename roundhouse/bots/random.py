"""The bot that plays uniformly random legal moves."""

from __future__ import annotations

from collections.abc import Sequence

from roundhouse.core.draw import Rng
from roundhouse.core.state import View


class RandomBot:
    """Plays uniformly at random."""

    name = "random"

    def __init__(self, seed: int) -> None:
        self._rng = Rng(seed)

    def choose(self, view: View, moves: Sequence[int]) -> int:  # noqa: ARG002  (it does not look)
        """Return any of the moves."""
        return moves[self._rng.below(len(moves))]
