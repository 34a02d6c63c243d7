"""Time-outs: end a clock when its time is up, and credit clocks with the time in which the server was down or blocked."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

from roundhouse.web.clocks.repository import Heartbeat, credit
from roundhouse.web.jobs.queue import Job, JobQueue
from roundhouse.web.store.store import Message, Store
from roundhouse.web.tables.room import Room
from roundhouse.web.tables.rooms import Rooms
from roundhouse.web.tables.seating import run_out
from roundhouse.web.workers.stalls import StallMonitor


class ClockWorker:
    """Keeps the heartbeat of all clocks, and credits them with the stalls of this process."""

    def __init__(
        self, store: Store, heartbeat: Heartbeat, stalls: StallMonitor, jobs: JobQueue, rooms: Rooms, now: Callable[[], float]
    ) -> None:
        self._store = store
        self._heartbeat = heartbeat
        self._stalls = stalls
        self._jobs = jobs
        self._rooms = rooms
        self._now = now
        self._lock = asyncio.Lock()

    async def beat(self) -> None:
        """Record that the server is up; reload rooms whose clocks were moved on."""
        async with self._lock:  # concurrent callers wait until the clocks are correct
            lost = self._stalls.lost
            moved = await self._heartbeat.beat(self._now())
            if lost and not moved:
                await self._credit(lost)
            self._stalls.credited(lost)
            for room in self._rooms if moved or lost else ():
                if room.clock_row is not None:
                    await room.reload()

    def needs_correction(self) -> bool:
        """Return whether this process was down, asleep or blocked, so that clocks may be wrong."""
        return self._heartbeat.overdue(self._now()) or self._stalls.lost > 0

    async def correct(self) -> None:
        """Correct the clocks, for instance after the machine was asleep, before any move is judged."""
        if self.needs_correction():
            await self.beat()

    async def _credit(self, lost: float) -> None:
        """Move clocks on: all of them, or with several processes those of the tables that this one serves."""
        tables = [room.id for room in self._rooms if room.clock_row is not None] if self._store.shared else None
        now = self._now()
        if tables != []:
            messages = [Message("table", id) for id in tables or ()]
            await self._store.write(*credit(tables, now - lost, now), messages=messages)

    async def run_job(self, room: Room, job: Job) -> None:
        """End the time of a person if it has run out; if the clocks were moved on, postpone the job."""
        await run_out(room)
        if room.job == job:
            left = room.time_left()
            await self._jobs.postpone(room.id, left)
            room.set_job(replace(job, not_before=self._now() + left, owner="", leased_until=0.0))
