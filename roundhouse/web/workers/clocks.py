"""The timekeeper: sees to it that clocks end when they should, and that nobody pays for a time in which the house was down."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from roundhouse.web.clocks.repository import Heartbeat
from roundhouse.web.jobs.queue import Job, JobQueue
from roundhouse.web.tables.room import Room
from roundhouse.web.tables.rooms import Rooms
from roundhouse.web.tables.seating import run_out


class ClockWorker:
    """Beats the pulse for all clocks of the house."""

    def __init__(self, pulse: Heartbeat, jobs: JobQueue, rooms: Rooms, now: Callable[[], float]) -> None:
        self._pulse = pulse
        self._jobs = jobs
        self._rooms = rooms
        self._now = now

    async def beat(self) -> None:
        """Shows that the house is up; rooms whose clocks were set on learn it."""
        if await self._pulse.beat(self._now()):
            for room in self._rooms:
                if room.clock_row is not None:
                    await room.reload()

    async def steady(self) -> None:
        """After a silence, such as that of a machine that slept: clocks are put right before anybody moves."""
        if self._pulse.late(self._now()):
            await self.beat()

    async def attend(self, room: Room, job: Job) -> None:
        """The time of a person should be over; if the clocks have been set on, it is later."""
        await run_out(room)
        if room.job == job:
            left = room.time_left()
            await self._jobs.postpone(room.id, left)
            room.job = replace(job, at=self._now() + left, owner="", until=0.0)
