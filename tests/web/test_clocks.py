"""Clocks at tables: time-outs, restarts and jumps of the system time, and several processes on one database."""

from __future__ import annotations

import asyncio
import io
import re
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from anyio.from_thread import BlockingPortal
from starlette.applications import Starlette

from roundhouse.core.sentence import HouseError
from roundhouse.games import find
from roundhouse.play.clock import Clocks, parse
from roundhouse.web.admin.archive import export, import_archive
from roundhouse.web.app import make_app
from roundhouse.web.clocks.display import format_time_left
from roundhouse.web.people.guests import Guest
from roundhouse.web.server.house import House
from roundhouse.web.settings import Settings
from roundhouse.web.store.store import Statement
from roundhouse.web.tables import playing, seating
from roundhouse.web.tables.creation import TableSpec
from roundhouse.web.tables.repository import Seat
from roundhouse.web.tables.room import Room
from tests.patience import PATIENCE
from tests.web.conftest import Browser, found
from tests.web.database import Database
from tests.web.serving import serving

Browsers = Callable[..., Browser]
Until = Callable[[Callable[[], bool]], None]
ADA, BO = Guest("ada", "Ada"), Guest("bo", "Bo")
BEGIN = 1_800_000_000.0


class ManualTime:
    """The system time, as a test sets it."""

    def __init__(self) -> None:
        self.at = BEGIN

    def __call__(self) -> float:
        return self.at


@pytest.fixture
def now() -> ManualTime:
    """The system time of the server."""
    return ManualTime()


@pytest.fixture
def app(settings: Settings, portal: BlockingPortal, now: ManualTime) -> Iterator[Starlette]:
    """The application, on that time."""
    app = portal.call(make_app, settings, now)
    with portal.wrap_async_context_manager(app.router.lifespan_context(app)):
        yield app


class TimedHouse:
    """A house whose time passes as the test says, in steps, with a tick of the scheduler after each."""

    def __init__(self, house: House, portal: BlockingPortal, now: ManualTime) -> None:
        self.house, self.portal, self.now = house, portal, now

    def advance(self, seconds: float) -> None:
        """Let time pass, with ticks of the scheduler."""
        while seconds > 0:
            self.now.at += min(10.0, seconds)
            seconds -= 10.0
            self.tick()

    def tick(self) -> None:
        """Run the scheduler once."""
        self.portal.call(self.house.scheduler.tick, 1)

    def times(self, table: str) -> Clocks:
        """Return the clocks of a table in the store."""
        return self.portal.call(times_of, self.house, table.rpartition("/")[2])


async def times_of(house: House, id: str) -> Clocks:
    """Return the clocks of a table in the store."""
    snapshot = await house.repository.snapshot(id)
    assert snapshot is not None
    assert snapshot.clock_row is not None
    return snapshot.clock_row.times


@pytest.fixture
def timed(house: House, portal: BlockingPortal, now: ManualTime) -> TimedHouse:
    """The house and its time."""
    return TimedHouse(house, portal, now)


def two(browser: Browsers, clock: str, **more: str) -> tuple[Browser, Browser, str]:
    """Return Ada, Bo and their table, which has a clock."""
    ada, bo = browser(), browser()
    table = ada.open_table("express", ["you", "open"], clock=clock, **more)
    bo.post(f"{table}/sit", {"seat": 1, "name": "Bo"})
    return ada, bo, table


# Set-up and display.


def test_a_clock_is_chosen_when_a_table_is_opened(browser: Browsers) -> None:
    """The waiting room describes it; a correspondence clock leaves out weekends if that was ticked."""
    ada = browser()
    table = ada.open_table("express", ["you", "open"], clock="1d", weekends="on", zone="Europe/Paris")

    assert "1 day per turn, weekends off (Europe/Paris)" in ada.get(table).text
    assert "1 jour par tour, week-ends exclus (Europe/Paris)" in ada.get(table, headers={"accept-language": "fr"}).text


@pytest.mark.parametrize(
    ("field", "value"), [("clock", "soon"), ("zone", "Mars/Olympus"), ("practice", "on")], ids=["nonsense", "no zone", "practice"]
)
def test_an_impossible_clock_is_refused(browser: Browsers, field: str, value: str) -> None:
    """No table is opened."""
    form = {"game": "express", "name": "Ada", "seats": "2", "seat-1": "novice", "clock": "1d", "weekends": "on", field: value}

    assert browser().send("/tables", form).status_code == 422


def test_the_page_has_the_numbers_to_count_down_from(browser: Browsers, timed: TimedHouse) -> None:
    """Ada's clock runs: the page has its deadline and the server's time. Bo's shows his bank."""
    ada, bo, table = two(browser, "10m+15s")
    page = bo.get(table).text

    assert f'data-now="{BEGIN}"' in page
    assert (
        page.count(f'data-deadline="{BEGIN + 600}"') == 3
    )  # in the list of players, in the status line, and among all clocks below the prompt
    assert page.count(">10:00</span>") == 5
    assert "Time left:" in page
    assert "10 minutes each, plus 15 seconds per turn" in page
    assert "data-mine" not in page
    assert "data-mine" in ada.get(table).text


def test_a_correspondence_turn_shows_its_deadline(browser: Browsers, timed: TimedHouse) -> None:
    """As a date, for browsers without script."""
    ada, _, table = two(browser, "3d")

    assert re.search(r'<time data-until="1800259200.0">Mon 18 Jan, 08:00 UTC</time>', ada.get(table).text)
    assert "3 d 0 h" in ada.get(table).text


@pytest.mark.parametrize(("seconds", "text"), [(0, "0:00"), (59.9, "0:59"), (3599, "59:59"), (3600, "1 h 0 min"), (9e4, "1 j 1 h")])
def test_time_left_is_written_as_clocks_do(seconds: float, text: str) -> None:
    """Minutes and seconds, hours, days; in French here."""
    assert format_time_left(seconds, "fr") == text


# Turns.


def test_thinking_costs_time_and_a_turn_adds_the_increment(browser: Browsers, timed: TimedHouse) -> None:
    """Ada thinks for 40 seconds and moves: she gets 15 seconds, and Bo's clock runs."""
    ada, bo, table = two(browser, "10m+15s")
    timed.advance(40)
    first = timed.times(table).seat
    assert first is not None
    mover = (ada, bo)[first]
    mover.move(table, mover.moves(table)[0], seat=first)

    times = timed.times(table)
    while times.seat == first:  # a turn may take several moves
        mover.move(table, mover.moves(table)[0], seat=first)
        times = timed.times(table)
    assert times.left[first] == 575
    assert times.deadline == BEGIN + 640


def test_an_undo_takes_back_the_increment(browser: Browsers, timed: TimedHouse) -> None:
    """The other player has lost nothing; the time since then is spent."""
    ada, bo, table = two(browser, "10m+15s")
    before = timed.times(table)
    assert before.seat is not None
    mover = (ada, bo)[before.seat]
    timed.advance(40)
    while timed.times(table).seat == before.seat:
        mover.move(table, mover.moves(table)[-1], seat=before.seat)
    timed.advance(30)
    answer = mover.post(f"{table}/undo", {"n": mover.n(table), "rid": "u", "seat": before.seat})

    assert answer.status_code == 200, answer.text
    assert timed.times(table).seat == before.seat
    assert sorted(timed.times(table).left) == [530, 600]


def test_moving_and_undoing_in_a_loop_neither_stops_the_clock_nor_the_other_player(browser: Browsers, timed: TimedHouse) -> None:
    """The turn is taken back once. Then it stands, and the answer of the other player is not stale."""
    ada, bo, table = two(browser, "10m+15s")
    seat = timed.times(table).seat
    assert seat is not None
    mover, other = ((ada, bo), (bo, ada))[seat]

    def pass_on() -> None:
        while timed.times(table).seat == seat:
            mover.move(table, mover.moves(table)[-1], seat=seat)

    def undo(rid: str) -> int:
        return mover.post(f"{table}/undo", {"n": mover.n(table), "rid": rid, "seat": seat}).status_code

    pass_on()
    timed.advance(20)
    assert undo("first") == 200
    pass_on()
    n = other.n(table)
    timed.advance(20)
    assert 'data-can=""' in mover.get(table).text
    assert [undo(f"again{i}") for i in range(5)] == [409] * 5
    assert other.move(table, other.moves(table)[0], seat=1 - seat, n=n).status_code == 200
    assert timed.times(table).left[seat] == 600 - 20 + 15


# Time-outs.


def test_after_a_time_out_a_bot_moves_and_the_seat_can_be_taken_back(browser: Browsers, timed: TimedHouse, until: Until) -> None:
    """The bot has the level of the table; the person returns with a quarter of the bank, and the bot's move stands."""
    ada = browser()
    table = ada.open_table("express", ["you", "novice"], clock="10m+15s", pace="0")
    until(lambda: timed.times(table).seat is not None)
    timed.advance(590)
    n = ada.n(table)
    assert "played by a bot" not in ada.get(table).text
    timed.advance(20)
    until(lambda: ada.n(table) > n)

    page = ada.get(table).text
    assert "played by a bot: novice" in page
    until(lambda: "Take your seat back" in ada.get(table).text)
    assert ada.post(f"{table}/unrobot", {"seat": 0}).status_code == 200
    times = timed.times(table)
    assert times.left[0] >= 150
    assert times.left[0] < 600
    assert "played by a bot: novice" not in ada.get(table).text


def test_a_seat_cannot_be_taken_back_before_the_bot_has_moved(browser: Browsers, timed: TimedHouse) -> None:
    """Otherwise a player could stall for ever; the page explains it instead of offering the button."""
    ada, bo, table = two(browser, "10m+0s", pace="10000")
    seat = timed.times(table).seat
    assert seat is not None
    mover = (ada, bo)[seat]
    timed.advance(610)

    assert "You have run out of time. A bot makes this move" in mover.get(table).text
    assert "Take your seat back" not in mover.get(table).text
    assert mover.post(f"{table}/unrobot", {"seat": seat}).status_code == 409
    assert mover.move(table, "pass", seat=seat).status_code == 409


def test_the_move_of_the_bot_stands(browser: Browsers, timed: TimedHouse, until: Until) -> None:
    """The person who returns cannot undo it."""
    ada, bo, table = two(browser, "10m+0s", pace="0")
    seat = timed.times(table).seat
    assert seat is not None
    mover = (ada, bo)[seat]
    n = ada.n(table)
    timed.advance(610)
    until(lambda: ada.n(table) > n)
    assert mover.post(f"{table}/unrobot", {"seat": seat}).status_code == 200

    answer = mover.post(f"{table}/undo", {"n": mover.n(table), "rid": "u", "seat": seat})
    assert answer.status_code == 409
    assert 'data-can=""' in mover.get(table).text


def test_who_leaves_pays_until_the_bot_has_moved(browser: Browsers, timed: TimedHouse) -> None:
    """Handing over and coming back before that, again and again, gives nothing."""
    ada, bo, table = two(browser, "10m+0s", pace="10000")
    seat = timed.times(table).seat
    assert seat is not None
    mover = (ada, bo)[seat]
    timed.advance(100)
    end = timed.times(table).deadline
    for _ in range(3):
        mover.post(f"{table}/leave")
        timed.advance(30)
        assert mover.post(f"{table}/unrobot", {"seat": seat}).status_code == 200

    assert timed.times(table).deadline == end == timed.now.at + 410


# Sleep, jumps of the system time, restarts.


def test_a_system_time_set_forwards_costs_no_time(browser: Browsers, timed: TimedHouse) -> None:
    """It jumps by an hour: clocks lose at most the seconds since the last heartbeat."""
    ada, _, table = two(browser, "10m+0s")
    timed.advance(100)
    timed.now.at += 3600
    timed.tick()

    times = timed.times(table)
    assert times.seat is not None
    assert 500 <= times.left_at(times.seat, timed.now.at) <= 510
    assert "played by a bot" not in ada.get(table).text


def test_a_system_time_set_back_gives_no_time(browser: Browsers, timed: TimedHouse) -> None:
    """The clock shows what it did, and ends when it should."""
    ada, _, table = two(browser, "10m+0s", pace="10000")
    timed.advance(100)
    timed.now.at -= 3600
    timed.tick()
    times = timed.times(table)
    assert times.seat is not None
    assert 500 <= times.left_at(times.seat, timed.now.at) <= 510

    timed.advance(520)
    assert "played by a bot" in ada.get(table).text


def test_a_move_right_after_the_machine_slept_is_accepted(browser: Browsers, timed: TimedHouse) -> None:
    """The move comes before the first tick of the scheduler: the player has not lost the night."""
    ada, bo, table = two(browser, "10m+0s")
    seat = timed.times(table).seat
    assert seat is not None
    mover = (ada, bo)[seat]
    timed.advance(100)
    timed.now.at += 8 * 3600

    assert mover.move(table, mover.moves(table)[0], seat=seat).status_code == 200
    assert timed.times(table).left_at(seat, timed.now.at) >= 500


async def open_house(settings: Settings, now: ManualTime, clock: str, pace: int = 0) -> tuple[House, Room]:
    """Open a house with a table of Ada and Bo, and return both."""
    house = House(settings, now)
    await house.open()
    await house.store.write(Statement("INSERT INTO guest (id, name, made) VALUES ('ada', 'Ada', 0), ('bo', 'Bo', 0)"))
    spec = TableSpec(find("express"), [Seat("ada", "Ada"), Seat("bo", "Bo")], {}, clock=parse(clock), pace=pace)
    return house, await house.rooms.get(await house.open_table(ADA, spec))


def test_a_clock_stops_while_the_server_is_down(tmp_path: Path, empty: Path) -> None:
    """An hour down with five minutes left: the clock still has five minutes, and ends after them."""
    shutil.copy(empty, tmp_path / "house.db")
    settings = Settings(db=str(tmp_path / "house.db"), workers=1)
    now = ManualTime()

    async def before() -> tuple[str, int]:
        house, room = await open_house(settings, now, "10m+0s")
        for _ in range(30):
            now.at += 10
            await house.scheduler.tick(1)
        await house.close()
        return room.id, room.actor

    async def after(id: str, seat: int) -> None:
        house = House(settings, now)
        await house.open()
        room = await house.rooms.get(id)
        assert room.times is not None
        assert 300 <= room.times.left_at(seat, now.at) <= 310
        await house.scheduler.tick(1)
        assert room.seats[seat].level is None
        for _ in range(32):
            now.at += 10
            await house.scheduler.tick(1)
        assert room.seats[seat].level == "regular"
        async with asyncio.timeout(PATIENCE):
            while room.event_count == 0:
                await asyncio.sleep(0.02)
        await house.close()

    id, seat = asyncio.run(before())
    now.at += 3600
    asyncio.run(after(id, seat))


def test_a_clock_moves_from_one_database_to_another(tmp_path: Path, empty: Path, database: Database) -> None:
    """Begun on SQLite, exported, imported to PostgreSQL an hour later: the hour does not count."""
    shutil.copy(empty, tmp_path / "house.db")
    now, archive = ManualTime(), io.BytesIO()
    here, there = Settings(db=str(tmp_path / "house.db"), workers=1), Settings(db=database.fresh(), workers=1)

    async def before() -> tuple[str, int]:
        house, room = await open_house(here, now, "10m+0s")
        now.at += 12
        await house.scheduler.tick(1)
        await house.close()
        return room.id, room.actor

    async def after(id: str, seat: int) -> float:
        house = House(there, now)
        await house.open()
        times = await times_of(house, id)
        await house.close()
        return times.left_at(seat, now.at)

    id, seat = asyncio.run(before())
    export(here, archive)
    archive.seek(0)
    import_archive(there, archive)
    now.at += 3600

    assert asyncio.run(after(id, seat)) == 588


# Several processes.


@pytest.fixture
def shared(database: Database) -> Settings:
    """Settings with a PostgreSQL that two processes share."""
    return Settings(db=database.fresh(), workers=1)


def test_of_two_processes_one_seats_the_bot(shared: Settings) -> None:
    """Both run their schedulers at the same time: the seat changes once, and the bot makes each move once."""
    now = ManualTime()

    async def both() -> None:
        one, room = await open_house(shared, now, "1m+0s")
        other = House(shared, now)
        await other.open()
        seat, id = room.actor, room.id
        for _ in range(7):
            now.at += 10
            await asyncio.gather(one.scheduler.tick(1), other.scheduler.tick(1))
        there = await other.rooms.get(id)
        await one.rooms.get(id)
        assert there.seats[seat].level == room.seats[seat].level == "regular"
        async with asyncio.timeout(PATIENCE):
            while (await other.rooms.get(id)).event_count == 0:
                await asyncio.sleep(0.02)
        rows = await one.store.rows("SELECT n, rid FROM entry WHERE table_id = ? AND seat = ? AND rid LIKE 'robot:%'", id, seat)
        assert len({row["n"] for row in rows}) == len(rows) >= 1
        await one.close()
        await other.close()

    asyncio.run(both())


def test_a_move_and_a_time_out_exclude_each_other(shared: Settings) -> None:
    """In two processes at once: either the move is made and the player keeps the seat, or a bot has it and the move is refused."""
    now = ManualTime()

    async def race(first: bool) -> tuple[bool, bool]:
        one, room = await open_house(shared, now, "1m+0s", pace=10_000)
        other = House(shared, now)
        await other.open()
        there = await other.rooms.get(room.id)
        seat = room.actor
        mover = (ADA, BO)[seat]
        assert room.table is not None
        text = room.game.notation(room.table.moves(seat)[0])
        for _ in range(5):
            now.at += 10
            await one.scheduler.tick(1)
        now.at += 11
        move, end = playing.move(there, mover, 0, "r", seat, text), seating.run_out(room)
        done = await asyncio.gather(*((move, end) if first else (end, move)), return_exceptions=True)
        moved = not isinstance(done[0 if first else 1], HouseError)
        snapshot = await one.repository.snapshot(room.id)
        assert snapshot is not None
        await one.store.write(Statement("DELETE FROM seat"), Statement("DELETE FROM game_table"), Statement("DELETE FROM guest"))
        await one.close()
        await other.close()
        return moved, snapshot.seats[seat].level is not None

    for first in (True, False):
        moved, replaced = asyncio.run(race(first))
        assert moved != replaced


def test_a_table_without_a_clock_shows_none(browser: Browsers, timed: TimedHouse) -> None:
    """However much time passes."""
    ada = browser()
    table = ada.open_table("express", ["you", "novice"])
    timed.advance(100)

    page = ada.get(table).text
    assert "data-now" not in page
    assert "Time left" not in page


def test_after_a_process_is_killed_another_one_ends_its_clocks(database: Database, until: Until) -> None:
    """Two real servers; the one that Ada uses is killed while her clock runs: the other seats the bot, which moves."""
    url = database.fresh()
    with serving(url) as first, serving(url) as second:
        ada = first.person()
        form = {
            "game": "express",
            "name": "Ada",
            "seats": "2",
            "seat-0": "you",
            "seat-1": "novice",
            "clock": "4s+0s",
            "public": "on",
        }
        table = ada.post("/tables", data={**form, "spectators": "on", "pace": "0"}).headers["location"]
        spectator = second.person()
        first.stop(signal.SIGKILL)
        until(lambda: "played by a bot: novice" in spectator.get(table).text)
        until(lambda: int(found(r'data-n="(\d+)"', spectator.get(table).text)) > 5)


@pytest.mark.deep
def test_clocks_and_ratings_of_many_tables_survive_servers_that_are_killed(database: Database, until: Until) -> None:
    """24 tables whose players are gone, two servers, one killed five times: bots finish every game, and each is rated once."""
    url = database.fresh()
    with serving(url) as second, ExitStack() as stack:
        first = stack.enter_context(serving(url))
        ada = first.person()
        form = {
            "game": "express",
            "name": "Ada",
            "seats": "2",
            "seat-0": "you",
            "seat-1": "novice",
            "clock": "3s+0s",
            "pace": "0",
            "rated": "on",
        }
        for _ in range(24):
            assert ada.post("/tables", data=form).status_code == 303
        for _ in range(5):
            time.sleep(3)
            first.stop(signal.SIGKILL)
            first = stack.enter_context(serving(url))
        client = second.person()
        client.cookies.update(ada.cookies)

        def count(rows: str) -> int:
            return int(database.query(f"SELECT count(*) FROM {rows}", url)[0])

        until(lambda: count("game_table WHERE stage != 'over'") == 0)
        until(lambda: count("unrated") == 0)
        assert count("result") == 48
        assert count("(SELECT DISTINCT table_id FROM result) AS tables") == 24
        assert count("rating WHERE games = 24") == 2
        assert count("job") == 0
        assert count("clock WHERE seat IS NOT NULL") == 0
        person = found(r'href="(/players/[0-9a-f]{32})"', client.get("/").text)
        assert "left the game to a bot: counts as last place" in client.get(person).text
