"""One game for an environment: seats decide, chance is drawn from a seeded generator, and only views come out."""

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
SavedEpisode = tuple[State, Rng, int]
_INT16: Final = np.iinfo(np.int16)  # the range of an encoded feature
SEED_LIMIT: Final = 2**62


class Episode:
    """A game from its first decision to its end."""

    def __init__(self, game: Game[Any], seats: int, options: Mapping[str, Any], rng: Rng) -> None:
        self.game = game
        self.rng = rng
        self.moves_made = 0  # by players, not by chance
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
        """Make a move of the acting seat and all draws up to the next decision. Raise ValueError if it is illegal."""
        refusal = self.game.refusal(self.view(self.actor).position, move)
        if refusal is not None:
            raise ValueError(f"seat {self.actor}: {refusal}")
        self._state.apply(move)
        self.moves_made += 1
        self._draw()

    def moves(self) -> list[int]:
        """Return the legal moves of the acting seat."""
        return list(self._state.legal_moves())

    def view(self, seat: int) -> View:
        """Return what a seat may know."""
        return self.game.view(self._state, seat)

    def observe(self, seat: int) -> Observation:
        """Return the observation and the action mask of a seat."""
        view = self.view(seat)
        return {"observation": observe(self.game, view), "action_mask": mask(self.game, view)}

    def scores(self) -> list[int]:
        """Return the points by seat."""
        return list(self._state.scores())

    def ranks(self) -> list[int]:
        """Return the ranks by seat; 0 is best."""
        return list(self._state.ranks())

    def save(self) -> SavedEpisode:
        """Return everything that `restore` needs: copies of the state and of the generator."""
        return self._state.copy(), self.rng.copy(), self.moves_made

    def restore(self, saved: SavedEpisode) -> None:
        """Go back, or on, to a saved position; the draws that follow are the same as after `save`."""
        state, rng, self.moves_made = saved
        self._state, self.rng = state.copy(), rng.copy()

    def _draw(self) -> None:
        while self._state.actor == CHANCE:
            self._state.apply(self._state.draw(self.rng))


def observation_space(game: Game[Any], dtype: str = "float32") -> spaces.Dict:
    """Return the space of `Episode.observe`; with int16, of the integers before they are scaled."""
    scale = factors(game)
    box = (
        spaces.Box(_INT16.min, _INT16.max, (game.size,), np.int16)
        if dtype == "int16"
        else spaces.Box(_INT16.min * scale, _INT16.max * scale, dtype=np.float32)
    )
    return spaces.Dict(
        {
            "observation": box,
            "action_mask": spaces.Box(0, 1, (game.move_count,), np.int8),
        }
    )
