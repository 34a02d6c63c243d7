"""The stream of turns: a program gets one event when it is to move, whatever happens meanwhile."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal
from starlette.applications import Starlette

from roundhouse.core.draw import Rng
from roundhouse.games import find
from roundhouse.web.api.turns import turn_events
from roundhouse.web.live.turns import TurnFeed
from roundhouse.web.people.guests import Guest
from roundhouse.web.server.house import House
from roundhouse.web.settings import Settings
from roundhouse.web.store.store import Statement
from roundhouse.web.tables import playing, seating
from roundhouse.web.tables.creation import TableSpec
from roundhouse.web.tables.repository import Seat
from roundhouse.web.tables.room import Room
from tests.web.database import Database
from tests.web.programs import Program

ADA, BO = Guest("ada", "Ada"), Guest("bo", "Bo")


class Reader:
    """An open stream, read event by event."""

    def __init__(self, events: AsyncIterator[bytes], portal: BlockingPortal) -> None:
        self._events = events
        self._portal = portal

    def next(self) -> tuple[str, Any]:
        """Return the kind and the content of the next event."""
        return parse(self._portal.call(self._events.__anext__))

    def ended(self) -> bool:
        """Wait for the end of the stream; return whether no more events came."""

        async def rest() -> list[bytes]:
            return [event async for event in self._events]

        return self._portal.call(rest) == []


def parse(event: bytes) -> tuple[str, Any]:
    """Return the kind and the content of an event."""
    lines = dict(line.split(": ", 1) for line in event.decode().splitlines() if line)
    return lines["event"], json.loads(lines["data"])


@pytest.fixture
def people(house: House, portal: BlockingPortal) -> None:
    """Store two guests."""
    for guest in (ADA, BO):
        portal.call(house.store.write, Statement("INSERT INTO guest (id, name, made) VALUES (?, ?, 0)", (guest.id, guest.name)))


@pytest.fixture
def listen(house: House, portal: BlockingPortal) -> Callable[[Guest], Any]:
    """A context manager that opens the stream of a guest."""

    @contextmanager
    def opened(guest: Guest) -> Iterator[Reader]:
        events = turn_events(house, guest)
        assert isinstance(events, AsyncGenerator)
        yield Reader(events, portal)
        portal.call(events.aclose)

    return opened


def open_table(house: House, portal: BlockingPortal, *guests: Guest) -> Room:
    """Open a table for these guests, whose game begins at once."""
    seats = [Seat(guest.id, guest.name) for guest in guests]
    id = portal.call(house.open_table, guests[0], TableSpec(find("express"), seats, {}, pace=0))
    return portal.call(house.rooms.get, id)


def play(room: Room, portal: BlockingPortal, guest: Guest) -> None:
    """Make a move of that guest, by the heuristic."""
    assert room.table is not None
    move = room.game.advise(room.table.view(room.actor), Rng(room.event_count))
    action: Callable[..., Awaitable[int]] = playing.move
    portal.call(action, room, guest, room.event_count, f"request {room.event_count}", room.actor, room.game.notation(move))


@pytest.mark.usefixtures("people")
def test_a_stream_begins_with_current_turns_and_goes_on_with_new_ones(
    house: House, portal: BlockingPortal, listen: Callable[[Guest], Any]
) -> None:
    """It is Ada's turn at one table; then another is opened; then Bo moves and it is her turn again."""
    room = open_table(house, portal, ADA, BO)

    with listen(ADA) as ada, listen(BO) as bo:
        assert ada.next() == ("turn", {"table": room.id, "game": "express", "seat": 0, "n": room.event_count})
        assert ada.next() == ("ready", {})
        assert bo.next() == ("ready", {})

        second = open_table(house, portal, BO, ADA)
        assert bo.next() == ("turn", {"table": second.id, "game": "express", "seat": 0, "n": second.event_count})

        play(room, portal, ADA)
        assert bo.next() == ("turn", {"table": room.id, "game": "express", "seat": 1, "n": room.event_count})
        play(room, portal, BO)
        assert ada.next() == ("turn", {"table": room.id, "game": "express", "seat": room.actor, "n": room.event_count})


@pytest.mark.usefixtures("people")
def test_a_slow_client_gets_the_latest_turn_once(house: House, portal: BlockingPortal, listen: Callable[[Guest], Any]) -> None:
    """Four moves between two reads: one event, with the current event count."""
    with listen(ADA) as ada:
        assert ada.next() == ("ready", {})
        room = open_table(house, portal, ADA, BO)
        while room.event_count < 4 or room.actor != 0:
            play(room, portal, (ADA, BO)[room.actor])

        assert ada.next() == ("turn", {"table": room.id, "game": "express", "seat": 0, "n": room.event_count})


@pytest.mark.usefixtures("people")
def test_all_players_get_the_end_of_a_game(house: House, portal: BlockingPortal, listen: Callable[[Guest], Any]) -> None:
    """With scores and ranks, and no further turn."""
    room = open_table(house, portal, ADA, BO)
    with listen(BO) as bo:
        while bo.next() != ("ready", {}):
            pass
        while not room.over:
            play(room, portal, (ADA, BO)[room.actor])
        assert room.table is not None

        assert bo.next() == (
            "over",
            {"table": room.id, "game": "express", "scores": room.table.scores(), "ranks": room.table.ranks()},
        )


@pytest.mark.usefixtures("people")
def test_an_open_stream_counts_as_presence_and_a_replaced_player_has_no_turn(
    house: House, portal: BlockingPortal, listen: Callable[[Guest], Any]
) -> None:
    """A guest with an open stream is not away; after leaving, while a bot plays for them, they have no turn."""
    room = open_table(house, portal, ADA, BO)
    with listen(ADA) as ada:
        ada.next()
        assert room.presence._streams["ada"] == 1
    assert room.presence._streams["ada"] == 0

    portal.call(seating.leave, room, ADA)
    with listen(ADA) as ada:
        assert ada.next() == ("ready", {})


@pytest.mark.usefixtures("people")
def test_streams_end_when_the_server_stops(house: House, portal: BlockingPortal, listen: Callable[[Guest], Any]) -> None:
    """Open ones, and those opened afterwards."""
    with listen(ADA) as ada:
        assert ada.next() == ("ready", {})
        portal.call(house.end_streams)
        assert ada.ended()
    with listen(ADA) as late:
        assert late.next() == ("ready", {})
        assert late.ended()


def test_a_table_of_another_process_is_looked_up(portal: BlockingPortal) -> None:
    """The players are looked up once for many messages, and not without subscribers. A gap in the messages ends all streams."""
    asked: list[str] = []

    async def sitting(table: str) -> set[str]:
        asked.append(table)
        return {"ada"}

    async def scene() -> tuple[list[str], bool]:
        turns = TurnFeed(sitting)
        turns.notify_sitting("before")
        with turns.subscribe("ada") as subscription:
            for _ in range(5):
                turns.notify_sitting("table")
            tables = subscription.tables()
            found = [await anext(tables)]
            turns.disconnect()
            return found, [table async for table in tables] == []

    found, ended = portal.call(scene)

    assert (found, asked, ended) == (["table"], ["table"], True)


def test_the_stream_needs_a_token_and_takes_nothing(app: Starlette, portal: BlockingPortal) -> None:
    """As every other endpoint of the API."""
    assert Program(app, portal, None).ask("GET", "/turns/live").status_code == 401
    assert Program(app, portal, "rh_wrong").ask("GET", "/turns/live?all=yes").status_code == 401


def test_a_move_in_one_process_is_a_turn_in_another(database: Database, portal: BlockingPortal) -> None:
    """Bo plays in one process, Ada's stream is in another: at a table that she has, and at one that begins later."""
    place = Settings(db=database.fresh(), workers=1)

    async def scene() -> list[tuple[str, Any]]:
        here, there = House(place), House(place)
        await here.open()
        await there.open()
        try:
            for guest in (ADA, BO):
                await here.store.write(Statement("INSERT INTO guest (id, name, made) VALUES (?, ?, 0)", (guest.id, guest.name)))
            seats = [Seat(BO.id, BO.name), Seat(ADA.id, ADA.name)]
            first = await there.open_table(BO, TableSpec(find("express"), seats, {}))
            events = turn_events(here, ADA)
            found = [parse(await anext(events))]
            for id in (first, await there.open_table(BO, TableSpec(find("express"), seats, {}))):
                room = await there.rooms.get(id)
                assert room.table is not None
                move = room.game.advise(room.table.view(0), Rng(1))
                await playing.move(room, BO, room.event_count, "request", 0, room.game.notation(move))
                found.append(parse(await anext(events)))
                assert found[-1][1]["table"] == id
            return found
        finally:
            await here.close()
            await there.close()

    assert [kind for kind, _ in portal.call(scene)] == ["ready", "turn", "turn"]
