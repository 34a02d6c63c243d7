"""API endpoints that tell programs when it is their turn: a list and an event stream."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import suppress

import msgspec
from sse_starlette.event import ServerSentEvent
from starlette.responses import Response

from roundhouse.web.api import wire
from roundhouse.web.api.call import Call
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.http.live_response import LiveResponse
from roundhouse.web.people.guests import Guest
from roundhouse.web.server.house import House
from roundhouse.web.tables.repository import Stage
from roundhouse.web.tables.room import Room


async def turns(call: Call, params: wire.Nothing) -> wire.Turns:  # noqa: ARG001 - one signature for all handlers
    """Return all tables where it is the guest's turn."""
    waiting = [turn for room in await _rooms(call.house, call.guest) for turn in _turns(room, call.guest)]
    return wire.Turns(turns=waiting)


async def live(call: Call, params: wire.Nothing) -> Response:  # noqa: ARG001
    """Stream the same as events. A stream starts with everything that is waiting, so a client can simply reconnect."""
    return LiveResponse(call.ctx.request, turn_events(call.house, call.guest), call.guest.id)


async def turn_events(house: House, guest: Guest) -> AsyncIterator[bytes]:
    """Yield the events of one stream until the server stops. Meanwhile the guest counts as present at their tables."""
    entered: dict[str, Room] = {}
    sent: dict[str, bytes] = {}  # the last event per table, to skip changes that do not concern the guest

    def changed_event(room: Room) -> bytes:
        if entered.get(room.id) is not room:  # new to this stream, or evicted and loaded again
            entered[room.id] = room
            room.presence.enter(guest)
        before, sent[room.id] = sent.get(room.id, b""), _table_event(room, guest)
        return sent[room.id] if sent[room.id] != before else b""

    try:
        with house.turns.subscribe(guest.id) as listener:
            for room in await _rooms(house, guest):
                if event := changed_event(room):
                    yield event
            yield _event(wire.READY, wire.Nothing())
            async for id in listener.tables():
                try:
                    room = await house.rooms.get(id)
                except HTTPError:  # the table was closed, or its rules are not installed
                    continue
                if room.seats_of(guest) and (event := changed_event(room)):
                    yield event
    finally:
        for room in entered.values():
            room.presence.leave(guest)


async def _rooms(house: House, guest: Guest) -> list[Room]:
    summaries = await house.repository.tables_of(guest.id, house.settings.tables_each)
    rooms = []
    for summary in summaries:
        if summary.setup.stage == Stage.RUNNING:
            with suppress(HTTPError):  # its rules are not installed, or it was closed meanwhile
                rooms.append(await house.rooms.get(summary.setup.id))
    return rooms


def _turns(room: Room, guest: Guest) -> list[wire.Turn]:
    """Return the turn of the guest at a table, if any; none while a bot plays for them."""
    if room.over or room.actor not in room.seats_of(guest) or room.seats[room.actor].level is not None:
        return []
    return [wire.Turn(table=room.id, game=room.game.name, seat=room.actor, n=room.event_count)]


def _table_event(room: Room, guest: Guest) -> bytes:
    """Return the event for the current state of a table: the guest's turn or the end of the game, else nothing."""
    if room.over and room.table is not None:
        ended = wire.Ended(table=room.id, game=room.game.name, scores=room.table.scores(), ranks=room.table.ranks())
        return _event(wire.ENDED, ended)
    return b"".join(_event(wire.TURN, turn) for turn in _turns(room, guest))


def _event(kind: str, content: msgspec.Struct) -> bytes:
    return ServerSentEvent(event=kind, data=msgspec.json.encode(content).decode()).encode()
