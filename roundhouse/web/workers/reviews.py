"""Reviews of finished games, in the background: one at a time, in a process that gets only the time that nothing else wants."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Final, NamedTuple

from roundhouse.bots.bot import Budget
from roundhouse.core.process import Worker, WorkerDied
from roundhouse.core.record import read
from roundhouse.core.sentence import HouseError, say
from roundhouse.review.reviewer import Reviewer
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.http.logs import facts
from roundhouse.web.tables.reviews import Reviews

_NICE: Final = 19  # below the bots, which are below the pages
_SLICE: Final = 2.0  # seconds between two reports
_SLOW: Final = 45.0  # seconds without a report after which the process is replaced; below the lease
_MOST_WAITING: Final = 20
_logger: Final = logging.getLogger(__name__)


class ReviewFailed(Exception):
    """The process could not work on a review."""


class _Begin(NamedTuple):
    """A review to begin; any other message asks the process to go on."""

    record: str
    seconds: float  # of CPU time


class _Report(NamedTuple):
    """How far a review has come."""

    progress: float
    document: str | None  # None before the first curve


class _Task(NamedTuple):
    table: str
    event_count: int
    record: str


def work(pipe: Connection) -> None:
    """Run the process: work on one review for a slice of time, report, and wait for the next message."""
    if hasattr(os, "nice"):
        os.nice(_NICE)
    reviewer: Reviewer | None = None
    steps: Iterator[float] = iter(())
    while True:
        message: _Begin | None = pipe.recv()
        try:
            if message is not None:
                reviewer = Reviewer(read(message.record), clock=time.process_time)
                steps = reviewer.work(Budget(seconds=message.seconds))
            assert reviewer is not None
            pipe.send(_slice(reviewer, steps))
        except Exception as error:  # such as a game that raises: the review fails, not the server
            pipe.send(repr(error))


def _slice(reviewer: Reviewer, steps: Iterator[float]) -> _Report:
    end = time.monotonic() + _SLICE
    done = 1.0
    while (progress := next(steps, None)) is not None:
        done = progress
        if time.monotonic() > end:
            break
    return _Report(done, reviewer.review().json().decode() if reviewer.curve_is_known else None)


class ReviewWorker:
    """Works on reviews that people have asked for, in that order."""

    def __init__(self, reviews: Reviews, seconds: int) -> None:
        self._reviews = reviews
        self._seconds = seconds
        self._waiting: list[_Task] = []
        self._task: asyncio.Task[None] | None = None
        self._worker: Worker | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="reviews")

    @property
    def idle(self) -> bool:
        """Return whether nothing is being made."""
        return self._task is None or self._task.done()

    async def ask(self, table: str, event_count: int, record: str) -> None:
        """Begin the review of a finished game, unless there is one or a process works on it.

        Raises HTTPError 429 if too many are waiting.
        """
        if len(self._waiting) >= _MOST_WAITING:
            raise HTTPError(429, say("too many reviews are waiting; try again later"))
        if not await self._reviews.claim(table, event_count):
            return
        if all(task.table != table for task in self._waiting):
            self._waiting.append(_Task(table, event_count, record))
        if self.idle:
            self._task = asyncio.get_running_loop().create_task(self._run())

    async def close(self) -> None:
        """Stop. What is known of a review stays; after the lease it can be asked for again."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._stop_process()
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _run(self) -> None:
        try:
            while self._waiting:
                await self._review(self._waiting[0])
                del self._waiting[0]
        finally:
            self._waiting.clear()
            self._stop_process()

    async def _review(self, task: _Task) -> None:
        message: _Begin | None = _Begin(task.record, self._seconds)
        try:
            while True:
                report = await self._report(message)
                if not await self._save(task, report) or report.progress >= 1.0:
                    return
                for waiting in self._waiting[1:]:
                    await self._save(waiting, _Report(0.0, None))  # keeps their leases
                message = None
        except (HouseError, TimeoutError, WorkerDied, ReviewFailed) as error:
            _logger.warning("a review ended: %r", error, extra=facts(table=task.table))
            self._stop_process()

    async def _report(self, message: _Begin | None) -> _Report:
        loop = asyncio.get_running_loop()
        if self._worker is None:
            self._worker = await loop.run_in_executor(self._thread, _start)
        answer = await asyncio.wait_for(loop.run_in_executor(self._thread, self._worker.ask, message), _SLOW)
        if isinstance(answer, str):
            raise ReviewFailed(answer)
        report: _Report = answer
        return report

    async def _save(self, task: _Task, report: _Report) -> bool:
        return await self._reviews.save(task.table, task.event_count, report.progress, report.document)

    def _stop_process(self) -> None:
        if self._worker is not None:
            self._worker.stop()
            self._worker = None


def _start() -> Worker:
    return Worker(work, name="roundhouse-review")
