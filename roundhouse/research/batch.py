"""Many games at once: observations, masks and rewards of all of them in arrays that stay where they are.

Each game stands at a decision of the seat in `actors`. A game that ends pays its rewards, sets its `done` and is replaced by
a new one in the same step. A game depends on the seed and its number alone: neither on the size of the batch nor on the
processes that step it.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Mapping
from contextlib import suppress
from ctypes import c_int16, c_uint8
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from roundhouse.core.game import Game
from roundhouse.core.sentence import BadSetup, say
from roundhouse.core.stepper import Stepper
from roundhouse.games import find
from roundhouse.research.observation import check_features, factors
from roundhouse.research.utility import utility

_ALIGNED: Final = 64  # bytes: what the strictest learner asks for to take a buffer as it is
_PROCESSES: Final = multiprocessing.get_context("spawn")  # a fork would copy the threads' locks of whoever calls


class Batch:
    """So many games side by side, stepped in this process or shared out among several."""

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
            raise BadSetup(say("a batch has at least one game, and no more processes than games"))
        self.game: Game[Any] = find(game)
        check_features(self.game)
        task = _Task(game, self.game.seats[0] if seats is None else seats, dict(options or {}), reward, games)
        task.start()  # refuses what cannot be played, here and not in another process
        utility(reward)
        self.seats = task.seats
        memory = _PROCESSES.RawArray(c_uint8, _Arrays.room(task))
        arrays = _Arrays(task, memory)
        self.observations = arrays.observations
        self.masks = arrays.masks
        self.actors = arrays.actors
        self.rewards = arrays.rewards
        self.dones = arrays.dones
        self.moves = arrays.moves
        self._marks = self.masks.reshape(-1)
        self._rows = np.arange(games) * self.game.move_count
        cuts = [games * number // processes for number in range(processes + 1)]
        parts = [range(cuts[number], cuts[number + 1]) for number in range(processes)]
        self._hands: list[_Hand | _Worker] = [_Worker(task, memory, part) for part in parts[1:]]
        self._hands.append(_Hand(task, memory, parts[0]))  # the last to begin, while the others are at work
        self.reset(seed)

    def reset(self, seed: int = 0) -> None:
        """Begins every game anew."""
        self._all("reset", seed)

    def step(self, moves: ArrayLike | None = None) -> None:
        """Makes one move in each game; without any given, those in `moves`. If one is illegal, nothing happens and it is named."""
        if moves is not None:
            self.moves[:] = moves
        legal = self._marks.take(self._rows + self.moves, mode="clip")
        legal &= self.moves.view(np.uint64) < self.game.move_count  # a negative move is a very large one here
        if not legal.all():
            number = int(np.argmin(legal))
            raise ValueError(f"game {number} of the batch: {self.moves[number]} is no legal move of seat {self.actors[number]}")
        self._all("step")

    def sample(self) -> NDArray[np.int64]:
        """A legal move for each game, each equally likely, from the generator of that game; they are in `moves`."""
        self._all("sample")
        return self.moves

    def close(self) -> None:
        """Ends the processes; the arrays stay as they are."""
        for hand in self._hands:
            hand.close()
        self._hands = []

    def __enter__(self) -> Batch:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _all(self, command: str, value: int = 0) -> None:
        """Every hand begins before the first is waited for, and all are waited for before a fault is told."""
        for hand in self._hands:
            hand.begin(command, value)
        faults = [fault for fault in [hand.finish() for hand in self._hands] if fault is not None]
        if faults:
            raise faults[0]


@dataclass(frozen=True)
class _Task:
    """What is played: everything another process has to be told."""

    game: str
    seats: int
    options: Mapping[str, Any]
    reward: str
    games: int

    def start(self) -> Any:
        game = find(self.game)
        return game.start(self.seats, game.options_from(self.options))


class _Arrays:
    """The arrays of a batch in one block of memory, each where a vector unit wants it.

    observations[game, number]  of the acting seat, see `Game.features`
    masks[game, move]           what it may do
    actors[game]                its seat
    rewards[game, seat]         of a game that the last step ended, else 0
    dones[game]                 whether it ended one
    moves[game]                 the moves made last, or sampled
    """

    def __init__(self, task: _Task, memory: Any) -> None:
        block = np.frombuffer(memory, np.uint8)
        at = -block.ctypes.data % _ALIGNED
        for name, (shape, kind) in self.shapes(task).items():
            size = int(np.prod(shape)) * np.dtype(kind).itemsize
            setattr(self, name, block[at : at + size].view(kind).reshape(shape))
            at += size + -size % _ALIGNED

    observations: NDArray[np.float32] = field(init=False)
    masks: NDArray[np.bool_] = field(init=False)
    actors: NDArray[np.int64] = field(init=False)
    rewards: NDArray[np.float32] = field(init=False)
    dones: NDArray[np.bool_] = field(init=False)
    moves: NDArray[np.int64] = field(init=False)

    @staticmethod
    def shapes(task: _Task) -> dict[str, tuple[tuple[int, ...], type[np.generic]]]:
        game = find(task.game)
        return {
            "observations": ((task.games, game.size), np.float32),
            "masks": ((task.games, game.move_count), np.bool_),
            "actors": ((task.games,), np.int64),
            "rewards": ((task.games, task.seats), np.float32),
            "dones": ((task.games,), np.bool_),
            "moves": ((task.games,), np.int64),
        }

    @staticmethod
    def room(task: _Task) -> int:
        return (
            sum(int(np.prod(shape)) * np.dtype(kind).itemsize + _ALIGNED for shape, kind in _Arrays.shapes(task).values())
            + _ALIGNED
        )


class _Hand:
    """Steps a part of the games, here."""

    def __init__(self, task: _Task, memory: Any, part: range) -> None:
        arrays = _Arrays(task, memory)
        mine = slice(part.start, part.stop)
        self._task = task
        self._part = part
        self._fault: Exception | None = None
        self._utility = utility(task.reward)
        self._factors = factors(find(task.game))
        self._observations, self._masks, self._actors = arrays.observations[mine], arrays.masks[mine], arrays.actors[mine]
        self._rewards, self._dones, self._moves = arrays.rewards[mine], arrays.dones[mine], arrays.moves[mine]

    def begin(self, command: str, value: int) -> None:
        """Does it all; a fault is told when the other hands have finished too."""
        self._fault = None
        try:
            self._do(command, value)
        except Exception as fault:  # whoever waits is told, and decides
            self._fault = fault

    def finish(self) -> Exception | None:
        """Nothing is left to wait for."""
        return self._fault

    def close(self) -> None:
        """Nothing is held open."""

    def _do(self, command: str, value: int) -> None:
        if command == "reset":
            game = find(self._task.game)
            count = len(self._part)
            self._stepper = Stepper(
                self._task.start, game.view, game.encode, game.size, game.move_count, self._part.start, count, value
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
        """Whole numbers become observations, scores become rewards."""
        stepper = self._stepper
        np.multiply(self._numbers, self._factors, out=self._observations)
        self._numbers.fill(0)
        self._masks[:] = self._mask
        self._actors[:] = np.asarray(stepper.actor)
        self._dones[:] = np.asarray(stepper.over)
        self._rewards[:] = 0
        seats = self._task.seats
        scores, ranks = list(stepper.scores), list(stepper.ranks)
        for at, number in enumerate(np.flatnonzero(self._dones)):
            own = slice(at * seats, (at + 1) * seats)
            self._rewards[number] = self._utility(scores[own], ranks[own])


def _writable(numbers: Any) -> NDArray[np.int16]:
    """The memory of a vec, which it shows for reading only: clearing it number by number would cost a third of a step."""
    shown = np.asarray(numbers)
    return np.ctypeslib.as_array((c_int16 * len(shown)).from_address(shown.ctypes.data))


class _Worker:
    """A hand in a process of its own: told over a pipe, heard through the shared memory."""

    def __init__(self, task: _Task, memory: Any, part: range) -> None:
        self._pipe, theirs = _PROCESSES.Pipe()
        self._process = _PROCESSES.Process(target=_serve, args=(theirs, task, memory, part), daemon=True)
        self._process.start()
        theirs.close()

    def begin(self, command: str, value: int) -> None:
        with suppress(BrokenPipeError):  # `finish` tells of it
            self._pipe.send((command, value))

    def finish(self) -> Exception | None:
        try:
            fault: Exception | None = self._pipe.recv()
        except (EOFError, ConnectionResetError):
            self._process.join()
            return RuntimeError(f"a process of the batch has died (exit code {self._process.exitcode})")
        return fault

    def close(self) -> None:
        self._pipe.close()
        self._process.join()


def _serve(pipe: Connection, task: _Task, memory: Any, part: range) -> None:
    """Works until nobody is there to tell what to do."""
    hand = _Hand(task, memory, part)
    while True:
        try:
            command, value = pipe.recv()
        except (EOFError, ConnectionResetError):
            return
        hand.begin(command, value)
        pipe.send(hand.finish())
