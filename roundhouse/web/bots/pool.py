"""Bots at work: in processes of their own, each decision within a limit, so that thinking never delays another table."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import signal
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, Final, NamedTuple

from roundhouse.bots import make
from roundhouse.core.game import Game
from roundhouse.core.state import View
from roundhouse.games import find

_SPAWN: Final = get_context("spawn")
_NICE: Final = 5  # bots yield to the pages
_SEED_BITS: Final = 62


class BotFailed(Exception):
    """A bot crashed, overran its time or chose what is not legal."""


class Task(NamedTuple):
    """A decision: everything that a bot is told."""

    game: str
    level: str
    seed: int
    view: View
    moves: list[int]


def work(pipe: Connection) -> None:
    """The life of a worker: decisions, until its house is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the house, which ends its workers itself
    if hasattr(os, "nice"):
        os.nice(_NICE)
    with contextlib.suppress(EOFError, OSError):
        while True:
            task: Task = pipe.recv()
            try:
                answer: int | str = make(task.level, find(task.game), task.seed).choose(task.view, task.moves)
            except Exception as error:  # whatever a bot does wrong is its table's news, not the end of the worker
                answer = repr(error)
            pipe.send(answer)


class _Worker:
    """One process, and the pipe to it."""

    def __init__(self) -> None:
        self._pipe, theirs = _SPAWN.Pipe()
        self._process: SpawnProcess = _SPAWN.Process(target=work, args=(theirs,), daemon=True, name="roundhouse-bot")
        self._process.start()
        theirs.close()

    def ask(self, task: Task) -> int | str:
        """Waits for the answer; called in a thread. EOFError when the worker ends meanwhile."""
        self._pipe.send(task)
        answer: int | str = self._pipe.recv()
        return answer

    def end(self) -> None:
        self._process.kill()
        self._process.join()
        self._pipe.close()


class BotPool:
    """A few workers, started when the first bot sits down. A worker that overruns or dies is replaced."""

    def __init__(self, workers: int, limit: float) -> None:
        self._limit = limit
        self._free: asyncio.Queue[_Worker] = asyncio.Queue()
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="robots")
        self._all: set[_Worker] = set()
        self._missing = workers
        self._starting: set[asyncio.Task[None]] = set()

    def warm(self) -> None:
        """Starts the workers if there are none; they load the games while the house goes on."""
        for _ in range(self._missing):
            start = asyncio.get_running_loop().create_task(self._add())
            self._starting.add(start)
            start.add_done_callback(self._starting.discard)
        self._missing = 0

    async def close(self) -> None:
        """Ends the workers, whatever they are thinking about."""
        await asyncio.gather(*self._starting, return_exceptions=True)
        for worker in self._all:
            worker.end()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def choose(self, level: str, game: Game[Any], view: View, moves: Sequence[int]) -> int:
        """The move of a bot of that level; RobotFailed when there is none in time."""
        task = Task(game.name, level, secrets.randbits(_SEED_BITS), view, list(moves))
        self.warm()
        worker = await self._free.get()
        try:
            answer = await asyncio.wait_for(
                asyncio.get_running_loop().run_in_executor(self._threads, worker.ask, task), self._limit
            )
        except BaseException as error:
            self._discard(worker)
            if isinstance(error, (TimeoutError, EOFError, OSError)):
                raise BotFailed(f"{level} ended: {error!r}") from error
            raise
        self._free.put_nowait(worker)
        if answer not in task.moves:
            raise BotFailed(f"{level} chose {answer!r}")
        return int(answer)

    def _discard(self, worker: _Worker) -> None:
        """Ends a worker; the next decision starts another."""
        self._all.discard(worker)
        worker.end()
        self._missing += 1

    async def _add(self) -> None:
        worker = await asyncio.to_thread(_Worker)
        self._all.add(worker)
        self._free.put_nowait(worker)
