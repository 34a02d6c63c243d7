"""A bot with a neural network trained by `roundhouse train`; needs only NumPy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from roundhouse.bots.weights import Array, BadWeights, bad_file, read
from roundhouse.core.game import Game
from roundhouse.core.sentence import Sentence, say
from roundhouse.core.state import View

_CACHE_SIZE: Final = 16  # networks


class Net:
    """The inference half of a policy network: ReLU layers and the policy head."""

    def __init__(self, arrays: Mapping[str, Array]) -> None:
        depth = sum(name.startswith("layers.") for name in arrays) // 2
        # The first layer is stored transposed: most of its many inputs are zero, and only the rows of the others are read.
        self._first = np.ascontiguousarray(arrays["layers.0.weight"].T)
        self._biases = [arrays[f"layers.{index}.bias"] for index in range(depth)]
        self._layers = [arrays[f"layers.{index}.weight"] for index in range(1, depth)]
        self._policy, self._policy_bias = arrays["policy.weight"], arrays["policy.bias"]
        self.size, self.move_count = len(self._first), len(self._policy)

    def logits(self, observation: Array, moves: Sequence[int]) -> Array:
        """Return the logits of the given moves."""
        nonzero = np.flatnonzero(observation)
        hidden = np.maximum(observation[nonzero] @ self._first[nonzero] + self._biases[0], 0)
        for layer, bias in zip(self._layers, self._biases[1:], strict=True):
            hidden = np.maximum(layer @ hidden + bias, 0)
        rows = list(moves)
        logits: Array = self._policy[rows] @ hidden + self._policy_bias[rows]
        return logits

    def best_moves(self, observations: Array, masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Return the legal move with the highest logit for each of many observations."""
        hidden = np.maximum(observations @ self._first + self._biases[0], 0)
        for layer, bias in zip(self._layers, self._biases[1:], strict=True):
            hidden = np.maximum(hidden @ layer.T + bias, 0)
        logits = np.where(masks, hidden @ self._policy.T + self._policy_bias, -np.inf)
        best: NDArray[np.int64] = np.argmax(logits, axis=1)
        return best


class NetBot:
    """Plays the move with the highest logit, deterministically."""

    def __init__(self, game: Game[Any], file: str) -> None:
        self.name = f"net:{file}"
        self._game = game
        self._net = _load(game, Path(file))
        self._factors = np.repeat(
            np.array([1 / feature.scale for feature in game.features], np.float32), [feature.size for feature in game.features]
        )

    def choose(self, view: View, moves: Sequence[int]) -> int:
        """Return the move with the highest logit."""
        if len(moves) == 1:
            return moves[0]
        observation = np.asarray(self._game.numbers(view)) * self._factors
        return moves[int(np.argmax(self._net.logits(observation, moves)))]

    def best_moves(self, observations: Array, masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Return the move of each of many observations, scaled as `game.features` say."""
        return self._net.best_moves(observations, masks)


def _load(game: Game[Any], file: Path) -> Net:
    try:
        stat = file.stat()
    except OSError as error:
        raise BadWeights(say("'{file}' cannot be read: {reason}", file=str(file), reason=error.strerror)) from error
    metadata, net = _read_net(file, stat.st_mtime_ns, stat.st_size)
    mismatch = _mismatch(game, metadata, net)
    if mismatch is not None:
        raise bad_file(file, mismatch)
    return net


@lru_cache(_CACHE_SIZE)
def _read_net(file: Path, modified: int, size: int) -> tuple[Mapping[str, Any], Net]:  # noqa: ARG001  (part of the cache key)
    weights = read(file)
    try:
        return weights.metadata, Net(weights.arrays)
    except (KeyError, ValueError):
        raise bad_file(file, say("layers are missing")) from None


def _mismatch(game: Game[Any], metadata: Mapping[str, Any], net: Net) -> Sentence | None:
    """Return why a network cannot play a game, or None if it can."""
    if metadata.get("game") != game.name:
        return say("it was trained for '{other}', not '{game}'", other=str(metadata.get("game")), game=game.name)
    if metadata.get("version") != game.version:
        return say("it was trained for version {other}, not {version}", other=str(metadata.get("version")), version=game.version)
    stated = str(metadata.get("board", ""))
    if not game.plays_on(stated):
        return say("it was trained for another board ({other})", other=stated or game.classic)
    if net.size != game.size or net.move_count != game.move_count:
        return say("it was trained for other observations or moves")
    return None
