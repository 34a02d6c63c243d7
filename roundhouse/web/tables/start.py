"""The start of a game at a table that has waited for its players."""

from __future__ import annotations

from roundhouse.core.sentence import say
from roundhouse.play.table import Table
from roundhouse.web.http.errors import HTTPError, hosts_only
from roundhouse.web.people.guests import Guest
from roundhouse.web.tables.creation import bots_only
from roundhouse.web.tables.deals import drawn_by_lot, shuffle
from roundhouse.web.tables.repository import Stage
from roundhouse.web.tables.room import Room, action


@action
async def start(room: Room, guest: Guest) -> None:
    """Start the game; only the host may."""
    if not room.is_host(guest):
        raise hosts_only()
    require_waiting(room)
    if any(seat.open for seat in room.seats):
        raise HTTPError(409, say("a seat is still open: wait for another player, or put a bot there"))
    if not any(seat.guest for seat in room.seats):
        raise bots_only()
    await begin(room)


def require_waiting(room: Room) -> None:
    """Raise HTTPError if the game has begun."""
    if room.setup.stage != Stage.WAITING:
        raise HTTPError(409, say("the game has already begun"))


async def begin(room: Room) -> None:
    """Draw the seats by lot unless the host arranged them, deal and start, as part of an action."""
    setup = room.setup
    seats = drawn_by_lot(setup.secret, room.seats) if setup.by_lot else room.seats
    names = [seat.name for seat in seats]
    table = Table(room.game, setup.seats, setup.options, shuffle(setup.secret, seats), names, practice=setup.practice)
    table.board = setup.board
    await room.write_start(table, seats)
