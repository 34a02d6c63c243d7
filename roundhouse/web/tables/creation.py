"""New tables: the rules that every request for one must meet, and the rows it becomes."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from roundhouse.bots import LEVELS
from roundhouse.core.game import Game
from roundhouse.core.record import Record
from roundhouse.core.sentence import say
from roundhouse.core.state import SPECTATOR
from roundhouse.play.chance import SECRET_BYTES, Secret
from roundhouse.play.clock import TimeControl, begin
from roundhouse.play.table import Table
from roundhouse.web.bots.levels import bot_name
from roundhouse.web.clocks import repository as clocks
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.jobs.queue import put
from roundhouse.web.people.guests import Guest
from roundhouse.web.people.logins import is_default
from roundhouse.web.store.store import Conflict, Statement
from roundhouse.web.tables.change import Change, ExtraStatements, next_job
from roundhouse.web.tables.deals import Deals, check_nonce, drawn_by_lot, shuffle
from roundhouse.web.tables.events import events_of
from roundhouse.web.tables.names import same_name
from roundhouse.web.tables.repository import Seat, Setup, Stage, TableRepository

OWN: Final = "me"  # occupants of a requested seat: the person who asks,
OPEN: Final = "open"  # nobody yet; anything else is a level of bots
_ID_BYTES: Final = 9
_INVITE_BYTES: Final = 24


@dataclass(frozen=True)
class SeatRequest:
    """The occupant that is asked for: OWN, OPEN or a level of bots; an own seat may have a name of its own."""

    occupant: str
    name: str = ""


@dataclass(frozen=True)
class TableSpec:
    """A table that is to be opened."""

    game: Game[Any]
    seats: Sequence[Seat]
    options: dict[str, Any]
    public: bool = False
    spectators: bool = True
    practice: bool = False
    hotseat: bool = False
    rated: bool = False  # a rated game draws its seats by lot
    by_lot: bool = False
    tour: bool = False
    pace: int = 900
    clock: TimeControl | None = None
    secret: bytes | None = None  # given for a tour, whose deal is always the same
    deal: str = ""  # a token that fixes the secret; without one it is drawn now
    prefix: Record | None = None  # a game to continue

    @property
    def full(self) -> bool:
        """Return whether no seat is open: then the game begins at once."""
        return not any(seat.open for seat in self.seats)

    @property
    def has_bots(self) -> bool:
        """Return whether a bot has a seat."""
        return any(seat.level is not None for seat in self.seats)

    def arranged(self, secret: bytes) -> Sequence[Seat]:
        """Return the seats as they are at the beginning: drawn by lot if the game begins at once, unless they are arranged."""
        return drawn_by_lot(secret, self.seats) if self.full and (self.by_lot or self.rated) else self.seats

    def first_table(self, secret: bytes) -> Table:
        """Return the table at its beginning; raise HouseError if options or seats are wrong."""
        seats = self.arranged(secret)
        names = [seat.name for seat in seats]
        if self.prefix is not None:
            table = Table.resume(self.game, self.prefix, Secret(secret))
            table.names = names
            return table
        return Table(self.game, len(seats), self.options, shuffle(secret, seats), names, practice=self.practice)

    def setup(self, host: str, secret: bytes, made: float) -> Setup:
        """Return the row of the new table."""
        return Setup(
            id=secrets.token_urlsafe(_ID_BYTES),
            game=self.game.name,
            version=self.game.version,
            seats=len(self.seats),
            options=self.game.normal(self.options),
            secret=secret,
            host=host,
            invite=secrets.token_urlsafe(_INVITE_BYTES),
            public=self.public,
            spectators=self.spectators,
            practice=self.practice,
            hotseat=self.hotseat,
            tour=self.tour,
            pace=self.pace,
            stage=Stage.RUNNING if self.full else Stage.WAITING,
            prefix=0 if self.prefix is None else len(self.prefix.entries),
            rated=self.rated,
            by_lot=self.by_lot or self.rated,
            made=made,
            board=self.game.on(self.options).board,
        )


def bots_only() -> HTTPError:
    """Return the error for a table without people, at which bots would think for nobody."""
    return HTTPError(422, say("at least one seat must be for a person; to let bots play each other, use the arena"))


def too_many_bot_tables() -> HTTPError:
    """Return the error for a person who has let bots play at many tables already."""
    return HTTPError(429, say("bots already play at many of your tables; finish some of those games first"))


def check_request(
    requests: Sequence[SeatRequest], *, practice: bool, clock: bool, rated: bool = False, deal: str = "", nonce: str = ""
) -> None:
    """Raise HTTPError if these seats cannot be had together, at a practice or rated table or with a clock, or with this nonce."""
    occupants = [request.occupant for request in requests]
    if any(occupant not in (OWN, OPEN, *LEVELS) for occupant in occupants):
        raise HTTPError(422, say("there is no such bot level"))
    if not any(occupant in (OWN, OPEN) for occupant in occupants):
        raise bots_only()
    if practice and OPEN in occupants:
        raise HTTPError(422, say("practice is for one screen and bots: no seat may be open"))
    if practice and clock:
        raise HTTPError(422, say("there are no clocks at a practice table"))
    check_nonce(nonce)
    if rated and (practice or is_hotseat(requests)):
        raise HTTPError(422, say("practice and games on one screen are never rated"))
    if nonce and not deal:  # the house could choose its secret after the nonce
        raise HTTPError(422, say("a nonce for a new table needs a deal; request one first"))
    if nonce and OWN not in occupants:
        raise HTTPError(422, say("a nonce needs a seat of yours"))


def check_rated_name(name: str) -> None:
    """Raise HTTPError for a player at a rated table who has not chosen a name."""
    if is_default(name):
        raise HTTPError(422, say("choose a name of your own to play a rated game"))


def seats_for(requests: Sequence[SeatRequest], guest: Guest, numbered: Callable[[int], str], nonce: str = "") -> list[Seat]:
    """Return the seats of a new table.

    The guest's first own seat has their name and their nonce, further ones have the name that `numbered` gives and no nonce.
    """
    seats: list[Seat] = []
    for seat, request in enumerate(requests):
        own = any(taken.guest == guest.id for taken in seats)
        if request.occupant == OPEN:
            seats.append(Seat())
        elif request.occupant == OWN:
            name = request.name or (numbered(seat) if own else guest.name)
            if any(same_name(taken.name, name) for taken in seats):
                raise HTTPError(422, say("two players cannot both be called {name}", name=name))
            seats.append(Seat(guest.id, name, nonce="" if own else nonce, program=guest.program))
        else:
            seats.append(Seat(None, bot_name({taken.name for taken in seats} | {guest.name}), request.occupant))
    return seats


def is_hotseat(requests: Sequence[SeatRequest]) -> bool:
    """Return whether several people share the screen of the person who asks."""
    return sum(request.occupant == OWN for request in requests) > 1


def _secret(spec: TableSpec) -> bytes:
    return secrets.token_bytes(SECRET_BYTES) if spec.secret is None else spec.secret


class TableCreator:
    """Writes new tables; `extra_statements` join the transaction.

    A guest may host `most` of them at once, and `most_with_bots` at which bots play.
    """

    def __init__(
        self,
        repository: TableRepository,
        deals: Deals,
        extra_statements: Sequence[ExtraStatements],
        most: int,
        most_with_bots: int,
        now: Callable[[], float],
    ) -> None:
        self._repository = repository
        self._deals = deals
        self._extra_statements = extra_statements
        self._most = most
        self._most_with_bots = most_with_bots
        self._now = now
        self._replaying = asyncio.Semaphore()

    async def create(self, guest: Guest, spec: TableSpec) -> str:
        """Open a table and return its id. The game begins at once if no seat is open."""
        if await self._repository.hosted(guest.id) >= self._most:
            raise HTTPError(429, say("you already host many tables; finish some of those games first"))
        if spec.has_bots:
            await self.check_bots(guest)
        used = self._deals.use(spec.deal) if spec.deal else None
        secret = _secret(spec) if used is None else used.secret
        table = await self._first_table(spec, secret)  # raises before anything is written
        setup = spec.setup(guest.id, secret, self._now())
        events = events_of(table.game, table.entries()) if spec.full else []
        seats = spec.arranged(secret)
        change = Change(len(events), table.actor if spec.full else SPECTATOR, seats, setup.made)
        extra = self._extra(setup, change, spec.clock)
        if used is None:
            await self._repository.add_table(setup, seats, events, extra)
            return setup.id
        try:
            await self._repository.add_table(setup, seats, events, [*extra, *used.statements])
        except Conflict as error:
            raise HTTPError(409, say("this deal has already been used; request a new one")) from error
        return setup.id

    async def check_bots(self, guest: Guest) -> None:
        """Raise HTTPError if bots play at as many tables of a guest as they may."""
        if await self._repository.hosted_with_bots(guest.id) >= self._most_with_bots:
            raise too_many_bot_tables()

    async def _first_table(self, spec: TableSpec, secret: bytes) -> Table:
        """Return the table at its beginning. A game to continue may be long: it is replayed off the event loop, one at a time."""
        if spec.prefix is None:
            return spec.first_table(secret)
        async with self._replaying:
            return await asyncio.to_thread(spec.first_table, secret)

    def _extra(self, setup: Setup, change: Change, clock: TimeControl | None) -> list[Statement]:
        """Return the statements that follow from the new table: its job, its clocks and the extra ones."""
        times = None if clock is None else begin(clock, setup.seats).turn(change.timed, setup.made)
        job = next_job(change, self._repository.process_id, times)
        statements = [statement for extra in self._extra_statements for statement in extra(setup, change)]
        if job is not None:
            statements.append(put(setup.id, job))
        if times is not None:
            statements += [clocks.add(setup.id, times), clocks.wake(setup.id, setup.made)]
        return statements
