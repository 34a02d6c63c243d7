"""Playing: moves, and taking them back. Who asks is checked here, what the rules allow in `Table`."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import Sentence, say
from roundhouse.play.clock import Clocks
from roundhouse.play.table import Step, Table
from roundhouse.web.http.errors import HTTPError, not_your_seat, stale
from roundhouse.web.people.guests import Guest
from roundhouse.web.tables.change import Change
from roundhouse.web.tables.events import events_of
from roundhouse.web.tables.repository import OVER, RUNNING, UNDO, Event, with_stage
from roundhouse.web.tables.room import Room

ROBOT_KEY: Final = "robot:"  # how the requests of bots begin


def table_of(room: Room, guest: Guest, number: int) -> Table:
    """The table, for a guest who plays that seat now."""
    seat = room.seat(number)
    if seat.guest != guest.id:
        raise not_your_seat()
    if room.table is None:
        raise HTTPError(409, say("the game has not begun"))
    if seat.level is not None:
        raise HTTPError(409, say("a bot plays for you; take your seat back first"))
    return room.table


def why(room: Room, guest: Guest, number: int, text: str) -> None:
    """Raises what would be said to this move; nothing happens."""
    table_of(room, guest, number).step(number, text)


async def move(room: Room, guest: Guest, n: int, rid: str, number: int, text: str) -> int:
    """Makes a move; the number of entries after it. The same `rid` again gives the same answer and moves nothing."""
    return await room.do(lambda: _move(room, guest, n, f"{guest.id}:{rid}", number, text))


async def _move(room: Room, guest: Guest, n: int, key: str, number: int, text: str) -> int:
    if key in room.answers:
        return room.answers[key]
    table = table_of(room, guest, number)
    if n != room.event_count:
        raise stale()
    await _make(room, table, key, table.step(number, text))
    return room.event_count


async def bot_move(room: Room, n: int, number: int, move: int, notice: Sentence | None) -> None:
    """Makes the move of a bot, unless the table has moved on; `notice` says if it went wrong."""
    await room.do(lambda: _bot_move(room, n, number, move, notice))


async def _bot_move(room: Room, n: int, number: int, move: int, notice: Sentence | None) -> None:
    if room.table is None or n != room.event_count or room.seats[number].level is None:
        return
    await _make(room, room.table, f"{ROBOT_KEY}{n}", room.table.step(number, move))
    room.notice = notice


async def _make(room: Room, table: Table, key: str, step: Step) -> None:
    lines = events_of(room.game, step.entries, key)
    change = Change(room.event_count + len(lines), step.actor, room.seats, room.now())
    effects = room.effects(change, _times(room, table, step, change, helped=key.startswith(ROBOT_KEY)))
    await room.repository.append(room.id, room.event_count, lines, change.at, over=step.over, extra=effects.statements)
    table.accept(step)
    room.event_count += len(lines)
    room.job, room.clock_row = effects.job, effects.clock_row
    room.answers[key] = room.event_count
    room.notice = None
    if step.over:
        room.setup = with_stage(room.setup, OVER, change.at)


def _times(room: Room, table: Table, step: Step, change: Change, *, helped: bool) -> Clocks | None:
    """The clocks after a move, which a bot may have made for a person."""
    if room.times is None:
        return None
    times, number = room.times, step.entries[0][0]
    if helped and room.seats[number].guest is not None:
        times = times.help(number, table.moves_made + len(step.entries))
    return times.turn(change.timed, change.at)


# Taking back.


def undos(room: Room, number: int, *, turn: bool) -> int:
    """How many moves a seat can take back now: the last one, or those of its turn; what a bot has made for it stands."""
    if room.table is None or not room.table.can_undo(number):
        return 0
    count = room.table.undos_of_turn(number) if turn else 1
    return count if room.times is None else min(count, room.table.moves_made - room.times.stands)


async def undo(room: Room, guest: Guest, n: int, rid: str, number: int, *, turn: bool) -> int:
    """Takes back the last move of a seat, or all of its turn."""
    return await room.do(lambda: _undo(room, guest, n, f"{guest.id}:{rid}", number, turn=turn))


async def _undo(room: Room, guest: Guest, n: int, key: str, number: int, *, turn: bool) -> int:
    if key in room.answers:
        return room.answers[key]
    table = table_of(room, guest, number)
    if n != room.event_count:
        raise stale()
    count = undos(room, number, turn=turn)
    if not count and table.can_undo(number):
        raise HTTPError(409, say("the bot that played for you has made this move: it stands"))
    if not count:
        table.undo(number)  # says why not
    await _take_back(room, table, key, number, count)
    return room.event_count


async def _take_back(room: Room, table: Table, key: str, number: int, count: int) -> None:
    lines = [Event(key if i == 0 else None, number, UNDO) for i in range(count)]
    change = Change(room.event_count + count, number, room.seats, room.now())
    effects = room.effects(change, None if room.times is None else room.times.back(number, change.at))
    await room.repository.append(room.id, room.event_count, lines, change.at, over=False, extra=effects.statements)
    for _ in range(count):
        table.undo(number)
    room.event_count += count
    room.job, room.clock_row = effects.job, effects.clock_row
    room.answers[key] = room.event_count
    if room.over:
        room.setup = with_stage(room.setup, RUNNING)
