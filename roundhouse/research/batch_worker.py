"""The workers of a batch: each steps a part of the games, in this process or in another, and writes into the shared arrays."""

from __future__ import annotations

from ctypes import c_int16
from multiprocessing.connection import Connection
from typing import Any, Final

import mypy_extensions
import numpy as np
from librt.vecs import vec
from numpy.typing import NDArray

from roundhouse.core.draw import Rng
from roundhouse.core.process import Worker, WorkerDied
from roundhouse.core.state import State
from roundhouse.core.stepper import Rules, Stepper
from roundhouse.research.batch_arrays import Arrays, BatchConfig
from roundhouse.research.observation import factors
from roundhouse.research.opponents import read_opponents
from roundhouse.research.utility import utility

Answer = tuple[Any, Exception | None]  # of a command: its value, or its error
Saved = tuple[State, Rng, int]  # a game: its state, its generator, and the seats that its players have moved on by

_SMALL_GAP: Final = 300  # columns
_BLOCK_BYTES: Final = 1 << 18  # of numbers written at a time, so that they are still in the cache when they are scaled


class LocalWorker:
    """Steps a slice of the games in this process."""

    def __init__(self, config: BatchConfig, memory: Any, part: range) -> None:
        arrays = Arrays(config, memory)
        own = slice(part.start, part.stop)
        game = config.find_game()
        self._config = config
        self._part = part
        self._answer: Answer = (None, None)
        self._utility = utility(config.reward)
        self._opponents = read_opponents(config.opponents, game, config.seats)
        self._packed = config.mask_kind == "bits"
        self._writer = _Writer(factors(game), arrays.observations[own])
        self._rows = max(1, min(len(part), _BLOCK_BYTES // (2 * game.size)))
        self._masks, self._actors = arrays.masks[own], arrays.actors[own]
        self._scores, self._ranks = arrays.scores[own], arrays.ranks[own]
        self._rewards, self._dones, self._moves = arrays.rewards[own], arrays.dones[own], arrays.moves[own]

    def submit(self, command: str, value: Any) -> None:
        """Run the command at once and keep its answer for `wait`."""
        try:
            self._answer = (self._execute(command, value), None)
        except Exception as error:  # returned by `wait`, so that the other workers finish first
            self._answer = (None, error)

    def wait(self) -> Answer:
        """Return the answer to the last command."""
        return self._answer

    def close(self) -> None:
        """Do nothing: a local worker holds no resources."""

    def _execute(self, command: str, value: Any) -> Any:
        if command == "reset":
            self._make_stepper(value)
            self._stepper.begin()
            self._rewards[:] = 0
            self._dones[:] = False
            self._show_all()
            self._play_nets()
            self._publish()
        elif command == "step":
            self._step()
        elif command == "sample":
            self._moves[:] = np.asarray(self._stepper.sample())
        elif command == "save":
            return self._save()
        elif command == "restore":
            self._restore(value)
        return None

    def _make_stepper(self, seed: int) -> None:
        game = self._config.find_game()
        rules = Rules(self._config.start(), game.view, game.advise, game.encode, game.size, game.move_count)
        count = len(self._part)
        self._stepper = Stepper(rules, self._part.start, count, seed, self._opponents.vec(), self._rows)
        self._numbers = _writable(self._stepper.numbers).reshape(self._rows, game.size)
        self._mask = np.asarray(self._stepper.mask).view(np.bool_).reshape(count, game.move_count)

    def _step(self) -> None:
        stepper, moves, rows = self._stepper, self._moves.tolist(), self._rows
        self._rewards[:] = 0
        self._dones[:] = False
        for start in range(0, len(moves), rows):
            stop = min(start + rows, len(moves))
            stepper.step(moves, start, stop)
            self._write(start, stop)
        self._pay()
        self._play_nets()
        self._publish()

    def _show_all(self) -> None:
        for start in range(0, len(self._part), self._rows):
            stop = min(start + self._rows, len(self._part))
            for game in range(start, stop):
                self._stepper.show(game, game - start)
            self._write(start, stop)

    def _write(self, start: int, stop: int) -> None:
        """Copy a block of numbers into the observations, and clear it for the next one."""
        numbers = self._numbers[: stop - start]
        self._writer.write(numbers, slice(start, stop))
        numbers.fill(0)

    def _play_nets(self) -> None:
        """Let the networks among the opponents move until every game waits for the caller."""
        if not self._opponents.nets:
            return
        stepper = self._stepper
        while True:
            players = (np.asarray(stepper.actor) - np.asarray(stepper.turned)) % self._config.seats
            waiting = np.flatnonzero(players)
            if not len(waiting):
                return
            for player, net in self._opponents.nets.items():
                games = waiting[players[waiting] == player]
                if len(games):
                    self._move(games, net.best_moves(self._writer.scaled(games), self._mask[games]))

    def _move(self, games: NDArray[np.int64], moves: NDArray[np.int64]) -> None:
        """Make moves in some of the games."""
        for start in range(0, len(games), self._rows):
            chosen = games[start : start + self._rows]
            for row, (game, move) in enumerate(zip(chosen.tolist(), moves[start : start + self._rows].tolist(), strict=True)):
                self._stepper.move(game, move)
                self._stepper.show(game, row)
            self._writer.write(self._numbers[: len(chosen)], chosen)
            self._numbers[: len(chosen)].fill(0)
            self._pay_for(chosen[np.asarray(self._stepper.over)[chosen] == 1])

    def _pay(self) -> None:
        self._pay_for(np.flatnonzero(np.asarray(self._stepper.over)))

    def _pay_for(self, ended: NDArray[np.int64]) -> None:
        """Set the rewards of games that have just ended, whose scores the stepper holds in this order."""
        seats = self._config.seats
        scores, ranks = list(self._stepper.scores), list(self._stepper.ranks)
        for position, index in enumerate(ended.tolist()):
            own = slice(position * seats, (position + 1) * seats)
            if not self._dones[index]:  # of two games that end in one step, the first had the caller's move
                self._rewards[index] = self._utility(scores[own], ranks[own])
                self._scores[index], self._ranks[index] = scores[own], ranks[own]
                self._dones[index] = True
        self._stepper.clear()

    def _publish(self) -> None:
        """Write masks and actors into the shared arrays."""
        if self._packed:
            self._masks[:] = np.packbits(self._mask, axis=1, bitorder="little")
        else:
            self._masks[:] = self._mask
        self._actors[:] = np.asarray(self._stepper.actor)

    def _save(self) -> list[Saved]:
        stepper = self._stepper
        return [(stepper.states[i].copy(), stepper.rngs[i].copy(), int(stepper.turned[i])) for i in range(len(self._part))]

    def _restore(self, saved: list[Saved]) -> None:
        self._make_stepper(0)
        stepper = self._stepper
        stepper.states = [state.copy() for state, _, _ in saved]
        stepper.rngs = [rng.copy() for _, rng, _ in saved]
        stepper.turned = vec[mypy_extensions.i64]([turned for _, _, turned in saved])
        self._show_all()
        self._publish()


class _Writer:
    """Turns encoded integers into the observations of a batch."""

    def __init__(self, scale: NDArray[np.float32], observations: NDArray[Any]) -> None:
        self._observations = observations
        self._scale = scale
        self._scaled_columns = _ranges(np.flatnonzero(scale != 1)) if observations.dtype == np.float32 else []

    def write(self, numbers: NDArray[np.int16], rows: slice | NDArray[np.int64]) -> None:
        """Write blocks of numbers as observations of these games."""
        observations = self._observations
        if isinstance(rows, slice):
            np.copyto(observations[rows], numbers)
            for columns in self._scaled_columns:
                observations[rows, columns] *= self._scale[columns]
        else:
            observations[rows] = numbers * self._scale if observations.dtype == np.float32 else numbers

    def scaled(self, games: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return the observations of some games as float32."""
        chosen: NDArray[Any] = self._observations[games]
        return chosen if chosen.dtype == np.float32 else chosen * self._scale


def _ranges(columns: NDArray[np.int64]) -> list[slice]:
    """Return ranges that cover ascending numbers; small gaps are covered too, since every range costs a call."""
    if not len(columns):
        return []
    breaks = np.flatnonzero(np.diff(columns) > _SMALL_GAP) + 1
    return [slice(int(part[0]), int(part[-1]) + 1) for part in np.split(columns, breaks)]


def _writable(numbers: Any) -> NDArray[np.int16]:
    """Return a writable array over the memory of a `vec`, whose buffer is read-only: clearing it element by element is slow."""
    shown = np.asarray(numbers)
    return np.ctypeslib.as_array((c_int16 * len(shown)).from_address(shown.ctypes.data))


class ProcessWorker:
    """A worker in a process of its own: commands go over a pipe, results through the shared memory."""

    def __init__(self, config: BatchConfig, memory: Any, part: range) -> None:
        self._worker = Worker(_serve, config, memory, part)

    def submit(self, command: str, value: Any) -> None:
        """Send the command."""
        self._worker.send((command, value))

    def wait(self) -> Answer:
        """Return the answer to the last command."""
        try:
            answer: Answer = self._worker.receive()
        except WorkerDied as died:
            return None, RuntimeError(f"a worker process of the batch has died (exit code {died})")
        return answer

    def close(self) -> None:
        """Stop the process."""
        self._worker.stop()


def _serve(pipe: Connection, config: BatchConfig, memory: Any, part: range) -> None:
    """Run commands from the pipe until it is closed."""
    worker = LocalWorker(config, memory, part)
    while True:
        command, value = pipe.recv()
        worker.submit(command, value)
        pipe.send(worker.wait())
