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
from roundhouse.web import clocks
from roundhouse.web.change import Change, Companion, Then, next_due
from roundhouse.web.due import clear, put
from roundhouse.web.guest import Guest
from roundhouse.web.ledger import OVER, WAITING, Ledger, Mark, Page, Seat
from roundhouse.web.live import Live, Render
from roundhouse.web.ratings import ROBOT, Rated
from roundhouse.web.rooms.lines import answers, extend, restored
from roundhouse.web.rooms.presence import Presence
from roundhouse.web.rooms.reader import Reader
from roundhouse.web.store import Conflict, StoreFailed
from roundhouse.web.trouble import Trouble, no_table

T = TypeVar("T")

_TRIES: Final = 20  # of one who is overtaken again and again


class Room:
    """What this process knows of one table. A deed checks, writes to the ledger, and then changes what is known here."""

    def __init__(
        self,
        page: Page,
        ledger: Ledger,
        changed: Callable[[Room], None],
        render: Callable[[Room], Render[Reader]],
        companions: Sequence[Companion] = (),
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
        self.n = len(page.lines)
        self.answers = answers(page.lines, 0)  # to the requests that have moved here: each is answered again, and done once
        self.chat = page.chat
        self.said = page.said  # the requests that have spoken here
        self.due = page.due
        self.watch = page.watch
        self.notice: Sentence | None = None
        self.ratings: Mapping[str, Rated] = {}  # of those who sit here, as far as it is known
        self.memory: dict[object, tuple[int, Any]] = {}  # drawings of the moment, by what they show
        self.ledger = ledger
        self.now = now
        self.live = Live(render(self))
        self.presence = Presence(self.live.touch, lambda guest: ledger.tell_here(page.setup.id, guest))
        self._changed = changed
        self._companions = companions
        self._steady = steady
        self._lock = asyncio.Lock()

    # The table.

    @property
    def id(self) -> str:
        """Its address."""
        return self.setup.id

    @property
    def mark(self) -> Mark:
        """How far it has come, as the store counts it."""
        return Mark(self.setup.revision, self.n, len(self.chat))

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

    def robot_to_move(self) -> tuple[int, str] | None:
        """The seat of the bot that is to move, and its level."""
        if self.table is None or self.table.over:
            return None
        level = self.seats[self.table.actor].level
        return None if level is None else (self.table.actor, level)

    # Its clocks.

    @property
    def times(self) -> Clocks | None:
        """How the clocks stand, where there are any."""
        return None if self.watch is None else self.watch.times

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
            raise Trouble(422, say("there is no such seat"))
        return self.seats[number]

    def yours(self, guest: Guest | None) -> tuple[int, ...]:
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
        return not self.live.empty or bool(self.presence.here)

    @property
    def serious(self) -> bool:
        """Whether a game here moves ratings when it is over: nothing helps or teaches those who play."""
        setup = self.setup
        people = [seat.guest for seat in self.seats if seat.guest is not None]
        once = len(people) == len(set(people)) and len(self.seats) > 1
        return bool(people) and once and not (setup.practice or setup.hotseat or setup.tour or setup.prefix)

    def who(self, number: int) -> str:
        """Under which name a seat is rated: a person, or a level of bots; nobody for an open seat."""
        seat = self.seats[number]
        return "" if seat.open else seat.guest or f"{ROBOT}{seat.level}"

    @property
    def company(self) -> tuple[str, ...]:
        """All who are rated here, by seat."""
        return tuple(self.who(number) for number in range(len(self.seats)))

    # Deeds.

    async def do(self, attempt: Callable[[], Awaitable[T]]) -> T:
        """Does something at the table. Whoever was overtaken, or refused by a room that was behind, is answered from the truth."""
        if self.watch is not None and self._steady is not None:
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

    def then(self, change: Change, times: Clocks | None) -> Then:
        """What follows from a change. A clock is written with every one, so that none can be made beside its end."""
        statements = [statement for companion in self._companions for statement in companion(self.setup, change)]
        watch = self.watch
        if watch is not None and times is not None:
            statements.append(clocks.change(self.id, watch, times))
            watch = watch.changed(times)
        due = next_due(change, self.ledger.me, times)
        if due is None:
            return Then(None, watch, statements if self.due is None else [clear(self.id), *statements])
        if self.due is not None and self.due.same(due):
            return Then(self.due, watch, statements)  # whoever has taken it goes on
        return Then(due, watch, [put(self.id, due), *statements])

    def _tell(self) -> None:
        self.live.touch()
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
            page = await self.ledger.page(self.id, self.n)
            if page is None:
                raise no_table()
            self.chat = []
            self.memory.clear()
            self._take_in(page)
        self._tell()

    async def _behind(self) -> bool:
        if not self.ledger.shared:
            return False
        marks = await self.ledger.marks([self.id])
        return marks.get(self.id) != self.mark

    async def _catch_up(self) -> bool:
        """The same as `refresh`, under the lock; whether there was something new."""
        if not await self._behind():
            return False
        await self._read()
        return True

    async def _read(self) -> None:
        page = await self.ledger.page(self.id, self.n, len(self.chat))
        if page is None:
            self.live.end()
            raise no_table()
        self._take_in(page)
        self._tell()

    def _take_in(self, page: Page) -> None:
        self.setup, self.seats, self.members, self.due, self.watch = page.setup, page.seats, page.members, page.due, page.watch
        self.host_name = page.host_name
        self.chat += page.chat
        self.said |= page.said
        self.answers |= answers(page.lines, self.n)
        if self.table is not None:
            self.table.rename([seat.name for seat in self.seats])
            extend(self.table, page.lines)
        elif page.setup.stage != WAITING:  # it has begun, so these are all of its lines
            self.table = restored(self.game, page)
        if page.lines:
            self.notice = None
        self.n += len(page.lines)
