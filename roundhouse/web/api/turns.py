"""Whose turn it is, for programs: as a list, and live."""

from __future__ import annotations

from collections.abc import AsyncIterator

import msgspec
from sse_starlette import EventSourceResponse
from sse_starlette.event import ServerSentEvent
from starlette.responses import Response

from roundhouse.web.api import wire
from roundhouse.web.api.call import Call
from roundhouse.web.http.address import SEND_TIMEOUT, SHUTDOWN_GRACE, address_of
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.people.guests import Guest
from roundhouse.web.server.house import House
from roundhouse.web.tables.repository import Stage
from roundhouse.web.tables.room import Room


async def turns(call: Call, order: wire.Nothing) -> wire.Turns:  # noqa: ARG001 - one signature for all handlers
    """All tables where it is the caller's turn."""
    found = [turn for room in await _rooms(call.house, call.guest) for turn in _turns(room, call.guest)]
    return wire.Turns(turns=found)


async def live(call: Call, order: wire.Nothing) -> Response:  # noqa: ARG001
    """The same, live. A stream begins with what waits now, so that nothing has to be remembered between two of them."""
    request = call.ctx.request
    limits = request.app.state.limits
    address = address_of(request)
    limits.admit_stream(address)

    async def events() -> AsyncIterator[bytes]:
        with limits.stream(address):
            async for event in told(call.house, call.guest):
                yield event

    return EventSourceResponse(events(), send_timeout=SEND_TIMEOUT, shutdown_grace_period=SHUTDOWN_GRACE)


async def told(house: House, guest: Guest) -> AsyncIterator[bytes]:
    """The events of one stream, until the house closes. While it is open the guest counts as present at his tables."""
    entered: dict[str, Room] = {}
    last: dict[str, bytes] = {}  # what was told about a table: a change that leaves it as it is for the guest is no news

    def news(room: Room) -> bytes:
        if entered.get(room.id) is not room:  # new to this stream, or forgotten and loaded anew
            entered[room.id] = room
            room.presence.enter(guest)
        before, last[room.id] = last.get(room.id, b""), _state(room, guest)
        return last[room.id] if last[room.id] != before else b""

    try:
        with house.turns.subscribe(guest.id) as listener:
            for room in await _rooms(house, guest):
                if event := news(room):
                    yield event
            yield _event(wire.READY, wire.Nothing())
            async for id in listener.tables():
                try:
                    room = await house.rooms.get(id)
                except HTTPError:  # closed before it began
                    continue
                if room.seats_of(guest) and (event := news(room)):
                    yield event
    finally:
        for room in entered.values():
            room.presence.leave(guest)


async def _rooms(house: House, guest: Guest) -> list[Room]:
    briefs = await house.repository.tables_of(guest.id, house.settings.tables_each)
    return [await house.rooms.get(brief.setup.id) for brief in briefs if brief.setup.stage == Stage.RUNNING]


def _turns(room: Room, guest: Guest) -> list[wire.Turn]:
    """The turn that a guest has at a table; none while a bot plays for him."""
    if room.over or room.actor not in room.seats_of(guest) or room.seats[room.actor].level is not None:
        return []
    return [wire.Turn(table=room.id, game=room.game.name, seat=room.actor, n=room.event_count)]


def _state(room: Room, guest: Guest) -> bytes:
    """What there is to tell about a table now; nothing while others are to move."""
    if room.over and room.table is not None:
        ended = wire.Ended(table=room.id, game=room.game.name, scores=room.table.scores(), ranks=room.table.ranks())
        return _event(wire.ENDED, ended)
    return b"".join(_event(wire.TURN, turn) for turn in _turns(room, guest))


def _event(kind: str, content: msgspec.Struct) -> bytes:
    return ServerSentEvent(event=kind, data=msgspec.json.encode(content).decode()).encode()
