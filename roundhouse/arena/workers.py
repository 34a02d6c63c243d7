"""Workers that play the games of a job: this process, or several on this machine. Results come in the order of the games."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager
from typing import Final

from roundhouse.arena.job import Job
from roundhouse.arena.match import FinishedGame, play
from roundhouse.arena.schedule import Fixture
from roundhouse.core.sentence import HouseError, say

Workers = Callable[[Job, Sequence[Fixture]], AbstractContextManager[Iterator[FinishedGame]]]

_QUEUED: Final = 64  # games per worker that are submitted before the first result is awaited, so that none idles during a long game


class WorkerDied(HouseError):
    """A worker process has died."""


@contextmanager
def in_process(job: Job, fixtures: Sequence[Fixture]) -> Iterator[Iterator[FinishedGame]]:
    """Play in this process."""
    yield (play(job, fixture) for fixture in fixtures)


def process_pool(count: int) -> Workers:
    """Play in a pool of processes on this machine; each takes the next game when it has finished one."""
    if count < 2:
        return in_process

    @contextmanager
    def workers(job: Job, fixtures: Sequence[Fixture]) -> Iterator[Iterator[FinishedGame]]:
        others = set(multiprocessing.active_children())
        pool = ProcessPoolExecutor(count, multiprocessing.get_context("spawn"), _install_signal_handler)
        pending: deque[Future[FinishedGame]] = deque()
        try:
            yield _in_order(pool, pending, job, fixtures, count)
        except BrokenProcessPool:
            raise WorkerDied(
                say("a worker process has died; finished games are kept, and the same command resumes the run")
            ) from None
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            if pending:  # after Ctrl-C, or when a test is decided, the games in progress are not needed
                for child in set(multiprocessing.active_children()) - others:
                    child.terminate()
            pool.shutdown()

    return workers


def _in_order(
    pool: ProcessPoolExecutor, pending: deque[Future[FinishedGame]], job: Job, fixtures: Sequence[Fixture], count: int
) -> Iterator[FinishedGame]:
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)  # inherited by the processes that are started now
    try:
        for fixture in fixtures[:count]:
            pending.append(pool.submit(_play, job, fixture))
    finally:
        signal.signal(signal.SIGINT, handler)
    for fixture in fixtures[count:]:
        pending.append(pool.submit(_play, job, fixture))
        if len(pending) >= _QUEUED * count:
            yield _pop_first(pending)
    while pending:
        yield _pop_first(pending)


def _pop_first(pending: deque[Future[FinishedGame]]) -> FinishedGame:
    """Wait for the first game, and remove it only once it is there."""
    game = pending[0].result()
    pending.popleft()
    return game


# In a worker process.

_playing = False


class _Stopped(BaseException):
    """Stops the game at once but lets its bots be closed. A BaseException, so that no bot catches it."""


def _install_signal_handler() -> None:
    signal.signal(signal.SIGTERM, _stop)


def _stop(_signal: int, _frame: object) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if _playing:
        raise _Stopped
    os._exit(1)


def _play(job: Job, fixture: Fixture) -> FinishedGame:
    global _playing
    _playing = True
    try:
        return play(job, fixture)
    except _Stopped:
        os._exit(1)
    finally:
        _playing = False
