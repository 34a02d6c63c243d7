"""Moves and undos at a table. Permission is checked here; what the rules allow is checked by `Table`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from roundhouse.core.sentence import Sentence, say
from roundhouse.play.table import Table
from roundhouse.web.http.errors import HTTPError, not_your_seat, stale
from roundhouse.web.people.guests import Guest
from roundhouse.web.tables.makers import BOT_REQUEST, UNDO, own_moves
from roundhouse.web.tables.repository import Event
from roundhouse.web.tables.room import Room, action
from roundhouse.web.tables.steps import write_step

MAX_UNDOS: Final = 50  # moves that a seat takes back in one turn, except at practice tables


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


def check_moves(room: Room, guest: Guest, seat: int, texts: Sequence[str]) -> None:
    """Raise what `move` would raise; change nothing."""
    table_of(room, guest, seat).step(seat, *texts)


@action
async def move(room: Room, guest: Guest, event_count: int, request_id: str, seat: int, *texts: str) -> int:
    """Make one or several moves, all or none, and return the event count after them.

    A repeated request gets the same answer and changes nothing.
    """
    key = f"{guest.id}:{request_id}"
    if key in room.answers:
        return room.answers[key]
    table = table_of(room, guest, seat)
    if event_count != room.event_count:
        raise stale()
    await write_step(room, table, key, table.step(seat, *texts), room.plans)
    return room.event_count


@action
async def bot_move(room: Room, event_count: int, seat: int, move: int, notice: Sentence | None) -> None:
    """Make the move of a bot, unless the table has moved on; `notice` says what went wrong, if anything did."""
    if room.table is None or event_count != room.event_count or room.seats[seat].level is None:
        return
    await write_step(room, room.table, f"{BOT_REQUEST}{event_count}", room.table.step(seat, move), room.plans)
    room.set_notice(notice)


# Undo.


def undos(room: Room, seat: int, *, turn: bool) -> int:
    """Return how many moves a seat can undo now: the last one, or those of its turn.

    What a bot has played for a person stands at a table that counts for ratings or has a clock. With a clock a turn that was
    passed on is taken back once, so that the next player can answer. In one turn a limited number of moves is taken back.
    """
    if room.table is None or not room.table.can_undo(seat) or _final(room, seat):
        return 0
    count = min(room.table.undos_of_turn(seat) if turn else 1, _undos_left(room, seat))
    stands = room.times is not None or room.counts_for_ratings
    return min(count, own_moves(room.makers, seat)) if stands else count


def _undos_left(room: Room, seat: int) -> int:
    return MAX_UNDOS if room.setup.practice else max(0, MAX_UNDOS - room.undos.get(seat, 0))


def _final(room: Room, seat: int) -> bool:
    return room.times is not None and room.times.final(seat)


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
    if _final(room, seat):
        raise HTTPError(409, say("you have already taken back this turn once; now it is final"))
    if not _undos_left(room, seat):
        raise HTTPError(409, say("you have already taken back {count} moves in this turn; now they are final", count=MAX_UNDOS))
    if not count and table.can_undo(seat):
        raise HTTPError(409, say("a bot made this move for you; it is final"))
    if not count:
        table.undo(seat)  # raises, with the reason
    await _take_back(room, table, key, seat, count)
    return room.event_count


async def _take_back(room: Room, table: Table, key: str, seat: int, count: int) -> None:
    events = [Event(key if i == 0 else None, seat, UNDO) for i in range(count)]
    change = room.change(seat, count)
    times = None if room.times is None else room.times.back(seat, change.at)
    others = {other: plan for other, plan in room.plans.items() if other != seat}
    await room.write_events(key, events, change, times, plans=others)
    for _ in range(count):
        table.undo(seat)
