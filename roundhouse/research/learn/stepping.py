"""Stepping the games of a group: in this process, or in worker processes that are woken by semaphores."""

from __future__ import annotations

from collections.abc import Sequence
from ctypes import c_int16, c_int64, c_uint8
from multiprocessing import parent_process
from multiprocessing.connection import Connection
from typing import Any, Final, NamedTuple, Protocol

import mypy_extensions
import numpy as np
from librt.vecs import vec
from numpy.typing import NDArray

from roundhouse.core.process import SPAWN, Worker
from roundhouse.core.stepper import EXTERNAL, Rules, Stepper
from roundhouse.research.learn.group import GROUPS, HEURISTIC, GroupArrays, Tables, plan_tables, result_values
from roundhouse.research.learn.settings import Settings

RESET: Final = 0  # commands of a worker
STEP: Final = 1
ADVISED_STEP: Final = 2  # a step after which the heuristic is asked for its moves
ADVISED_RESET: Final = 3

_BLOCK_BYTES: Final = 1 << 18  # of numbers written at a time, so that they are still in the cache when they are copied
_PATIENCE: Final = 1.0  # seconds between two looks whether a worker is alive
_GREEDY: Final = 0  # per cent of random moves


class Orders(NamedTuple):
    """What a worker process shares with its parent, besides the arrays."""

    go: Any  # a semaphore for each group
    ready: Any
    words: Any  # [command, seed] for each group


class TableStepper:
    """Steps a part of the games of one kind."""

    def __init__(self, settings: Settings, tables: Tables, games: range, first: int, arrays: GroupArrays) -> None:
        game = settings.find_game()
        own = slice(games.start, games.stop)
        self._game = game
        self._seats = tables.seats
        self._first = first + games.start  # index among all games of the run, from which the games' luck follows
        self._count = len(games)
        start = game.start(tables.seats, game.options_from(settings.options))
        self._rules = Rules(start, game.view, game.advise, game.encode, game.size, game.move_count)
        self._policies = [EXTERNAL, *[_GREEDY] * (tables.seats - 1)] if tables.opponents == HEURISTIC else []
        self._rows = max(1, min(self._count, _BLOCK_BYTES // (2 * game.size)))
        self._observations, self._masks, self._chains = arrays.observations[own], arrays.masks[own], arrays.chains[own]
        self._has_choice = arrays.has_choice[own]
        self._dones, self._results = arrays.dones[own], arrays.results[own]
        self._advice, self._moves = arrays.advice[own], arrays.moves[own]

    def reset(self, seed: int) -> None:
        """Start every game again."""
        policies = vec[mypy_extensions.i64](self._policies)
        self._stepper = Stepper(self._rules, self._first, self._count, seed, policies, self._rows)
        self._numbers = _writable(self._stepper.numbers).reshape(self._rows, self._rules.size)
        self._mask = np.asarray(self._stepper.mask).view(np.bool_).reshape(self._count, self._rules.move_count)
        self._stepper.begin()
        self._dones[:] = False
        for start, stop in self._blocks():
            for index in range(start, stop):
                self._stepper.show(index, index - start)
            self._copy(start, stop)
        self._publish()

    def step(self) -> None:
        """Make the moves."""
        moves = self._moves.tolist()
        for start, stop in self._blocks():
            self._stepper.step(moves, start, stop)
            self._copy(start, stop)
        self._pay()
        self._publish()

    def advise(self) -> None:
        """Ask the heuristic for a move in each game, with the game's own generator."""
        view, advise, stepper = self._game.view, self._game.advise, self._stepper
        moves = [advise(view(state, state.actor), rng) for state, rng in zip(stepper.states, stepper.rngs, strict=True)]
        self._advice[:] = moves

    def _blocks(self) -> list[tuple[int, int]]:
        return [(start, min(start + self._rows, self._count)) for start in range(0, self._count, self._rows)]

    def _copy(self, start: int, stop: int) -> None:
        """Copy a block of numbers into the observations, and clear it for the next one."""
        numbers = self._numbers[: stop - start]
        self._observations[start:stop] = numbers
        numbers.fill(0)

    def _pay(self) -> None:
        """Write the results of the games that the step has ended."""
        over = np.asarray(self._stepper.over)
        self._dones[:] = over
        scores, ranks = list(self._stepper.scores), list(self._stepper.ranks)
        seats = self._seats
        for position, index in enumerate(np.flatnonzero(over).tolist()):
            own = slice(position * seats, (position + 1) * seats)
            for chain in range(1 if self._policies else seats):
                values = result_values(scores[own], ranks[own], chain)
                self._results[index, chain, :seats], self._results[index, chain, -1] = values[:-1], values[-1]
        self._stepper.clear()

    def _publish(self) -> None:
        self._masks[:] = self._mask
        self._has_choice[:] = self._mask.view(np.uint8).sum(1, dtype=np.uint32) > 1
        self._chains[:] = 0 if self._policies else np.asarray(self._stepper.actor)


class GroupStepper:
    """Steps one of several equal parts of a group."""

    def __init__(self, settings: Settings, group: int, games: int, memory: Any, part: int, parts: int) -> None:
        arrays = GroupArrays(settings, games, memory)
        pieces = [(tables, tables.part(part, parts)) for tables in plan_tables(settings, games)]
        self._steppers = [TableStepper(settings, tables, piece, group * games, arrays) for tables, piece in pieces if piece]

    def execute(self, command: int, seed: int) -> None:
        """Execute a command."""
        for stepper in self._steppers:
            if command in (RESET, ADVISED_RESET):
                stepper.reset(seed)
            else:
                stepper.step()
            if command in (ADVISED_STEP, ADVISED_RESET):
                stepper.advise()


class Stepping(Protocol):
    """The stepping of all groups."""

    def submit(self, group: int, command: int, seed: int = 0) -> None:
        """Give a group a command. Its arrays must not be touched until `wait` returns."""

    def wait(self, group: int) -> None:
        """Wait until a group has executed its command."""

    def close(self) -> None:
        """Stop the processes, if there are any."""


class LocalStepping:
    """Steps the games in this process."""

    def __init__(self, settings: Settings, games: int, memories: Sequence[Any]) -> None:
        self._groups = [GroupStepper(settings, group, games, memory, 0, 1) for group, memory in enumerate(memories)]

    def submit(self, group: int, command: int, seed: int = 0) -> None:
        """Execute the command at once."""
        self._groups[group].execute(command, seed)

    def wait(self, group: int) -> None:
        """Return at once."""

    def close(self) -> None:
        """Do nothing."""


class ProcessStepping:
    """Steps the games in worker processes, each of which has an equal part of every group."""

    def __init__(self, settings: Settings, games: int, memories: Sequence[Any], workers: int) -> None:
        self._orders = [
            Orders(
                [SPAWN.Semaphore(0) for _ in memories], [SPAWN.Semaphore(0) for _ in memories], SPAWN.RawArray(c_int64, 2 * GROUPS)
            )
            for _ in range(workers)
        ]
        self._workers = [
            Worker(_serve, settings, games, list(memories), part, workers, orders) for part, orders in enumerate(self._orders)
        ]
        self._submitted = [False] * GROUPS

    def submit(self, group: int, command: int, seed: int = 0) -> None:
        """Wake the workers."""
        for orders in self._orders:
            orders.words[2 * group], orders.words[2 * group + 1] = command, seed
            orders.go[group].release()
        self._submitted[group] = True

    def wait(self, group: int) -> None:
        """Wait for the workers. Raise RuntimeError if one has died."""
        if not self._submitted[group]:
            return
        for worker, orders in zip(self._workers, self._orders, strict=True):
            while not orders.ready[group].acquire(timeout=_PATIENCE):
                if not worker.is_alive():
                    raise RuntimeError("a worker process of the training has died")
        self._submitted[group] = False

    def close(self) -> None:
        """Stop the processes."""
        for worker in self._workers:
            worker.stop()


def shared_memory(settings: Settings, games: int) -> list[Any]:
    """Return a block of memory for each group, which worker processes can share."""
    return [SPAWN.RawArray(c_uint8, GroupArrays.total_bytes(settings, games)) for _ in range(GROUPS)]


def _serve(
    pipe: Connection,  # noqa: ARG001  (it only stops the process)
    settings: Settings,
    games: int,
    memories: list[Any],
    part: int,
    parts: int,
    orders: Orders,
) -> None:
    """Execute commands, for each group in turn, until the process is stopped or its parent is gone."""
    groups = [GroupStepper(settings, group, games, memory, part, parts) for group, memory in enumerate(memories)]
    while True:
        for group, stepper in enumerate(groups):
            while not orders.go[group].acquire(timeout=_PATIENCE):
                if not _has_parent():
                    return
            stepper.execute(orders.words[2 * group], orders.words[2 * group + 1])
            orders.ready[group].release()


def _has_parent() -> bool:
    parent = parent_process()
    return parent is not None and parent.is_alive()


def _writable(numbers: Any) -> NDArray[np.int16]:
    """Return a writable array over the memory of a `vec`, whose buffer is read-only: clearing it element by element is slow."""
    shown = np.asarray(numbers)
    return np.ctypeslib.as_array((c_int16 * len(shown)).from_address(shown.ctypes.data))
