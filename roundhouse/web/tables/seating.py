"""Seating: who sits where. People sit down and leave, bots take open seats or sit in for people who are away."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from roundhouse.bots import LEVELS
from roundhouse.core.sentence import say
from roundhouse.play.clock import Clocks
from roundhouse.web.http.errors import HTTPError, hosts_only, not_your_seat
from roundhouse.web.people.guests import Guest
from roundhouse.web.tables.change import Change
from roundhouse.web.tables.repository import WAITING, Seat
from roundhouse.web.tables.room import Room
from roundhouse.web.tables.start import begin, must_wait

SUBSTITUTE: Final = LEVELS[1]  # who sits in for somebody where there is no bot at the table


async def sit(room: Room, guest: Guest, number: int | None) -> int:
    """Takes an open seat, any if none is named; the game begins when the last one is taken."""
    return await room.do(lambda: _sit(room, guest, number))


async def _sit(room: Room, guest: Guest, number: int | None) -> int:
    yours = room.seats_of(guest)
    if yours and (room.setup.stage == WAITING or number in (None, *yours)):
        return number if number in yours else yours[0]  # again, after a lost answer
    must_wait(room)
    chosen = _free(room, number)
    if any(seat.name.casefold() == guest.name.casefold() for seat in room.seats if not seat.open):
        raise HTTPError(409, say("somebody at this table is called {name} already; take another name", name=guest.name))
    await _set(room, chosen, Seat(guest.id, guest.name))
    room.members.add(guest.id)
    if not any(seat.open for seat in room.seats):
        await begin(room)
    return chosen


def _free(room: Room, wish: int | None) -> int:
    """The open seat that is wished for, or the first one."""
    free = [number for number, seat in enumerate(room.seats) if seat.open]
    if not free:
        raise HTTPError(409, say("the table is full"))
    if wish is not None and wish not in free:
        raise HTTPError(409, say("somebody sits there already"))
    return free[0] if wish is None else wish


async def leave(room: Room, guest: Guest) -> None:
    """Gives up the seats of a guest: before the game they are open again, during it a bot takes them until he is back."""
    await room.do(lambda: _leave(room, guest))


async def _leave(room: Room, guest: Guest) -> None:
    for number in room.seats_of(guest):
        seat = room.seats[number]
        left = Seat() if room.setup.stage == WAITING else replace(seat, level=seat.level or _substitute(room))
        await _set(room, number, left)


# Bots.


async def seat_robot(room: Room, guest: Guest, number: int, level: str, name: str) -> None:
    """Puts a bot on an open seat, or lets one play for a person who is away."""
    if level not in LEVELS:
        raise HTTPError(422, say("there is no bot of that level"))
    await room.do(lambda: _seat_robot(room, guest, number, level, name))


async def _seat_robot(room: Room, guest: Guest, number: int, level: str, name: str) -> None:
    seat = room.seat(number)
    if room.setup.stage == WAITING:
        if not room.is_host(guest):
            raise hosts_only()
        if seat.guest is not None:
            raise HTTPError(409, say("somebody sits there already"))
        await _set(room, number, Seat(None, seat.name or name, level))
    elif seat.guest is None or not (room.seats_of(guest) or room.is_host(guest)):
        raise not_your_seat()
    elif seat.guest != guest.id and not room.absent(number):
        raise HTTPError(409, say("{name} is here; a bot only plays for people who are away", name=seat.name))
    else:
        await _set(room, number, replace(seat, level=level))


async def unseat_robot(room: Room, guest: Guest, number: int) -> None:
    """Opens a bot's seat before the game; gives a person's seat back during it."""
    await room.do(lambda: _unseat_robot(room, guest, number))


async def _unseat_robot(room: Room, guest: Guest, number: int) -> None:
    seat = room.seat(number)
    if room.setup.stage == WAITING:
        if not room.is_host(guest):
            raise hosts_only()
        if seat.guest is None:
            await _set(room, number, Seat())
    elif seat.guest is None or not (seat.guest == guest.id or room.is_host(guest)):
        raise not_your_seat()
    elif not room.may_return(number):
        raise HTTPError(409, say("the time is over: a bot makes this move, then the seat can be taken back"))
    else:
        await _set(room, number, replace(seat, level=None))


async def run_out(room: Room) -> None:
    """Lets a bot sit in for the person whose time is over, if it is."""
    await room.do(lambda: _run_out(room))


async def _run_out(room: Room) -> None:
    number = None if room.times is None else room.times.expired(room.now())
    if number is None or room.over:
        return
    await _set(room, number, replace(room.seats[number], level=_substitute(room)))
    room.notice = say("the time of {name} is over; a bot plays until the seat is taken back", name=room.seats[number].name)


def _substitute(room: Room) -> str:
    """The level of a bot that sits in for somebody: that of the strongest bot at the table."""
    levels = [LEVELS.index(seat.level) for seat in room.seats if seat.guest is None and seat.level is not None]
    return LEVELS[max(levels)] if levels else SUBSTITUTE


# Writing it down.


async def _set(room: Room, number: int, seat: Seat) -> None:
    seats = [*room.seats[:number], seat, *room.seats[number + 1 :]]
    change = Change(room.event_count, room.actor, seats, room.now())
    effects = room.effects(change, _times(room, number, seat, change.at))
    await room.repository.set_seat(room.id, room.setup.revision, number, seat, effects.statements)
    room.setup = replace(room.setup, revision=room.setup.revision + 1)
    room.seats, room.job, room.clock_row = seats, effects.job, effects.clock_row


def _times(room: Room, number: int, seat: Seat, now: float) -> Clocks | None:
    """The clocks after somebody has sat down: a bot for a person, or the person again."""
    times, before = room.times, room.seats[number]
    if times is None or room.setup.stage == WAITING or (before.level is None) == (seat.level is None):
        return times
    return times.away(number, now) if before.level is None else times.returned(number, now, acting=room.actor == number)
