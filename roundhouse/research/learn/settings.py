"""What decides a training: the game, and the numbers of the learner."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from roundhouse.core.game import Game
from roundhouse.games import find
from roundhouse.research.observation import check_features

_ROOM: Final = 2**26  # numbers of observations in one update, at most


@dataclass(frozen=True)
class Settings:
    """Everything that decides what is learnt, but for how long. The same settings give the same weights, update by update."""

    game: str
    seats: int
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    games: int = 128  # side by side
    steps: int = 64  # of each, an update
    widths: tuple[int, ...] = (256, 256)  # of the hidden layers
    rate: float = 7e-4
    epochs: int = 2
    minibatch: int = 1024
    clip: float = 0.2  # how far a probability may move in one update
    entropy: float = 0.01
    value: float = 0.5
    norm: float = 0.5  # of a gradient, at most
    discount: float = 0.999
    trace: float = 0.95  # how much of an advantage is told by what came of it, and not by the network's own opinion
    leg: int = 50  # updates after which games begin anew: there a training can be left and gone on with, and is the same

    def find_game(self) -> Game[Any]:
        """The game itself, found in any process."""
        return find(self.game)

    def to_json(self) -> dict[str, Any]:
        """As facts of a file."""
        return asdict(self)

    @staticmethod
    def from_json(facts: Mapping[str, Any]) -> Settings:
        """The way back. Raises TypeError or KeyError where they are not ours."""
        return Settings(**{**facts, "widths": tuple(facts["widths"])})


def fitting(game: Game[Any], seats: int, options: Mapping[str, Any], seed: int) -> Settings:
    """Settings for any game: one with large observations takes fewer steps an update, so that memory suffices."""
    check_features(game)
    usual = Settings(game.name, seats, options, seed)
    return Settings(game.name, seats, options, seed, steps=min(usual.steps, _ROOM // (usual.games * game.size)))
