"""The settings of a training run: the game and the hyperparameters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final

from roundhouse.core.game import Game
from roundhouse.games import find
from roundhouse.research.observation import check_features

_MAX_ROLLOUT_NUMBERS: Final = 2**26  # of the observations of one rollout

# Names in checkpoint files, where they differ from the field.
_FILE_KEYS: Final = {
    "hidden_sizes": "widths",
    "learning_rate": "rate",
    "minibatch_size": "minibatch",
    "clip_range": "clip",
    "entropy_coef": "entropy",
    "value_coef": "value",
    "max_grad_norm": "norm",
    "gae_lambda": "trace",
    "reset_interval": "leg",
}


@dataclass(frozen=True)
class Settings:
    """Everything that determines a run, except its length. The same settings give the same weights, update by update."""

    game: str
    seats: int
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    games: int = 128  # played in parallel
    steps: int = 64  # of each game per update
    hidden_sizes: tuple[int, ...] = (256, 256)
    learning_rate: float = 7e-4
    epochs: int = 2
    minibatch_size: int = 1024
    clip_range: float = 0.2
    entropy_coef: float = 0.01
    value_coef: float = 0.5
    max_grad_norm: float = 0.5
    discount: float = 0.999
    gae_lambda: float = 0.95
    reset_interval: int = 50  # updates after which all games restart; a run can be resumed exactly at these points

    def find_game(self) -> Game[Any]:
        """Return the game on the board that the options select; works in any process."""
        return find(self.game).on(self.options)

    def to_json(self) -> dict[str, Any]:
        """Return the settings as a JSON object for a checkpoint."""
        return {_FILE_KEYS.get(setting.name, setting.name): getattr(self, setting.name) for setting in fields(self)}

    @staticmethod
    def from_json(values: Mapping[str, Any]) -> Settings:
        """Read the settings of a checkpoint. Raise TypeError or KeyError if they are not settings."""
        names = {key: name for name, key in _FILE_KEYS.items()}
        settings = {names.get(key, key): value for key, value in values.items()}
        return Settings(**{**settings, "hidden_sizes": tuple(settings["hidden_sizes"])})


def default_settings(game: Game[Any], seats: int, options: Mapping[str, Any], seed: int) -> Settings:
    """Return settings that fit any game: large observations mean fewer steps per update, to bound memory."""
    check_features(game)
    usual = Settings(game.name, seats, options, seed)
    return Settings(game.name, seats, options, seed, steps=min(usual.steps, _MAX_ROLLOUT_NUMBERS // (usual.games * game.size)))
