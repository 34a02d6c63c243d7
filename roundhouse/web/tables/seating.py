"""Seats: people take and leave them; bots fill open seats or play for people who are away."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from roundhouse.bots import LEVELS
from roundhouse.core.sentence import say
from roundhouse.play.clock import Clocks
from roundhouse.web.http.errors import HTTPError, hosts_only, not_your_seat
from roundhouse.web.people.guests import Guest
from roundhouse.web.tables.admission import invite
from roundhouse.web.tables.creation import check_rated_name
from roundhouse.web.tables.deals import check_nonce
from roundhouse.web.tables.names import same_name
from roundhouse.web.tables.repository import Seat, Stage
from roundhouse.web.tables.room import Room, action
from roundhouse.web.tables.start import begin, require_waiting

SUBSTITUTE: Final = LEVELS[1]  # level of a substitute at a table without bots


async def join(room: Room, guest: Guest, wish: int | None, nonce: str = "") -> int | None:
    """Use an invitation: take a seat while one is open; otherwise return the guest's own seat, or None for a spectator."""
    await invite(room, guest)
    if has_open_seat(room):
        return await sit(room, guest, wish, nonce)
    yours = room.seats_of(guest)
    return yours[0] if yours else None


def has_open_seat(room: Room) -> bool:
    """Return whether a player can still join the game."""
    return room.setup.stage == Stage.WAITING and any(seat.open for seat in room.seats)


@action
async def sit(room: Room, guest: Guest, wish: int | None, nonce: str = "") -> int:
    """Take an open seat, any if `wish` is None. The game begins when the last seat is taken, and the lot may then move everyone.

    Return the seat that the guest has now.
    `nonce` is the client's share in the shuffle. A repeated request keeps the nonce of the first one.
    """
    check_nonce(nonce)
    yours = room.seats_of(guest)
    if yours and (room.setup.stage == Stage.WAITING or wish in (None, *yours)):
        return wish if wish in yours else yours[0]  # repeated after a lost answer
    require_waiting(room)
    if room.setup.rated:
        check_rated_name(guest.name)
    chosen = _open_seat(room, wish)
    if any(same_name(seat.name, guest.name) for seat in room.seats if not seat.open):
        raise HTTPError(409, say("another player at this table is called {name}; choose another name", name=guest.name))
    await _set(room, chosen, Seat(guest.id, guest.name, nonce=nonce, program=guest.program))
    if not any(seat.open for seat in room.seats):
        await begin(room)
        return room.seats_of(guest)[0]
    return chosen


def _open_seat(room: Room, wish: int | None) -> int:
    """Return the open seat asked for, or the first one."""
    free = [seat for seat, occupant in enumerate(room.seats) if occupant.open]
    if not free:
        raise HTTPError(409, say("the table is full"))
    if wish is not None and wish not in free:
        raise HTTPError(409, say("this seat is taken"))
    return free[0] if wish is None else wish


@action
async def leave(room: Room, guest: Guest) -> None:
    """Give up the seats of a guest: before the game they are open again, during it a bot plays until the guest returns."""
    for seat in room.seats_of(guest):
        occupant = room.seats[seat]
        left = Seat() if room.setup.stage == Stage.WAITING else _left(room, occupant)
        await _set(room, seat, left)


def _left(room: Room, occupant: Seat) -> Seat:
    return replace(occupant, level=occupant.level or _substitute(room), by_other=False)


# Bots.


@action
async def seat_bot(room: Room, guest: Guest, seat: int, level: str, name: str) -> None:
    """Put a bot on an open seat, or let one play for a person: for oneself, or for a player who has been away for long.

    The player chooses the level of their own bot. For others it is the substitute of the house, and they get a notice.
    """
    occupant = room.occupant(seat)
    if room.setup.stage == Stage.WAITING:
        if not room.is_host(guest):
            raise hosts_only()
        if occupant.guest is not None:
            raise HTTPError(409, say("this seat is taken"))
        await _set(room, seat, Seat(None, occupant.name or name, _known(level)))
    elif occupant.guest is None or not (room.seats_of(guest) or room.is_host(guest)):
        raise not_your_seat()
    elif occupant.guest == guest.id:
        await _set(room, seat, replace(occupant, level=_known(level), by_other=False))
    elif occupant.level is None:
        await _substitute_for(room, seat)


def _known(level: str) -> str:
    if level not in LEVELS:
        raise HTTPError(422, say("there is no such bot level"))
    return level


async def _substitute_for(room: Room, seat: int) -> None:
    """Let a bot play for another player, who gets a notice."""
    occupant = room.seats[seat]
    if room.times is not None:
        raise HTTPError(409, say("{name} plays with a clock; a bot takes over only when their time runs out", name=occupant.name))
    if not room.may_substitute(seat):
        raise HTTPError(409, say("{name} has not been away for long enough to let a bot play", name=occupant.name))
    await _set(room, seat, replace(occupant, level=_substitute(room), by_other=True), substituted=occupant.guest)


@action
async def unseat_bot(room: Room, guest: Guest, seat: int) -> None:
    """Open the seat of a bot before the game; give the seat back to its owner during it."""
    occupant = room.occupant(seat)
    if room.setup.stage == Stage.WAITING:
        if not room.is_host(guest):
            raise hosts_only()
        if occupant.guest is None:
            await _set(room, seat, Seat())
    elif occupant.guest is None or not (occupant.guest == guest.id or room.is_host(guest)):
        raise not_your_seat()
    elif not room.may_return(seat):
        raise HTTPError(409, say("your time has run out: a bot makes this move, then you can take your seat back"))
    else:
        await _set(room, seat, replace(occupant, level=None, by_other=False))


@action
async def run_out(room: Room) -> None:
    """Let a bot play for the person whose time has run out, if it has."""
    seat = None if room.times is None else room.times.expired(room.now())
    if seat is None or room.over:
        return
    await _set(room, seat, replace(room.seats[seat], level=_substitute(room)))
    name = room.seats[seat].name
    room.set_notice(say("{name} has run out of time; a bot plays until they take their seat back", name=name))


def _substitute(room: Room) -> str:
    """Return the level of a substitute: that of the strongest bot at the table."""
    levels = [LEVELS.index(seat.level) for seat in room.seats if seat.guest is None and seat.level is not None]
    return LEVELS[max(levels)] if levels else SUBSTITUTE


async def _set(room: Room, seat: int, occupant: Seat, substituted: str | None = None) -> None:
    seats = [*room.seats[:seat], occupant, *room.seats[seat + 1 :]]
    change = replace(room.change(room.actor, seats=seats), substituted=substituted)
    await room.write_seat(seat, occupant, change, _times(room, seat, occupant, change.at))


def _times(room: Room, seat: int, occupant: Seat, now: float) -> Clocks | None:
    """Return the clocks after a bot has taken over a person's seat, or the person has come back."""
    times, before = room.times, room.seats[seat]
    if times is None or room.setup.stage == Stage.WAITING or (before.level is None) == (occupant.level is None):
        return times
    return times.away(seat, now) if before.level is None else times.returned(seat, now, acting=room.actor == seat)
