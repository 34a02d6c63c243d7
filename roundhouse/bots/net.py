"""A bot with a network: what `roundhouse train` has learnt, played with NumPy alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from roundhouse.bots.weights import Array, BadWeights, bad, read
from roundhouse.core.game import Game
from roundhouse.core.sentence import Sentence, say
from roundhouse.core.state import View

_KEPT: Final = 16  # networks in memory


class Net:
    """Layers with rectifiers between, then one number a move. It is trained elsewhere."""

    def __init__(self, arrays: Mapping[str, Array]) -> None:
        depth = sum(name.startswith("layers.") for name in arrays) // 2
        # The first layer is kept turned: of its many inputs few are not zero, and only their rows are read.
        self._first = np.ascontiguousarray(arrays["layers.0.weight"].T)
        self._biases = [arrays[f"layers.{at}.bias"] for at in range(depth)]
        self._layers = [arrays[f"layers.{at}.weight"] for at in range(1, depth)]
        self._policy, self._policy_bias = arrays["policy.weight"], arrays["policy.bias"]
        self.size, self.move_count = len(self._first), len(self._policy)

    def logits(self, observation: Array, moves: Sequence[int]) -> Array:
        """How much each of the moves is liked."""
        there = np.flatnonzero(observation)
        hidden = np.maximum(observation[there] @ self._first[there] + self._biases[0], 0)
        for layer, bias in zip(self._layers, self._biases[1:], strict=True):
            hidden = np.maximum(layer @ hidden + bias, 0)
        chosen = list(moves)
        liked: Array = self._policy[chosen] @ hidden + self._policy_bias[chosen]
        return liked


class NetBot:
    """Plays the move that its network likes best; nothing is left to chance."""

    def __init__(self, game: Game[Any], file: str) -> None:
        self.name = f"net:{file}"
        self._game = game
        self._net = _loaded(game, Path(file))
        self._factors = np.repeat(
            np.array([1 / feature.scale for feature in game.features], np.float32), [feature.size for feature in game.features]
        )

    def choose(self, view: View, moves: Sequence[int]) -> int:
        """The best liked of the moves."""
        if len(moves) == 1:
            return moves[0]
        observation = np.asarray(self._game.numbers(view)) * self._factors
        return moves[int(np.argmax(self._net.logits(observation, moves)))]


def _loaded(game: Game[Any], file: Path) -> Net:
    try:
        told = file.stat()
    except OSError as error:
        raise BadWeights(say("'{file}' cannot be read: {reason}", file=str(file), reason=error.strerror)) from error
    facts, net = _net(file, told.st_mtime_ns, told.st_size)
    wrong = _wrong(game, facts, net)
    if wrong is not None:
        raise bad(file, wrong)
    return net


@lru_cache(_KEPT)
def _net(file: Path, changed: int, size: int) -> tuple[Mapping[str, Any], Net]:  # noqa: ARG001  (they say when it is another)
    weights = read(file)
    try:
        return weights.facts, Net(weights.arrays)
    except (KeyError, ValueError):
        raise bad(file, say("layers are missing")) from None


def _wrong(game: Game[Any], facts: Mapping[str, Any], net: Net) -> Sentence | None:
    """Why a network cannot play a game."""
    if facts.get("game") != game.name:
        return say("they play '{other}', not '{game}'", other=str(facts.get("game")), game=game.name)
    if facts.get("version") != game.version:
        return say("they play version {other}, not {version}", other=str(facts.get("version")), version=game.version)
    if net.size != game.size or net.move_count != game.move_count:
        return say("they were made for other observations or moves")
    return None
