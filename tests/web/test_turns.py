"""The stream of turns: programs are told when they are to move, once, whatever happens meanwhile."""

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
from roundhouse.web.api.turns import told
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
        """Kind and content of the next event."""
        return parsed(self._portal.call(self._events.__anext__))

    def ended(self) -> bool:
        """Whether nothing more comes; waits for it."""

        async def rest() -> list[bytes]:
            return [event async for event in self._events]

        return self._portal.call(rest) == []


def parsed(event: bytes) -> tuple[str, Any]:
    """Kind and content of an event."""
    lines = dict(line.split(": ", 1) for line in event.decode().splitlines() if line)
    return lines["event"], json.loads(lines["data"])


@pytest.fixture
def people(house: House, portal: BlockingPortal) -> None:
    """Two guests whom the house knows."""
    for guest in (ADA, BO):
        portal.call(house.store.write, Statement("INSERT INTO guest (id, name, made) VALUES (?, ?, 0)", (guest.id, guest.name)))


@pytest.fixture
def listen(house: House, portal: BlockingPortal) -> Callable[[Guest], Any]:
    """Opens streams."""

    @contextmanager
    def opened(guest: Guest) -> Iterator[Reader]:
        events = told(house, guest)
        assert isinstance(events, AsyncGenerator)
        yield Reader(events, portal)
        portal.call(events.aclose)

    return opened


def open_table(house: House, portal: BlockingPortal, *guests: Guest) -> Room:
    """A table of those guests, begun."""
    seats = [Seat(guest.id, guest.name) for guest in guests]
    id = portal.call(house.open_table, guests[0], TableSpec(find("express"), seats, {}, pace=0))
    return portal.call(house.rooms.get, id)


def play(room: Room, portal: BlockingPortal, guest: Guest) -> None:
    """A move of that guest, by the heuristic."""
    assert room.table is not None
    move = room.game.advise(room.table.view(room.actor), Rng(room.event_count))
    deed: Callable[..., Awaitable[int]] = playing.move
    portal.call(deed, room, guest, room.event_count, f"rid {room.event_count}", room.actor, room.game.notation(move))


@pytest.mark.usefixtures("people")
def test_a_stream_begins_with_what_waits_and_goes_on_with_what_comes(
    house: House, portal: BlockingPortal, listen: Callable[[Guest], Any]
) -> None:
    """One table waits for Ada; then another is opened; then Bo moves and it is her turn again."""
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
def test_a_slow_reader_is_told_the_latest_once(house: House, portal: BlockingPortal, listen: Callable[[Guest], Any]) -> None:
    """Four moves while nobody read: one event, with the number of now."""
    with listen(ADA) as ada:
        assert ada.next() == ("ready", {})
        room = open_table(house, portal, ADA, BO)
        while room.event_count < 4 or room.actor != 0:
            play(room, portal, (ADA, BO)[room.actor])

        assert ada.next() == ("turn", {"table": room.id, "game": "express", "seat": 0, "n": room.event_count})


@pytest.mark.usefixtures("people")
def test_the_end_of_a_game_is_told_to_all_who_play(house: House, portal: BlockingPortal, listen: Callable[[Guest], Any]) -> None:
    """With scores and places, and nobody is to move any more."""
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
def test_who_listens_is_present_and_whose_seat_a_bot_keeps_has_no_turn(
    house: House, portal: BlockingPortal, listen: Callable[[Guest], Any]
) -> None:
    """A program with an open stream is not away; one that has left is not asked to move."""
    room = open_table(house, portal, ADA, BO)
    with listen(ADA) as ada:
        ada.next()
        assert room.presence._streams["ada"] == 1
    assert room.presence._streams["ada"] == 0

    portal.call(seating.leave, room, ADA)
    with listen(ADA) as ada:
        assert ada.next() == ("ready", {})


@pytest.mark.usefixtures("people")
def test_streams_end_when_the_house_closes(house: House, portal: BlockingPortal, listen: Callable[[Guest], Any]) -> None:
    """Those that are open, and those that come too late."""
    with listen(ADA) as ada:
        assert ada.next() == ("ready", {})
        portal.call(house.end_streams)
        assert ada.ended()
    with listen(ADA) as late:
        assert late.next() == ("ready", {})
        assert late.ended()


def test_a_table_of_another_process_is_looked_up(portal: BlockingPortal) -> None:
    """Who sits there is asked once for many news; without listeners nothing is asked. A gap in the news ends all streams."""
    asked: list[str] = []

    async def sitting(table: str) -> set[str]:
        asked.append(table)
        return {"ada"}

    async def scene() -> tuple[list[str], bool]:
        turns = TurnFeed(sitting)
        turns.notify_sitting("before")
        with turns.subscribe("ada") as listener:
            for _ in range(5):
                turns.notify_sitting("table")
            tables = listener.tables()
            found = [await anext(tables)]
            turns.disconnect()
            return found, [table async for table in tables] == []

    found, ended = portal.call(scene)

    assert (found, asked, ended) == (["table"], ["table"], True)


def test_the_stream_needs_a_token_and_takes_nothing(app: Starlette, portal: BlockingPortal) -> None:
    """As every other address of the API."""
    assert Program(app, portal, None).ask("GET", "/turns/live").status_code == 401
    assert Program(app, portal, "rh_wrong").ask("GET", "/turns/live?all=yes").status_code == 401


def test_a_move_in_one_process_is_a_turn_in_another(database: Database, portal: BlockingPortal) -> None:
    """Bo plays at one house, Ada listens at another on the same database: at a table that she has, and at one that begins later."""
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
            events = told(here, ADA)
            found = [parsed(await anext(events))]
            for id in (first, await there.open_table(BO, TableSpec(find("express"), seats, {}))):
                room = await there.rooms.get(id)
                assert room.table is not None
                move = room.game.advise(room.table.view(0), Rng(1))
                await playing.move(room, BO, room.event_count, "rid", 0, room.game.notation(move))
                found.append(parsed(await anext(events)))
                assert found[-1][1]["table"] == id
            return found
        finally:
            await here.close()
            await there.close()

    assert [kind for kind, _ in portal.call(scene)] == ["ready", "turn", "turn"]
