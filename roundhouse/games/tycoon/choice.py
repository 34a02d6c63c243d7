"""The best of the moves that a bot has weighed."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from roundhouse.core.draw import Rng
from roundhouse.games.tycoon.board import NONE

LOW: Final = -1_000_000_000  # below any value
WHIM: Final = 20  # values this close count as equal: the generator decides


class Choice:
    """Collects offers and keeps the best one."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng
        self.move: i64 = NONE
        self.value: i64 = LOW
        self.second: i64 = LOW  # the value of the next best offer

    def offer(self, move: i64, value: i64) -> bool:
        """Offer a move; return whether it is the best so far."""
        chance = value + self.rng.below(WHIM)
        if chance <= self.value:
            self.second = max(self.second, chance)
            return False
        self.second = self.value
        self.move = move
        self.value = chance
        return True
