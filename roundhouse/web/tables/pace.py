"""The pace of a table: how long its bots wait before they move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from roundhouse.core.sentence import say
from roundhouse.web.http.errors import HTTPError, hosts_only
from roundhouse.web.people.guests import Guest
from roundhouse.web.tables.room import Room, action

PACES: Final = (900, 2000, 0)  # milliseconds, as pages offer them: relaxed, slow, immediate
LONGEST_PACE: Final = 10_000


def may_hurry(room: Room, yours: Sequence[int], *, host: bool) -> bool:
    """Return whether a player decides how fast the bots are: the host, or a person who plays alone against them."""
    return host or (bool(yours) and all(one.guest is None or seat in yours for seat, one in enumerate(room.seats)))


@action
async def set_pace(room: Room, guest: Guest, pace: int) -> None:
    """Change the pace; the host may, and a person who plays alone against bots."""
    if not 0 <= pace <= LONGEST_PACE:
        raise HTTPError(422, say("a pace is a number of milliseconds from 0 to {most}", most=LONGEST_PACE))
    _check(room, guest)
    await room.write_pace(pace)


@action
async def skip(room: Room, guest: Guest) -> None:
    """Let the bots move at once, until a person is to move."""
    _check(room, guest)
    room.hurry_bots()


def _check(room: Room, guest: Guest) -> None:
    if not may_hurry(room, room.seats_of(guest), host=room.is_host(guest)):
        raise hosts_only()
