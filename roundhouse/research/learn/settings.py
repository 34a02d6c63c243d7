"""The settings of a training run: the game and the hyperparameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, Final

from roundhouse.core.game import Game
from roundhouse.core.sentence import BadSetup, say
from roundhouse.games import find
from roundhouse.research.observation import check_features

AGENT: Final = "agent.safetensors"  # the file that a bot plays with, with 16 bits a number
_MAX_ROLLOUT_BYTES: Final = {"cpu": 1 << 28, "cuda": 1 << 34}  # of the observations of one rollout, by device


@dataclass(frozen=True)
class Settings:
    """Everything that determines a run, except its length. The same settings give the same weights, update by update."""

    game: str
    seats: tuple[int, ...]  # numbers of seats at the tables of the run; each gets an equal part of the games
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    games: int = 256  # played in parallel, in two groups
    steps: int = 32  # of each game per update
    hidden_sizes: tuple[int, ...] = (256, 256)
    imitation_updates: int = 0  # at the start of the run, in which the network learns the moves of the heuristic
    heuristic_share: float = 0.0  # of the games, in which the heuristic has all seats but one
    past_share: float = 0.0  # of the games, in which earlier networks of this run have all seats but one
    league_size: int = 3  # earlier networks that are kept
    league_interval: int = 100  # updates after which the present network joins them
    learning_rate: float = 7e-4
    imitation_rate: float = 1e-3  # learning rate of the imitation
    epochs: int = 1
    minibatch_size: int = 1024
    clip_range: float = 0.2
    entropy_coef: float = 0.01
    value_coef: float = 0.5
    max_grad_norm: float = 0.5
    discount: float = 0.999
    gae_lambda: float = 0.95
    decay_updates: int = 0  # over which learning rate and entropy bonus fall to a tenth; 0: they stay
    reset_interval: int = 100  # updates after which all games restart; a run can be resumed exactly at these points

    def find_game(self) -> Game[Any]:
        """Return the game on the board that the options select; works in any process."""
        return find(self.game).on(self.options)

    def imitates(self, update: int) -> bool:
        """Return whether an update (counted from 0) belongs to the imitation."""
        return update < self.imitation_updates

    def decay(self, update: int) -> float:
        """Return the factor of the learning rate and the entropy bonus in an update."""
        return max(0.1, 1 - 0.9 * update / self.decay_updates) if self.decay_updates else 1.0

    def changed(self, changes: Mapping[str, str]) -> Settings:
        """Return the settings with some hyperparameters read from text. Raise BadSetup if there is no such one."""
        read: dict[str, Any] = {}
        for name, text in changes.items():
            if name not in _CHANGEABLE:
                raise BadSetup(
                    say("there is no hyperparameter '{name}'; choose one of: {known}", name=name, known=", ".join(_CHANGEABLE))
                )
            present = getattr(self, name)
            try:
                read[name] = tuple(map(int, text.split(","))) if isinstance(present, tuple) else type(present)(text)
            except ValueError:
                raise BadSetup(say("the hyperparameter '{name}' is a number, not '{text}'", name=name, text=text)) from None
        return replace(self, **read)

    def to_json(self) -> dict[str, Any]:
        """Return the settings as a JSON object for a checkpoint."""
        return asdict(self)

    @staticmethod
    def from_json(values: Mapping[str, Any]) -> Settings:
        """Read the settings of a checkpoint. Raise TypeError or KeyError if they are not settings."""
        return Settings(**{**values, "seats": tuple(values["seats"]), "hidden_sizes": tuple(values["hidden_sizes"])})


_CHANGEABLE: Final = tuple(entry.name for entry in fields(Settings) if entry.name not in ("game", "seats", "options", "seed"))


def default_settings(game: Game[Any], seats: Sequence[int], options: Mapping[str, Any], seed: int, device: str) -> Settings:
    """Return settings that fit any game: large observations mean fewer steps per update, to bound memory."""
    check_features(game)
    usual = Settings(game.name, tuple(seats), options, seed, imitation_updates=64, heuristic_share=0.125, past_share=0.25)
    if device == "cuda":
        usual = replace(
            usual,
            games=16384,
            hidden_sizes=(1024, 1024, 512),
            learning_rate=3e-4,
            minibatch_size=32768,
            gae_lambda=0.97,
            entropy_coef=0.02,
            league_interval=200,
        )
    return replace(usual, steps=min(usual.steps, _MAX_ROLLOUT_BYTES[device] // (2 * usual.games * game.size)))
