"""Who plays the games of a job: this process, or several on this machine. Results come in the order of the games."""

from __future__ import annotations

import multiprocessing
import signal
import sys
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
        try:
            yield _in_order(pool, job, fixtures, count)
        except BrokenProcessPool:
            raise Lost(say("a process of the arena has died; the games before are kept, and the same command goes on")) from None
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            for child in set(multiprocessing.active_children()) - others:
                child.terminate()  # at the end they are idle; after Ctrl-C what they do is not wanted
            pool.shutdown()

    return workers


def _in_order(pool: ProcessPoolExecutor, job: Job, fixtures: Sequence[Fixture], count: int) -> Iterator[Played]:
    waiting: deque[Future[Played]] = deque()
    heard = signal.signal(signal.SIGINT, signal.SIG_IGN)  # what is ignored here stays ignored in the processes started now
    try:
        for fixture in fixtures[:count]:
            waiting.append(pool.submit(_play, job, fixture))
    finally:
        signal.signal(signal.SIGINT, heard)
    for fixture in fixtures[count:]:
        waiting.append(pool.submit(_play, job, fixture))
        if len(waiting) >= _AHEAD * count:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


# In a worker.

_stopping = False


def _prepare() -> None:
    signal.signal(signal.SIGTERM, _stop)


def _stop(_number: int, _frame: object) -> None:
    """Leaves the game, so that its bots are closed; games already handed over are not begun."""
    global _stopping
    _stopping = True
    sys.exit(1)


def _play(job: Job, fixture: Fixture) -> Played:
    if _stopping:
        sys.exit(1)
    return play(job, fixture)
