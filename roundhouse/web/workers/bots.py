"""The drivers of bots: at each table where one is to move, one process sees to it that it does."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Collection
from typing import Final

from roundhouse.core.draw import Rng
from roundhouse.core.sentence import HouseError, Sentence, say
from roundhouse.web.bots.pool import BotFailed, BotPool
from roundhouse.web.http.logs import facts
from roundhouse.web.jobs.queue import Job, JobQueue
from roundhouse.web.tables.change import Change, next_job
from roundhouse.web.tables.playing import bot_move
from roundhouse.web.tables.room import Room

_logger: Final = logging.getLogger(__name__)


class BotWorker:
    """One task a table, for as long as bots are to move there and this process holds the lease."""

    def __init__(self, bot_pool: BotPool, jobs: JobQueue, me: str) -> None:
        self._bot_pool = bot_pool
        self._jobs = jobs
        self._process_id = me  # this process among those that hold leases
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self.failures = 0  # decisions that a bot failed to make

    @property
    def tables(self) -> Collection[str]:
        """Where this process moves a bot."""
        return self._tasks.keys()

    def busy(self, table: str) -> bool:
        """Whether this process moves a bot at a table."""
        return table in self._tasks

    def drive(self, room: Room) -> None:
        """Sees to it that a bot whose turn it is will move, unless another process does."""
        if room.bot_to_move() is None or self.busy(room.id):
            return
        if room.job is None or room.job.owner == self._process_id:
            self._tasks[room.id] = asyncio.get_running_loop().create_task(self._drive(room))

    async def attend(self, room: Room, job: Job) -> None:
        """This process has taken over the bot of a table."""
        if room.bot_to_move() is None:
            room.set_job(None)
            await self._jobs.drop(room.id, job)
        else:
            self.drive(room)

    async def close(self) -> None:
        """Nobody moves any more."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _drive(self, room: Room) -> None:
        try:
            if room.job is None:  # a table from before such things were written down
                await self._take(room)
            while room.job is not None and room.job.owner == self._process_id and (turn := room.bot_to_move()) is not None:
                await self._move(room, *turn)
        except HouseError as error:  # the store is broken: whoever sweeps when the lease has run out tries again
            _logger.warning("a bot could not move: %s", error, extra=facts(table=room.id))
        except Exception:
            _logger.exception("a bot could not move", extra=facts(table=room.id))
        finally:
            del self._tasks[room.id]

    async def _take(self, room: Room) -> None:
        job = next_job(Change(room.event_count, room.actor, room.seats, room.now()), self._process_id)
        if job is not None and await self._jobs.take(room.id, job):
            room.set_job(job)

    async def _move(self, room: Room, seat: int, level: str) -> None:
        n, began = room.event_count, time.monotonic()
        move, notice = await self._choose(room, seat, level)
        await asyncio.sleep(max(0.0, room.setup.pace / 1000 - (time.monotonic() - began)))
        await bot_move(room, n, seat, move, notice)

    async def _choose(self, room: Room, seat: int, level: str) -> tuple[int, Sentence | None]:
        """The move of a bot; where it fails, that of a simpler one, and what is told about it."""
        assert room.table is not None
        view, moves = room.table.view(seat), room.table.moves(seat)
        if len(moves) == 1:
            return moves[0], None
        n = room.event_count
        try:
            return await self._bot_pool.choose(level, room.game, view, moves), None
        except BotFailed as error:
            _logger.warning("a bot failed: %s", error, extra=facts(table=room.id))
            self.failures += 1
            notice = say("the bot of {name} failed; a simpler one has moved for it", name=room.seats[seat].name)
            return room.game.advise(view, Rng(n)), notice
