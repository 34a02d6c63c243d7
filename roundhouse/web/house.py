"""The house: its store, its rooms, its bots and its lobby, for as long as the server runs."""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Callable
from typing import Final

from roundhouse.core.sentence import HouseError
from roundhouse.web.clocks import Pulse
from roundhouse.web.drivers import Drivers
from roundhouse.web.due import Dues
from roundhouse.web.fragments import renderer
from roundhouse.web.guest import Guest, Guests
from roundhouse.web.heartbeat import Heartbeat
from roundhouse.web.imported import Imported
from roundhouse.web.ledger import OVER, WAITING, Ledger, Page
from roundhouse.web.lobby import Lobby
from roundhouse.web.news.newsroom import Newsroom
from roundhouse.web.opening import Opening, Plan
from roundhouse.web.people.accounts import Accounts
from roundhouse.web.people.links import Links
from roundhouse.web.people.passwords import Passwords
from roundhouse.web.postgres import PostgresStore
from roundhouse.web.ratings import Ratings
from roundhouse.web.robots import Robots
from roundhouse.web.rooms import seating, talk
from roundhouse.web.rooms.room import Room
from roundhouse.web.rooms.rooms import Rooms
from roundhouse.web.settings import Settings
from roundhouse.web.sqlite import SqliteStore
from roundhouse.web.store import Conflict, Store
from roundhouse.web.sweep import Sweep
from roundhouse.web.timekeeper import Timekeeper
from roundhouse.web.tokens import Tokens
from roundhouse.web.trouble import Trouble
from roundhouse.web.turns import Turns
from roundhouse.web.umpire import Umpire

_logger: Final = logging.getLogger(__name__)


def store_of(settings: Settings) -> Store:
    """The store that the settings name."""
    return PostgresStore(settings.db) if settings.shared else SqliteStore(settings.path())


class House:
    """Made once; `open` begins its life in the event loop and `close` ends it. Its parts do the work, it ties them together."""

    def __init__(self, settings: Settings, now: Callable[[], float] = time.time) -> None:
        self.settings = settings
        self.now = now
        self.store = store_of(settings)
        self.ledger = Ledger(self.store)
        self.dues = Dues(self.store, now)
        # People.
        self.guests = Guests(self.store, settings)
        self.passwords = Passwords()
        self.accounts = Accounts(self.store, self.passwords)
        self.links = Links(self.store)
        self.tokens = Tokens(self.store)
        self.ratings = Ratings(self.store)
        self.news = Newsroom(self.store, self.accounts, settings)
        self.turns = Turns(self.ledger.sitting)
        # Tables.
        self.lobby = Lobby(self.ledger)
        self.imported = Imported(self.ledger)
        self.robots = Robots(settings.workers, settings.thinking)
        self.drivers = Drivers(self.robots, self.dues, self.store.me)
        self.rooms = Rooms(self.ledger, settings.rooms, self._make_room, self._loaded, self.drivers.busy)
        self._companions = (self.news.companion,)
        self._opening = Opening(self.ledger, self._companions, settings.tables_each, now)
        # What happens by itself.
        self.umpire = Umpire(self.ratings, self.rooms.of)
        self.heartbeat = Heartbeat(now)
        self._timekeeper = Timekeeper(self.store, Pulse(self.store), self.heartbeat, self.dues, self.rooms, now)
        self.sweep = Sweep(self.ledger, self.dues, self.rooms, self.drivers, self._timekeeper, self.umpire)
        self._listen()

    async def open(self) -> None:
        """Begins its life in the running event loop."""
        await self.store.open()
        if not self.store.shared:  # whoever held something is dead, else the store would not be ours
            await self.dues.release()
        await self._timekeeper.beat()
        self.heartbeat.open()
        self.sweep.open()
        self.umpire.call()
        await self.news.open()

    def end_streams(self) -> None:
        """Lets every live stream end, so that the server can."""
        self.lobby.live.close()
        self.news.bells.close()
        self.turns.close()
        for room in self.rooms:
            room.live.close()

    async def close(self) -> None:
        """Ends it; what was written stays."""
        self.turns.close()
        await self.sweep.close()
        await self.heartbeat.close()
        await self.imported.close()
        await self.umpire.close()
        await self.lobby.close()
        await self.rooms.close()
        await self.drivers.close()
        await self.robots.close()
        with contextlib.suppress(HouseError):
            await self.dues.release()
        await self.news.close()
        self.passwords.close()
        await self.store.close()

    # Tables.

    async def open_table(self, guest: Guest, plan: Plan) -> str:
        """A new table; it begins at once if no seat is open."""
        id = await self._opening.open(guest, plan)
        if plan.robots:
            self.robots.warm()
        self.lobby.relist()
        self._tell_turns(await self.rooms.of(id))
        return id

    async def leave_table(self, room: Room, guest: Guest) -> None:
        """Somebody leaves; a table of his where nobody waits any more is closed."""
        await seating.leave(room, guest)
        if room.setup.stage == WAITING and room.is_host(guest) and not any(seat.guest for seat in room.seats):
            await self._close_table(room)

    async def _close_table(self, room: Room) -> None:
        """Ends a table that never began and that nobody waits at any more."""
        try:
            await self.ledger.delete(room.id, room.setup.revision)
        except Conflict:  # somebody has sat down meanwhile
            return
        self.rooms.forget(room.id)
        room.live.end()
        self.lobby.relist()

    async def say(self, room: Room, guest: Guest, rid: str, text: str) -> None:
        """A line of chat; who is spoken of by @name is told."""
        await talk.speak(room, guest, rid, text)
        await self.news.mention(room.setup, guest.id, room.chat)

    def _make_room(self, page: Page) -> Room:
        return Room(page, self.ledger, self._changed, renderer, self._companions, self.now, self._timekeeper)

    def _loaded(self, room: Room) -> None:
        self.umpire.introduce(room)
        self.drivers.drive(room)

    def _changed(self, room: Room) -> None:
        self.news.bells.stir(room.id)
        if room.setup.public:
            self.lobby.relist()
        if room.over:
            self.umpire.call()
        else:
            self.umpire.introduce(room)
        self._tell_turns(room)
        self.drivers.drive(room)

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
            if stage == OVER:
                continue
            try:
                room = await self.rooms.of(id)
            except Trouble as error:  # such as a table under rules that are no more: nobody plays on there
                _logger.info("table %s: %s", id, error)
                continue
            await self.leave_table(room, guest)
        for id in await self.accounts.erase(guest.id, nobody):
            await self.rooms.renew(id)
        self.guests.forget(guest.id)
        self.news.bells.ring(guest.id)
        self.lobby.relist()

    # Other processes.

    def _listen(self) -> None:
        self.store.hear("table", self._heard_table)
        self.store.hear("here", self._heard_here)
        self.store.hear("names", self._heard_names)
        self.store.hear_gap(self._missed)

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
