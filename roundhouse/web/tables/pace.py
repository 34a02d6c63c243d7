"""The pace of a table: how long its bots wait before they move."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import say
from roundhouse.web.http.errors import HTTPError, hosts_only
from roundhouse.web.people.guests import Guest
from roundhouse.web.tables.room import Room, action

PACES: Final = (900, 2000, 0)  # milliseconds, as pages offer them: relaxed, slow, immediate
LONGEST_PACE: Final = 10_000


@action
async def set_pace(room: Room, guest: Guest, pace: int) -> None:
    """Change the pace; the host may, and a person who plays alone against bots."""
    if not 0 <= pace <= LONGEST_PACE:
        raise HTTPError(422, say("a pace is a number of milliseconds from 0 to {most}", most=LONGEST_PACE))
    people = {seat.guest for seat in room.seats if seat.guest is not None}
    if not room.is_host(guest) and people != {guest.id}:
        raise hosts_only()
    await room.write_pace(pace)
