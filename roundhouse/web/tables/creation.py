"""Opening a table: what somebody wants to play, written down as a new one."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from roundhouse.core.game import Game
from roundhouse.core.record import Record
from roundhouse.core.sentence import say
from roundhouse.core.state import SPECTATOR
from roundhouse.play.chance import SECRET_BYTES, Secret
from roundhouse.play.clock import TimeControl, begin
from roundhouse.play.table import Table
from roundhouse.web.clocks import repository as clocks
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.jobs.queue import put
from roundhouse.web.people.guests import Guest
from roundhouse.web.store.store import Statement
from roundhouse.web.tables.change import Change, ExtraStatements, next_job
from roundhouse.web.tables.events import events_of
from roundhouse.web.tables.repository import RUNNING, WAITING, Seat, Setup, TableRepository

_ID_BYTES: Final = 9
_INVITE_BYTES: Final = 24


@dataclass(frozen=True)
class TableSpec:
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
    clock: TimeControl | None = None
    secret: bytes | None = None  # given for a tour, whose deal is always the same
    prefix: Record | None = None  # a game to play on from

    @property
    def full(self) -> bool:
        """Whether no seat is open: then the game begins at once."""
        return not any(seat.open for seat in self.seats)

    @property
    def bot_pool(self) -> bool:
        """Whether bots sit there."""
        return any(seat.level is not None for seat in self.seats)

    def first_table(self, secret: bytes) -> Table:
        """The table at its beginning; says what is wrong with options or seats."""
        names = [seat.name for seat in self.seats]
        if self.prefix is not None:
            table = Table.resume(self.game, self.prefix, Secret(secret))
            table.names = names
            return table
        return Table(self.game, len(self.seats), self.options, Secret(secret), names, practice=self.practice)

    def setup(self, host: str, secret: bytes, made: float) -> Setup:
        """What is settled, as it is kept."""
        return Setup(
            id=secrets.token_urlsafe(_ID_BYTES),
            game=self.game.name,
            version=self.game.version,
            seats=len(self.seats),
            options=self.options,
            secret=secret,
            host=host,
            invite=secrets.token_urlsafe(_INVITE_BYTES),
            public=self.public,
            spectators=self.spectators,
            practice=self.practice,
            hotseat=self.hotseat,
            tour=self.tour,
            pace=self.pace,
            stage=RUNNING if self.full else WAITING,
            prefix=0 if self.prefix is None else len(self.prefix.entries),
            made=made,
        )


class TableCreator:
    """Writes new tables. `most` is how many a guest may host at once; `companions` write along."""

    def __init__(
        self, repository: TableRepository, extra_statements: Sequence[ExtraStatements], most: int, now: Callable[[], float]
    ) -> None:
        self._repository = repository
        self._extra_statements = extra_statements
        self._most = most
        self._now = now

    async def open(self, guest: Guest, plan: TableSpec) -> str:
        """A new table; it begins at once if no seat is open."""
        if await self._repository.hosted(guest.id) >= self._most:
            raise HTTPError(429, say("you host many tables already; finish some of them first"))
        secret = secrets.token_bytes(SECRET_BYTES) if plan.secret is None else plan.secret
        table = plan.first_table(secret)  # before anything is written
        setup = plan.setup(guest.id, secret, self._now())
        lines = events_of(plan.game, table.entries()) if plan.full else []
        change = Change(len(lines), table.actor if plan.full else SPECTATOR, plan.seats, setup.made)
        await self._repository.add_table(setup, plan.seats, lines, self._then(setup, change, plan.clock))
        return setup.id

    def _then(self, setup: Setup, change: Change, clock: TimeControl | None) -> list[Statement]:
        """What follows from the new table: what is due, and its clocks."""
        times = None if clock is None else begin(clock, setup.seats).turn(change.timed, setup.made)
        job = next_job(change, self._repository.process_id, times)
        statements = [statement for companion in self._extra_statements for statement in companion(setup, change)]
        if job is not None:
            statements.append(put(setup.id, job))
        if times is not None:
            statements += [clocks.add(setup.id, times), clocks.wake(setup.id, setup.made)]
        return statements
