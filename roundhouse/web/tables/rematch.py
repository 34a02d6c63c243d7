"""A rematch: a new table with the same game, options, clock, bots and people."""

from __future__ import annotations

import re
from typing import Final

from roundhouse.core.sentence import say
from roundhouse.web.http.errors import HTTPError, not_your_seat
from roundhouse.web.people.guests import Guest
from roundhouse.web.tables.creation import TableSpec
from roundhouse.web.tables.repository import Seat
from roundhouse.web.tables.room import Room

_ADDRESS: Final = re.compile(r"/table/([\w-]{6,24})\b")


def rematch_of(room: Room, guest: Guest) -> TableSpec:
    """Return the table of a rematch that a player asks for. Raise HTTPError if no whole game is over here.

    Seats that are not drawn by lot move on by one, since they are not worth the same. Those of other people are open at first.
    """
    setup = room.setup
    if not room.seats_of(guest):
        raise not_your_seat()
    if not room.over or setup.tour or setup.prefix:
        raise HTTPError(409, say("there can be a rematch once a whole game is over"))
    seats = [_same(seat, guest) for seat in (*room.seats[1:], room.seats[0])]
    return TableSpec(
        game=room.game,
        seats=seats,
        options=setup.options,
        public=setup.public,
        spectators=setup.spectators,
        practice=setup.practice,
        hotseat=setup.hotseat,
        rated=setup.rated,
        by_lot=setup.by_lot,
        pace=setup.pace,
        clock=None if room.times is None else room.times.clock,
    )


def _same(seat: Seat, guest: Guest) -> Seat:
    if seat.guest is None:
        return Seat(None, seat.name, seat.level)
    return Seat(guest.id, seat.name, program=guest.program) if seat.guest == guest.id else Seat()


def others_of(room: Room, guest: Guest) -> list[Seat]:
    """Return the seats of the other people at a table."""
    return [seat for seat in room.seats if seat.guest not in (None, guest.id)]


def announced(room: Room) -> str | None:
    """Return the address of the rematch that a player has announced in the chat, if any."""
    addresses = [found[0] for message in room.chat if message.seat is not None and (found := _ADDRESS.search(message.text))]
    return addresses[-1] if addresses and room.over else None
