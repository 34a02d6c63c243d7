"""The settings of a batch as its workers get them, and its arrays in one block of memory that all of them share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from roundhouse.core.game import Game
from roundhouse.core.sentence import BadSetup, say
from roundhouse.core.state import State
from roundhouse.games import find

ALIGNMENT: Final = 64  # bytes: what the strictest learner needs to use a buffer without a copy
DTYPES: Final = ("float32", "int16")
MASKS: Final = ("bool", "bits")


class BatchConfig:
    """The settings of a batch, as sent to worker processes."""

    def __init__(
        self,
        *,
        game: str,
        seats: int | None,
        options: Mapping[str, Any],
        reward: str,
        games: int,
        opponents: str | Sequence[str] | None,
        dtype: str,
        mask_kind: str,
    ) -> None:
        self.game = game
        self.options = dict(options)
        self.seats = self.find_game().seats[0] if seats is None else seats
        self.reward = reward
        self.games = games
        self.opponents = opponents
        self.dtype = _one_of("observations", dtype, DTYPES)
        self.mask_kind = _one_of("masks", mask_kind, MASKS)

    def find_game(self) -> Game[Any]:
        """Return the game on the board that the options select; works in any process."""
        return find(self.game).on(self.options)

    def start(self) -> State:
        """Return the first state of every game."""
        game = self.find_game()
        state: State = game.start(self.seats, game.options_from(self.options))
        return state


def _one_of(name: str, value: str, known: Sequence[str]) -> str:
    if value not in known:
        raise BadSetup(say("{name} are one of {known}, not '{value}'", name=name, known=", ".join(known), value=value))
    return value


class Arrays:
    """The arrays of a batch in one block of shared memory, each aligned for vector instructions.

    observations[game, number]  of the acting seat, see `Game.features`: float32, or int16 before they are scaled
    masks[game, move]           its legal moves; as bits, masks[game, move // 8] >> move % 8 & 1
    actors[game]                the acting seat
    rewards[game, player]       of a game that the last step ended, else 0
    dones[game]                 whether the last step ended a game
    scores[game, player]        of the game that ended here last
    ranks[game, player]         likewise; 0 is best
    moves[game]                 the moves last made or sampled
    """

    observations: NDArray[Any]
    masks: NDArray[Any]
    actors: NDArray[np.int64]
    rewards: NDArray[np.float32]
    dones: NDArray[np.bool_]
    scores: NDArray[np.int64]
    ranks: NDArray[np.int64]
    moves: NDArray[np.int64]

    def __init__(self, config: BatchConfig, memory: Any) -> None:
        block = np.frombuffer(memory, np.uint8)
        offset = -block.ctypes.data % ALIGNMENT
        for name, (shape, dtype) in self.shapes(config).items():
            size = int(np.prod(shape)) * np.dtype(dtype).itemsize
            setattr(self, name, block[offset : offset + size].view(dtype).reshape(shape))
            offset += size + -size % ALIGNMENT
        self._results: tuple[NDArray[Any], ...] = (self.rewards, self.dones, self.scores, self.ranks, self.moves)
        self._move_count = config.find_game().move_count
        self._packed = config.mask_kind == "bits"
        self._flat_masks = self.masks.reshape(-1)
        self._mask_offsets = np.arange(config.games) * self.masks.shape[1]

    @staticmethod
    def shapes(config: BatchConfig) -> dict[str, tuple[tuple[int, ...], Any]]:
        """Return shape and type of each array."""
        game = config.find_game()
        bits = config.mask_kind == "bits"
        return {
            "observations": ((config.games, game.size), np.dtype(config.dtype)),
            "masks": ((config.games, -(-game.move_count // 8)), np.uint8) if bits else ((config.games, game.move_count), np.bool_),
            "actors": ((config.games,), np.int64),
            "rewards": ((config.games, config.seats), np.float32),
            "dones": ((config.games,), np.bool_),
            "scores": ((config.games, config.seats), np.int64),
            "ranks": ((config.games, config.seats), np.int64),
            "moves": ((config.games,), np.int64),
        }

    @staticmethod
    def total_bytes(config: BatchConfig) -> int:
        """Return the size of the block."""
        shapes = Arrays.shapes(config).values()
        return sum(int(np.prod(shape)) * int(np.dtype(dtype).itemsize) + ALIGNMENT for shape, dtype in shapes) + ALIGNMENT

    def legal(self, moves: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return for each game whether a move is legal there."""
        in_range: NDArray[np.bool_] = moves.view(np.uint64) < self._move_count  # as unsigned, a negative move is out of range too
        if self._packed:
            found = self._flat_masks.take(self._mask_offsets + (moves >> 3), mode="clip") >> (moves & 7).astype(np.uint8) & 1
        else:
            found = self._flat_masks.take(self._mask_offsets + moves, mode="clip")
        legal: NDArray[np.bool_] = found.astype(np.bool_) & in_range
        return legal

    def results(self) -> list[NDArray[Any]]:
        """Return copies of what the games themselves do not remember: what the last step paid, and the moves."""
        return [array.copy() for array in self._results]

    def set_results(self, results: Sequence[NDArray[Any]]) -> None:
        """Set what `results` has returned."""
        for array, saved in zip(self._results, results, strict=True):
            array[:] = saved
