"""The beginning of a game at a table that has waited for its people."""

from __future__ import annotations

from roundhouse.core.sentence import say
from roundhouse.play.chance import Secret
from roundhouse.play.table import Table
from roundhouse.web.clocks import repository as clocks
from roundhouse.web.http.errors import Trouble, hosts_only
from roundhouse.web.people.guests import Guest
from roundhouse.web.tables.change import Change
from roundhouse.web.tables.events import lines_of
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
        raise Trouble(409, say("a seat is still open: wait for somebody, or put a bot there"))
    await begin(room)


def must_wait(room: Room) -> None:
    """Refuses what can only be done before the beginning."""
    if room.setup.stage != WAITING:
        raise Trouble(409, say("the game has begun already"))


async def begin(room: Room) -> None:
    """Deals; part of a deed."""
    setup = room.setup
    table = Table(room.game, setup.seats, setup.options, Secret(setup.secret), room.names, practice=setup.practice)
    lines = lines_of(room.game, table.entries())
    change = Change(len(lines), table.actor, room.seats, room.now())
    then = room.then(change, None if room.times is None else room.times.turn(change.timed, change.at))
    wake = [] if room.watch is None else [clocks.wake(room.id, change.at)]
    await room.ledger.start(room.id, setup.revision, lines, change.at, over=table.over, then=[*then.statements, *wake])
    room.table, room.n, room.due, room.watch = table, len(lines), then.due, then.watch
    room.setup = with_stage(setup, OVER if table.over else RUNNING)
