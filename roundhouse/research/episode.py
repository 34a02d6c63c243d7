"""One game as environments see it: seats decide, chance is drawn from a seed, and only views come out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from gymnasium import spaces

from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.state import CHANCE, OVER, State, View
from roundhouse.research.observation import factors, mask, observe

Observation = dict[str, Any]  # "observation": float32, "action_mask": int8
_LEAST, _MOST = np.iinfo(np.int16).min, np.iinfo(np.int16).max  # what an encoder can write
SEEDS: Final = 2**62


class Episode:
    """A game from its first decision to its end."""

    def __init__(self, game: Game[Any], seats: int, options: Mapping[str, Any], rng: Rng) -> None:
        self.game = game
        self.rng = rng
        self.made = 0  # moves of players
        self._state: State = game.start(seats, game.options_from(options))
        self._draw()

    @property
    def actor(self) -> int:
        """The seat to act, or OVER."""
        return self._state.actor

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._state.actor == OVER

    def play(self, move: int) -> None:
        """A move of the acting seat and all draws up to the next decision; an illegal one is refused with its clause."""
        refusal = self.game.refusal(self.view(self.actor).position, move)
        if refusal is not None:
            raise ValueError(f"seat {self.actor}: {refusal}")
        self._state.apply(move)
        self.made += 1
        self._draw()

    def moves(self) -> list[int]:
        """The legal moves of the acting seat."""
        return list(self._state.legal_moves())

    def view(self, seat: int) -> View:
        """What a seat may know."""
        return self.game.view(self._state, seat)

    def observe(self, seat: int) -> Observation:
        """What a seat may know, as numbers, and what it may do."""
        seen = self.view(seat)
        return {"observation": observe(self.game, seen), "action_mask": mask(self.game, seen)}

    def scores(self) -> list[int]:
        """Points by seat."""
        return list(self._state.scores())

    def ranks(self) -> list[int]:
        """Places by seat, 0 is best."""
        return list(self._state.ranks())

    def _draw(self) -> None:
        while self._state.actor == CHANCE:
            self._state.apply(self._state.draw(self.rng))


def observation_space(game: Game[Any]) -> spaces.Dict:
    """The space of `Episode.observe`."""
    scale = factors(game)
    return spaces.Dict(
        {
            "observation": spaces.Box(_LEAST * scale, _MOST * scale, dtype=np.float32),
            "action_mask": spaces.Box(0, 1, (game.move_count,), np.int8),
        }
    )
