"""The beginning of a game at a table that has waited for its people."""

from __future__ import annotations

from roundhouse.core.sentence import say
from roundhouse.play.chance import Secret
from roundhouse.play.table import Table
from roundhouse.web.clocks import repository as clocks
from roundhouse.web.http.errors import HTTPError, hosts_only
from roundhouse.web.people.guests import Guest
from roundhouse.web.tables.change import Change
from roundhouse.web.tables.events import events_of
from roundhouse.web.tables.repository import OVER, RUNNING, WAITING, with_stage
from roundhouse.web.tables.room import Room


async def start(room: Room, guest: Guest) -> None:
    """Begins the game; the host decides when."""
    await room.do(lambda: _start(room, guest))


async def _start(room: Room, guest: Guest) -> None:
    if not room.is_host(guest):
        raise hosts_only()
    must_wait(room)
    if any(seat.open for seat in room.seats):
        raise HTTPError(409, say("a seat is still open: wait for somebody, or put a bot there"))
    await begin(room)


def must_wait(room: Room) -> None:
    """Refuses what can only be done before the beginning."""
    if room.setup.stage != WAITING:
        raise HTTPError(409, say("the game has begun already"))


async def begin(room: Room) -> None:
    """Deals; part of a deed."""
    setup = room.setup
    names = [seat.name for seat in room.seats]
    table = Table(room.game, setup.seats, setup.options, Secret(setup.secret), names, practice=setup.practice)
    lines = events_of(room.game, table.entries())
    change = Change(len(lines), table.actor, room.seats, room.now())
    effects = room.effects(change, None if room.times is None else room.times.turn(change.timed, change.at))
    wake = [] if room.clock_row is None else [clocks.wake(room.id, change.at)]
    await room.repository.start(room.id, setup.revision, lines, change.at, over=table.over, extra=[*effects.statements, *wake])
    room.table, room.event_count, room.job, room.clock_row = table, len(lines), effects.job, effects.clock_row
    room.setup = with_stage(setup, OVER if table.over else RUNNING)
