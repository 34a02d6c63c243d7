"""Admission: which guests may look at a table, and from which seat."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from roundhouse.core.sentence import say
from roundhouse.core.state import SPECTATOR
from roundhouse.play.log import OPEN
from roundhouse.web.http.errors import HTTPError, not_your_seat
from roundhouse.web.people.guests import Guest
from roundhouse.web.tables.reader import Reader
from roundhouse.web.tables.repository import Seat, Setup, Stage
from roundhouse.web.tables.room import Room, action


def admit(room: Room, guest: Guest | None) -> None:
    """Raise HTTPError unless the guest may look at the table."""
    check_admission(room.setup, room.seats, room.members, guest)


def check_admission(setup: Setup, seats: Sequence[Seat], members: Collection[str], guest: Guest | None) -> None:
    """Raise HTTPError unless the guest may look at a table with these seats and members."""
    if guest is not None and (guest.id == setup.host or any(seat.guest == guest.id for seat in seats)):
        return
    if not (setup.public or (guest is not None and guest.id in members)):
        raise HTTPError(403, say("this table is private: ask its host for the link"))
    if not setup.spectators and setup.stage != Stage.WAITING:
        raise HTTPError(403, say("there are no spectators at this table"))


def may_be_invited(room: Room, guest: Guest | None) -> bool:
    """Return whether the address of a private table leads a guest to its invitation.

    The address is as hard to guess as the invitation: a player who copies it from the address bar means to share the table.
    """
    setup = room.setup
    known = guest is not None and (guest.id == setup.host or guest.id in room.members or bool(room.seats_of(guest)))
    return not (known or setup.public) and (setup.spectators or setup.stage == Stage.WAITING)


@action
async def invite(room: Room, guest: Guest) -> None:
    """Admit a guest who holds the invitation link."""
    if not room.is_member(guest):
        await room.write_member(guest.id)


def reader_of(room: Room, guest: Guest | None, wish: int | None, language: str, layout: str, base: str) -> Reader:
    """Return how a guest sees the table; `wish` names one of several seats of theirs, or OPEN when the game is over."""
    admit(room, guest)
    yours, member = room.seats_of(guest), room.is_member(guest)
    seat = _viewpoint(room, yours, wish)
    return Reader(seat, yours, room.is_host(guest), member, language, layout, base if member else "")


def _viewpoint(room: Room, yours: tuple[int, ...], wish: int | None) -> int:
    if wish is not None and (wish == SPECTATOR or wish in yours):
        return wish
    if wish is not None and room.over and (wish == OPEN or 0 <= wish < room.setup.seats):
        return wish
    if wish is not None:
        raise not_your_seat()
    if not yours or room.privacy_screen:
        return SPECTATOR
    return room.actor if room.actor in yours else yours[0]
