"""The bot that follows the heuristic of the game, now and then a move at random."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.state import View

_PERCENT: Final = 100


class GreedyBot:
    """Plays what the game advises; in `noise` per cent of its decisions any legal move."""

    def __init__(self, game: Game[Any], seed: int, *, name: str = "greedy", noise: int = 0) -> None:
        self.name = name
        self._game = game
        self._noise = noise
        self._rng = Rng(seed)

    def choose(self, view: View, moves: Sequence[int]) -> int:
        """The advised move, or with noise another one."""
        if len(moves) == 1:
            return moves[0]
        if self._noise and self._rng.below(_PERCENT) < self._noise:
            return moves[self._rng.below(len(moves))]
        return self._game.advise(view, self._rng)
