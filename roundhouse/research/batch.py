"""A vectorised environment: many games at once, with observations, masks and rewards in arrays that never move.

Each game waits for a decision of the seat in `actors`. A game that ends pays its rewards, sets its `done` flag and is replaced by
a new one in the same step. A game depends only on the seed and its index, not on the size of the batch or the number of worker
processes.
"""

from __future__ import annotations

import pickle
from collections.abc import Mapping, Sequence
from ctypes import c_uint8
from typing import Any, Literal, Required, TypedDict, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from roundhouse.core.game import Game
from roundhouse.core.process import SPAWN
from roundhouse.core.sentence import BadSetup, say
from roundhouse.research.batch_arrays import Arrays, BatchConfig
from roundhouse.research.batch_worker import LocalWorker, ProcessWorker
from roundhouse.research.observation import check_features, factors
from roundhouse.research.opponents import read_opponents
from roundhouse.research.utility import utility


class BatchSettings(TypedDict, total=False):
    """The settings of a batch; all but the number of games have defaults."""

    games: Required[int]
    seats: int | None  # default: the fewest that the game allows
    options: Mapping[str, Any] | None  # of the game
    reward: str  # "win" (default), "margin" or "score"
    seed: int  # default: 0
    processes: int  # that the games are split among; default: 1, this one
    opponents: str | Sequence[str] | None  # play all players but the first inside the batch; one name for all, or one for each
    observations: Literal["float32", "int16"]  # int16: the integers that `factors` scale; half the memory
    masks: Literal["bool", "bits"]  # bits: eight moves a byte, the lowest bit first


class Batch:
    """A fixed number of games, stepped in this process or split among several.

    Without opponents the caller decides for every seat, and `rewards` are by seat. With opponents it decides for one player, who
    moves on by one seat after each game; `actors` is their seat, and `rewards[:, 0]` is their reward.
    """

    def __init__(self, game: str, **settings: Unpack[BatchSettings]) -> None:
        self._settings = settings
        games, processes = settings["games"], settings.get("processes", 1)
        if not 1 <= processes <= games:
            raise BadSetup(say("a batch needs at least one game, and no more processes than games"))
        config = _config(game, settings)
        self.game: Game[Any] = config.find_game()
        self.seats = config.seats
        self.factors = factors(self.game)  # of int16 observations
        memory = SPAWN.RawArray(c_uint8, Arrays.total_bytes(config))
        arrays = Arrays(config, memory)
        self.observations = arrays.observations
        self.masks = arrays.masks
        self.actors = arrays.actors
        self.rewards = arrays.rewards
        self.dones = arrays.dones
        self.scores = arrays.scores
        self.ranks = arrays.ranks
        self.moves = arrays.moves
        self._arrays = arrays
        bounds = [games * index // processes for index in range(processes + 1)]
        self._parts = [range(bounds[index], bounds[index + 1]) for index in range(processes)]
        self._workers: list[LocalWorker | ProcessWorker] = [ProcessWorker(config, memory, part) for part in self._parts[1:]]
        self._workers.append(LocalWorker(config, memory, self._parts[0]))  # last: its `submit` blocks while the processes work
        self.reset(settings.get("seed", 0))

    def reset(self, seed: int = 0) -> None:
        """Start every game again."""
        self._run("reset", seed)

    def step(self, moves: ArrayLike | None = None) -> None:
        """Make the given moves, or those in `moves`, one in each game. If one is illegal, raise ValueError and change nothing."""
        if moves is not None:
            self.moves[:] = moves
        legal = self._arrays.legal(self.moves)
        if not legal.all():
            index = int(np.argmin(legal))
            raise ValueError(f"game {index}: move {self.moves[index]} is not legal for seat {self.actors[index]}")
        self._run("step")

    def sample(self) -> NDArray[np.int64]:
        """Fill `moves` with a uniformly random legal move for each game, drawn from that game's own generator, and return it."""
        self._run("sample")
        return self.moves

    def save(self) -> bytes:
        """Return everything that `restore` needs to go on from here: games, generators and arrays. A pickle: open only your own."""
        return pickle.dumps((self._run("save"), self._arrays.results()))

    def restore(self, saved: bytes) -> None:
        """Go on from a saved batch, which must have the same settings (but for the number of processes)."""
        parts, results = pickle.loads(saved)
        games = [game for part in parts for game in part]
        if len(games) != len(self.actors):
            raise ValueError(f"the saved batch has {len(games)} games, this one has {len(self.actors)}")
        self._run("restore", *[games[part.start : part.stop] for part in self._parts])
        self._arrays.set_results(results)

    def close(self) -> None:
        """Stop the worker processes. The arrays stay valid."""
        for worker in self._workers:
            worker.close()
        self._workers = []

    def __deepcopy__(self, memo: object) -> Batch:
        return _restored(self.game.name, self._settings, self.save())

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (self.game.name, self._settings, self.save())

    def __enter__(self) -> Batch:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(self, command: str, *values: Any) -> list[Any]:
        """Run a command on all workers at once and return their answers in the order of the games; raise the first error.

        One value is for all workers, several are one for each part of the games.
        """
        for_parts = values if len(values) == len(self._parts) else values * len(self._parts) or (None,) * len(self._parts)
        for worker, value in zip(self._workers, [*for_parts[1:], for_parts[0]], strict=True):
            worker.submit(command, value)
        answers = [worker.wait() for worker in self._workers]
        for _, error in answers:
            if error is not None:
                raise error
        return [answers[-1][0], *(value for value, _ in answers[:-1])]


def _restored(game: str, settings: BatchSettings, saved: bytes) -> Batch:
    batch = Batch(game, **settings)
    batch.restore(saved)
    return batch


def _config(name: str, settings: BatchSettings) -> BatchConfig:
    """Return the checked settings. Raise BadSetup here rather than in another process."""
    config = BatchConfig(
        game=name,
        seats=settings.get("seats"),
        options=settings.get("options") or {},
        reward=settings.get("reward", "win"),
        games=settings["games"],
        opponents=settings.get("opponents"),
        dtype=settings.get("observations", "float32"),
        mask_kind=settings.get("masks", "bool"),
    )
    check_features(config.find_game())
    config.start()
    utility(config.reward)
    read_opponents(config.opponents, config.find_game(), config.seats)
    return config
