"""The house: its store, its rooms, its bots and its lobby, for as long as the server runs."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.record import Record
from roundhouse.core.sentence import HouseError, say
from roundhouse.core.state import SPECTATOR
from roundhouse.games import find
from roundhouse.play.chance import SECRET_BYTES, Secret
from roundhouse.play.clock import Clock, begin
from roundhouse.play.table import Table
from roundhouse.ui.text import translate
from roundhouse.web import clocks
from roundhouse.web.change import Change, Companion, next_due
from roundhouse.web.clocks import Pulse
from roundhouse.web.due import CLOCK, ROBOT, Due, Dues, put
from roundhouse.web.fragments import renderer
from roundhouse.web.guest import Guest, Guests
from roundhouse.web.ledger import OVER, RUNNING, WAITING, Brief, Ledger, Line, Seat, Setup
from roundhouse.web.levels import ADVISER
from roundhouse.web.live import Live
from roundhouse.web.logs import facts
from roundhouse.web.news.newsroom import Newsroom
from roundhouse.web.pages import panel
from roundhouse.web.people.accounts import Accounts
from roundhouse.web.people.links import Links
from roundhouse.web.people.passwords import Passwords
from roundhouse.web.postgres import PostgresStore
from roundhouse.web.presence import AWAY
from roundhouse.web.ratings import Ratings
from roundhouse.web.replay import table_of
from roundhouse.web.robots import RobotFailed, Robots
from roundhouse.web.room import Room, opening
from roundhouse.web.settings import Settings
from roundhouse.web.sqlite import SqliteStore
from roundhouse.web.store import Conflict, Store
from roundhouse.web.tokens import Tokens
from roundhouse.web.trouble import Trouble, no_table
from roundhouse.web.turns import Turns
from roundhouse.web.umpire import Umpire

LISTED: Final = 50  # tables in a list
_ID_BYTES: Final = 9
_REPLAYS: Final = 64  # imported games kept in memory
_INVITE_BYTES: Final = 24
_RELIST: Final = 0.2  # seconds in which changes of the lobby are told together
_SWEEP: Final = 1.0  # seconds between two looks at what is due
_RECONCILE: Final = 5  # sweeps after which rooms are compared with the store, should a piece of news have been lost
_PRESENT: Final = int(AWAY / 2)  # sweeps after which other processes are told again who is here
_UMPIRE: Final = 30  # sweeps after which games are looked for that nobody has rated, since their process died
_LATER: Final = 3600.0  # seconds until something that cannot be done is tried again
_logger: Final = logging.getLogger(__name__)


@dataclass(frozen=True)
class Plan:
    """A table that somebody wants to open."""

    game: Game[Any]
    seats: Sequence[Seat]
    options: dict[str, Any]
    public: bool = False
    spectators: bool = True
    practice: bool = False
    hotseat: bool = False
    tour: bool = False
    pace: int = 900
    clock: Clock | None = None
    secret: bytes | None = None  # given for a tour, whose deal is always the same
    prefix: Record | None = None  # a game to play on from


Attendant = Callable[[Room, Due], Awaitable[None]]  # sees to what this process has taken


def store_of(settings: Settings) -> Store:
    """The store that the settings name."""
    return PostgresStore(settings.db) if settings.shared else SqliteStore(settings.path())


class House:
    """Made once; `open` begins its life in the event loop and `close` ends it."""

    def __init__(self, settings: Settings, now: Callable[[], float] = time.time) -> None:
        self.settings = settings
        self.now = now
        self.store = store_of(settings)
        self.ledger = Ledger(self.store)
        self.guests = Guests(self.store, settings)
        self.passwords = Passwords()
        self.accounts = Accounts(self.store, self.passwords)
        self.links = Links(self.store)
        self.news = Newsroom(self.store, self.accounts, settings)
        self.tokens = Tokens(self.store)
        self.turns = Turns(self.ledger.sitting)
        self.ratings = Ratings(self.store)
        self._umpire = Umpire(self.ratings, self.room)
        self.robot_failures = 0
        self.lobby: Live[str] = Live(self._lobby)
        self._open_tables: list[Brief] = []
        self._listing: asyncio.Task[None] | None = None
        self._replays: OrderedDict[str, Table] = OrderedDict()
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._robots = Robots(settings.workers, settings.thinking)
        self._drivers: dict[str, asyncio.Task[None]] = {}
        self.dues = Dues(self.store, now)
        self._pulse = Pulse(self.store)
        self.companions: list[Companion] = [self.news.companion]
        self.attendants: dict[str, Attendant] = {ROBOT: self._attend_robot, CLOCK: self._attend_clock}
        self._behind: dict[str, asyncio.Task[None]] = {}
        self._news_of: set[str] = set()
        self._renewing: set[asyncio.Task[None]] = set()
        self._sweeper: asyncio.Task[None] | None = None
        self.store.hear("table", self._heard_table)
        self.store.hear("here", self._heard_here)
        self.store.hear("names", self._heard_names)
        self.store.hear_gap(self._missed)

    async def open(self) -> None:
        """Begins its life in the running event loop."""
        await self.store.open()
        if not self.store.shared:  # whoever held something is dead, else the store would not be ours
            await self.dues.release()
        await self._beat()
        self._sweeper = asyncio.get_running_loop().create_task(self._sweep())
        self._umpire.call()
        await self.news.open()

    def end_streams(self) -> None:
        """Lets every live stream end, so that the server can."""
        self.lobby.close()
        self.news.bells.close()
        self.turns.close()
        for room in self._rooms.values():
            room.live.close()

    async def close(self) -> None:
        """Ends it; what was written stays."""
        single = [task for task in (self._sweeper, self._listing) if task is not None]
        tasks = [*single, *self._drivers.values(), *self._behind.values(), *self._loading.values(), *self._renewing]
        for task in tasks:
            task.cancel()
        self.turns.close()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._umpire.close()
        await self._robots.close()
        with contextlib.suppress(HouseError):
            await self.dues.release()
        await self.news.close()
        self.passwords.close()
        await self.store.close()

    # Rooms.

    @property
    def loaded(self) -> int:
        """How many rooms are in memory."""
        return len(self._rooms)

    @property
    def thinking(self) -> int:
        """At how many tables a bot is to move."""
        return len(self._drivers)

    async def room(self, id: str, *, fresh: bool = True) -> Room:
        """The room of a table, from memory or by replay; what is not `fresh` may have missed what other processes did just now."""
        room = self._rooms.get(id)
        if room is not None and fresh:
            await self._refresh(room)
        if room is None:  # all who ask meanwhile wait for the same one
            if id not in self._loading:
                self._loading[id] = asyncio.get_running_loop().create_task(self._load(id))
            room = await asyncio.shield(self._loading[id])
        if id in self._rooms:
            self._rooms.move_to_end(id)
        return room

    async def _load(self, id: str) -> Room:
        try:
            page = await self.ledger.page(id)
            if page is None:
                raise no_table()
            room = self._rooms[id] = Room(page, self.ledger, self._changed, renderer, self.companions, self.now, self._steady)
        finally:
            del self._loading[id]
        self._forget_old()
        self._umpire.introduce(room)
        self._drive(room)
        return room

    async def _refresh(self, room: Room) -> None:
        try:
            await room.refresh()
        except Trouble:  # there is no such table any more
            self._rooms.pop(room.id, None)
            raise

    def _forget_old(self) -> None:
        """Keeps so many rooms; those with somebody in them stay."""
        idle = [id for id, room in self._rooms.items() if room.live.empty and id not in self._drivers and id not in self._behind]
        for id in idle[: max(0, len(self._rooms) - self.settings.rooms)]:
            del self._rooms[id]

    async def replay(self, id: str) -> Table:
        """The table of an imported record, from memory or anew."""
        if id not in self._replays:
            text = await self.ledger.record(id)
            if text is None:
                raise Trouble(404, say("there is no such replay"))
            self._replays[id] = table_of(text)
        self._replays.move_to_end(id)
        if len(self._replays) > _REPLAYS:
            self._replays.popitem(last=False)
        return self._replays[id]

    async def open_table(self, guest: Guest, plan: Plan) -> str:
        """A new table; it begins at once if no seat is open."""
        if await self.ledger.hosted(guest.id) >= self.settings.tables_each:
            raise Trouble(429, say("you host many tables already; finish some of them first"))
        count = len(plan.seats)
        secret = secrets.token_bytes(SECRET_BYTES) if plan.secret is None else plan.secret
        full = not any(seat.open for seat in plan.seats)
        names = [seat.name for seat in plan.seats]
        table = _first_table(plan, count, secret, names)  # says what is wrong with options or seats before anything is written
        setup = Setup(
            id=secrets.token_urlsafe(_ID_BYTES),
            game=plan.game.name,
            version=plan.game.version,
            seats=count,
            options=plan.options,
            secret=secret,
            host=guest.id,
            invite=secrets.token_urlsafe(_INVITE_BYTES),
            public=plan.public,
            spectators=plan.spectators,
            practice=plan.practice,
            hotseat=plan.hotseat,
            tour=plan.tour,
            pace=plan.pace,
            stage=RUNNING if full else WAITING,
            prefix=0 if plan.prefix is None else len(plan.prefix.entries),
            made=self.now(),
        )
        lines: list[Line] = opening(plan.game, table) if full else []
        change = Change(len(lines), table.actor if full else SPECTATOR, plan.seats, setup.made)
        times = None if plan.clock is None else begin(plan.clock, count).turn(change.timed, setup.made)
        due = next_due(change, self.store.me, times)
        then = [statement for companion in self.companions for statement in companion(setup, change)]
        then += ([] if due is None else [put(setup.id, due)]) + (
            [] if times is None else [clocks.add(setup.id, times), clocks.wake(setup.id, setup.made)]
        )
        await self.ledger.add_table(setup, plan.seats, lines, then)
        if any(seat.level is not None for seat in plan.seats):
            self._robots.warm()
        self._relist()
        self._tell_turns(await self.room(setup.id))
        return setup.id

    async def close_table(self, room: Room) -> None:
        """Ends a table that never began and that nobody waits at any more."""
        try:
            await self.ledger.delete(room.id, room.setup.revision)
        except Conflict:  # somebody has sat down meanwhile
            return
        self._rooms.pop(room.id, None)
        room.live.end()
        self._relist()

    def _changed(self, room: Room) -> None:
        self.news.bells.stir(room.id)
        if room.setup.public:
            self._relist()
        if room.over:
            self._umpire.call()
        else:
            self._umpire.introduce(room)
        self._tell_turns(room)
        self._drive(room)

    # People.

    async def adopt(self, guest: str, account: str) -> None:
        """What a guest without an account has done becomes an account's."""
        for id in await self.accounts.adopt(guest, account):
            await self._renew(id)

    async def erase(self, guest: Guest, nobody: str) -> None:
        """A person is forgotten: he gets up from every table, where bots play on, and then his name disappears."""
        for id, stage in await self.accounts.tables_of(guest.id):
            if stage == OVER:
                continue
            try:
                room = await self.room(id)
            except Trouble as error:  # such as a table under rules that are no more: nobody plays on there
                _logger.info("table %s: %s", id, error)
                continue
            await room.leave(guest)
            if room.setup.stage == WAITING and room.is_host(guest) and not any(seat.guest for seat in room.seats):
                await self.close_table(room)
        for id in await self.accounts.erase(guest.id, nobody):
            await self._renew(id)
        self.guests.forget(guest.id)
        self.news.bells.ring(guest.id)
        self._relist()

    async def say(self, room: Room, guest: Guest, rid: str, text: str) -> None:
        """A line of chat; who is spoken of by @name is told."""
        await room.say(guest, rid, text)
        await self.news.mention(room.setup, guest.id, room.chat)

    async def _renew(self, id: str) -> None:
        if id not in self._rooms:
            return
        try:
            await self._rooms[id].renew()
        except HouseError as error:  # it is read anew when somebody asks
            _logger.warning("table %s: %s", id, error)
            self._rooms.pop(id, None)

    def _tell_turns(self, room: Room) -> None:
        """Tells programs that play here: it may be their turn."""
        self.turns.tell(room.id, {seat.guest for seat in room.seats if seat.guest is not None})

    # The lobby.

    async def open_tables(self) -> list[Brief]:
        """The tables that anybody may see; the lobby shows the same."""
        found = await self.ledger.open_tables(LISTED)
        if found != self._open_tables:
            self._open_tables = found
            self.lobby.touch()
        return found

    def _relist(self) -> None:
        """Has the lobby look again soon, if somebody looks at it."""
        if self._listing is None and not self.lobby.empty:
            self._listing = asyncio.get_running_loop().create_task(self._list())
            self._listing.add_done_callback(self._listed)

    async def _list(self) -> None:
        await asyncio.sleep(_RELIST)
        await self.open_tables()

    def _listed(self, task: asyncio.Task[None]) -> None:
        self._listing = None
        if not task.cancelled() and task.exception() is not None:
            _logger.warning("the lobby could not be read: %s", task.exception())

    def _lobby(self, language: str) -> tuple[int, str, dict[str, str]]:
        tables = [brief_context(brief, language) for brief in self._open_tables]
        return 0, "", {"lobby": panel("lobby", language, {"open_tables": tables})}

    # Bots.

    async def hint(self, room: Room, seat: int) -> int:
        """What a good player would do in that seat."""
        assert room.table is not None
        return await self._robots.choose(ADVISER, room.game, room.table.view(seat), room.table.moves(seat))

    def _drive(self, room: Room) -> None:
        """Sees to it that a bot whose turn it is will move, unless another process does."""
        if room.robot_to_move() is None or room.id in self._drivers:
            return
        if room.due is None or room.due.owner == self.store.me:
            self._drivers[room.id] = asyncio.get_running_loop().create_task(self._play_robots(room))

    async def _play_robots(self, room: Room) -> None:
        try:
            if room.due is None:  # a table from before such things were written down
                await self._take(room)
            while room.due is not None and room.due.owner == self.store.me and (turn := room.robot_to_move()) is not None:
                await self._play_robot(room, *turn)
        except HouseError as error:  # the store is broken: whoever sweeps when the lease has run out tries again
            _logger.warning("a bot could not move: %s", error, extra=facts(table=room.id))
        except Exception:
            _logger.exception("a bot could not move", extra=facts(table=room.id))
        finally:
            del self._drivers[room.id]

    async def _take(self, room: Room) -> None:
        due = next_due(Change(room.n, room.actor, room.seats, self.now()), self.store.me)
        if due is not None and await self.dues.take(room.id, due):
            room.due = due

    async def _play_robot(self, room: Room, seat: int, level: str) -> None:
        assert room.table is not None
        n = room.n
        view, moves = room.table.view(seat), room.table.moves(seat)
        began = time.monotonic()
        try:
            move = await self._robots.choose(level, room.game, view, moves) if len(moves) > 1 else moves[0]
            notice = None
        except RobotFailed as error:
            _logger.warning("a bot failed: %s", error, extra=facts(table=room.id))
            self.robot_failures += 1
            move = room.game.advise(view, Rng(n))
            notice = say("the bot of {name} failed; a simpler one has moved for it", name=room.seats[seat].name)
        await asyncio.sleep(max(0.0, room.setup.pace / 1000 - (time.monotonic() - began)))
        await room.robot_move(n, seat, move, notice)

    # Other processes, living and dead.

    def _heard_table(self, id: str, n: int) -> None:  # noqa: ARG002 - one signature for all news
        """Something has changed at a table."""
        self._relist()
        self.turns.heard(id)
        room = self._rooms.get(id)
        if room is not None and (room.watched or id in self._drivers):  # others look when somebody asks
            self._catch_up(room)

    def _heard_here(self, id: str, n: int) -> None:  # noqa: ARG002
        """Somebody looks at a table in another process."""
        table, _, guest = id.partition(":")
        if table in self._rooms:
            self._rooms[table].presence.seen(guest)

    def _heard_names(self, id: str, n: int) -> None:  # noqa: ARG002
        """Somebody at a table is called differently now."""
        if id in self._rooms:
            self._renewing.add(task := asyncio.get_running_loop().create_task(self._renew(id)))
            task.add_done_callback(self._renewing.discard)

    def _missed(self) -> None:
        """News may have been lost."""
        self._relist()
        self.turns.restart()
        for room in self._rooms.values():
            if room.watched:
                self._catch_up(room)

    def _catch_up(self, room: Room) -> None:
        """Brings a room up to date, beside everything else; news that come meanwhile are seen to as well."""
        self._news_of.add(room.id)
        if room.id not in self._behind:
            self._behind[room.id] = asyncio.get_running_loop().create_task(self._follow(room))

    async def _follow(self, room: Room) -> None:
        try:
            while room.id in self._news_of:
                self._news_of.discard(room.id)
                await self._refresh(room)
        except HouseError as error:  # the next sweeps look again
            _logger.info("table %s: %s", room.id, error)
        finally:
            self._news_of.discard(room.id)
            del self._behind[room.id]

    async def _sweep(self) -> None:
        """Once a second: what nobody sees to, and what nobody has told."""
        beat = 0
        while True:
            await asyncio.sleep(_SWEEP)
            beat += 1
            try:
                await self._sweep_once(beat)
            except HouseError as error:
                _logger.warning("the store cannot be swept: %s", error)
            except Exception:
                _logger.exception("the store cannot be swept")

    async def _sweep_once(self, beat: int) -> None:
        watched = [room for room in self._rooms.values() if room.watched]
        for room in watched:
            room.look_around()
        if self.store.shared and beat % _PRESENT == 0:
            for room in watched:
                for guest in room.presence.here:
                    self.ledger.tell_here(room.id, guest)
        await self._beat()  # before anything is found to be over
        if beat % _UMPIRE == 0:
            self._umpire.call()
        await self.dues.renew(self._drivers)
        for table, due in await self.dues.sweep():
            await self._attend(table, due)
        if self.store.shared and beat % _RECONCILE == 0:
            marks = await self.ledger.marks([room.id for room in watched])
            for room in watched:
                if marks.get(room.id) != room.mark:
                    self._catch_up(room)

    async def _attend(self, table: str, due: Due) -> None:
        """Sees to something that this process has just taken."""
        try:
            room = await self.room(table)
            if room.n != due.n:  # it has happened
                await self.dues.drop(table, due)
                return
            room.due = due
            await self.attendants[due.kind](room, due)
        except Trouble as error:  # such as a table under rules that are no more
            _logger.warning("table %s: %s", table, error)
            await self.dues.postpone(table, _LATER)

    async def _steady(self) -> None:
        """After a silence, such as that of a machine that slept: clocks are put right before anybody moves."""
        if self._pulse.late(self.now()):
            await self._beat()

    async def _beat(self) -> None:
        if await self._pulse.beat(self.now()):
            for room in [room for room in self._rooms.values() if room.watch is not None]:
                await room.reload()

    async def _attend_clock(self, room: Room, due: Due) -> None:
        """The time of a person should be over; if the clocks have been set on, it is later."""
        await room.run_out()
        if room.due == due:
            left = room.time_left()
            await self.dues.postpone(room.id, left)
            room.due = replace(due, at=self.now() + left, owner="", until=0.0)

    async def _attend_robot(self, room: Room, due: Due) -> None:
        if room.robot_to_move() is None:
            room.due = None
            await self.dues.drop(room.id, due)
        else:
            self._drive(room)


def _first_table(plan: Plan, seats: int, secret: bytes, names: list[str]) -> Table:
    if plan.prefix is not None:
        table = Table.resume(plan.game, plan.prefix, Secret(secret))
        table.names = names
        return table
    return Table(plan.game, seats, plan.options, Secret(secret), names, practice=plan.practice)


def brief_context(brief: Brief, language: str) -> dict[str, Any]:
    """A table in a list."""
    setup = brief.setup
    taken = sum(not seat.open for seat in brief.seats)
    stages = {
        WAITING: say("waiting, {taken} of {seats} seats taken", taken=taken, seats=setup.seats),
        RUNNING: say("being played"),
    }
    return {
        "id": setup.id,
        "url": f"/table/{setup.id}",
        "game": setup.game,
        "title": find(setup.game).title,
        "state": setup.stage,
        "sentence": translate(stages.get(setup.stage, say("over")), language),
        "seats_taken": taken,
        "seats": setup.seats,
        "names": [seat.name for seat in brief.seats if not seat.open],
        "host": brief.host_name,
        "age": setup.made,
    }
