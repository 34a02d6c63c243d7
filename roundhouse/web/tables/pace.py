"""The pace of a table: how long its bots wait before they move."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from roundhouse.core.sentence import say
from roundhouse.web.http.errors import HTTPError, hosts_only
from roundhouse.web.people.guests import Guest
from roundhouse.web.tables.room import Room

PACES: Final = (900, 2000, 0)  # milliseconds, as pages offer them: humane, slow, at once
LONGEST_PACE: Final = 10_000


async def set_pace(room: Room, guest: Guest, pace: int) -> None:
    """Another pace: the host decides, or who plays alone against bots."""
    if not 0 <= pace <= LONGEST_PACE:
        raise HTTPError(422, say("a pace is a number of milliseconds from 0 to {most}", most=LONGEST_PACE))
    await room.do(lambda: _set_pace(room, guest, pace))


async def _set_pace(room: Room, guest: Guest, pace: int) -> None:
    people = {seat.guest for seat in room.seats if seat.guest is not None}
    if not room.is_host(guest) and people != {guest.id}:
        raise hosts_only()
    await room.repository.set_pace(room.id, room.setup.revision, pace)
    room.setup = replace(room.setup, pace=pace, revision=room.setup.revision + 1)
