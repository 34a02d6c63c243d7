"""Workers that play the games of a job: this process, or several on this machine. Results come in the order of the games."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial

from roundhouse.arena.job import Job
from roundhouse.arena.match import FinishedGame, play
from roundhouse.arena.schedule import Fixture
from roundhouse.core.process import Pool, WorkerDied
from roundhouse.core.sentence import HouseError, say

Workers = Callable[[Job, Sequence[Fixture]], AbstractContextManager[Iterator[FinishedGame]]]


class RunInterrupted(HouseError):
    """A worker process has died, so the run ended before its last game."""


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
        try:
            with Pool(partial(_play, job), count, _install_signal_handler) as pool:
                yield pool.map(fixtures)
        except WorkerDied:
            raise RunInterrupted(
                say("a worker process has died; finished games are kept, and the same command resumes the run")
            ) from None

    return workers


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
