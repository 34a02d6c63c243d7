"""A room: one table live, with its people. It is a cache of the store, never the truth: every change is written down first.

Other processes may write as well: what a room has missed it learns when it is told, or when it was wrong. What people do at a
table is in the modules beside this one (`seating`, `playing`, `talk`, `pace`), each deed by way of `Room.do`.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

from roundhouse.core.game import Game
from roundhouse.core.sentence import HouseError, Sentence, say
from roundhouse.core.state import SPECTATOR
from roundhouse.games import find
from roundhouse.play.chance import Secret
from roundhouse.play.clock import Clocks
from roundhouse.web.clocks import repository as clocks
from roundhouse.web.http.errors import HTTPError, no_table
from roundhouse.web.http.streams import Render, Streams
from roundhouse.web.jobs.queue import clear, put
from roundhouse.web.people.guests import Guest
from roundhouse.web.ratings.repository import BOT_KEY, Rated
from roundhouse.web.store.store import Conflict, StoreFailed
from roundhouse.web.tables.change import Change, Effects, ExtraStatements, next_job
from roundhouse.web.tables.events import answers, extend, restored
from roundhouse.web.tables.presence import Presence
from roundhouse.web.tables.reader import Reader
from roundhouse.web.tables.repository import OVER, WAITING, Seat, TableRepository, TableSnapshot, TableVersion

T = TypeVar("T")

_TRIES: Final = 20  # of one who is overtaken again and again


class Room:
    """What this process knows of one table. A deed checks, writes to the ledger, and then changes what is known here."""

    def __init__(
        self,
        page: TableSnapshot,
        repository: TableRepository,
        changed: Callable[[Room], None],
        render: Callable[[Room], Render[Reader]],
        extra_statements: Sequence[ExtraStatements] = (),
        now: Callable[[], float] = time.time,
        steady: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self.setup = page.setup
        self.game: Game[Any] = find(page.setup.game)
        self.seats = page.seats
        self.members = page.members
        self.host_name = page.host_name
        self.commitment = None if page.setup.prefix else Secret(page.setup.secret).commitment
        self.table = restored(self.game, page) if page.setup.stage != WAITING else None
        self.event_count = len(page.lines)
        self.answers = answers(page.lines, 0)  # to the requests that have moved here: each is answered again, and done once
        self.chat = page.chat
        self.said = page.said  # the requests that have spoken here
        self.job = page.job
        self.clock_row = page.clock_row
        self.notice: Sentence | None = None
        self.ratings: Mapping[str, Rated] = {}  # of those who sit here, as far as it is known
        self.memory: dict[object, tuple[int, Any]] = {}  # drawings of the moment, by what they show
        self.repository = repository
        self.now = now
        self.streams = Streams(render(self))
        self.presence = Presence(self.streams.touch, lambda guest: repository.publish_presence(page.setup.id, guest))
        self._changed = changed
        self._extra_statements = extra_statements
        self._steady = steady
        self._lock = asyncio.Lock()

    # The table.

    @property
    def id(self) -> str:
        """Its address."""
        return self.setup.id

    @property
    def mark(self) -> TableVersion:
        """How far it has come, as the store counts it."""
        return TableVersion(self.setup.revision, self.event_count, len(self.chat))

    @property
    def actor(self) -> int:
        """The seat to move; before the beginning and after the end, nobody."""
        return self.table.actor if self.table is not None else SPECTATOR

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.setup.stage == OVER

    @property
    def curtain(self) -> bool:
        """Whether several people with secrets share a screen: then nothing of a seat is shown before it is asked for."""
        return self.setup.hotseat and self.game.shadow_count > 0 and not self.over

    def bot_to_move(self) -> tuple[int, str] | None:
        """The seat of the bot that is to move, and its level."""
        if self.table is None or self.table.over:
            return None
        level = self.seats[self.table.actor].level
        return None if level is None else (self.table.actor, level)

    # Its clocks.

    @property
    def times(self) -> Clocks | None:
        """How the clocks stand, where there are any."""
        return None if self.clock_row is None else self.clock_row.times

    def time_left(self) -> float:
        """Seconds until the running clock ends."""
        deadline = None if self.times is None else self.times.deadline
        return 0.0 if deadline is None else max(0.0, deadline - self.now())

    def may_return(self, number: int) -> bool:
        """Whether the person of a seat may take it back now: after time has run out, the bot makes its move first."""
        return self.times is None or self.times.may_return(number)

    # Its people.

    def seat(self, number: int) -> Seat:
        """Who sits there; refuses a number that no seat has."""
        if not 0 <= number < self.setup.seats:
            raise HTTPError(422, say("there is no such seat"))
        return self.seats[number]

    def seats_of(self, guest: Guest | None) -> tuple[int, ...]:
        """The seats of a guest."""
        return () if guest is None else tuple(number for number, seat in enumerate(self.seats) if seat.guest == guest.id)

    def is_host(self, guest: Guest | None) -> bool:
        """Whether the guest opened this table."""
        return guest is not None and guest.id == self.setup.host

    def is_member(self, guest: Guest | None) -> bool:
        """Whether the guest sits here, or was invited."""
        return guest is not None and guest.id in self.members

    def absent(self, number: int) -> bool:
        """Whether the person of a seat has been away for a while."""
        return self.presence.absent(self.seats[number])

    @property
    def watched(self) -> bool:
        """Whether anybody looks: a page, or a program that waits for its turn."""
        return not self.streams.empty or bool(self.presence.here)

    @property
    def counts_for_ratings(self) -> bool:
        """Whether a game here moves ratings when it is over: nothing helps or teaches those who play."""
        setup = self.setup
        people = [seat.guest for seat in self.seats if seat.guest is not None]
        once = len(people) == len(set(people)) and len(self.seats) > 1
        return bool(people) and once and not (setup.practice or setup.hotseat or setup.tour or setup.prefix)

    def rating_key(self, number: int) -> str:
        """Under which name a seat is rated: a person, or a level of bots; nobody for an open seat."""
        seat = self.seats[number]
        return "" if seat.open else seat.guest or f"{BOT_KEY}{seat.level}"

    @property
    def rating_keys(self) -> tuple[str, ...]:
        """All who are rated here, by seat."""
        return tuple(self.rating_key(number) for number in range(len(self.seats)))

    # Deeds.

    async def do(self, attempt: Callable[[], Awaitable[T]]) -> T:
        """Does something at the table. Whoever was overtaken, or refused by a room that was behind, is answered from the truth."""
        if self.clock_row is not None and self._steady is not None:
            await self._steady()
        async with self._lock:
            before = self.mark
            for _ in range(_TRIES):
                try:
                    done = await attempt()
                    break
                except Conflict:
                    await self._read()
                except StoreFailed:
                    raise
                except HouseError:
                    if not await self._catch_up():
                        raise
            else:
                raise Conflict
        if self.mark != before:
            self._tell()
        return done

    def effects(self, change: Change, times: Clocks | None) -> Effects:
        """What follows from a change. A clock is written with every one, so that none can be made beside its end."""
        statements = [statement for companion in self._extra_statements for statement in companion(self.setup, change)]
        clock_row = self.clock_row
        if clock_row is not None and times is not None:
            statements.append(clocks.change(self.id, clock_row, times))
            clock_row = clock_row.changed(times)
        job = next_job(change, self.repository.process_id, times)
        if job is None:
            return Effects(None, clock_row, statements if self.job is None else [clear(self.id), *statements])
        if self.job is not None and self.job.same(job):
            return Effects(self.job, clock_row, statements)  # whoever has taken it goes on
        return Effects(job, clock_row, [put(self.id, job), *statements])

    def _tell(self) -> None:
        self.streams.touch()
        self._changed(self)

    # Other processes.

    async def refresh(self) -> None:
        """Learns what other processes have written at this table, if anything."""
        if await self._behind():
            async with self._lock:
                await self._catch_up()

    async def reload(self) -> None:
        """Learns what was changed in the store beside all tables: the clocks."""
        async with self._lock:
            await self._read()

    async def renew(self) -> None:
        """Reads anew who sits here and what was said, after names have changed."""
        async with self._lock:
            page = await self.repository.page(self.id, self.event_count)
            if page is None:
                raise no_table()
            self.chat = []
            self.memory.clear()
            self._take_in(page)
        self._tell()

    async def _behind(self) -> bool:
        if not self.repository.shared:
            return False
        marks = await self.repository.marks([self.id])
        return marks.get(self.id) != self.mark

    async def _catch_up(self) -> bool:
        """The same as `refresh`, under the lock; whether there was something new."""
        if not await self._behind():
            return False
        await self._read()
        return True

    async def _read(self) -> None:
        page = await self.repository.page(self.id, self.event_count, len(self.chat))
        if page is None:
            self.streams.end()
            raise no_table()
        self._take_in(page)
        self._tell()

    def _take_in(self, page: TableSnapshot) -> None:
        self.setup, self.seats, self.members, self.job, self.clock_row = (
            page.setup,
            page.seats,
            page.members,
            page.job,
            page.clock_row,
        )
        self.host_name = page.host_name
        self.chat += page.chat
        self.said |= page.said
        self.answers |= answers(page.lines, self.event_count)
        if self.table is not None:
            self.table.rename([seat.name for seat in self.seats])
            extend(self.table, page.lines)
        elif page.setup.stage != WAITING:  # it has begun, so these are all of its lines
            self.table = restored(self.game, page)
        if page.lines:
            self.notice = None
        self.event_count += len(page.lines)
