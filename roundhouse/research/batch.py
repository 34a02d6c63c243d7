"""A vectorised environment: many games at once, with observations, masks and rewards in arrays that never move.

Each game waits for a decision of the seat in `actors`. A game that ends pays its rewards, sets its `done` flag and is replaced by
a new one in the same step. A game depends only on the seed and its index, not on the size of the batch or the number of worker
processes.
"""

from __future__ import annotations

from collections.abc import Mapping
from ctypes import c_int16, c_uint8
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from roundhouse.core.game import Game
from roundhouse.core.process import SPAWN, Worker, WorkerDied
from roundhouse.core.sentence import BadSetup, say
from roundhouse.core.stepper import Stepper
from roundhouse.games import find
from roundhouse.research.observation import check_features, factors
from roundhouse.research.utility import utility

_ALIGNMENT: Final = 64  # bytes: what the strictest learner needs to use a buffer without a copy


class Batch:
    """A fixed number of games, stepped in this process or split among several."""

    def __init__(
        self,
        game: str,
        *,
        games: int,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        reward: str = "win",
        seed: int = 0,
        processes: int = 1,
    ) -> None:
        if not 1 <= processes <= games:
            raise BadSetup(say("a batch needs at least one game, and no more processes than games"))
        self.game: Game[Any] = find(game)
        check_features(self.game)
        config = _Config(game, self.game.seats[0] if seats is None else seats, dict(options or {}), reward, games)
        config.start()  # raise BadSetup here rather than in another process
        utility(reward)
        self.seats = config.seats
        memory = SPAWN.RawArray(c_uint8, _Arrays.total_bytes(config))
        arrays = _Arrays(config, memory)
        self.observations = arrays.observations
        self.masks = arrays.masks
        self.actors = arrays.actors
        self.rewards = arrays.rewards
        self.dones = arrays.dones
        self.moves = arrays.moves
        self._flat_masks = self.masks.reshape(-1)
        self._mask_offsets = np.arange(games) * self.game.move_count
        bounds = [games * index // processes for index in range(processes + 1)]
        slices = [range(bounds[index], bounds[index + 1]) for index in range(processes)]
        self._workers: list[_LocalWorker | _ProcessWorker] = [_ProcessWorker(config, memory, part) for part in slices[1:]]
        self._workers.append(_LocalWorker(config, memory, slices[0]))  # last: its `submit` blocks while the processes work
        self.reset(seed)

    def reset(self, seed: int = 0) -> None:
        """Start every game again."""
        self._run("reset", seed)

    def step(self, moves: ArrayLike | None = None) -> None:
        """Make the given moves, or those in `moves`, one in each game. If one is illegal, raise ValueError and change nothing."""
        if moves is not None:
            self.moves[:] = moves
        legal = self._flat_masks.take(self._mask_offsets + self.moves, mode="clip")
        legal &= self.moves.view(np.uint64) < self.game.move_count  # as unsigned, a negative move is out of range too
        if not legal.all():
            index = int(np.argmin(legal))
            raise ValueError(f"game {index}: move {self.moves[index]} is not legal for seat {self.actors[index]}")
        self._run("step")

    def sample(self) -> NDArray[np.int64]:
        """Fill `moves` with a uniformly random legal move for each game, drawn from that game's own generator, and return it."""
        self._run("sample")
        return self.moves

    def close(self) -> None:
        """Stop the worker processes. The arrays stay valid."""
        for worker in self._workers:
            worker.close()
        self._workers = []

    def __enter__(self) -> Batch:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(self, command: str, value: int = 0) -> None:
        """Run a command on all workers at once, wait for all of them, then raise the first error."""
        for worker in self._workers:
            worker.submit(command, value)
        errors = [error for error in [worker.wait() for worker in self._workers] if error is not None]
        if errors:
            raise errors[0]


@dataclass(frozen=True)
class _Config:
    """The settings of a batch, as sent to worker processes."""

    game: str
    seats: int
    options: Mapping[str, Any]
    reward: str
    games: int

    def start(self) -> Any:
        game = find(self.game)
        return game.start(self.seats, game.options_from(self.options))


class _Arrays:
    """The arrays of a batch in one block of shared memory, each aligned for vector instructions.

    observations[game, number]  of the acting seat, see `Game.features`
    masks[game, move]           its legal moves
    actors[game]                the acting seat
    rewards[game, seat]         of a game that the last step ended, else 0
    dones[game]                 whether the last step ended a game
    moves[game]                 the moves last made or sampled
    """

    def __init__(self, config: _Config, memory: Any) -> None:
        block = np.frombuffer(memory, np.uint8)
        offset = -block.ctypes.data % _ALIGNMENT
        for name, (shape, dtype) in self.shapes(config).items():
            size = int(np.prod(shape)) * np.dtype(dtype).itemsize
            setattr(self, name, block[offset : offset + size].view(dtype).reshape(shape))
            offset += size + -size % _ALIGNMENT

    observations: NDArray[np.float32] = field(init=False)
    masks: NDArray[np.bool_] = field(init=False)
    actors: NDArray[np.int64] = field(init=False)
    rewards: NDArray[np.float32] = field(init=False)
    dones: NDArray[np.bool_] = field(init=False)
    moves: NDArray[np.int64] = field(init=False)

    @staticmethod
    def shapes(config: _Config) -> dict[str, tuple[tuple[int, ...], type[np.generic]]]:
        game = find(config.game)
        return {
            "observations": ((config.games, game.size), np.float32),
            "masks": ((config.games, game.move_count), np.bool_),
            "actors": ((config.games,), np.int64),
            "rewards": ((config.games, config.seats), np.float32),
            "dones": ((config.games,), np.bool_),
            "moves": ((config.games,), np.int64),
        }

    @staticmethod
    def total_bytes(config: _Config) -> int:
        shapes = _Arrays.shapes(config).values()
        return sum(int(np.prod(shape)) * np.dtype(dtype).itemsize + _ALIGNMENT for shape, dtype in shapes) + _ALIGNMENT


class _LocalWorker:
    """Steps a slice of the games in this process."""

    def __init__(self, config: _Config, memory: Any, part: range) -> None:
        arrays = _Arrays(config, memory)
        own = slice(part.start, part.stop)
        self._config = config
        self._part = part
        self._error: Exception | None = None
        self._utility = utility(config.reward)
        self._factors = factors(find(config.game))
        self._observations, self._masks, self._actors = arrays.observations[own], arrays.masks[own], arrays.actors[own]
        self._rewards, self._dones, self._moves = arrays.rewards[own], arrays.dones[own], arrays.moves[own]

    def submit(self, command: str, value: int) -> None:
        """Run the command at once and keep its error for `wait`."""
        self._error = None
        try:
            self._execute(command, value)
        except Exception as error:  # returned by `wait`, so that the other workers finish first
            self._error = error

    def wait(self) -> Exception | None:
        """Return the error of the last command, or None."""
        return self._error

    def close(self) -> None:
        """Do nothing: a local worker holds no resources."""

    def _execute(self, command: str, value: int) -> None:
        if command == "reset":
            game = find(self._config.game)
            count = len(self._part)
            self._stepper = Stepper(
                self._config.start, game.view, game.encode, game.size, game.move_count, self._part.start, count, value
            )
            self._numbers = _writable(self._stepper.numbers).reshape(self._observations.shape)
            self._mask = np.asarray(self._stepper.mask).view(np.bool_).reshape(self._masks.shape)
            self._publish()
        elif command == "step":
            self._stepper.step(self._moves.tolist())
            self._publish()
        elif command == "sample":
            self._moves[:] = np.asarray(self._stepper.sample())

    def _publish(self) -> None:
        """Write observations, masks and rewards into the shared arrays, and clear the stepper's numbers for the next step."""
        stepper = self._stepper
        np.multiply(self._numbers, self._factors, out=self._observations)
        self._numbers.fill(0)
        self._masks[:] = self._mask
        self._actors[:] = np.asarray(stepper.actor)
        self._dones[:] = np.asarray(stepper.over)
        self._rewards[:] = 0
        seats = self._config.seats
        scores, ranks = list(stepper.scores), list(stepper.ranks)
        for position, index in enumerate(np.flatnonzero(self._dones)):
            own = slice(position * seats, (position + 1) * seats)
            self._rewards[index] = self._utility(scores[own], ranks[own])


def _writable(numbers: Any) -> NDArray[np.int16]:
    """Return a writable array over the memory of a `vec`, whose buffer is read-only: clearing it element by element is slow."""
    shown = np.asarray(numbers)
    return np.ctypeslib.as_array((c_int16 * len(shown)).from_address(shown.ctypes.data))


class _ProcessWorker:
    """A worker in a process of its own: commands go over a pipe, results through the shared memory."""

    def __init__(self, config: _Config, memory: Any, part: range) -> None:
        self._worker = Worker(_serve, config, memory, part)

    def submit(self, command: str, value: int) -> None:
        self._worker.send((command, value))

    def wait(self) -> Exception | None:
        try:
            error: Exception | None = self._worker.receive()
        except WorkerDied as died:
            return RuntimeError(f"a worker process of the batch has died (exit code {died})")
        return error

    def close(self) -> None:
        self._worker.stop()


def _serve(pipe: Connection, config: _Config, memory: Any, part: range) -> None:
    """Run commands from the pipe until it is closed."""
    worker = _LocalWorker(config, memory, part)
    while True:
        command, value = pipe.recv()
        worker.submit(command, value)
        pipe.send(worker.wait())
