"""The house: its store, its rooms, its bots and its lobby, for as long as the server runs."""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Callable
from typing import Final

from roundhouse.core.sentence import HouseError
from roundhouse.web.bots.pool import BotPool
from roundhouse.web.clocks.repository import Heartbeat
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.jobs.queue import JobQueue
from roundhouse.web.live.fragments import renderer
from roundhouse.web.live.imported import Imported
from roundhouse.web.live.lobby import Lobby
from roundhouse.web.live.turns import TurnFeed
from roundhouse.web.notifications.service import Notifications
from roundhouse.web.people.accounts import Accounts
from roundhouse.web.people.guests import Guest, Guests
from roundhouse.web.people.links import Links
from roundhouse.web.people.passwords import Passwords
from roundhouse.web.people.tokens import Tokens
from roundhouse.web.ratings.repository import Ratings
from roundhouse.web.settings import Settings
from roundhouse.web.store.connect import make_store
from roundhouse.web.store.store import Conflict, Message
from roundhouse.web.tables import chat as talk
from roundhouse.web.tables import seating
from roundhouse.web.tables.creation import TableCreator, TableSpec
from roundhouse.web.tables.repository import Stage, TableRepository, TableSnapshot
from roundhouse.web.tables.room import Room
from roundhouse.web.tables.rooms import Rooms
from roundhouse.web.workers.bots import BotWorker
from roundhouse.web.workers.clocks import ClockWorker
from roundhouse.web.workers.ratings import RatingWorker
from roundhouse.web.workers.scheduler import Scheduler
from roundhouse.web.workers.stalls import StallMonitor

_logger: Final = logging.getLogger(__name__)


class House:
    """Made once; `open` begins its life in the event loop and `close` ends it. Its parts do the work, it ties them together."""

    def __init__(self, settings: Settings, now: Callable[[], float] = time.time) -> None:
        self.settings = settings
        self.now = now
        self.store = make_store(settings)
        self.repository = TableRepository(self.store)
        self.jobs = JobQueue(self.store, now)
        # People.
        self.guests = Guests(self.store, settings)
        self.passwords = Passwords()
        self.accounts = Accounts(self.store, self.passwords)
        self.links = Links(self.store)
        self.tokens = Tokens(self.store)
        self.ratings = Ratings(self.store)
        self.notifications = Notifications(self.store, self.accounts, settings)
        self.turns = TurnFeed(self.repository.sitting)
        # Tables.
        self.lobby = Lobby(self.repository)
        self.imported = Imported(self.repository)
        self.bot_pool = BotPool(settings.workers, settings.thinking)
        self.bot_worker = BotWorker(self.bot_pool, self.jobs, self.store.process_id)
        self.rooms = Rooms(self.repository, settings.rooms, self._make_room, self._loaded, self.bot_worker.busy)
        self._extra_statements = (self.notifications.statements_for,)
        self._creator = TableCreator(self.repository, self._extra_statements, settings.tables_each, now)
        # What happens by itself.
        self.rating_worker = RatingWorker(self.ratings, self.rooms.of)
        self.stalls = StallMonitor(now)
        self._clock_worker = ClockWorker(self.store, Heartbeat(self.store), self.stalls, self.jobs, self.rooms, now)
        self.scheduler = Scheduler(self.repository, self.jobs, self.rooms, self.bot_worker, self._clock_worker, self.rating_worker)
        self._listen()

    async def open(self) -> None:
        """Begins its life in the running event loop."""
        await self.store.open()
        if not self.store.shared:  # whoever held something is dead, else the store would not be ours
            await self.jobs.release()
        await self._clock_worker.beat()
        self.stalls.open()
        self.scheduler.open()
        self.rating_worker.call()
        await self.notifications.open()

    def end_streams(self) -> None:
        """Lets every live stream end, so that the server can."""
        self.lobby.streams.close()
        self.notifications.bells.close()
        self.turns.close()
        for room in self.rooms:
            room.streams.close()

    async def close(self) -> None:
        """Ends it; what was written stays."""
        self.turns.close()
        await self.scheduler.close()
        await self.stalls.close()
        await self.imported.close()
        await self.rating_worker.close()
        await self.lobby.close()
        await self.rooms.close()
        await self.bot_worker.close()
        await self.bot_pool.close()
        with contextlib.suppress(HouseError):
            await self.jobs.release()
        await self.notifications.close()
        self.passwords.close()
        await self.store.close()

    # Tables.

    async def open_table(self, guest: Guest, spec: TableSpec) -> str:
        """A new table; it begins at once if no seat is open."""
        id = await self._creator.create(guest, spec)
        if spec.has_bots:
            self.bot_pool.warm()
        self.lobby.relist()
        self._tell_turns(await self.rooms.of(id))
        return id

    async def leave_table(self, room: Room, guest: Guest) -> None:
        """Somebody leaves; a table of his where nobody waits any more is closed."""
        await seating.leave(room, guest)
        if room.setup.stage == Stage.WAITING and room.is_host(guest) and not any(seat.guest for seat in room.seats):
            await self._close_table(room)

    async def _close_table(self, room: Room) -> None:
        """Ends a table that never began and that nobody waits at any more."""
        try:
            await self.repository.delete(room.id, room.setup.revision)
        except Conflict:  # somebody has sat down meanwhile
            return
        self.rooms.forget(room.id)
        room.streams.end()
        self.lobby.relist()

    async def say(self, room: Room, guest: Guest, rid: str, text: str) -> None:
        """A line of chat; who is spoken of by @name is told."""
        await talk.speak(room, guest, rid, text)
        await self.notifications.notify_mentions(room.setup, guest.id, room.chat)

    def _make_room(self, snapshot: TableSnapshot) -> Room:
        return Room(snapshot, self.repository, self._changed, renderer, self._extra_statements, self.now, self._clock_worker)

    def _loaded(self, room: Room) -> None:
        self.rating_worker.introduce(room)
        self.bot_worker.drive(room)

    def _changed(self, room: Room) -> None:
        self.notifications.bells.ring_table(room.id)
        if room.setup.public:
            self.lobby.relist()
        if room.over:
            self.rating_worker.call()
        else:
            self.rating_worker.introduce(room)
        self._tell_turns(room)
        self.bot_worker.drive(room)

    def _tell_turns(self, room: Room) -> None:
        """Tells programs that play here: it may be their turn."""
        self.turns.tell(room.id, {seat.guest for seat in room.seats if seat.guest is not None})

    # People.

    async def adopt(self, guest: str, account: str) -> None:
        """What a guest without an account has done becomes an account's."""
        for id in await self.accounts.adopt(guest, account):
            await self.rooms.renew(id)

    async def erase(self, guest: Guest, nobody: str) -> None:
        """A person is forgotten: he gets up from every table, where bots play on, and then his name disappears."""
        for id, stage in await self.accounts.tables_of(guest.id):
            if stage == Stage.FINISHED:
                continue
            try:
                room = await self.rooms.of(id)
            except HTTPError as error:  # such as a table under rules that are no more: nobody plays on there
                _logger.info("table %s: %s", id, error)
                continue
            await self.leave_table(room, guest)
        for id in await self.accounts.erase(guest.id, nobody):
            await self.rooms.renew(id)
        self.guests.invalidate(guest.id)
        self.notifications.bells.ring(guest.id)
        self.lobby.relist()

    def tokens_revoked(self, guest: str) -> None:
        """End the live streams of a guest's programs, in every process; those with a valid token connect again."""
        self.turns.end(guest)
        self.store.publish(Message("tokens", guest))

    # Other processes.

    def _listen(self) -> None:
        self.store.subscribe("table", self._heard_table)
        self.store.subscribe("here", self._heard_here)
        self.store.subscribe("tokens", lambda guest, _: self.turns.end(guest))
        self.store.subscribe("names", self._heard_names)
        self.store.subscribe_gaps(self._missed)

    def _heard_table(self, id: str, n: int) -> None:  # noqa: ARG002 - one signature for all news
        """Something has changed at a table."""
        self.lobby.relist()
        self.turns.heard(id)
        self.rooms.heard(id)

    def _heard_here(self, id: str, n: int) -> None:  # noqa: ARG002
        """Somebody looks at a table."""
        table, _, guest = id.partition(":")
        self.rooms.seen(table, guest)

    def _heard_names(self, id: str, n: int) -> None:  # noqa: ARG002
        """Somebody at a table is called differently now."""
        self.rooms.renamed(id)

    def _missed(self) -> None:
        """News may have been lost."""
        self.lobby.relist()
        self.turns.restart()
        self.rooms.missed()
