"""A bot with a neural network trained by `roundhouse train`; needs only NumPy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Lock
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from roundhouse.bots.weights import Array, BadWeights, bad_file, read
from roundhouse.core.game import Game
from roundhouse.core.sentence import Sentence, say
from roundhouse.core.state import State, View

_CACHE_BYTES: Final = 40_000_000  # of the networks that are kept for the next bot


class Net:
    """The inference half of a network: ReLU layers, the policy head, and heads for the win of each seat and for the margin.

    Networks of version 0.1 have only the policy head.
    """

    def __init__(self, metadata: Mapping[str, Any], arrays: Mapping[str, Array]) -> None:
        self.metadata = metadata
        depth = sum(name.startswith("layers.") for name in arrays) // 2
        # The first layer is stored transposed: most of its many inputs are zero, and only the rows of the others are read.
        self._first = np.ascontiguousarray(arrays["layers.0.weight"].T)
        self._biases = [arrays[f"layers.{index}.bias"] for index in range(depth)]
        self._layers = [arrays[f"layers.{index}.weight"] for index in range(1, depth)]
        self._policy, self._policy_bias = arrays["policy.weight"], arrays["policy.bias"]
        self.size, self.move_count = len(self._first), len(self._policy)
        self.has_values = "win.weight" in arrays
        if self.has_values:
            self._win, self._win_bias = arrays["win.weight"], arrays["win.bias"]
            self._margin, self._margin_bias = arrays["margin.weight"], arrays["margin.bias"]
            self._margin_scale = float(metadata.get("margin_scale", 1.0))  # points

    @property
    def nbytes(self) -> int:
        """The memory of the weights."""
        return sum(array.nbytes for array in (self._first, self._policy, *self._layers))

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
        logits = np.where(masks, self._hidden(observations) @ self._policy.T + self._policy_bias, -np.inf)
        best: NDArray[np.int64] = np.argmax(logits, axis=1)
        return best

    def values(self, observations: Array, seats: int) -> tuple[Array, Array]:
        """Return, by observation, the chance of each seat to win, counted from the reader, and the reader's margin in points."""
        hidden = self._hidden(observations)
        logits = hidden @ self._win[:seats].T + self._win_bias[:seats]
        shares = np.exp(logits - logits.max(axis=1, keepdims=True))
        margins = (hidden @ self._margin[0] + self._margin_bias[0]) * self._margin_scale
        return shares / shares.sum(axis=1, keepdims=True), margins

    def _hidden(self, observations: Array) -> Array:
        hidden: Array = np.maximum(observations @ self._first + self._biases[0], 0)
        for layer, bias in zip(self._layers, self._biases[1:], strict=True):
            hidden = np.maximum(hidden @ layer.T + bias, 0)
        return hidden


class GameNet:
    """A network for one game: it reads views and states instead of observations."""

    def __init__(self, game: Game[Any], file: str) -> None:
        self.net = load(game, Path(file))
        self._game = game
        self._factors = np.repeat(
            np.array([1 / feature.scale for feature in game.features], np.float32), [feature.size for feature in game.features]
        )

    def logits(self, view: View, moves: Sequence[int]) -> Array:
        """Return the logits of the given moves."""
        return self.net.logits(np.asarray(self._game.numbers(view)) * self._factors, moves)

    def values(self, worlds: Sequence[State], seat: int) -> tuple[Array, Array]:
        """Return what a seat would think of worlds: the chance of each seat to win, counted from `seat`, and its own margin."""
        numbers = np.stack([np.asarray(self._game.numbers_of(world, seat)) for world in worlds])
        return self.net.values(numbers * self._factors, worlds[0].seats)


class NetBot:
    """Plays the move with the highest logit, deterministically."""

    def __init__(self, game: Game[Any], file: str) -> None:
        self.name = f"net:{file}"
        self._net = GameNet(game, file)

    def choose(self, view: View, moves: Sequence[int]) -> int:
        """Return the move with the highest logit."""
        if len(moves) == 1:
            return moves[0]
        return moves[int(np.argmax(self._net.logits(view, moves)))]

    def best_moves(self, observations: Array, masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Return the move of each of many observations, scaled as `game.features` say."""
        return self._net.net.best_moves(observations, masks)


def load(game: Game[Any], file: Path) -> Net:
    """Return the network of a file, which is kept for the next call. Raise BadWeights if it cannot play the game."""
    try:
        stat = file.stat()
    except OSError as error:
        raise BadWeights(say("'{file}' cannot be read: {reason}", file=str(file), reason=error.strerror)) from error
    net = _CACHE.get((file, stat.st_mtime_ns, stat.st_size))
    mismatch = _mismatch(game, net.metadata, net)
    if mismatch is not None:
        raise bad_file(file, mismatch)
    return net


_Key = tuple[Path, int, int]  # file, time of its last change, size


class _Cache:
    """The networks that were used last, up to a number of bytes."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._nets: dict[_Key, Net] = {}  # in the order of their last use
        self._lock = Lock()

    def get(self, key: _Key) -> Net:
        """Return the network of a file, reading it if necessary."""
        with self._lock:
            net = self._nets.pop(key, None) or _read_net(key[0])
            self._nets[key] = net
            while len(self._nets) > 1 and sum(kept.nbytes for kept in self._nets.values()) > self._limit:
                del self._nets[next(iter(self._nets))]
            return net


_CACHE: Final = _Cache(_CACHE_BYTES)


def _read_net(file: Path) -> Net:
    weights = read(file)
    try:
        return Net(weights.metadata, weights.arrays)
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
