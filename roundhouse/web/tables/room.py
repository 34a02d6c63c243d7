"""One table in memory. A room is a cache of the store and never the authority: every change is written to the store first.

Other processes may write to the same table. A room learns of that from a published message, or from a write conflict. What people
do at a table is in the modules beside this one (`seating`, `playing`, `chat`, `pace`, `start`, `admission`). Functions there that
change a table are marked with `action`. The fields of a room are assigned in this module alone.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, Protocol, TypeVar

from roundhouse.core.game import Game
from roundhouse.core.plan import NO_PLANS
from roundhouse.core.sentence import HouseError, Sentence, say
from roundhouse.core.state import SPECTATOR
from roundhouse.play.chance import Secret
from roundhouse.play.clock import Clocks
from roundhouse.play.plans import Plan
from roundhouse.play.table import Result, Table
from roundhouse.web.clocks import repository as clocks
from roundhouse.web.http.errors import HTTPError, no_table
from roundhouse.web.http.streams import Render, Streams
from roundhouse.web.jobs.queue import Job, clear, put
from roundhouse.web.people.guests import Guest
from roundhouse.web.ratings.repository import BOT_KEY, Rated
from roundhouse.web.store.store import Conflict, StoreFailed
from roundhouse.web.tables import plans as plan_rows
from roundhouse.web.tables.cache import Cache
from roundhouse.web.tables.change import Change, Effects, ExtraStatements, next_job
from roundhouse.web.tables.events import answers, events_of, extend, follow_events, restored
from roundhouse.web.tables.presence import Presence
from roundhouse.web.tables.reader import Reader
from roundhouse.web.tables.repository import (
    ChatMessage,
    Event,
    Seat,
    Stage,
    TableRepository,
    TableSnapshot,
    TableVersion,
    revised,
    with_stage,
)
from roundhouse.web.tables.versions import RulesMissing, rules_of

P = ParamSpec("P")
T = TypeVar("T")

_TRIES: Final = 20  # of an action that meets a write conflict again and again


class ClockGuard(Protocol):
    """Corrects clocks after this process was down, asleep or blocked."""

    def needs_correction(self) -> bool:
        """Return whether clocks may be wrong, so that no action must be judged yet."""

    async def correct(self) -> None:
        """Correct the clocks, if they may be wrong."""


class Room:
    """What this process knows of one table."""

    def __init__(
        self,
        snapshot: TableSnapshot,
        repository: TableRepository,
        changed: Callable[[Room], None],
        render: Callable[[Room], Render[Reader]],
        extra_statements: Sequence[ExtraStatements] = (),
        now: Callable[[], float] = time.time,
        clock_guard: ClockGuard | None = None,
        substitute_after: float = 600.0,
    ) -> None:
        self.setup = snapshot.setup
        game = rules_of(snapshot.setup)
        if game is None or snapshot.without_result:
            raise RulesMissing(snapshot)
        self.game: Game[Any] = game
        self.seats = snapshot.seats
        self.members = snapshot.members
        self.host_name = snapshot.host_name
        self.commitment = None if snapshot.setup.prefix else Secret(snapshot.setup.secret).commitment
        self.table = restored(self.game, snapshot) if snapshot.setup.stage != Stage.WAITING else None
        self.event_count = len(snapshot.events)
        self.answers = answers(snapshot.events, 0)  # event count by request: a repeated request gets the same answer
        self.makers: list[tuple[int, bool]] = []  # of the moves that stand: the seat, and whether a bot made it
        self.undos: dict[int, int] = {}  # of each seat, since the last move of another one
        follow_events(self.makers, self.undos, snapshot.events)
        self.chat = snapshot.chat  # the newest messages
        self.chat_count = snapshot.chat_count  # of all messages, with those that were deleted
        self.chat_requests = snapshot.chat_requests
        self.job = snapshot.job
        self.clock_row = snapshot.clock_row
        self.plans: Mapping[int, Plan] = snapshot.plans  # by seat: each for its owner alone
        self.notice: Sentence | None = None
        self.ratings: Mapping[str, Rated] = {}  # by rating key, as far as they have been looked up
        self.hurried = asyncio.Event()  # set while the bots move without pauses
        self.cache = Cache()
        self.repository = repository
        self.now = now
        self.streams = Streams(render(self))
        self.presence = Presence(
            self.streams.touch, lambda guest: repository.publish_presence(snapshot.setup.id, guest), substitute_after
        )
        self._changed = changed
        self._extra_statements = extra_statements
        self._clock_guard = clock_guard
        self._lock = asyncio.Lock()

    # The table.

    @property
    def id(self) -> str:
        """Return the id of the table, which is part of its address."""
        return self.setup.id

    @property
    def version(self) -> TableVersion:
        """Return how far this room has come, in the terms of the store."""
        return TableVersion(self.setup.revision, self.event_count, self.chat_count)

    @property
    def actor(self) -> int:
        """Return the seat to move; SPECTATOR before the game has begun, OVER when it has ended."""
        return self.table.actor if self.table is not None else SPECTATOR

    @property
    def over(self) -> bool:
        """Return whether the game has ended."""
        return self.setup.stage == Stage.FINISHED

    @property
    def nonces(self) -> list[str]:
        """Return the nonce of each seat, "" where there is none; no list before the game, or if its shuffle cannot be verified."""
        return [] if self.table is None or self.commitment is None else [seat.nonce for seat in self.seats]

    @property
    def privacy_screen(self) -> bool:
        """Return whether people with secrets share one screen, so that the page must be covered between two turns."""
        return self.setup.hotseat and self.game.shadow_count > 0 and not self.over

    @property
    def may_plan(self) -> bool:
        """Return whether players here can decide in advance: not at one screen, where others would see it."""
        setup = self.setup
        return self.game.plans != NO_PLANS and not (setup.hotseat or setup.tour or self.over)

    def bot_to_move(self) -> tuple[int, str] | None:
        """Return the seat and the level of the bot that is to move, if a bot is."""
        if self.table is None or self.table.over:
            return None
        level = self.seats[self.table.actor].level
        return None if level is None else (self.table.actor, level)

    # Clocks.

    @property
    def times(self) -> Clocks | None:
        """Return the clocks of the table, if it has any."""
        return None if self.clock_row is None else self.clock_row.times

    def time_left(self) -> float:
        """Return the seconds until the running clock ends."""
        deadline = None if self.times is None else self.times.deadline
        return 0.0 if deadline is None else max(0.0, deadline - self.now())

    def may_return(self, seat: int) -> bool:
        """Return whether the owner of a seat may take it back now: after a time-out, the bot makes its move first."""
        return self.times is None or self.times.may_return(seat, self.now())

    # People.

    @property
    def names(self) -> list[str]:
        """Return the names at the seats."""
        return [seat.name for seat in self.seats]

    def occupant(self, seat: int) -> Seat:
        """Return the occupant of a seat; raise HTTPError if there is no such seat."""
        if not 0 <= seat < self.setup.seats:
            raise HTTPError(422, say("there is no such seat"))
        return self.seats[seat]

    def seats_of(self, guest: Guest | None) -> tuple[int, ...]:
        """Return the seats of a guest."""
        return () if guest is None else tuple(seat for seat, occupant in enumerate(self.seats) if occupant.guest == guest.id)

    def is_host(self, guest: Guest | None) -> bool:
        """Return whether the guest opened this table."""
        return guest is not None and guest.id == self.setup.host

    def is_member(self, guest: Guest | None) -> bool:
        """Return whether the guest has a seat here or was invited."""
        return guest is not None and guest.id in self.members

    def absent(self, seat: int) -> bool:
        """Return whether the person of a seat has been away for a while."""
        return self.presence.absent(self.seats[seat])

    def may_substitute(self, seat: int) -> bool:
        """Return whether others may let a bot play for the person of a seat: never with a clock, else after a long absence."""
        return self.times is None and self.presence.long_absent(self.seats[seat])

    @property
    def watched(self) -> bool:
        """Return whether any client follows the table: a page, or a program that waits for its turn."""
        return not self.streams.empty or bool(self.presence.present)

    @property
    def waited_for(self) -> bool:
        """Return whether a person has a seat here or looks: otherwise bots would think for nobody."""
        return self.watched or self.presence.seen_lately or any(seat.guest is not None for seat in self.seats)

    @property
    def counts_for_ratings(self) -> bool:
        """Return whether a game here changes ratings when it ends: nothing helps or teaches its players."""
        setup = self.setup
        people = [seat.guest for seat in self.seats if seat.guest is not None]
        once = len(people) == len(set(people)) and len(self.seats) > 1
        return setup.rated and bool(people) and once and not (setup.practice or setup.hotseat or setup.tour or setup.prefix)

    def rating_key(self, seat: int) -> str:
        """Return the key under which a seat is rated: a guest, or a level of bots; "" for an open seat."""
        occupant = self.seats[seat]
        return "" if occupant.open else occupant.guest or f"{BOT_KEY}{occupant.level}"

    @property
    def rating_keys(self) -> tuple[str, ...]:
        """Return the rating keys of all seats."""
        return tuple(map(self.rating_key, range(len(self.seats))))

    # Actions.

    async def run(self, attempt: Callable[[], Awaitable[T]]) -> T:
        """Run `attempt` under the lock of the table.

        On a write conflict, or if this cached room is behind the store, reload from the store and retry (at most `_TRIES` times).
        """
        while True:
            if self.clock_row is not None and self._clock_guard is not None:
                await self._clock_guard.correct()
            async with self._lock:
                if self.clock_row is not None and self._clock_guard is not None and self._clock_guard.needs_correction():
                    continue  # the process was blocked while this waited for the lock
                before = self.version
                done = await self._try(attempt)
            if self.version != before:
                self._notify()
            return done

    async def _try(self, attempt: Callable[[], Awaitable[T]]) -> T:
        for _ in range(_TRIES):
            try:
                return await attempt()
            except Conflict:
                await self._read()
            except StoreFailed:
                raise
            except HouseError:
                if not await self._catch_up():
                    raise
        raise Conflict

    def change(self, actor: int, added: int = 0, seats: Sequence[Seat] | None = None) -> Change:
        """Return the table as it will be after `added` more events, with `actor` to move."""
        return Change(self.event_count + added, actor, self.seats if seats is None else seats, self.now())

    def _effects(self, change: Change, times: Clocks | None) -> Effects:
        """Return what follows from a change. The clock row is written with every change, so that none is made past its end."""
        statements = [statement for extra in self._extra_statements for statement in extra(self.setup, change)]
        clock_row = self.clock_row
        if clock_row is not None and times is not None:
            statements.append(clocks.change(self.id, clock_row, times))
            clock_row = clock_row.changed(times)
        job = next_job(change, self.repository.process_id, times)
        if job is None:
            return Effects(None, clock_row, statements if self.job is None else [clear(self.id), *statements])
        if self.job is not None and self.job.same_as(job):
            return Effects(self.job, clock_row, statements)  # the process that holds it goes on
        return Effects(job, clock_row, [put(self.id, job), *statements])

    def _notify(self) -> None:
        self.streams.touch()
        self._changed(self)

    # Writes, for actions: each one is a transaction, and changes what this room knows once it is durable.

    async def write_start(self, table: Table, seats: Sequence[Seat]) -> None:
        """Store the first draws of a game and the order of its seats; `table` is played from now on."""
        events = events_of(self.game, table.entries())
        change = Change(len(events), table.actor, seats, self.now())
        effects = self._effects(change, None if self.times is None else self.times.turn(change.timed, change.at))
        wake = [] if self.clock_row is None else [clocks.wake(self.id, change.at)]
        extra = [*effects.statements, *wake]
        await self.repository.start(self.setup, seats, events, change.at, table.result(), extra)
        self.table, self.event_count, self.seats = table, change.event_count, list(seats)
        follow_events(self.makers, self.undos, events)
        self.job, self.clock_row = effects.job, effects.clock_row
        self.setup = with_stage(self.setup, Stage.FINISHED if table.over else Stage.RUNNING)

    async def write_events(
        self,
        key: str,
        events: Sequence[Event],
        change: Change,
        times: Clocks | None,
        result: Result | None = None,
        plans: Mapping[int, Plan] | None = None,
    ) -> None:
        """Store the events of one request, and the plans as they stand after it, if they change.

        A `result` ends the game, and an undo after the end resumes it.
        """
        effects = self._effects(change, times)
        left = self.plans if plans is None else plans
        extra = [*effects.statements, *plan_rows.change(self.id, self.plans, left)]
        known = self.setup.revision if self.repository.shared and self.may_plan else None
        await self.repository.append(self.id, self.event_count, events, change.at, result, extra, known)
        self.plans = left
        self.event_count = self.answers[key] = change.event_count
        follow_events(self.makers, self.undos, events)
        self.job, self.clock_row = effects.job, effects.clock_row
        self.notice = None
        if result is not None:
            self.setup = with_stage(self.setup, Stage.FINISHED, change.at)
        elif self.over:
            self.setup = with_stage(self.setup, Stage.RUNNING)

    async def write_seat(self, seat: int, occupant: Seat, change: Change, times: Clocks | None) -> None:
        """Store the occupant of a seat; `change` holds all seats as they will be."""
        effects = self._effects(change, times)
        await self.repository.set_seat(self.id, self.setup.revision, seat, occupant, effects.statements)
        self.setup = revised(self.setup)
        self.seats, self.job, self.clock_row = list(change.seats), effects.job, effects.clock_row
        self.plans = {other: plan for other, plan in self.plans.items() if other != seat}
        if occupant.guest is not None:
            self.members.add(occupant.guest)

    async def write_plan(self, seat: int, plan: Plan | None) -> None:
        """Store the plan of a seat, or that it has none."""
        await self.repository.set_plan(self.id, self.setup.revision, self.event_count, seat, plan)
        self.setup = revised(self.setup)
        others = {other: kept for other, kept in self.plans.items() if other != seat}
        self.plans = others if plan is None else {**others, seat: plan}

    async def write_member(self, guest: str) -> None:
        """Store that a guest was invited."""
        await self.repository.add_member(self.id, self.setup.revision, guest)
        self.setup = revised(self.setup)
        self.members.add(guest)

    async def write_pace(self, pace: int) -> None:
        """Store how many milliseconds bots wait before they move."""
        await self.repository.set_pace(self.id, self.setup.revision, pace)
        self.setup = revised(self.setup, pace=pace)

    async def write_chat(self, key: str, message: ChatMessage, keep: int) -> None:
        """Store a chat message of one request, and delete all but the newest `keep`."""
        await self.repository.add_chat(self.id, self.chat_count, key, message, keep)
        self.chat_requests.add(key)
        self.chat = [*self.chat, message][-keep:]
        self.chat_count += 1

    # What background workers report.

    def set_notice(self, notice: Sentence | None) -> None:
        """Show a notice at the table until its next event."""
        self.notice = notice

    def hurry_bots(self) -> None:
        """Let the bots of this table move without pauses until a person is to move."""
        self.hurried.set()

    def relax_bots(self) -> None:
        """Let the bots of this table pause before their moves again."""
        self.hurried.clear()

    def set_job(self, job: Job | None) -> None:
        """Remember the job of this table as it now stands in the store."""
        self.job = job

    def set_ratings(self, ratings: Mapping[str, Rated]) -> None:
        """Show these ratings beside the names."""
        self.ratings = ratings
        self.streams.touch()

    # Other processes.

    async def refresh(self) -> None:
        """Read what other processes have written at this table, if anything."""
        if await self._behind():
            async with self._lock:
                await self._catch_up()

    async def reload(self) -> None:
        """Read what was changed in the store for all tables at once: the clocks."""
        async with self._lock:
            await self._read()

    async def renew(self) -> None:
        """Read the seats and the chat again, after names have changed."""
        async with self._lock:
            snapshot = await self.repository.snapshot(self.id, self.event_count)
            if snapshot is None:
                raise no_table()
            self.chat = []
            self.cache.clear()
            self._take_in(snapshot)
        self._notify()

    async def _behind(self) -> bool:
        if not self.repository.shared:
            return False
        versions = await self.repository.versions([self.id])
        return versions.get(self.id) != self.version

    async def _catch_up(self) -> bool:
        """Do the same as `refresh` under the lock; return whether there was something new."""
        if not await self._behind():
            return False
        await self._read()
        return True

    async def _read(self) -> None:
        snapshot = await self.repository.snapshot(self.id, self.event_count, self.chat_count)
        if snapshot is None:
            self.streams.end()
            raise no_table()
        if snapshot.without_result:  # ended by a process that has other rules
            self.streams.end()
            raise RulesMissing(snapshot)
        self._take_in(snapshot)
        self._notify()

    def _take_in(self, snapshot: TableSnapshot) -> None:
        self.setup, self.seats, self.members = snapshot.setup, snapshot.seats, snapshot.members
        self.job, self.clock_row, self.plans = snapshot.job, snapshot.clock_row, snapshot.plans
        self.host_name = snapshot.host_name
        self.chat = self.chat + snapshot.chat
        self.chat_count = snapshot.chat_count
        self.chat_requests |= snapshot.chat_requests
        self.answers |= answers(snapshot.events, self.event_count)
        follow_events(self.makers, self.undos, snapshot.events)
        if self.table is not None:
            self.table.rename(self.names)
            extend(self.table, snapshot.events)
        elif snapshot.setup.stage != Stage.WAITING:  # it has begun, so these are all of its events
            self.table = restored(self.game, snapshot)
        if snapshot.events:
            self.notice = None
        self.event_count += len(snapshot.events)


def action(function: Callable[Concatenate[Room, P], Awaitable[T]]) -> Callable[Concatenate[Room, P], Coroutine[Any, Any, T]]:
    """Make a function of a room an action: it runs under the lock of the table, and again after a conflict (`Room.run`)."""

    @wraps(function)
    async def run(room: Room, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await room.run(lambda: function(room, *args, **kwargs))

    return run
