"""Stalls of the event loop: time in which a process could not serve requests is not counted by any clock."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator

import pytest
from anyio.from_thread import BlockingPortal
from starlette.applications import Starlette

from roundhouse.games import find
from roundhouse.play.clock import Clocks, parse
from roundhouse.web.app import make_app
from roundhouse.web.people.guests import Guest
from roundhouse.web.server.house import House
from roundhouse.web.settings import Settings
from roundhouse.web.store.store import Statement
from roundhouse.web.tables import playing
from roundhouse.web.tables.creation import TableSpec
from roundhouse.web.tables.repository import Seat
from roundhouse.web.tables.room import Room
from roundhouse.web.workers.stalls import STALL, TICK, StallMonitor
from tests.web.conftest import Browser
from tests.web.database import Database

Browsers = Callable[..., Browser]
BEGIN = 1_800_000_000.0
ADA, BO = Guest("ada", "Ada"), Guest("bo", "Bo")


class ManualTime:
    """The system time and the monotonic time of a process, as a test sets them."""

    def __init__(self) -> None:
        self.at = BEGIN
        self.monotonic = 0.0

    def __call__(self) -> float:
        return self.at

    def advance(self, seconds: float) -> None:
        """Let time pass; a scheduler or monitor that does not run meanwhile sees a stall."""
        self.at += seconds
        self.monotonic += seconds


# The monitor.


def open_monitor(now: ManualTime) -> StallMonitor:
    """Return a monitor on that time, which measures only when `lost` is read."""
    monitor = StallMonitor(now, lambda: now.monotonic)
    monitor.open()
    return monitor


def test_a_stall_is_what_both_clocks_agree_on() -> None:
    """A running loop loses nothing; setting one of the clocks, forwards or back, is not a stall."""

    async def measure() -> None:
        now = ManualTime()
        monitor = open_monitor(now)
        for _ in range(20):
            now.advance(TICK + STALL)  # late, but not late enough for a stall
            assert monitor.lost == 0
        now.at += 3600
        assert monitor.lost == 0
        now.at -= 7200
        assert monitor.lost == 0
        now.monotonic += 100
        assert monitor.lost == 0
        now.advance(8 + TICK)
        assert monitor.lost == 8
        now.advance(4 + TICK)
        assert monitor.lost == 12
        monitor.credited(8)
        assert monitor.lost == 4
        await monitor.close()

    asyncio.run(measure())


def test_a_blocked_loop_is_detected() -> None:
    """With the real clocks: the loop is blocked for two seconds."""

    async def measure() -> float:
        monitor = StallMonitor(time.time)
        monitor.open()
        await asyncio.sleep(0)
        time.sleep(2)
        lost = monitor.lost
        await monitor.close()
        return lost

    assert asyncio.run(measure()) >= 2 - TICK


# One process.


@pytest.fixture
def now() -> ManualTime:
    """The time of the server."""
    return ManualTime()


@pytest.fixture
def app(settings: Settings, portal: BlockingPortal, now: ManualTime) -> Iterator[Starlette]:
    """The application, on that time."""
    app = portal.call(make_app, settings, now)
    app.state.house.stalls.clock = lambda: now.monotonic
    with portal.wrap_async_context_manager(app.router.lifespan_context(app)):
        yield app


def two(browser: Browsers) -> tuple[list[Browser], str]:
    """Return Ada and Bo, and their table with a clock of a minute."""
    ada, bo = browser(), browser()
    table = ada.open_table("express", ["you", "open"], clock="1m+0s")
    bo.post(f"{table}/sit", {"seat": 1, "name": "Bo"})
    return [ada, bo], table


async def run(house: House, now: ManualTime, seconds: int) -> None:
    """Let time pass with a tick of the scheduler every second."""
    for _ in range(seconds):
        now.advance(1)
        await house.scheduler.tick(1)
        assert house.stalls.lost == 0


async def times_of(house: House, id: str) -> Clocks:
    """Return the clocks of a table in the store."""
    snapshot = await house.repository.snapshot(id)
    assert snapshot is not None
    assert snapshot.clock_row is not None
    return snapshot.clock_row.times


def left(house: House, portal: BlockingPortal, table: str, now: ManualTime) -> float:
    """Return the time that the seat to move has left, according to the store."""
    times = portal.call(times_of, house, table.rpartition("/")[2])
    assert times.seat is not None
    return times.left_at(times.seat, now.at)


def test_a_stall_costs_no_time(browser: Browsers, house: House, portal: BlockingPortal, now: ManualTime) -> None:
    """After ten seconds of stall the clock is where it was, in the store and on the page."""
    people, table = two(browser)
    portal.call(lambda: now.advance(10 + TICK))
    portal.call(house.scheduler.tick, 1)

    assert left(house, portal, table, now) == 60 - TICK
    assert f'data-deadline="{now.at + 60 - TICK}"' in people[0].get(table).text
    portal.call(house.scheduler.tick, 2)
    assert left(house, portal, table, now) == 60 - TICK


def test_no_clock_ends_during_a_stall(browser: Browsers, house: House, portal: BlockingPortal, now: ManualTime) -> None:
    """Four seconds were left when the process was blocked for nine: no bot takes over, and the move is accepted."""
    people, table = two(browser)
    portal.call(run, house, now, 56)
    portal.call(lambda: now.advance(9 + TICK))
    portal.call(house.scheduler.tick, 1)
    assert left(house, portal, table, now) == 4 - TICK
    times = portal.call(times_of, house, table.rpartition("/")[2])
    assert times.seat is not None

    assert "played by a bot" not in people[0].get(table).text
    assert people[times.seat].move(table, people[times.seat].moves(table)[0], seat=times.seat).status_code == 200


def test_a_move_right_after_a_stall_is_accepted(browser: Browsers, house: House, portal: BlockingPortal, now: ManualTime) -> None:
    """The request is served before the next tick of the scheduler: the player has lost no time."""
    people, table = two(browser)
    portal.call(run, house, now, 56)
    seat = portal.call(times_of, house, table.rpartition("/")[2]).seat
    assert seat is not None
    text, n = people[seat].moves(table)[0], people[seat].n(table)
    portal.call(lambda: now.advance(9 + TICK))

    assert people[seat].move(table, text, seat=seat, n=n).status_code == 200
    times = portal.call(times_of, house, table.rpartition("/")[2])
    assert times.left_at(seat, now.at) == 4 - TICK


async def move_through_a_stall(house: House, room: Room, now: ManualTime) -> None:
    """Make a move that waits for the lock of the table during a stall."""
    assert room.table is not None
    seat = room.actor
    text = room.game.notation(room.table.moves(seat)[0])
    async with room._lock:
        move = asyncio.get_running_loop().create_task(playing.move(room, (ADA, BO)[seat], room.event_count, "r", seat, text))
        await asyncio.sleep(0)
        now.advance(9 + TICK)
    await move
    times = await times_of(house, room.id)
    assert times.left_at(seat, now.at) == 60 - TICK


def test_a_move_that_waited_for_the_lock_during_a_stall_is_accepted(settings: Settings, now: ManualTime) -> None:
    """The clocks had been checked before it waited, so they must be checked again."""

    async def play() -> None:
        house, room = await open_house(settings, now)
        await move_through_a_stall(house, room, now)
        await house.close()

    asyncio.run(play())


def test_a_long_stall_is_counted_once(browser: Browsers, house: House, portal: BlockingPortal, now: ManualTime) -> None:
    """Half a minute looks like a restart too: the time used before it is still used."""
    _, table = two(browser)
    portal.call(run, house, now, 20)
    assert left(house, portal, table, now) == 40
    portal.call(lambda: now.advance(30 + TICK))
    portal.call(house.scheduler.tick, 1)

    assert 40 <= left(house, portal, table, now) <= 45  # the heartbeat is at most five seconds old


def test_a_turn_that_began_in_a_stall_has_lost_nothing(settings: Settings, now: ManualTime) -> None:
    """It begins at the end of the stall, and not later."""

    async def play() -> None:
        house, room = await open_house(settings, now)
        now.advance(10)
        await house.store.write(Statement("UPDATE clock SET since = ?", (now.at - 3,)))
        await house.scheduler.tick(1)
        times = await times_of(house, room.id)
        assert (times.since, room.times) == (now.at, times)
        await house.close()

    asyncio.run(play())


# Several processes.


async def open_house(settings: Settings, now: ManualTime) -> tuple[House, Room]:
    """Open a house with a table of Ada and Bo, and return both."""
    house = await open_another(settings, now)
    await house.store.write(Statement("INSERT INTO guest (id, name, made) VALUES ('ada', 'Ada', 0), ('bo', 'Bo', 0)"))
    return house, await house.rooms.get(await house.open_table(ADA, table_spec()))


async def open_another(settings: Settings, now: ManualTime) -> House:
    """Open a house on that time."""
    house = House(settings, now)
    house.stalls.clock = lambda: now.monotonic
    await house.open()
    return house


def table_spec() -> TableSpec:
    """Return a table of Ada and Bo, with a minute each."""
    return TableSpec(find("express"), [Seat("ada", "Ada"), Seat("bo", "Bo")], {}, clock=parse("1m+0s"), pace=10_000)


def test_of_two_processes_the_blocked_one_credits_the_tables_that_it_serves(database: Database) -> None:
    """The clock of a table that only the other serves has run; both agree afterwards."""
    shared = Settings(db=database.fresh(), workers=1)

    async def both() -> None:
        blocked, running = ManualTime(), ManualTime()
        one, room = await open_house(shared, blocked)
        other = await open_another(shared, running)
        elsewhere = await other.rooms.get(await other.open_table(ADA, table_spec()))
        there = await other.rooms.get(room.id)
        for _ in range(10):  # the other goes on
            running.advance(1)
            assert other.stalls.lost == 0
        await other.scheduler.tick(1)
        blocked.advance(10)
        await one.scheduler.tick(1)
        assert (await times_of(other, room.id)).since == BEGIN + 10 - TICK
        assert (await times_of(other, elsewhere.id)).since == BEGIN
        await there.refresh()
        assert there.times == room.times == await times_of(one, room.id)
        await one.close()
        await other.close()

    asyncio.run(both())


def test_a_process_that_serves_no_table_with_a_clock_credits_none(database: Database) -> None:
    """No client was waiting for it."""
    shared = Settings(db=database.fresh(), workers=1)

    async def both() -> None:
        blocked, running = ManualTime(), ManualTime()
        one, room = await open_house(shared, running)
        other = await open_another(shared, blocked)
        running.at += 1
        await one.scheduler.tick(1)
        blocked.advance(10)
        await other.scheduler.tick(1)
        assert (await times_of(one, room.id)).since == BEGIN
        assert other.stalls.lost == 0
        await one.close()
        await other.close()

    asyncio.run(both())
