"""Bot moves: at each table where a bot is to move, one process makes it move."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Collection
from dataclasses import replace
from typing import Final

from roundhouse.core.draw import Rng
from roundhouse.core.sentence import HouseError, Sentence, say
from roundhouse.web.bots.pool import BotFailed, BotKey, BotPool, Decision
from roundhouse.web.http.logs import facts
from roundhouse.web.jobs.queue import Job, JobQueue
from roundhouse.web.tables.change import next_job
from roundhouse.web.tables.playing import bot_move
from roundhouse.web.tables.room import Room

_LOOK_AGAIN: Final = 5.0  # seconds between two checks whether a person has come, for a bot that nobody waits for
_logger: Final = logging.getLogger(__name__)


class BotWorker:
    """Runs one task per table, for as long as bots are to move there and this process holds the lease."""

    def __init__(self, pool: BotPool, jobs: JobQueue, process_id: str) -> None:
        self._pool = pool
        self._jobs = jobs
        self._process_id = process_id
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self.failures = 0  # decisions that a bot failed to make

    @property
    def tables(self) -> Collection[str]:
        """Return the tables where this process moves a bot."""
        return self._tasks.keys()

    def busy(self, table: str) -> bool:
        """Return whether this process moves a bot at a table."""
        return table in self._tasks

    def drive(self, room: Room) -> None:
        """Make the bot whose turn it is move, unless another process does."""
        if room.over:
            self._pool.forget(room.id)
        if room.bot_to_move() is None or self.busy(room.id) or not room.waited_for:
            return
        if room.job is None or room.job.owner == self._process_id:
            self._tasks[room.id] = asyncio.get_running_loop().create_task(self._drive(room))

    async def run_job(self, room: Room, job: Job) -> None:
        """Take over the bot of a table, whose job this process has just claimed."""
        if room.bot_to_move() is None:
            room.set_job(None)
            await self._jobs.drop(room.id, job)
        elif not room.waited_for:
            await self._jobs.postpone(room.id, _LOOK_AGAIN)
            room.set_job(replace(job, owner="", leased_until=0.0))
        else:
            self.drive(room)

    async def close(self) -> None:
        """Stop moving bots."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _drive(self, room: Room) -> None:
        try:
            if room.job is None:  # a table from before jobs were stored
                await self._take(room)
            while self._holds(room) and room.waited_for and (turn := room.bot_to_move()) is not None:
                await self._move(room, *turn)
        except HouseError as error:  # the store is broken: the process that claims the job after the lease tries again
            _logger.warning("a bot could not move: %s", error, extra=facts(table=room.id))
        except Exception:
            _logger.exception("a bot could not move", extra=facts(table=room.id))
        finally:
            del self._tasks[room.id]

    def _holds(self, room: Room) -> bool:
        return room.job is not None and room.job.owner == self._process_id

    async def _take(self, room: Room) -> None:
        job = next_job(room.change(room.actor), self._process_id)
        if job is not None and await self._jobs.take(room.id, job):
            room.set_job(job)

    async def _move(self, room: Room, seat: int, level: str) -> None:
        event_count, start = room.event_count, time.monotonic()
        move, notice = await self._choose(room, seat, level)
        await asyncio.sleep(max(0.0, room.setup.pace / 1000 - (time.monotonic() - start)))
        await bot_move(room, event_count, seat, move, notice)

    async def _choose(self, room: Room, seat: int, level: str) -> tuple[int, Sentence | None]:
        """Return the move of a bot; if it fails, that of the heuristic and a notice about it."""
        assert room.table is not None
        view, moves = room.table.view(seat), room.table.moves(seat)
        if len(moves) == 1:
            return moves[0], None
        seed = room.event_count
        game = room.game
        decision = Decision(BotKey(room.id, seat, level), room.setup.host, game.name, game.version, level, view, moves)
        try:
            return await self._pool.choose(decision), None
        except BotFailed as error:
            _logger.warning("a bot failed: %s", error, extra=facts(table=room.id))
            self.failures += 1
            notice = say("the bot of {name} failed; a simpler one has moved for it", name=room.seats[seat].name)
            return room.game.advise(view, Rng(seed)), notice
