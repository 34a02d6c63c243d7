"""The scheduler: once a second, run due jobs and make up for messages that were lost."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final

from roundhouse.core.sentence import HouseError
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.jobs.queue import BOT_MOVE, CLOCK_END, Job, JobQueue
from roundhouse.web.tables.presence import AWAY
from roundhouse.web.tables.repository import TableRepository
from roundhouse.web.tables.room import Room
from roundhouse.web.tables.rooms import Rooms
from roundhouse.web.workers.bots import BotWorker
from roundhouse.web.workers.clocks import ClockWorker
from roundhouse.web.workers.ratings import RatingWorker
from roundhouse.web.workers.retention import RetentionWorker

_INTERVAL: Final = 1.0  # seconds between two ticks
_RECONCILE_EVERY: Final = 5  # ticks: compare rooms with the store, in case a message was lost
_PRESENCE_EVERY: Final = int(AWAY / 2)  # ticks: publish presence again to other processes
_RATE_EVERY: Final = 30  # ticks: look for finished games whose process died before it rated them
_RETAIN_EVERY: Final = 60  # ticks: delete what is no longer kept
_RETRY_DELAY: Final = 3600.0  # seconds until a job that cannot run is tried again
_logger: Final = logging.getLogger(__name__)

JobHandler = Callable[[Room, Job], Awaitable[None]]  # runs a job that this process has leased


class Scheduler:
    """Takes due jobs from the queue and hands them to the workers; keeps rooms, presence, clocks and leases up to date."""

    def __init__(
        self,
        repository: TableRepository,
        jobs: JobQueue,
        rooms: Rooms,
        bot_worker: BotWorker,
        clock_worker: ClockWorker,
        rating_worker: RatingWorker,
        retention_worker: RetentionWorker,
    ) -> None:
        self._repository = repository
        self._jobs = jobs
        self._rooms = rooms
        self._bot_worker = bot_worker
        self._clock_worker = clock_worker
        self._rating_worker = rating_worker
        self._retention_worker = retention_worker
        self._handlers: Mapping[str, JobHandler] = {BOT_MOVE: bot_worker.run_job, CLOCK_END: clock_worker.run_job}
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Start ticking."""
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def close(self) -> None:
        """Stop ticking."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        number = 0
        while True:
            await asyncio.sleep(_INTERVAL)
            number += 1
            try:
                await self.tick(number)
            except HouseError as error:
                _logger.warning("the scheduler failed: %s", error)
            except Exception:
                _logger.exception("the scheduler failed")

    async def tick(self, number: int) -> None:
        """Do everything that is due at tick `number`."""
        watched = self._rooms.watched()
        for room in watched:
            room.presence.check(room.seats)
        if self._repository.shared and number % _PRESENCE_EVERY == 0:
            for room in watched:
                room.presence.publish()
        await self._clock_worker.beat()  # first: it may move on clocks that seem to have ended
        if number % _RATE_EVERY == 0:
            self._rating_worker.rate_soon()
        await self._jobs.renew(self._bot_worker.tables)
        for table, job in await self._jobs.take_due():
            await self._run_job(table, job)
        if self._repository.shared and number % _RECONCILE_EVERY == 0:
            await self._reconcile(watched)
        if number % _RETAIN_EVERY == 0:
            await self._retention_worker.sweep()

    async def _run_job(self, table: str, job: Job) -> None:
        """Run a job that this process has just leased; drop it if it is void."""
        try:
            room = await self._rooms.get(table)
            if room.event_count != job.event_count:
                await self._jobs.drop(table, job)
                return
            room.set_job(job)
            await self._handlers[job.kind](room, job)
        except HTTPError as error:  # such as a table whose rules are not installed
            _logger.warning("table %s: %s", table, error)
            await self._jobs.postpone(table, _RETRY_DELAY)

    async def _reconcile(self, rooms: Sequence[Room]) -> None:
        """Refresh the rooms whose version differs from that in the store."""
        versions = await self._repository.versions([room.id for room in rooms])
        for room in rooms:
            if versions.get(room.id) != room.version:
                self._rooms.refresh_soon(room)
