"""Clocks at tables: they end well, survive restarts and jumps of the system's time, and one process of several sees to each."""

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


class Hands:
    """The time of a house, as a test sets it."""

    def __init__(self) -> None:
        self.at = BEGIN

    def __call__(self) -> float:
        return self.at


@pytest.fixture
def hands() -> Hands:
    """The time of the house."""
    return Hands()


@pytest.fixture
def app(settings: Settings, portal: BlockingPortal, hands: Hands) -> Iterator[Starlette]:
    """The application, with a time of its own."""
    app = portal.call(make_app, settings, hands)
    with portal.wrap_async_context_manager(app.router.lifespan_context(app)):
        yield app


class Evening:
    """A house whose time goes by as a test says: in steps, as it does where a house is awake."""

    def __init__(self, house: House, portal: BlockingPortal, hands: Hands) -> None:
        self.house, self.portal, self.hands = house, portal, hands

    def passes(self, seconds: float) -> None:
        """Time goes by, and the house looks around."""
        while seconds > 0:
            self.hands.at += min(10.0, seconds)
            seconds -= 10.0
            self.look()

    def look(self) -> None:
        """What the house does once a second."""
        self.portal.call(self.house.scheduler.tick, 1)

    def times(self, table: str) -> Clocks:
        """How the clocks of a table stand in the store."""
        return self.portal.call(times_of, self.house, table.rpartition("/")[2])


async def times_of(house: House, id: str) -> Clocks:
    """How the clocks of a table stand in the store."""
    page = await house.repository.snapshot(id)
    assert page is not None
    assert page.clock_row is not None
    return page.clock_row.times


@pytest.fixture
def evening(house: House, portal: BlockingPortal, hands: Hands) -> Evening:
    """The house and its time."""
    return Evening(house, portal, hands)


def two(browser: Browsers, clock: str, **more: str) -> tuple[Browser, Browser, str]:
    """Ada and Bo at a table with a clock."""
    ada, bo = browser(), browser()
    table = ada.open_table("express", ["you", "open"], clock=clock, **more)
    bo.post(f"{table}/sit", {"seat": 1, "name": "Bo"})
    return ada, bo, table


# Setting up, and what is shown.


def test_a_clock_is_settled_when_a_table_is_opened(browser: Browsers) -> None:
    """The waiting room says it in words, and a slow pace leaves weekends out if that was ticked."""
    ada = browser()
    table = ada.open_table("express", ["you", "open"], clock="1d", weekends="on", zone="Europe/Paris")

    assert "1 day per turn, weekends off (Europe/Paris)" in ada.get(table).text
    assert "1 jour par tour, week-ends exclus (Europe/Paris)" in ada.get(table, headers={"accept-language": "fr"}).text


@pytest.mark.parametrize(
    ("field", "value"), [("clock", "soon"), ("zone", "Mars/Olympus"), ("practice", "on")], ids=["nonsense", "no zone", "practice"]
)
def test_a_clock_that_cannot_be_is_refused(browser: Browsers, field: str, value: str) -> None:
    """With a sentence, and no table is opened."""
    form = {"game": "express", "name": "Ada", "seats": "2", "seat-1": "novice", "clock": "1d", "weekends": "on", field: value}

    assert browser().send("/tables", form).status_code == 422


def test_the_page_counts_down_from_numbers_and_says_so_in_words(browser: Browsers, evening: Evening) -> None:
    """Ada's clock runs: the page has its end and the house's time; Bo's stands at its bank."""
    ada, bo, table = two(browser, "10m+15s")
    page = bo.get(table).text

    assert f'data-now="{BEGIN}"' in page
    assert (
        page.count(f'data-deadline="{BEGIN + 600}"') == 3
    )  # among the players, in the line on top, and below the prompt on a phone
    assert page.count(">10:00</span>") == 4
    assert "Time left:" in page
    assert "10 minutes each, plus 15 seconds per turn" in page
    assert "data-mine" not in page
    assert "data-mine" in ada.get(table).text


def test_a_slow_turn_tells_until_when(browser: Browsers, evening: Evening) -> None:
    """The moment itself, for who has no script."""
    ada, _, table = two(browser, "3d")

    assert re.search(r'<time data-until="1800259200.0">Mon 18 Jan, 08:00 UTC</time>', ada.get(table).text)
    assert "3 d 0 h" in ada.get(table).text


@pytest.mark.parametrize(("seconds", "text"), [(0, "0:00"), (59.9, "0:59"), (3599, "59:59"), (3600, "1 h 0 min"), (9e4, "1 j 1 h")])
def test_time_left_is_written_as_clocks_do(seconds: float, text: str) -> None:
    """Minutes and seconds, hours, days; in French here."""
    assert format_time_left(seconds, "fr") == text


# Turns.


def test_time_goes_to_who_thinks_and_comes_with_a_turn(browser: Browsers, evening: Evening) -> None:
    """Ada thinks for 40 seconds and moves; then Bo's clock runs and hers has grown by 15."""
    ada, bo, table = two(browser, "10m+15s")
    evening.passes(40)
    first = evening.times(table).seat
    assert first is not None
    mover = (ada, bo)[first]
    mover.move(table, mover.moves(table)[0], seat=first)

    times = evening.times(table)
    while times.seat == first:  # a turn may take several moves
        mover.move(table, mover.moves(table)[0], seat=first)
        times = evening.times(table)
    assert times.left[first] == 575
    assert times.deadline == BEGIN + 640


def test_a_move_taken_back_takes_the_increment_with_it(browser: Browsers, evening: Evening) -> None:
    """And the other has lost nothing."""
    ada, bo, table = two(browser, "10m+15s")
    before = evening.times(table)
    assert before.seat is not None
    mover = (ada, bo)[before.seat]
    evening.passes(40)
    while evening.times(table).seat == before.seat:
        mover.move(table, mover.moves(table)[-1], seat=before.seat)
    evening.passes(30)
    answer = mover.post(f"{table}/undo", {"n": mover.n(table), "rid": "u", "seat": before.seat})

    assert answer.status_code == 200, answer.text
    assert evening.times(table).seat == before.seat
    assert sorted(evening.times(table).left) == [560, 600]


# When time is over.


def test_when_time_is_over_a_bot_moves_and_the_seat_can_be_taken_back(browser: Browsers, evening: Evening, until: Until) -> None:
    """A bot of the table's level; the person is back with a quarter of the bank, and the bot's move stands."""
    ada = browser()
    table = ada.open_table("express", ["you", "novice"], clock="10m+15s", pace="0")
    until(lambda: evening.times(table).seat is not None)
    evening.passes(590)
    n = ada.n(table)
    assert "a bot plays" not in ada.get(table).text
    evening.passes(20)
    until(lambda: ada.n(table) > n)

    page = ada.get(table).text
    assert "a bot plays: novice" in page
    until(lambda: "Take the seat back" in ada.get(table).text)
    assert ada.post(f"{table}/unrobot", {"seat": 0}).status_code == 200
    times = evening.times(table)
    assert times.left[0] >= 150
    assert times.left[0] < 600
    assert "a bot plays: novice" not in ada.get(table).text


def test_a_seat_is_not_given_back_before_the_bot_has_moved(browser: Browsers, evening: Evening) -> None:
    """Else nobody would ever have to move; the page says what happens instead of offering it."""
    ada, bo, table = two(browser, "10m+0s", pace="10000")
    seat = evening.times(table).seat
    assert seat is not None
    mover = (ada, bo)[seat]
    evening.passes(610)

    assert "Your time is over. A bot makes this move" in mover.get(table).text
    assert "Take the seat back" not in mover.get(table).text
    assert mover.post(f"{table}/unrobot", {"seat": seat}).status_code == 409
    assert mover.move(table, "pass", seat=seat).status_code == 409


def test_what_the_bot_did_stands(browser: Browsers, evening: Evening, until: Until) -> None:
    """Back at the table, its move cannot be taken back."""
    ada, bo, table = two(browser, "10m+0s", pace="0")
    seat = evening.times(table).seat
    assert seat is not None
    mover = (ada, bo)[seat]
    n = ada.n(table)
    evening.passes(610)
    until(lambda: ada.n(table) > n)
    assert mover.post(f"{table}/unrobot", {"seat": seat}).status_code == 200

    answer = mover.post(f"{table}/undo", {"n": mover.n(table), "rid": "u", "seat": seat})
    assert answer.status_code == 409
    assert 'data-act="undo"' not in mover.get(table).text


def test_who_leaves_does_not_pay_and_comes_back_to_what_was_left(browser: Browsers, evening: Evening) -> None:
    """A bot sits in; its thinking costs nothing."""
    ada, bo, table = two(browser, "10m+0s", pace="10000")
    seat = evening.times(table).seat
    assert seat is not None
    mover = (ada, bo)[seat]
    evening.passes(100)
    mover.post(f"{table}/leave")
    assert evening.times(table).deadline is None
    evening.passes(5)
    mover.post(f"{table}/unrobot", {"seat": seat})

    assert evening.times(table).deadline == evening.hands.at + 500


# Nights, jumps, restarts.


def test_a_system_time_set_forwards_costs_nobody_a_move(browser: Browsers, evening: Evening) -> None:
    """An hour in a second: everybody has what they had, but for the seconds since the last beat."""
    ada, _, table = two(browser, "10m+0s")
    evening.passes(100)
    evening.hands.at += 3600
    evening.look()

    times = evening.times(table)
    assert times.seat is not None
    assert 500 <= times.left_at(times.seat, evening.hands.at) <= 510
    assert "a bot plays" not in ada.get(table).text


def test_a_system_time_set_back_gives_nobody_an_hour(browser: Browsers, evening: Evening) -> None:
    """The clock stands where it stood, and ends when it should."""
    ada, _, table = two(browser, "10m+0s", pace="10000")
    evening.passes(100)
    evening.hands.at -= 3600
    evening.look()
    times = evening.times(table)
    assert times.seat is not None
    assert 500 <= times.left_at(times.seat, evening.hands.at) <= 510

    evening.passes(520)
    assert "a bot plays" in ada.get(table).text


def test_a_machine_that_slept_lets_a_move_be_made_before_it_looks_around(browser: Browsers, evening: Evening) -> None:
    """The first thing after the night is a move: its maker has not paid for the night."""
    ada, bo, table = two(browser, "10m+0s")
    seat = evening.times(table).seat
    assert seat is not None
    mover = (ada, bo)[seat]
    evening.passes(100)
    evening.hands.at += 8 * 3600

    assert mover.move(table, mover.moves(table)[0], seat=seat).status_code == 200
    assert evening.times(table).left_at(seat, evening.hands.at) >= 500


async def opened(settings: Settings, hands: Hands, clock: str, pace: int = 0) -> tuple[House, Room]:
    """A house with a table of Ada and Bo."""
    house = House(settings, hands)
    await house.open()
    await house.store.write(Statement("INSERT INTO guest (id, name, made) VALUES ('ada', 'Ada', 0), ('bo', 'Bo', 0)"))
    plan = TableSpec(find("express"), [Seat("ada", "Ada"), Seat("bo", "Bo")], {}, clock=parse(clock), pace=pace)
    return house, await house.rooms.get(await house.open_table(ADA, plan))


def test_a_clock_that_would_end_while_the_house_is_down_goes_on_where_it_stood(tmp_path: Path, empty: Path) -> None:
    """Down for an hour with five minutes left: nobody has lost a move, and five minutes later time is over."""
    shutil.copy(empty, tmp_path / "house.db")
    settings = Settings(db=str(tmp_path / "house.db"), workers=1)
    hands = Hands()

    async def before() -> tuple[str, int]:
        house, room = await opened(settings, hands, "10m+0s")
        for _ in range(30):
            hands.at += 10
            await house.scheduler.tick(1)
        await house.close()
        return room.id, room.actor

    async def after(id: str, seat: int) -> None:
        house = House(settings, hands)
        await house.open()
        room = await house.rooms.get(id)
        assert room.times is not None
        assert 300 <= room.times.left_at(seat, hands.at) <= 310
        await house.scheduler.tick(1)
        assert room.seats[seat].level is None
        for _ in range(32):
            hands.at += 10
            await house.scheduler.tick(1)
        assert room.seats[seat].level == "regular"
        async with asyncio.timeout(PATIENCE):
            while room.event_count == 0:
                await asyncio.sleep(0.02)
        await house.close()

    id, seat = asyncio.run(before())
    hands.at += 3600
    asyncio.run(after(id, seat))


def test_a_clock_moves_from_one_database_to_another(tmp_path: Path, empty: Path, database: Database) -> None:
    """Begun on SQLite, exported, brought to PostgreSQL an hour later: it goes on where it stood."""
    shutil.copy(empty, tmp_path / "house.db")
    hands, archive = Hands(), io.BytesIO()
    here, there = Settings(db=str(tmp_path / "house.db"), workers=1), Settings(db=database.fresh(), workers=1)

    async def before() -> tuple[str, int]:
        house, room = await opened(here, hands, "10m+0s")
        hands.at += 12
        await house.scheduler.tick(1)
        await house.close()
        return room.id, room.actor

    async def after(id: str, seat: int) -> float:
        house = House(there, hands)
        await house.open()
        times = await times_of(house, id)
        await house.close()
        return times.left_at(seat, hands.at)

    id, seat = asyncio.run(before())
    export(here, archive)
    archive.seek(0)
    import_archive(there, archive)
    hands.at += 3600

    assert asyncio.run(after(id, seat)) == 588


# Several processes.


@pytest.fixture
def shared(database: Database) -> Settings:
    """A PostgreSQL that two houses share."""
    return Settings(db=database.fresh(), workers=1)


def test_of_two_houses_one_seats_the_bot(shared: Settings) -> None:
    """Both look at the same moment, ten times: the seat changes once, and the bot moves once."""
    hands = Hands()

    async def both() -> None:
        one, room = await opened(shared, hands, "1m+0s")
        other = House(shared, hands)
        await other.open()
        seat, id = room.actor, room.id
        for _ in range(7):
            hands.at += 10
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


def test_a_move_and_the_end_of_its_time_exclude_each_other(shared: Settings) -> None:
    """In two houses at once: either the move is made and the seat is still Ada's, or the bot has it and the move is refused."""
    hands = Hands()

    async def race(first: bool) -> tuple[bool, bool]:
        one, room = await opened(shared, hands, "1m+0s", pace=10_000)
        other = House(shared, hands)
        await other.open()
        there = await other.rooms.get(room.id)
        seat = room.actor
        mover = (ADA, BO)[seat]
        assert room.table is not None
        text = room.game.notation(room.table.moves(seat)[0])
        for _ in range(5):
            hands.at += 10
            await one.scheduler.tick(1)
        hands.at += 11
        move, end = playing.move(there, mover, 0, "r", seat, text), seating.run_out(room)
        done = await asyncio.gather(*((move, end) if first else (end, move)), return_exceptions=True)
        moved = not isinstance(done[0 if first else 1], HouseError)
        page = await one.repository.snapshot(room.id)
        assert page is not None
        await one.store.write(Statement("DELETE FROM seat"), Statement("DELETE FROM game_table"), Statement("DELETE FROM guest"))
        await one.close()
        await other.close()
        return moved, page.seats[seat].level is not None

    for first in (True, False):
        moved, gone = asyncio.run(race(first))
        assert moved != gone


def test_a_table_without_a_clock_is_as_it_was(browser: Browsers, evening: Evening) -> None:
    """No clock, no count, no end."""
    ada = browser()
    table = ada.open_table("express", ["you", "novice"])
    evening.passes(100)

    page = ada.get(table).text
    assert "data-now" not in page
    assert "Time left" not in page


def test_when_the_house_that_held_a_table_is_killed_another_sees_to_its_clock(database: Database, until: Until) -> None:
    """Two real servers; the one that Ada uses dies while her time runs: the other seats the bot, which moves."""
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
        onlooker = second.person()
        first.stop(signal.SIGKILL)
        until(lambda: "a bot plays: novice" in onlooker.get(table).text)
        until(lambda: int(found(r'data-n="(\d+)"', onlooker.get(table).text)) > 5)


@pytest.mark.deep
def test_clocks_and_ratings_of_many_tables_survive_servers_that_are_killed(database: Database, until: Until) -> None:
    """24 tables whose people are gone, two servers, one killed five times: bots end every game, and each is rated once."""
    url = database.fresh()
    with serving(url) as second, ExitStack() as lives:
        first = lives.enter_context(serving(url))
        ada = first.person()
        form = {"game": "express", "name": "Ada", "seats": "2", "seat-0": "you", "seat-1": "novice", "clock": "3s+0s", "pace": "0"}
        for _ in range(24):
            assert ada.post("/tables", data=form).status_code == 303
        for _ in range(5):
            time.sleep(3)
            first.stop(signal.SIGKILL)
            first = lives.enter_context(serving(url))
        asked = second.person()
        asked.cookies.update(ada.cookies)

        def left(what: str) -> int:
            return int(database.query(f"SELECT count(*) FROM {what}", url)[0])

        until(lambda: left("game_table WHERE stage != 'over'") == 0)
        until(lambda: left("unrated") == 0)
        assert left("result") == 48
        assert left("(SELECT DISTINCT table_id FROM result) AS tables") == 24
        assert left("rating WHERE games = 24") == 2
        assert left("job") == 0
        assert left("clock WHERE seat IS NOT NULL") == 0
        person = found(r'href="(/players/[0-9a-f]{32})"', asked.get("/").text)
        assert "left to a bot: counts as the last place" in asked.get(person).text
