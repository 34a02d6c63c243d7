"""Plans at a table: players decide in advance, and take it back. Carrying them out is part of each move (`steps.write_step`)."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import say
from roundhouse.play.plans import Plan, moves_now, plan_of
from roundhouse.play.table import Step, Table
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.people.guests import Guest
from roundhouse.web.tables.playing import table_of
from roundhouse.web.tables.room import Room, action
from roundhouse.web.tables.steps import write_step

MAX_PLAN: Final = 1000  # characters


@action
async def plan(room: Room, guest: Guest, seat: int, text: str, request_id: str) -> int:
    """Set the plan of a seat in place of an earlier one, and return the event count.

    If it is the seat's turn meanwhile, the plan is carried out at once. A repeated request gets the same answer then.
    """
    key = f"{guest.id}:{request_id}"
    if key in room.answers:
        return room.answers[key]
    table = _table(room, guest, seat)
    if len(text) > MAX_PLAN:
        raise HTTPError(422, say("a plan has at most {count} characters", count=MAX_PLAN))
    made = plan_of(room.game, table.view(seat), text)
    if room.actor == seat:
        await _carry_out_now(room, table, key, seat, made)
    elif room.plans.get(seat) != made:
        await room.write_plan(seat, made)
    return room.event_count


def check_plan(room: Room, guest: Guest, seat: int, text: str) -> None:
    """Raise what `plan` would raise; change nothing."""
    plan_of(room.game, _table(room, guest, seat).view(seat), text)


async def _carry_out_now(room: Room, table: Table, key: str, seat: int, made: Plan) -> None:
    """Make the first move of a plan whose turn has come before it could be stored."""
    moves = moves_now(room.game, table.view(seat), made.text)
    several = len(room.game.plans.moves_of(made.text)) > 1
    others = {other: kept for other, kept in room.plans.items() if other != seat}
    here = Step(table.moves_made, (), seat, None)
    await write_step(room, table, key, table.extended(here, *moves), {**others, seat: made} if several else others)


@action
async def withdraw(room: Room, guest: Guest, seat: int) -> int:
    """Take the plan of a seat back, if it has one, and return the event count."""
    _table(room, guest, seat)
    if seat in room.plans:
        await room.write_plan(seat, None)
    return room.event_count


def _table(room: Room, guest: Guest, seat: int) -> Table:
    """Return the table for a guest who may plan at that seat; raise HTTPError otherwise."""
    table = table_of(room, guest, seat)
    if not room.may_plan:
        raise HTTPError(409, say("at this table nothing can be planned"))
    return table
