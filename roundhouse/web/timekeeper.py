"""The timekeeper: sees to it that clocks end when they should, and that nobody pays while the house is down or hangs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

from roundhouse.web.clocks import Pulse, credit
from roundhouse.web.due import Due, Dues
from roundhouse.web.heartbeat import Heartbeat
from roundhouse.web.rooms.room import Room
from roundhouse.web.rooms.rooms import Rooms
from roundhouse.web.rooms.seating import run_out
from roundhouse.web.store import News, Store


class Timekeeper:
    """Beats the pulse for all clocks of the house, and credits them with the stalls of this process."""

    def __init__(
        self, store: Store, pulse: Pulse, heartbeat: Heartbeat, dues: Dues, rooms: Rooms, now: Callable[[], float]
    ) -> None:
        self._store = store
        self._pulse = pulse
        self._heartbeat = heartbeat
        self._dues = dues
        self._rooms = rooms
        self._now = now
        self._one = asyncio.Lock()

    async def beat(self) -> None:
        """Shows that the house is up; rooms whose clocks were set on learn it."""
        async with self._one:  # whatever comes while clocks are put right waits for that
            lost = self._heartbeat.lost
            set_on = await self._pulse.beat(self._now())
            if lost and not set_on:
                await self._credit(lost)
            self._heartbeat.credited(lost)
            for room in self._rooms if set_on or lost else ():
                if room.watch is not None:
                    await room.reload()

    def late(self) -> bool:
        """Whether this process was down, asleep or blocked, and clocks may have to be put right before anything is decided."""
        return self._pulse.late(self._now()) or self._heartbeat.lost > 0

    async def steady(self) -> None:
        """After a silence, such as that of a machine that slept: clocks are put right before anybody moves."""
        if self.late():
            await self.beat()

    async def _credit(self, lost: float) -> None:
        """Sets clocks on: where there are other processes, those of the tables that this one serves."""
        tables = [room.id for room in self._rooms if room.watch is not None] if self._store.shared else None
        now = self._now()
        if tables != []:
            await self._store.write(*credit(tables, now - lost, now), news=[News("table", id) for id in tables or ()])

    async def attend(self, room: Room, due: Due) -> None:
        """The time of a person should be over; if the clocks have been set on, it is later."""
        await run_out(room)
        if room.due == due:
            left = room.time_left()
            await self._dues.postpone(room.id, left)
            room.due = replace(due, at=self._now() + left, owner="", until=0.0)
