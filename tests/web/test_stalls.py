"""An event loop that hangs moves nobody's clock: what this process could not serve counts for nobody."""

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


class Hands:
    """Both clocks of a process, as a test sets them."""

    def __init__(self) -> None:
        self.at = BEGIN
        self.ticks = 0.0

    def __call__(self) -> float:
        return self.at

    def stall(self, seconds: float) -> None:
        """Time goes by while nothing runs."""
        self.at += seconds
        self.ticks += seconds


# The heartbeat.


def beating(hands: Hands) -> StallMonitor:
    """A heartbeat on these clocks, which only looks when it is asked."""
    heartbeat = StallMonitor(hands, lambda: hands.ticks)
    heartbeat.open()
    return heartbeat


def test_a_stall_is_what_both_clocks_agree_on() -> None:
    """A loop that runs has lost nothing; a time that was set, forwards or back, is no stall."""

    async def measure() -> None:
        hands = Hands()
        heartbeat = beating(hands)
        for _ in range(20):
            hands.stall(TICK + STALL)  # late, but not by more than happens
            assert heartbeat.lost == 0
        hands.at += 3600
        assert heartbeat.lost == 0
        hands.at -= 7200
        assert heartbeat.lost == 0
        hands.ticks += 100
        assert heartbeat.lost == 0
        hands.stall(8 + TICK)
        assert heartbeat.lost == 8
        hands.stall(4 + TICK)
        assert heartbeat.lost == 12
        heartbeat.credited(8)
        assert heartbeat.lost == 4
        await heartbeat.close()

    asyncio.run(measure())


def test_a_loop_that_is_blocked_is_found_out() -> None:
    """For real: nothing else ran for two seconds."""

    async def measure() -> float:
        heartbeat = StallMonitor(time.time)
        heartbeat.open()
        await asyncio.sleep(0)
        time.sleep(2)
        lost = heartbeat.lost
        await heartbeat.close()
        return lost

    assert asyncio.run(measure()) >= 2 - TICK


# One process.


@pytest.fixture
def hands() -> Hands:
    """The clocks of the house."""
    return Hands()


@pytest.fixture
def app(settings: Settings, portal: BlockingPortal, hands: Hands) -> Iterator[Starlette]:
    """The application, on these clocks."""
    app = portal.call(make_app, settings, hands)
    app.state.house.stalls.clock = lambda: hands.ticks
    with portal.wrap_async_context_manager(app.router.lifespan_context(app)):
        yield app


def two(browser: Browsers) -> tuple[list[Browser], str]:
    """Ada and Bo at a table with a clock of a minute."""
    ada, bo = browser(), browser()
    table = ada.open_table("express", ["you", "open"], clock="1m+0s")
    bo.post(f"{table}/sit", {"seat": 1, "name": "Bo"})
    return [ada, bo], table


async def awake(house: House, hands: Hands, seconds: int) -> None:
    """Time goes by while the house looks around, once a second."""
    for _ in range(seconds):
        hands.stall(1)
        await house.scheduler.tick(1)
        assert house.stalls.lost == 0


async def times_of(house: House, id: str) -> Clocks:
    """How the clocks of a table stand in the store."""
    page = await house.repository.snapshot(id)
    assert page is not None
    assert page.clock_row is not None
    return page.clock_row.times


def left(house: House, portal: BlockingPortal, table: str, hands: Hands) -> float:
    """What the seat to move has left, in the store."""
    times = portal.call(times_of, house, table.rpartition("/")[2])
    assert times.seat is not None
    return times.left_at(times.seat, hands.at)


def test_a_stall_costs_nobody_a_second(browser: Browsers, house: House, portal: BlockingPortal, hands: Hands) -> None:
    """Ten seconds in which nothing ran: the clock stands where it stood, in the store and on the page."""
    people, table = two(browser)
    portal.call(lambda: hands.stall(10 + TICK))
    portal.call(house.scheduler.tick, 1)

    assert left(house, portal, table, hands) == 60 - TICK
    assert f'data-deadline="{hands.at + 60 - TICK}"' in people[0].get(table).text
    portal.call(house.scheduler.tick, 2)
    assert left(house, portal, table, hands) == 60 - TICK


def test_a_turn_does_not_end_in_a_stall(browser: Browsers, house: House, portal: BlockingPortal, hands: Hands) -> None:
    """Four seconds were left when the process hung for nine: no bot sits in, and the move that waited is made."""
    people, table = two(browser)
    portal.call(awake, house, hands, 56)
    portal.call(lambda: hands.stall(9 + TICK))
    portal.call(house.scheduler.tick, 1)
    assert left(house, portal, table, hands) == 4 - TICK
    times = portal.call(times_of, house, table.rpartition("/")[2])
    assert times.seat is not None

    assert "a bot plays" not in people[0].get(table).text
    assert people[times.seat].move(table, people[times.seat].moves(table)[0], seat=times.seat).status_code == 200


def test_a_move_that_waited_through_a_stall_is_made_before_any_sweep(
    browser: Browsers, house: House, portal: BlockingPortal, hands: Hands
) -> None:
    """The request comes first when the loop runs again: its maker has not paid."""
    people, table = two(browser)
    portal.call(awake, house, hands, 56)
    seat = portal.call(times_of, house, table.rpartition("/")[2]).seat
    assert seat is not None
    text, n = people[seat].moves(table)[0], people[seat].n(table)
    portal.call(lambda: hands.stall(9 + TICK))

    assert people[seat].move(table, text, seat=seat, n=n).status_code == 200
    times = portal.call(times_of, house, table.rpartition("/")[2])
    assert times.left_at(seat, hands.at) == 4 - TICK


async def waited(house: House, room: Room, hands: Hands) -> None:
    """A move that waits for the table while the process hangs."""
    assert room.table is not None
    seat = room.actor
    text = room.game.notation(room.table.moves(seat)[0])
    async with room._lock:
        move = asyncio.get_running_loop().create_task(playing.move(room, (ADA, BO)[seat], room.event_count, "r", seat, text))
        await asyncio.sleep(0)
        hands.stall(9 + TICK)
    await move
    times = await times_of(house, room.id)
    assert times.left_at(seat, hands.at) == 60 - TICK


def test_a_move_that_waited_for_its_table_through_a_stall_has_not_cost_it(settings: Settings, hands: Hands) -> None:
    """It had looked at the clocks before it waited."""

    async def play() -> None:
        house, room = await opened(settings, hands)
        await waited(house, room, hands)
        await house.close()

    asyncio.run(play())


def test_a_long_stall_is_counted_once(browser: Browsers, house: House, portal: BlockingPortal, hands: Hands) -> None:
    """Half a minute looks like a house that was down as well: time that was used before is still used."""
    _, table = two(browser)
    portal.call(awake, house, hands, 20)
    assert left(house, portal, table, hands) == 40
    portal.call(lambda: hands.stall(30 + TICK))
    portal.call(house.scheduler.tick, 1)

    assert 40 <= left(house, portal, table, hands) <= 45  # the pulse is at most five seconds old


def test_a_turn_that_began_in_a_stall_has_lost_nothing(settings: Settings, hands: Hands) -> None:
    """It begins when the stall is over, and not later than that."""

    async def play() -> None:
        house, room = await opened(settings, hands)
        hands.stall(10)
        await house.store.write(Statement("UPDATE clock SET since = ?", (hands.at - 3,)))
        await house.scheduler.tick(1)
        times = await times_of(house, room.id)
        assert (times.since, room.times) == (hands.at, times)
        await house.close()

    asyncio.run(play())


# Several processes.


async def opened(settings: Settings, hands: Hands) -> tuple[House, Room]:
    """A house with a table of Ada and Bo."""
    house = await joined(settings, hands)
    await house.store.write(Statement("INSERT INTO guest (id, name, made) VALUES ('ada', 'Ada', 0), ('bo', 'Bo', 0)"))
    return house, await house.rooms.get(await house.open_table(ADA, a_plan()))


async def joined(settings: Settings, hands: Hands) -> House:
    """A house on these clocks."""
    house = House(settings, hands)
    house.stalls.clock = lambda: hands.ticks
    await house.open()
    return house


def a_plan() -> TableSpec:
    """A table of Ada and Bo, a minute each."""
    return TableSpec(find("express"), [Seat("ada", "Ada"), Seat("bo", "Bo")], {}, clock=parse("1m+0s"), pace=10_000)


def test_of_two_processes_the_one_that_hung_credits_the_tables_that_it_serves(database: Database) -> None:
    """The clock of the table that only the other serves has run; both see the same afterwards."""
    shared = Settings(db=database.fresh(), workers=1)

    async def both() -> None:
        hung, awake = Hands(), Hands()
        one, room = await opened(shared, hung)
        other = await joined(shared, awake)
        elsewhere = await other.rooms.get(await other.open_table(ADA, a_plan()))
        there = await other.rooms.get(room.id)
        for _ in range(10):  # the other goes on
            awake.stall(1)
            assert other.stalls.lost == 0
        await other.scheduler.tick(1)
        hung.stall(10)
        await one.scheduler.tick(1)
        assert (await times_of(other, room.id)).since == BEGIN + 10 - TICK
        assert (await times_of(other, elsewhere.id)).since == BEGIN
        await there.refresh()
        assert there.times == room.times == await times_of(one, room.id)
        await one.close()
        await other.close()

    asyncio.run(both())


def test_a_process_that_serves_no_table_with_a_clock_credits_none(database: Database) -> None:
    """It hung alone: nobody has waited for it."""
    shared = Settings(db=database.fresh(), workers=1)

    async def both() -> None:
        hung, awake = Hands(), Hands()
        one, room = await opened(shared, awake)
        other = await joined(shared, hung)
        awake.at += 1
        await one.scheduler.tick(1)
        hung.stall(10)
        await other.scheduler.tick(1)
        assert (await times_of(one, room.id)).since == BEGIN
        assert other.stalls.lost == 0
        await one.close()
        await other.close()

    asyncio.run(both())
