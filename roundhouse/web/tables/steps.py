"""Steps: moves with the plans that are due after them, written in one transaction. Actions make them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from roundhouse.play.clock import Clocks
from roundhouse.play.plans import Course, Plan, carry_out
from roundhouse.play.table import Step, Table
from roundhouse.web.tables.change import Change
from roundhouse.web.tables.events import events_of
from roundhouse.web.tables.makers import BOT_REQUEST
from roundhouse.web.tables.room import Room


async def write_step(room: Room, table: Table, key: str, step: Step, plans: Mapping[int, Plan]) -> None:
    """Make a step, and with it, in one transaction, the moves of the plans that are due after it; part of an action."""
    people = [seat for seat, occupant in enumerate(room.seats) if occupant.level is None]
    course = carry_out(table, step, plans, people)
    events = events_of(room.game, course.step.entries, key)
    change = room.change(course.step.actor, len(events))
    times = _times(room, table, step, course, change, helped=key.startswith(BOT_REQUEST))
    await room.write_events(key, events, change, times, course.step.result, course.plans)
    table.accept(course.step)


def _times(room: Room, table: Table, step: Step, course: Course, change: Change, *, helped: bool) -> Clocks | None:
    """Return the clocks after a move, which a bot may have made for a person, and after the plans that followed it at once."""
    if room.times is None:
        return None
    times, seat = room.times, course.step.entries[0][0]
    if helped and room.seats[seat].guest is not None:
        times = times.help(seat, table.moves_made + len(step.entries), change.at)
    for actor in course.actors:
        times = times.turn(replace(change, actor=actor).timed, change.at)
    return times
