"""Who plays the games of a job: this process, or several on this machine. Results come in the order of the games."""

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
from roundhouse.arena.match import Played, play
from roundhouse.arena.schedule import Fixture
from roundhouse.core.sentence import HouseError, say

Workers = Callable[[Job, Sequence[Fixture]], AbstractContextManager[Iterator[Played]]]

_AHEAD: Final = 64  # games a worker handed out before the first of them is back: none waits for a long game


class Lost(HouseError):
    """A process that plays games has died."""


@contextmanager
def here(job: Job, fixtures: Sequence[Fixture]) -> Iterator[Iterator[Played]]:
    """In this process."""
    yield (play(job, fixture) for fixture in fixtures)


def processes(count: int) -> Workers:
    """In so many processes of this machine; each takes a game when it has none."""
    if count < 2:
        return here

    @contextmanager
    def workers(job: Job, fixtures: Sequence[Fixture]) -> Iterator[Iterator[Played]]:
        others = set(multiprocessing.active_children())
        pool = ProcessPoolExecutor(count, multiprocessing.get_context("spawn"), _prepare)
        waiting: deque[Future[Played]] = deque()
        try:
            yield _in_order(pool, waiting, job, fixtures, count)
        except BrokenProcessPool:
            raise Lost(say("a process of the arena has died; the games before are kept, and the same command goes on")) from None
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            if waiting:  # after Ctrl-C, or when a test is decided, what they do is not wanted
                for child in set(multiprocessing.active_children()) - others:
                    child.terminate()
            pool.shutdown()

    return workers


def _in_order(
    pool: ProcessPoolExecutor, waiting: deque[Future[Played]], job: Job, fixtures: Sequence[Fixture], count: int
) -> Iterator[Played]:
    heard = signal.signal(signal.SIGINT, signal.SIG_IGN)  # what is ignored here stays ignored in the processes started now
    try:
        for fixture in fixtures[:count]:
            waiting.append(pool.submit(_play, job, fixture))
    finally:
        signal.signal(signal.SIGINT, heard)
    for fixture in fixtures[count:]:
        waiting.append(pool.submit(_play, job, fixture))
        if len(waiting) >= _AHEAD * count:
            yield _first(waiting)
    while waiting:
        yield _first(waiting)


def _first(waiting: deque[Future[Played]]) -> Played:
    """The first game of those that wait; it waits no more when it is there."""
    played = waiting[0].result()
    waiting.popleft()
    return played


# In a worker.

_playing = False


class _Stopped(BaseException):
    """The game is to be left at once, but its bots are to be closed: no bot may catch this."""


def _prepare() -> None:
    signal.signal(signal.SIGTERM, _stop)


def _stop(_number: int, _frame: object) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if _playing:
        raise _Stopped
    os._exit(1)


def _play(job: Job, fixture: Fixture) -> Played:
    global _playing
    _playing = True
    try:
        return play(job, fixture)
    except _Stopped:
        os._exit(1)
    finally:
        _playing = False
