"""A room: one table live, with its people. It is a cache of the store, never the truth: every change is written down first.

Other processes may write as well: what a room has missed it learns when it is told, or when it was wrong.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple, TypeVar

from roundhouse.bots import LEVELS
from roundhouse.core.game import Game
from roundhouse.core.sentence import HouseError, Sentence, say
from roundhouse.core.state import SPECTATOR
from roundhouse.games import find
from roundhouse.play.chance import Secret, Unrecorded
from roundhouse.play.clock import Times
from roundhouse.play.log import OPEN
from roundhouse.play.table import Step, Table
from roundhouse.web import clocks, plain
from roundhouse.web.change import Change, Companion, next_due
from roundhouse.web.clocks import Watch
from roundhouse.web.due import Due, clear, put
from roundhouse.web.guest import Guest
from roundhouse.web.ledger import OVER, RUNNING, UNDO, WAITING, Ledger, Line, Mark, Message, Page, Seat, with_stage
from roundhouse.web.live import Live, Render
from roundhouse.web.presence import Presence
from roundhouse.web.ratings import ROBOT, Rated
from roundhouse.web.store import Conflict, Statement, StoreFailed
from roundhouse.web.trouble import Trouble, no_table, not_your_seat, stale

T = TypeVar("T")

CHAT_LINES: Final = 1000  # of one table
SUBSTITUTE: Final = LEVELS[1]  # who sits in for somebody where there is no bot at the table
ROBOT_KEY: Final = "robot:"  # how the requests of bots begin
PACES: Final = (0, 300, 900, 2500)
LONGEST_PACE: Final = 10_000
_SETTLE: Final = 0.5  # seconds in which comings and goings are told together
_TRIES: Final = 20  # of one who is overtaken again and again


@dataclass(frozen=True)
class Reader:
    """A kind of reader: all with equal values are sent the same bytes."""

    seat: int  # whose view it is: a seat, SPECTATOR or, when the game is over, OPEN
    yours: tuple[int, ...]
    host: bool
    member: bool
    language: str
    layout: str
    base: str = ""  # how the reader addresses this house

    @property
    def name(self) -> str:
        """Not part of the kind: a page puts in the name of its own guest."""
        return ""


class Then(NamedTuple):
    """What follows from a change of a table: what is due, how the clocks stand, and the statements that write it down."""

    due: Due | None
    watch: Watch | None
    statements: list[Statement]


class Room:
    """One table. Who asks for something is checked here, what the rules allow in `Table`."""

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
        self.chat = page.chat
        self.host_name = page.host_name
        self.commitment = None if page.setup.prefix else Secret(page.setup.secret).commitment
        self.n = len(page.lines)
        self.notice: Sentence | None = None
        self.watch = page.watch
        self.now = now
        self._steady = steady
        self.ratings: Mapping[str, Rated] = {}  # of those who sit here, as far as it is known
        self.presence = Presence()
        self.live = Live(render(self))
        self.memory: dict[object, tuple[int, Any]] = {}  # drawings of the moment, by what they show
        self.table = restored(self.game, page) if page.setup.stage != WAITING else None
        self.due = page.due
        self._ledger = ledger
        self._changed = changed
        self._companions = companions
        self._away: tuple[bool, ...] = ()
        self._lock = asyncio.Lock()
        self._answers = _answers(page.lines, 0)
        self._said = page.said
        self._settling: asyncio.TimerHandle | None = None

    # Who may see what.

    @property
    def id(self) -> str:
        """Its address."""
        return self.setup.id

    @property
    def mark(self) -> Mark:
        """How far it has come, as the store counts it."""
        return Mark(self.setup.revision, self.n, len(self.chat))

    def yours(self, guest: Guest | None) -> tuple[int, ...]:
        """The seats of a guest."""
        return () if guest is None else tuple(number for number, seat in enumerate(self.seats) if seat.guest == guest.id)

    def is_host(self, guest: Guest | None) -> bool:
        """Whether the guest opened this table."""
        return guest is not None and guest.id == self.setup.host

    def admit(self, guest: Guest | None) -> None:
        """Refuses those who may not look."""
        if self.yours(guest) or self.is_host(guest):
            return
        member = guest is not None and guest.id in self.members
        if not (self.setup.public or member):
            raise Trouble(403, say("this table is private: ask its host for the link"))
        if not self.setup.spectators and self.setup.stage != WAITING:
            raise Trouble(403, say("there are no spectators at this table"))

    def reader(self, guest: Guest | None, wish: int | None, language: str, layout: str, base: str) -> Reader:
        """What kind of reader a guest is; `wish` names one of several seats of his, or OPEN when all is over."""
        self.admit(guest)
        yours = self.yours(guest)
        host, member = self.is_host(guest), guest is not None and guest.id in self.members
        seat = self._seat_of(yours, wish)
        return Reader(seat, yours, host, member, language, layout, base if member else "")

    def _seat_of(self, yours: tuple[int, ...], wish: int | None) -> int:
        if wish is not None and (wish == SPECTATOR or wish in yours):
            return wish
        if wish is not None and self.over and (wish == OPEN or 0 <= wish < self.setup.seats):
            return wish
        if wish is not None:
            raise not_your_seat()
        if not yours or self.curtain:
            return SPECTATOR
        return self.actor if self.actor in yours else yours[0]

    @property
    def curtain(self) -> bool:
        """Whether several people with secrets share a screen: then nothing of a seat is shown before it is asked for."""
        return self.setup.hotseat and self.game.shadow_count > 0 and not self.over

    @property
    def actor(self) -> int:
        """The seat to move; before the beginning and after the end, nobody."""
        return self.table.actor if self.table is not None else SPECTATOR

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.setup.stage == OVER

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

    @property
    def substitute(self) -> str:
        """The level of a bot that sits in for somebody: that of the strongest bot at the table."""
        levels = [LEVELS.index(seat.level) for seat in self.seats if seat.guest is None and seat.level is not None]
        return LEVELS[max(levels)] if levels else SUBSTITUTE

    @property
    def times(self) -> Times | None:
        """How the clocks stand, where there are any."""
        return None if self.watch is None else self.watch.times

    def time_left(self) -> float:
        """Seconds until the running clock ends."""
        deadline = None if self.times is None else self.times.deadline
        return 0.0 if deadline is None else max(0.0, deadline - self.now())

    def may_return(self, number: int) -> bool:
        """Whether the person of a seat may take it back now: after time has run out, the bot makes its move first."""
        return self.times is None or self.times.may_return(number)

    def absent(self, number: int) -> bool:
        """Whether the person of a seat has been away for a while."""
        seat = self.seats[number]
        return seat.guest is not None and self.presence.away(seat.guest)

    # Comings and goings.

    @property
    def watched(self) -> bool:
        """Whether anybody looks: a page, or a program that waits for its turn."""
        return not self.live.empty or bool(self.presence.here)

    def enter(self, guest: Guest | None) -> None:
        """A stream of a guest opens."""
        if guest is not None:
            self.presence.enter(guest.id)
            self._ledger.tell_here(self.id, guest.id)
        self._settle(_SETTLE)

    def leave_view(self, guest: Guest | None) -> None:
        """A stream closes."""
        if guest is not None:
            self.presence.leave(guest.id)
        self._settle(_SETTLE)

    def look_around(self) -> None:
        """Tells the others when somebody has been away for a while, or is back."""
        away = tuple(self.absent(number) for number in range(self.setup.seats))
        if away != self._away:
            self._away = away
            self.live.touch()

    def _settle(self, seconds: float) -> None:
        if self._settling is None:
            self._settling = asyncio.get_running_loop().call_later(seconds, self._settled)

    def _settled(self) -> None:
        self._settling = None
        self.live.touch()

    # Before the game.

    async def sit(self, guest: Guest, number: int | None) -> int:
        """Takes an open seat, any if none is named; the game begins when the last one is taken."""
        return await self._do(lambda: self._sit(guest, number))

    async def _sit(self, guest: Guest, number: int | None) -> int:
        yours = self.yours(guest)
        if yours and (self.setup.stage == WAITING or number in (None, *yours)):
            return number if number in yours else yours[0]  # again, after a lost answer
        self._must_wait()
        free = [seat for seat in range(self.setup.seats) if self.seats[seat].open]
        if not free:
            raise Trouble(409, say("the table is full"))
        chosen = free[0] if number is None else number
        if chosen not in free:
            raise Trouble(409, say("somebody sits there already"))
        if any(seat.name.casefold() == guest.name.casefold() for seat in self.seats if not seat.open):
            raise Trouble(409, say("somebody at this table is called {name} already; take another name", name=guest.name))
        await self._set_seat(chosen, Seat(guest.id, guest.name))
        self.members.add(guest.id)
        if not any(seat.open for seat in self.seats):
            await self._begin()
        return chosen

    async def start(self, guest: Guest) -> None:
        """Begins the game; the host decides when."""
        await self._do(lambda: self._start(guest))

    async def _start(self, guest: Guest) -> None:
        self._must_host(guest)
        self._must_wait()
        if any(seat.open for seat in self.seats):
            raise Trouble(409, say("a seat is still open: wait for somebody, or put a bot there"))
        await self._begin()

    async def invite(self, guest: Guest) -> None:
        """Lets in a guest who holds the link."""
        if guest.id not in self.members:
            await self._ledger.add_member(self.id, guest.id)
            self.setup = replace(self.setup, revision=self.setup.revision + 1)
            self.members.add(guest.id)

    async def _begin(self) -> None:
        table = Table(
            self.game,
            self.setup.seats,
            self.setup.options,
            Secret(self.setup.secret),
            [seat.name for seat in self.seats],
            practice=self.setup.practice,
        )
        lines = opening(self.game, table)
        change = Change(len(lines), table.actor, self.seats, self.now())
        then = self._then(change, None if self.times is None else self.times.turn(change.timed, change.at))
        wake = [] if self.watch is None else [clocks.wake(self.id, change.at)]
        await self._ledger.start(self.id, self.setup.revision, lines, change.at, over=table.over, then=[*then.statements, *wake])
        self.table, self.n, self.due, self.watch = table, len(lines), then.due, then.watch
        self.setup = with_stage(self.setup, OVER if table.over else RUNNING)

    # During the game.

    async def move(self, guest: Guest, n: int, rid: str, number: int, text: str) -> int:
        """Makes a move; the number of entries after it. The same `rid` again gives the same answer and moves nothing."""
        return await self._do(lambda: self._move(guest, n, f"{guest.id}:{rid}", number, text))

    async def _move(self, guest: Guest, n: int, key: str, number: int, text: str) -> int:
        if key in self._answers:
            return self._answers[key]
        table = self.playing(guest, number)
        if n != self.n:
            raise stale()
        await self._make(key, table.step(number, text))
        return self.n

    async def robot_move(self, n: int, number: int, move: int, notice: Sentence | None) -> None:
        """Makes the move of a bot, unless the table has moved on; `notice` says if it went wrong."""
        await self._do(lambda: self._robot_move(n, number, move, notice))

    async def _robot_move(self, n: int, number: int, move: int, notice: Sentence | None) -> None:
        if self.table is None or n != self.n or self.seats[number].level is None:
            return
        await self._make(f"{ROBOT_KEY}{n}", self.table.step(number, move))
        self.notice = notice

    async def undo(self, guest: Guest, n: int, rid: str, number: int, *, turn: bool) -> int:
        """Takes back the last move of a seat, or all of its turn."""
        return await self._do(lambda: self._undo(guest, n, f"{guest.id}:{rid}", number, turn=turn))

    async def _undo(self, guest: Guest, n: int, key: str, number: int, *, turn: bool) -> int:
        if key in self._answers:
            return self._answers[key]
        table = self.playing(guest, number)
        if n != self.n:
            raise stale()
        count = self.undos(number, turn=turn)
        if not count and table.can_undo(number):
            raise Trouble(409, say("the bot that played for you has made this move: it stands"))
        if not count:
            table.undo(number)  # says why not
        lines = [Line(key if i == 0 else None, number, UNDO) for i in range(count)]
        change = Change(self.n + count, number, self.seats, self.now())
        then = self._then(change, None if self.times is None else self.times.back(number, change.at))
        await self._ledger.append(self.id, self.n, lines, change.at, over=False, then=then.statements)
        for _ in range(count):
            table.undo(number)
        self.n += count
        self.due, self.watch = then.due, then.watch
        self._answers[key] = self.n
        if self.over:
            self.setup = with_stage(self.setup, RUNNING)
        return self.n

    def undos(self, number: int, *, turn: bool) -> int:
        """How many moves a seat can take back now: the last one, or those of its turn; what a bot has made for it stands."""
        if self.table is None or not self.table.can_undo(number):
            return 0
        count = self.table.undos_of_turn(number) if turn else 1
        return count if self.times is None else min(count, self.table.moves_made - self.times.stands)

    def why(self, guest: Guest, number: int, text: str) -> None:
        """Raises what would be said to this move; nothing happens."""
        self.playing(guest, number).step(number, text)

    async def say(self, guest: Guest, rid: str, text: str) -> None:
        """A line of chat."""
        words = plain.message(text)
        await self._do(lambda: self._say(guest, f"{guest.id}:{rid}", words))

    async def _say(self, guest: Guest, key: str, words: str) -> None:
        self.admit(guest)
        if key in self._said:
            return
        if len(self.chat) >= CHAT_LINES:
            raise Trouble(409, say("enough was said at this table"))
        yours = self.yours(guest)
        name = self.seats[yours[0]].name if yours else guest.name
        message = Message(guest.id, yours[0] if yours else None, name, words, self.now())
        await self._ledger.say(self.id, len(self.chat), key, message)
        self._said.add(key)
        self.chat.append(message)

    async def leave(self, guest: Guest) -> None:
        """Gives up the seats of a guest: before the game they are open again, during it a bot takes them until he is back."""
        await self._do(lambda: self._leave(guest))

    async def _leave(self, guest: Guest) -> None:
        for number in self.yours(guest):
            seat = self.seats[number]
            left = Seat() if self.setup.stage == WAITING else replace(seat, level=seat.level or self.substitute)
            await self._set_seat(number, left)

    async def seat_robot(self, guest: Guest, number: int, level: str, name: str) -> None:
        """Puts a bot on an open seat, or lets one play for a person who is away."""
        if level not in LEVELS:
            raise Trouble(422, say("there is no bot of that level"))
        await self._do(lambda: self._seat_robot(guest, number, level, name))

    async def _seat_robot(self, guest: Guest, number: int, level: str, name: str) -> None:
        seat = self._seat(number)
        if self.setup.stage == WAITING:
            self._must_host(guest)
            if seat.guest is not None:
                raise Trouble(409, say("somebody sits there already"))
            await self._set_seat(number, Seat(None, seat.name or name, level))
        elif seat.guest is None or not (self.yours(guest) or self.is_host(guest)):
            raise not_your_seat()
        elif seat.guest != guest.id and not self.absent(number):
            raise Trouble(409, say("{name} is here; a bot only plays for people who are away", name=seat.name))
        else:
            await self._set_seat(number, replace(seat, level=level))

    async def unseat_robot(self, guest: Guest, number: int) -> None:
        """Opens a bot's seat before the game; gives a person's seat back during it."""
        await self._do(lambda: self._unseat_robot(guest, number))

    async def _unseat_robot(self, guest: Guest, number: int) -> None:
        seat = self._seat(number)
        if self.setup.stage == WAITING:
            self._must_host(guest)
            if seat.guest is None:
                await self._set_seat(number, Seat())
        elif seat.guest is None or not (seat.guest == guest.id or self.is_host(guest)):
            raise not_your_seat()
        elif not self.may_return(number):
            raise Trouble(409, say("the time is over: a bot makes this move, then the seat can be taken back"))
        else:
            await self._set_seat(number, replace(seat, level=None))

    async def run_out(self) -> None:
        """Lets a bot sit in for the person whose time is over, if it is."""
        await self._do(self._run_out)

    async def _run_out(self) -> None:
        number = None if self.times is None else self.times.expired(self.now())
        if number is None or self.over:
            return
        await self._set_seat(number, replace(self.seats[number], level=self.substitute))
        self.notice = say("the time of {name} is over; a bot plays until the seat is taken back", name=self.seats[number].name)

    async def set_pace(self, guest: Guest, pace: int) -> None:
        """How long bots wait before they move: the host decides, or who plays alone against them."""
        if not 0 <= pace <= LONGEST_PACE:
            raise Trouble(422, say("a pace is a number of milliseconds from 0 to {most}", most=LONGEST_PACE))
        await self._do(lambda: self._set_pace(guest, pace))

    async def _set_pace(self, guest: Guest, pace: int) -> None:
        people = {seat.guest for seat in self.seats if seat.guest is not None}
        if not self.is_host(guest) and people != {guest.id}:
            raise Trouble(403, say("only the host can do that"))
        await self._ledger.set_pace(self.id, self.setup.revision, pace)
        self.setup = replace(self.setup, pace=pace, revision=self.setup.revision + 1)

    # Other processes.

    async def reload(self) -> None:
        """Learns what was changed in the store beside all tables: the clocks."""
        async with self._lock:
            await self._read()

    async def refresh(self) -> None:
        """Learns what other processes have written at this table, if anything."""
        if await self._behind():
            async with self._lock:
                await self._catch_up()

    async def _behind(self) -> bool:
        if not self._ledger.shared:
            return False
        marks = await self._ledger.marks([self.id])
        return marks.get(self.id) != self.mark

    async def _catch_up(self) -> bool:
        """The same under the lock; whether there was something new."""
        if not await self._behind():
            return False
        await self._read()
        return True

    async def _read(self) -> None:
        page = await self._ledger.page(self.id, self.n, len(self.chat))
        if page is None:
            self.live.end()
            raise no_table()
        self._take_in(page)
        self._tell()

    def _take_in(self, page: Page) -> None:
        self.setup, self.seats, self.members, self.due, self.watch = page.setup, page.seats, page.members, page.due, page.watch
        self.host_name = page.host_name
        self.chat += page.chat
        self._said |= page.said
        self._answers |= _answers(page.lines, self.n)
        if self.table is not None:
            self.table.rename([seat.name for seat in self.seats])
            for line in page.lines:
                if line.text == UNDO:
                    self.table.undo(line.seat)
                else:
                    self.table.extend(line.seat, self.game.parse(line.text))
        elif page.setup.stage != WAITING:  # it has begun, so these are all of its lines
            self.table = restored(self.game, page)
        if page.lines:
            self.notice = None
        self.n += len(page.lines)

    async def _do(self, attempt: Callable[[], Awaitable[T]]) -> T:
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

    async def renew(self) -> None:
        """Reads anew who sits here and what was said, after names have changed."""
        async with self._lock:
            page = await self._ledger.page(self.id, self.n)
            if page is None:
                raise no_table()
            self.chat = []
            self.memory.clear()
            self._take_in(page)
        self._tell()

    # Inside.

    def robot_to_move(self) -> tuple[int, str] | None:
        """The seat of the bot that is to move, and its level."""
        if self.table is None or self.table.over:
            return None
        level = self.seats[self.table.actor].level
        return None if level is None else (self.table.actor, level)

    async def _make(self, key: str, step: Step) -> None:
        assert self.table is not None
        notation = self.game.notation
        lines = [Line(key if i == 0 else None, actor, notation(move)) for i, (actor, move) in enumerate(step.entries)]
        change = Change(self.n + len(lines), step.actor, self.seats, self.now())
        then = self._then(change, self._after(step, change, helped=key.startswith(ROBOT_KEY)))
        await self._ledger.append(self.id, self.n, lines, change.at, over=step.over, then=then.statements)
        self.table.accept(step)
        self.n += len(lines)
        self.due, self.watch = then.due, then.watch
        self._answers[key] = self.n
        self.notice = None
        if step.over:
            self.setup = with_stage(self.setup, OVER, change.at)

    async def _set_seat(self, number: int, seat: Seat) -> None:
        seats = [*self.seats[:number], seat, *self.seats[number + 1 :]]
        change = Change(self.n, self.actor, seats, self.now())
        then = self._then(change, self._seated(number, seat, change.at))
        await self._ledger.set_seat(self.id, self.setup.revision, number, seat, then.statements)
        self.setup = replace(self.setup, revision=self.setup.revision + 1)
        self.seats, self.due, self.watch = seats, then.due, then.watch

    def _after(self, step: Step, change: Change, *, helped: bool) -> Times | None:
        """The clocks after a move, which a bot may have made for a person."""
        if self.table is None or self.times is None:
            return None
        times, number = self.times, step.entries[0][0]
        if helped and self.seats[number].guest is not None:
            times = times.help(number, self.table.moves_made + len(step.entries))
        return times.turn(change.timed, change.at)

    def _seated(self, number: int, seat: Seat, now: float) -> Times | None:
        """The clocks after somebody has sat down: a bot for a person, or the person again."""
        times, before = self.times, self.seats[number]
        if times is None or self.setup.stage == WAITING or (before.level is None) == (seat.level is None):
            return times
        return times.away(number, now) if before.level is None else times.returned(number, now, acting=self.actor == number)

    def _then(self, change: Change, times: Times | None) -> Then:
        """What follows from a change. A clock is written with every one, so that none can be made beside its end."""
        statements = [statement for companion in self._companions for statement in companion(self.setup, change)]
        watch = self.watch
        if watch is not None and times is not None:
            statements.append(clocks.change(self.id, watch, times))
            watch = watch.changed(times)
        due = next_due(change, self._ledger.me, times)
        if due is None:
            return Then(None, watch, statements if self.due is None else [clear(self.id), *statements])
        if self.due is not None and self.due.same(due):
            return Then(self.due, watch, statements)  # whoever has taken it goes on
        return Then(due, watch, [put(self.id, due), *statements])

    def _seat(self, number: int) -> Seat:
        if not 0 <= number < self.setup.seats:
            raise Trouble(422, say("there is no such seat"))
        return self.seats[number]

    def playing(self, guest: Guest, number: int) -> Table:
        """The table, for a guest who plays that seat now."""
        seat = self._seat(number)
        if seat.guest != guest.id:
            raise not_your_seat()
        if self.table is None:
            raise Trouble(409, say("the game has not begun"))
        if seat.level is not None:
            raise Trouble(409, say("a bot plays for you; take your seat back first"))
        return self.table

    def _must_wait(self) -> None:
        if self.setup.stage != WAITING:
            raise Trouble(409, say("the game has begun already"))

    def _must_host(self, guest: Guest) -> None:
        if not self.is_host(guest):
            raise Trouble(403, say("only the host can do that"))

    def _tell(self) -> None:
        self.live.touch()
        self._changed(self)


def opening(game: Game[Any], table: Table) -> list[Line]:
    """The draws that a table begins with."""
    entries = table.entries()
    return [Line(None, actor, game.notation(move)) for actor, move in entries]


def restored(game: Game[Any], page: Page) -> Table:
    """The table of a page: its moves were checked when they were made, so they are only made again."""
    if page.setup.version != game.version:
        raise Trouble(409, say("this table was begun under other rules of {title} and cannot be shown any more", title=game.title))
    setup = page.setup
    names = [seat.name for seat in page.seats]
    source = Unrecorded(setup.secret) if setup.prefix else Secret(setup.secret)
    table = Table(game, setup.seats, setup.options, source, names, practice=setup.practice)
    entries: list[tuple[int, int]] = []
    for line in page.lines:
        if line.text != UNDO:
            entries.append((line.seat, game.parse(line.text)))
            continue
        while entries.pop()[0] != line.seat:  # at a practice table an undo goes back over draws and other seats
            pass
    table.restore(entries)
    return table


def _answers(lines: Sequence[Line], first: int) -> dict[str, int]:
    """What was answered to each request of these lines, from number `first` on: the number of entries after those it made."""
    answers: dict[str, int] = {}
    last = None
    for n, line in enumerate(lines, first):
        if line.rid is not None:
            last = line.rid
        if last is not None:
            answers[last] = n + 1
    return answers


def actor_name(room: Room) -> str:
    """The name of the seat to move, or nothing."""
    return room.seats[room.actor].name if room.actor >= 0 else ""
