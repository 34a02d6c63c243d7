"""Bot moves: at each table where a bot is to move, one process makes it move."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Collection
from contextlib import suppress
from dataclasses import replace
from typing import Final

from roundhouse.core.draw import Rng
from roundhouse.core.sentence import HouseError, Sentence, say
from roundhouse.core.state import CHANCE
from roundhouse.play.table import Table
from roundhouse.web.bots.pool import BotFailed, BotKey, BotPool, Decision
from roundhouse.web.http.logs import facts
from roundhouse.web.jobs.queue import Job, JobQueue
from roundhouse.web.people.addresses import LastAddresses
from roundhouse.web.tables.change import next_job
from roundhouse.web.tables.playing import bot_move
from roundhouse.web.tables.room import Room

_LOOK_AGAIN: Final = 5.0  # seconds between two checks whether a person has come, for a bot that nobody waits for
_TURN: Final = 5.5  # all pauses of a bot's turn, as a multiple of the pace: at the usual one a turn takes 5 seconds
_UNHURRIED: Final = 4  # steps of a turn that wait for the whole pace
_TOGETHER: Final = 0.12  # of the pace: between moves that belong together
_logger: Final = logging.getLogger(__name__)


def pause(pace: float, table: Table, seat: int, move: int) -> float:
    """Return how long a bot waits before a move, thinking included.

    Moves of one kind in a row, such as the rails of a line, follow each other at once. The first move of another kind waits for the
    pace, later ones for less and less: all pauses of a turn together stay below `_TURN` times the pace.
    """
    kinds = [table.game.notation(made).split()[0] for made in moves_of_turn(table, seat)]
    new = [kind for at, kind in enumerate(kinds) if at == 0 or kind != kinds[at - 1]]
    following = len(kinds) - len(new)
    spent = sum(_pause(count) for count in range(len(new))) + _TOGETHER * following
    same = bool(kinds) and kinds[-1] == table.game.notation(move).split()[0]
    left = max(0.0, _TURN - spent)
    return pace * min(left, _TOGETHER if same else _pause(len(new)))


def _pause(count: int) -> float:
    """Return the pause before the step number `count` of a turn, as a multiple of the pace."""
    return 1.0 if count < _UNHURRIED else 0.5


def moves_of_turn(table: Table, seat: int) -> list[int]:
    """Return the moves that a seat has made in its turn so far."""
    moves = []
    for actor, move in reversed(table.entries()):
        if actor not in (seat, CHANCE):
            break
        if actor == seat:
            moves.append(move)
    return moves[::-1]


class BotWorker:
    """Runs one task per table, for as long as bots are to move there and this process holds the lease."""

    def __init__(self, pool: BotPool, jobs: JobQueue, process_id: str, addresses: LastAddresses) -> None:
        self._pool = pool
        self._addresses = addresses
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
        assert room.table is not None
        seconds = pause(room.setup.pace / 1000, room.table, seat, move) - (time.monotonic() - start)
        if seconds > 0 and not room.hurried.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(room.hurried.wait(), seconds)
        await bot_move(room, event_count, seat, move, notice)
        if room.bot_to_move() is None:
            room.relax_bots()

    async def _choose(self, room: Room, seat: int, level: str) -> tuple[int, Sentence | None]:
        """Return the move of a bot; if it fails, that of the heuristic and a notice about it."""
        assert room.table is not None
        view, moves = room.table.view(seat), room.table.moves(seat)
        if len(moves) == 1:
            return moves[0], None
        seed = room.event_count
        game = room.game
        host = room.setup.host
        key = BotKey(room.id, seat, level)
        decision = Decision(key, host, self._addresses.of(host), game.name, game.version, level, view, moves)
        try:
            return await self._pool.choose(decision), None
        except BotFailed as error:
            _logger.warning("a bot failed: %s", error, extra=facts(table=room.id))
            self.failures += 1
            notice = say("the bot of {name} failed; a simpler one has moved for it", name=room.seats[seat].name)
            return room.game.advise(view, Rng(seed)), notice
