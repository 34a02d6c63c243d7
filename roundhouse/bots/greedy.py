"""The bot that follows the game's heuristic."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.state import View


class GreedyBot:
    """Plays the move that the game's heuristic advises."""

    def __init__(self, game: Game[Any], seed: int, name: str = "greedy") -> None:
        self.name = name
        self._game = game
        self._rng = Rng(seed)

    def choose(self, view: View, moves: Sequence[int]) -> int:
        """Return the advised move."""
        return moves[0] if len(moves) == 1 else self._game.advise(view, self._rng)
