"""The sweep: once a second, what nobody sees to and what nobody has told."""

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

_PAUSE: Final = 1.0  # seconds between two sweeps
_RECONCILE: Final = 5  # sweeps after which rooms are compared with the store, should a piece of news have been lost
_PRESENT: Final = int(AWAY / 2)  # sweeps after which other processes are told again who is here
_UMPIRE: Final = 30  # sweeps after which games are looked for that nobody has rated, since their process died
_LATER: Final = 3600.0  # seconds until something that cannot be done is tried again
_logger: Final = logging.getLogger(__name__)

Attendant = Callable[[Room, Job], Awaitable[None]]  # sees to what this process has taken


class Scheduler:
    """Looks after the rooms in memory, and takes what is due in the store."""

    def __init__(
        self,
        repository: TableRepository,
        jobs: JobQueue,
        rooms: Rooms,
        bot_worker: BotWorker,
        clock_worker: ClockWorker,
        rating_worker: RatingWorker,
    ) -> None:
        self._repository = repository
        self._jobs = jobs
        self._rooms = rooms
        self._bot_worker = bot_worker
        self._clock_worker = clock_worker
        self._rating_worker = rating_worker
        self._attendants: Mapping[str, Attendant] = {BOT_MOVE: bot_worker.attend, CLOCK_END: clock_worker.attend}
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Sweeps from now on."""
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def close(self) -> None:
        """Sweeps no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        beat = 0
        while True:
            await asyncio.sleep(_PAUSE)
            beat += 1
            try:
                await self.once(beat)
            except HouseError as error:
                _logger.warning("the store cannot be swept: %s", error)
            except Exception:
                _logger.exception("the store cannot be swept")

    async def once(self, beat: int) -> None:
        """One sweep, the `beat`-th: some things are done at every so many."""
        watched = self._rooms.watched()
        for room in watched:
            room.presence.look_around(room.seats)
        if self._repository.shared and beat % _PRESENT == 0:
            for room in watched:
                room.presence.tell()
        await self._clock_worker.beat()  # before anything is found to be over
        if beat % _UMPIRE == 0:
            self._rating_worker.call()
        await self._jobs.renew(self._bot_worker.tables)
        for table, job in await self._jobs.sweep():
            await self._attend(table, job)
        if self._repository.shared and beat % _RECONCILE == 0:
            await self._reconcile(watched)

    async def _attend(self, table: str, job: Job) -> None:
        """Sees to something that this process has just taken."""
        try:
            room = await self._rooms.of(table)
            if room.event_count != job.event_count:  # it has happened
                await self._jobs.drop(table, job)
                return
            room.set_job(job)
            await self._attendants[job.kind](room, job)
        except HTTPError as error:  # such as a table under rules that are no more
            _logger.warning("table %s: %s", table, error)
            await self._jobs.postpone(table, _LATER)

    async def _reconcile(self, rooms: Sequence[Room]) -> None:
        """Compares rooms with the store."""
        versions = await self._repository.versions([room.id for room in rooms])
        for room in rooms:
            if versions.get(room.id) != room.version:
                self._rooms.follow(room)
