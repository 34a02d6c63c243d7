"""The house: one running server process, as the sum of its parts."""

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
from roundhouse.web.http.windows import StoredWindows
from roundhouse.web.jobs.queue import JobQueue
from roundhouse.web.live.evaluations import Evaluations
from roundhouse.web.live.fragments import renderer
from roundhouse.web.live.imported import ImportedRecords
from roundhouse.web.live.lobby import Lobby
from roundhouse.web.live.openings import Openings
from roundhouse.web.live.own_tables import OwnTableList
from roundhouse.web.live.turns import TurnFeed
from roundhouse.web.notifications.service import Notifications
from roundhouse.web.people.accounts import Accounts
from roundhouse.web.people.guests import Guest, Guests
from roundhouse.web.people.links import Links
from roundhouse.web.people.passwords import Passwords
from roundhouse.web.people.tokens import Tokens
from roundhouse.web.ratings.puzzles import PuzzleRatings
from roundhouse.web.ratings.repository import Ratings
from roundhouse.web.server.health import Health
from roundhouse.web.settings import Settings
from roundhouse.web.store.connect import make_store
from roundhouse.web.store.store import Conflict, Message
from roundhouse.web.tables import chat, seating
from roundhouse.web.tables.creation import TableCreator, TableSpec
from roundhouse.web.tables.deals import Deals
from roundhouse.web.tables.repository import Stage, TableRepository, TableSnapshot
from roundhouse.web.tables.reviews import Reviews
from roundhouse.web.tables.room import Room
from roundhouse.web.tables.rooms import Rooms
from roundhouse.web.tables.versions import Versions
from roundhouse.web.workers.bots import BotWorker
from roundhouse.web.workers.clocks import ClockWorker
from roundhouse.web.workers.finished import FinishedGameWorker
from roundhouse.web.workers.ratings import RatingWorker
from roundhouse.web.workers.retention import RetentionWorker
from roundhouse.web.workers.reviews import ReviewWorker
from roundhouse.web.workers.scheduler import Scheduler
from roundhouse.web.workers.stalls import StallMonitor
from roundhouse.web.workers.versions import VersionWorker

_logger: Final = logging.getLogger(__name__)


class House:
    """One server process: creates the parts, connects them, and opens and closes them in order. The parts do the work."""

    def __init__(self, settings: Settings, now: Callable[[], float] = time.time) -> None:
        self.settings = settings
        self.now = now
        self.store = make_store(settings)
        self.repository = TableRepository(self.store)
        self.jobs = JobQueue(self.store, now)
        self.health = Health(self.store)
        self.rate_windows = StoredWindows(self.store, now)
        # People.
        self.guests = Guests(self.store, settings)
        self.passwords = Passwords()
        self.accounts = Accounts(self.store, self.passwords)
        self.links = Links(self.store)
        self.tokens = Tokens(self.store)
        self.ratings = Ratings(self.store)
        self.puzzle_ratings = PuzzleRatings(self.store, now)
        self.notifications = Notifications(self.store, self.accounts, settings)
        self.turns = TurnFeed(self.repository.sitting)
        # Tables.
        self.lobby = Lobby(self.repository)
        self.imported = ImportedRecords(self.repository)
        self.bot_pool = BotPool(settings.workers, settings.thinking)
        self.evaluations = Evaluations(self.bot_pool)
        self.bot_worker = BotWorker(self.bot_pool, self.jobs, self.store.process_id, self.guests.addresses)
        self.versions = Versions(self.repository, self.notifications.end_statements, now)
        self.rooms = Rooms(self.versions, settings.rooms, self._make_room, self._room_loaded, self.bot_worker.busy)
        self.openings = Openings(self.store)
        self.own_tables = OwnTableList(self.repository, self.rooms.get)
        self._extra_statements = (self.notifications.statements_for,)
        self.deals = Deals(self.store, now)
        self._creator = TableCreator(
            self.repository, self.deals, self._extra_statements, settings.tables_each, settings.bot_tables_each, now
        )
        # Background work.
        self.rating_worker = RatingWorker(self.ratings, self.rooms.get)
        self.finished_game_worker = FinishedGameWorker(self.repository, self.versions)
        self.reviews = Reviews(self.store, now)
        self.review_worker = ReviewWorker(self.reviews, settings.review_seconds)
        self._version_worker = VersionWorker(self.repository, self.versions, self.lobby.refresh_soon)
        self.stalls = StallMonitor(now)
        self._clock_worker = ClockWorker(self.store, Heartbeat(self.store), self.stalls, self.jobs, self.rooms, now)
        self.retention_worker = RetentionWorker(self.repository, self.rate_windows, self.rooms, self._close_table, settings, now)
        self.scheduler = Scheduler(
            self.repository,
            self.jobs,
            self.rooms,
            self.bot_worker,
            self._clock_worker,
            self.rating_worker,
            self.retention_worker,
        )
        self._subscribe()

    async def open(self) -> None:
        """Open the store and start background work in the running event loop."""
        await self.store.open()
        await self.deals.open()
        if not self.store.shared:  # no other process can use the store, so its leases are those of a dead one
            await self.jobs.release()
        await self._clock_worker.beat()
        self.stalls.open()
        self.scheduler.open()
        self.rating_worker.rate_soon()
        self._version_worker.open()
        self.finished_game_worker.open()
        await self.notifications.open()

    def end_streams(self) -> None:
        """End all live streams; the server cannot stop while one is open."""
        self.lobby.streams.close()
        self.notifications.bells.close()
        self.turns.close()
        for room in self.rooms:
            room.streams.close()

    async def close(self) -> None:
        """Stop background work, release leases and close the store."""
        self.turns.close()
        await self.scheduler.close()
        await self._version_worker.close()
        await self.finished_game_worker.close()
        await self.review_worker.close()
        await self.stalls.close()
        await self.imported.close()
        await self.rating_worker.close()
        await self.lobby.close()
        await self.rooms.close()
        await self.bot_worker.close()
        await self.evaluations.close()
        await self.bot_pool.close()
        with contextlib.suppress(HouseError):
            await self.jobs.release()
        await self.notifications.close()
        self.passwords.close()
        await self.store.close()

    # Tables.

    async def open_table(self, guest: Guest, spec: TableSpec) -> str:
        """Open a table and return its id. The game begins at once if no seat is open.

        Raises HTTPError 409 if a name belongs to another account.
        """
        await self.guests.require_names(guest, *(seat.name for seat in spec.seats if seat.guest == guest.id))
        id = await self._creator.create(guest, spec)
        if spec.has_bots:
            self.bot_pool.warm()
        self.lobby.refresh_soon()
        self._notify_turns(await self.rooms.get(id))
        return id

    async def sit(self, room: Room, guest: Guest, seat: int | None, nonce: str = "") -> int:
        """Take an open seat, any if `seat` is None, and return it. Raises HTTPError 409 if the name belongs to another account."""
        await self.guests.require_names(guest, guest.name)
        return await seating.sit(room, guest, seat, nonce)

    async def join(self, room: Room, guest: Guest, seat: int | None, nonce: str = "") -> int | None:
        """Use an invitation, as `seating.join`. Raises HTTPError 409 if the name belongs to another account."""
        await self.guests.require_names(guest, guest.name)
        return await seating.join(room, guest, seat, nonce)

    async def seat_bot(self, room: Room, guest: Guest, seat: int, level: str, name: str) -> None:
        """Put a bot on an open seat, within the bounds of the host, or let one play for a person."""
        if room.setup.stage == Stage.WAITING and not any(occupant.level for occupant in room.seats):
            await self._creator.check_bots(guest)
        await seating.seat_bot(room, guest, seat, level, name)

    async def leave_table(self, room: Room, guest: Guest) -> None:
        """Give up the seats of a guest; a waiting table that its host leaves empty is closed."""
        await seating.leave(room, guest)
        if room.setup.stage == Stage.WAITING and room.is_host(guest) and not any(seat.guest for seat in room.seats):
            await self._close_table(room)

    async def _close_table(self, room: Room) -> None:
        """Delete a table whose game never began, unless a player has joined meanwhile."""
        try:
            await self.repository.delete(room.id, room.setup.revision)
        except Conflict:
            return
        self.rooms.evict(room.id)
        room.streams.end()
        self.lobby.refresh_soon()

    async def post_chat(self, room: Room, guest: Guest, request_id: str, text: str) -> None:
        """Add a chat message, and notify the players that it mentions by @name."""
        if not room.seats_of(guest):  # the name at a seat was checked when it was taken
            await self.guests.require_names(guest, guest.name)
        await chat.speak(room, guest, request_id, text)
        await self.notifications.notify_mentions(room.setup, guest.id, room.chat, room.chat_count)

    def _make_room(self, snapshot: TableSnapshot) -> Room:
        return Room(
            snapshot,
            self.repository,
            self._room_changed,
            renderer,
            self._extra_statements,
            self.now,
            self._clock_worker,
            self.settings.substitute_after,
        )

    def _room_loaded(self, room: Room) -> None:
        self.rating_worker.look_up_soon(room)
        self.bot_worker.drive(room)

    def _room_changed(self, room: Room) -> None:
        self.notifications.bells.ring_table(room.id)
        if room.setup.public:
            self.lobby.refresh_soon()
        if room.over:
            self.rating_worker.rate_soon()
            self.finished_game_worker.keep_soon(room.id)
        else:
            self.rating_worker.look_up_soon(room)
        self._notify_turns(room)
        self.bot_worker.drive(room)

    def _notify_turns(self, room: Room) -> None:
        """Notify the players' programs, for it may be their turn."""
        self.turns.notify(room.id, {seat.guest for seat in room.seats if seat.guest is not None})

    # People.

    async def adopt(self, guest: str, account: str) -> None:
        """Transfer everything that a guest without an account has done to an account."""
        for id in await self.accounts.adopt(guest, account):
            await self.rooms.renew(id)

    async def mark_program(self, guest: str) -> None:
        """Mark a guest as a program, for ever, also at the tables where they sit."""
        for id in await self.guests.mark_program(guest):
            await self.rooms.renew(id)

    async def erase(self, guest: Guest, placeholder: str) -> None:
        """Delete a person: leave all of their tables, where bots play on, and replace their name with `placeholder`."""
        for id, stage in await self.accounts.tables_of(guest.id):
            if stage == Stage.FINISHED:
                continue
            try:
                room = await self.rooms.get(id)
            except HTTPError as error:  # such as a table whose rules are not installed
                _logger.info("table %s: %s", id, error)
                continue
            await self.leave_table(room, guest)
        for id in await self.accounts.erase(guest.id, placeholder):
            await self.rooms.renew(id)
        self.guests.invalidate(guest.id)
        self.notifications.bells.ring(guest.id)
        self.lobby.refresh_soon()

    def tokens_revoked(self, guest: str) -> None:
        """End the live streams of a guest's programs, in every process; those with a valid token connect again."""
        self.turns.disconnect_guest(guest)
        self.store.publish(Message("tokens", guest))

    # Messages from other processes.

    def _subscribe(self) -> None:
        self.store.subscribe("table", self._table_changed)
        self.store.subscribe("here", self._guest_seen)
        self.store.subscribe("tokens", lambda guest, _: self.turns.disconnect_guest(guest))
        self.store.subscribe("names", self._names_changed)
        self.store.subscribe_gaps(self._messages_lost)

    def _table_changed(self, id: str, version: int) -> None:  # noqa: ARG002 - the signature of a subscriber
        self.lobby.refresh_soon()
        self.turns.notify_sitting(id)
        self.rooms.changed(id)

    def _guest_seen(self, id: str, version: int) -> None:  # noqa: ARG002
        table, _, guest = id.partition(":")
        self.rooms.seen(table, guest)

    def _names_changed(self, id: str, version: int) -> None:  # noqa: ARG002
        self.rooms.renew_soon(id)

    def _messages_lost(self) -> None:
        self.lobby.refresh_soon()
        self.turns.disconnect()
        self.rooms.refresh_watched()
