"""Moves and undos at a table. Permission is checked here; what the rules allow is checked by `Table`."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import Sentence, say
from roundhouse.play.clock import Clocks
from roundhouse.play.table import Step, Table
from roundhouse.web.http.errors import HTTPError, not_your_seat, stale
from roundhouse.web.people.guests import Guest
from roundhouse.web.tables.change import Change
from roundhouse.web.tables.events import events_of
from roundhouse.web.tables.repository import UNDO, Event
from roundhouse.web.tables.room import Room, action

BOT_REQUEST: Final = "robot:"  # prefix of the request keys of bots


def table_of(room: Room, guest: Guest, seat: int) -> Table:
    """Return the table for a guest who plays that seat now; raise HTTPError otherwise."""
    occupant = room.occupant(seat)
    if occupant.guest != guest.id:
        raise not_your_seat()
    if room.table is None:
        raise HTTPError(409, say("the game has not started yet"))
    if occupant.level is not None:
        raise HTTPError(409, say("a bot plays for you; take your seat back first"))
    return room.table


def check_move(room: Room, guest: Guest, seat: int, text: str) -> None:
    """Raise what `move` would raise; change nothing."""
    table_of(room, guest, seat).step(seat, text)


@action
async def move(room: Room, guest: Guest, event_count: int, request_id: str, seat: int, text: str) -> int:
    """Make a move and return the event count after it. A repeated request gets the same answer and changes nothing."""
    key = f"{guest.id}:{request_id}"
    if key in room.answers:
        return room.answers[key]
    table = table_of(room, guest, seat)
    if event_count != room.event_count:
        raise stale()
    await _make(room, table, key, table.step(seat, text))
    return room.event_count


@action
async def bot_move(room: Room, event_count: int, seat: int, move: int, notice: Sentence | None) -> None:
    """Make the move of a bot, unless the table has moved on; `notice` says what went wrong, if anything did."""
    if room.table is None or event_count != room.event_count or room.seats[seat].level is None:
        return
    await _make(room, room.table, f"{BOT_REQUEST}{event_count}", room.table.step(seat, move))
    room.set_notice(notice)


async def _make(room: Room, table: Table, key: str, step: Step) -> None:
    events = events_of(room.game, step.entries, key)
    change = room.change(step.actor, len(events))
    times = _times(room, table, step, change, helped=key.startswith(BOT_REQUEST))
    await room.write_events(key, events, change, times, over=step.over)
    table.accept(step)


def _times(room: Room, table: Table, step: Step, change: Change, *, helped: bool) -> Clocks | None:
    """Return the clocks after a move, which a bot may have made for a person."""
    if room.times is None:
        return None
    times, seat = room.times, step.entries[0][0]
    if helped and room.seats[seat].guest is not None:
        times = times.help(seat, table.moves_made + len(step.entries))
    return times.turn(change.timed, change.at)


# Undo.


def undos(room: Room, seat: int, *, turn: bool) -> int:
    """Return how many moves a seat can undo now: the last one, or those of its turn. A bot's moves for it stand."""
    if room.table is None or not room.table.can_undo(seat):
        return 0
    count = room.table.undos_of_turn(seat) if turn else 1
    return count if room.times is None else min(count, room.table.moves_made - room.times.stands)


@action
async def undo(room: Room, guest: Guest, event_count: int, request_id: str, seat: int, *, turn: bool) -> int:
    """Undo the last move of a seat, or its whole turn, and return the event count after it."""
    key = f"{guest.id}:{request_id}"
    if key in room.answers:
        return room.answers[key]
    table = table_of(room, guest, seat)
    if event_count != room.event_count:
        raise stale()
    count = undos(room, seat, turn=turn)
    if not count and table.can_undo(seat):
        raise HTTPError(409, say("the bot that played for you has made this move: it stands"))
    if not count:
        table.undo(seat)  # raises, with the reason
    await _take_back(room, table, key, seat, count)
    return room.event_count


async def _take_back(room: Room, table: Table, key: str, seat: int, count: int) -> None:
    events = [Event(key if i == 0 else None, seat, UNDO) for i in range(count)]
    change = room.change(seat, count)
    await room.write_events(key, events, change, None if room.times is None else room.times.back(seat, change.at), over=False)
    for _ in range(count):
        table.undo(seat)
