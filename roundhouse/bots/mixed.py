"""A random mixture of two bots, from which the levels between them are made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from roundhouse.bots.bot import Bot
from roundhouse.core.draw import Rng
from roundhouse.core.state import View

_PERCENT: Final = 100


class MixedBot:
    """Lets `other` decide `percent` of the decisions, chosen at random, and `usual` the rest."""

    def __init__(self, name: str, usual: Bot, other: Bot, percent: int, rng: Rng) -> None:
        self.name = name
        self._usual = usual
        self._other = other
        self._percent = percent
        self._rng = rng

    def choose(self, view: View, moves: Sequence[int]) -> int:
        """Return the choice of one of the two bots."""
        if len(moves) == 1:
            return moves[0]
        bot = self._other if self._rng.below(_PERCENT) < self._percent else self._usual
        return bot.choose(view, moves)
