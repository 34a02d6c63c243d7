"""Several server processes on one PostgreSQL: of two writers one is first, and all processes soon agree."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import httpx
import pytest
from anyio.from_thread import BlockingPortal
from starlette.applications import Starlette

from roundhouse.web.app import make_app
from roundhouse.web.jobs.queue import BOT_MOVE, LEASE, Job
from roundhouse.web.people.guests import Guest
from roundhouse.web.server.house import House
from roundhouse.web.settings import Settings
from roundhouse.web.store.store import Message, Statement
from roundhouse.web.tables.reader import Reader
from roundhouse.web.tables.room import Room
from tests.web.conftest import Browser
from tests.web.database import Database


class Pair:
    """Two server processes on one database, and clients that use either of them."""

    def __init__(self, apps: list[Starlette], url: str, portal: BlockingPortal) -> None:
        self.apps = apps
        self.url = url
        self.portal = portal
        self.houses: list[House] = [app.state.house for app in apps]

    def person(self) -> list[Browser]:
        """Return the browsers of one person in both processes; they share cookies, as behind a load balancer."""
        browsers = [Browser(app, self.portal, {}) for app in self.apps]
        browsers[1].client._cookies = browsers[0].client._cookies
        return browsers

    def room(self, house: int, table: str) -> Room:
        """Return a room as it is in the memory of a process, even if it is stale."""
        return self.houses[house].rooms._rooms[table.rpartition("/")[2]]


@pytest.fixture
def pair(database: Database, portal: BlockingPortal) -> Iterator[Pair]:
    """Two running processes."""
    url = database.fresh()
    with ExitStack() as stack:
        apps = []
        for _ in range(2):
            app = portal.call(make_app, Settings(db=url, workers=1, limits=False))
            stack.enter_context(portal.wrap_async_context_manager(app.router.lifespan_context(app)))
            apps.append(app)
        yield Pair(apps, url, portal)


@pytest.fixture
def ada(pair: Pair) -> list[Browser]:
    """A person who uses either process."""
    return pair.person()


@pytest.fixture
def table(ada: list[Browser]) -> str:
    """A hot-seat table of hers, loaded by both processes."""
    table = ada[0].open_table("express", ["you", "you"], hotseat="on")
    assert ada[1].get(table).status_code == 200
    return table


Until = Callable[[Callable[[], bool]], None]


def test_moves_alternate_between_two_processes(pair: Pair, ada: list[Browser], table: str) -> None:
    """Each request goes to the other process, right after the one before, and is answered from the current state."""
    for turn in range(12):
        browser = ada[turn % 2]
        n = browser.n(table)
        seat = 0 if (moves := browser.moves(f"{table}?as=0")) else 1
        answer = browser.move(table, (moves or browser.moves(f"{table}?as=1"))[0], seat=seat, n=n)
        assert answer.status_code == 200, answer.text
        assert answer.json()["n"] > n

    pages = [browser.get(f"{table}/record").text for browser in ada]
    assert pages[0] == pages[1]


def test_a_process_that_is_behind_accepts_a_move(pair: Pair, ada: list[Browser], table: str) -> None:
    """The request has an event count that this process has not seen yet: it reads the store before it refuses."""
    n = ada[0].n(table)
    after = ada[0].move(table, ada[0].moves(f"{table}?as=0")[0], n=n).json()["n"]
    seat = pair.portal.call(pair.houses[0].rooms.get, table.rpartition("/")[2]).actor
    move = ada[0].moves(f"{table}?as={seat}")[0]

    assert ada[1].move(table, move, seat=seat, n=after).status_code == 200


def post_both(pair: Pair, ada: list[Browser], orders: list[dict[str, Any]], table: str) -> list[httpx.Response]:
    """Post to both processes at the same time."""

    async def both() -> list[httpx.Response]:
        posts = (browser.client.post(f"{table}/move", json=order) for browser, order in zip(ada, orders, strict=True))
        return list(await asyncio.gather(*posts))

    return pair.portal.call(both)


def test_of_two_concurrent_moves_one_happens(pair: Pair, ada: list[Browser], table: str) -> None:
    """Two tabs with the same event count and different moves: the store accepts one, the other gets a conflict."""
    for _ in range(8):
        n = ada[0].n(table)
        seat = 0 if (moves := ada[0].moves(f"{table}?as=0")) else 1
        moves = moves or ada[0].moves(f"{table}?as=1")
        orders = [{"n": n, "rid": f"{n}-{i}", "seat": seat, "move": moves[-i]} for i in range(2)]
        answers = post_both(pair, ada, orders, table)

        assert sorted(answer.status_code for answer in answers) == [200, 409], [answer.text for answer in answers]
        late = next(answer for answer in answers if answer.status_code == 409)
        assert late.json()["error"] == "The table has moved on since you looked; look again"
        assert late.json()["n"] == ada[0].n(table) == ada[1].n(table)


def test_a_request_repeated_in_another_process_gets_the_same_answer(pair: Pair, ada: list[Browser], table: str) -> None:
    """A response was lost, and the browser repeats the request elsewhere, even while the first is being written."""
    for _ in range(8):
        n = ada[0].n(table)
        seat = 0 if (moves := ada[0].moves(f"{table}?as=0")) else 1
        order = {"n": n, "rid": f"{n}", "seat": seat, "move": (moves or ada[0].moves(f"{table}?as=1"))[0]}
        answers = post_both(pair, ada, [order, order], table)

        assert [answer.status_code for answer in answers] == [200, 200], [answer.text for answer in answers]
        assert answers[0].json() == answers[1].json()


def test_a_stale_move_after_an_undo_in_another_process_is_refused(pair: Pair, ada: list[Browser], table: str) -> None:
    """Ada undoes in one process; a move for the position before comes to the other."""
    move = ada[0].moves(f"{table}?as=0")[0]
    n = ada[0].move(table, move, n=0, rid="a").json()["n"]
    back = ada[1].post(f"{table}/undo", {"n": n, "rid": "b", "seat": 0})

    assert back.status_code == 200, back.text
    assert ada[0].move(table, move, n=n, rid="c").status_code == 409
    assert ada[0].move(table, move, n=back.json()["n"], rid="d").status_code == 200
    assert ada[1].get(f"{table}/record").text == ada[0].get(f"{table}/record").text


def test_a_reader_in_another_process_sees_the_move(pair: Pair, ada: list[Browser], table: str) -> None:
    """The stream of the second process sends what was posted to the first."""

    async def watch() -> list[bytes]:
        room = await pair.houses[1].rooms.get(table.rpartition("/")[2])
        stream = room.streams.stream(Reader(0, (0, 1), False, True, "en", "wide"), "", seated=True)
        events = [await anext(stream)]
        order = {"n": room.event_count, "rid": "r", "seat": 0, "move": move}
        assert (await ada[0].client.post(f"{table}/move", json=order)).status_code == 200
        events.append(await asyncio.wait_for(anext(stream), 60))
        await stream.aclose()
        return events

    move = ada[0].moves(f"{table}?as=0")[0]
    events = pair.portal.call(watch)

    assert b'"n":0' in events[0]
    assert b'"n":1' in events[1]


def test_of_two_guests_who_want_the_last_seat_one_gets_it(pair: Pair, ada: list[Browser]) -> None:
    """They ask two processes at the same time: the other gets a conflict, and the game has begun in both processes."""
    table = ada[0].open_table("tickets", ["you", "open"])
    others = [pair.person()[0], pair.person()[1]]

    async def both() -> list[httpx.Response]:
        names = zip(others, ("Bo", "Cy"), strict=True)
        return list(await asyncio.gather(*(other.client.post(f"{table}/sit", json={"name": name}) for other, name in names)))

    answers = pair.portal.call(both)

    assert sorted(answer.status_code for answer in answers) == [200, 409], [answer.text for answer in answers]
    assert ada[0].n(table) == ada[1].n(table) > 0


def test_chat_from_two_processes_has_one_order(pair: Pair, ada: list[Browser], table: str) -> None:
    """Ten messages, each sent to both processes at the same time: none is lost, none is stored twice."""

    async def talk() -> None:
        posts = [ada[i % 2].client.post(f"{table}/chat", json={"rid": str(i), "text": f"line {i}"}) for i in range(10)]
        posts += [ada[(i + 1) % 2].client.post(f"{table}/chat", json={"rid": str(i), "text": f"line {i}"}) for i in range(10)]
        assert {answer.status_code for answer in await asyncio.gather(*posts)} == {200}

    pair.portal.call(talk)
    for browser in ada:
        assert browser.get(table).status_code == 200

    said = [[message.text for message in pair.room(house, table).chat] for house in range(2)]
    assert said[0] == said[1]
    assert sorted(said[0]) == [f"line {i}" for i in range(10)]


def test_a_session_that_ends_in_one_process_ends_in_all(pair: Pair, until: Until) -> None:
    """Both processes have cached a session; it is deleted through one of them."""
    bo = pair.person()
    table = bo[0].open_table("express", ["you", "you"], hotseat="on")
    assert [browser.get(table).text.count("(you)") > 0 for browser in bo] == [True, True]
    guest = pair.room(0, table).setup.host

    async def revoke() -> None:
        house = pair.houses[0]
        await house.store.write(Statement("DELETE FROM session WHERE guest = ?", (guest,)), messages=[Message("guest", guest)])
        house.guests.invalidate(guest)

    pair.portal.call(revoke)

    until(lambda: all("(you)" not in browser.get(table).text for browser in bo))
    assert bo[1].post(f"{table}/chat", {"rid": "1", "text": "still here"}).status_code == 403


def test_a_guest_in_one_process_is_present_in_the_other(pair: Pair, ada: list[Browser], until: Until) -> None:
    """Otherwise a bot could be put in the seat of a player who is here."""
    table = ada[0].open_table("express", ["you", "open"])
    bo = pair.person()
    assert bo[1].post(f"{table}/sit", {"seat": 1, "name": "Bo"}).status_code == 200
    guest = pair.room(1, table).seats[1].guest
    assert guest is not None
    ada[0].get(table)
    presence = pair.room(0, table).presence
    presence._since -= 1000
    assert presence.away(guest)

    pair.portal.call(pair.room(1, table).presence.enter, Guest(guest, "Bo"))

    until(lambda: not presence.away(guest))


@pytest.mark.parametrize("path", ["/table/a%00b", "/join/a%00b", "/replay/r-a%00b", "/table/a%00b/record"])
def test_a_path_with_a_nul_is_not_found(pair: Pair, ada: list[Browser], path: str) -> None:
    """PostgreSQL cannot store such a text; it is not an internal error."""
    assert ada[0].get(path).status_code == 404


# Jobs.


def jobs_of(pair: Pair, database: Database) -> list[str]:
    """Return the jobs in the database."""
    return database.query("SELECT kind, seat, n, owner FROM job", pair.url)


def test_a_bot_is_moved_by_the_process_that_made_it_its_turn(pair: Pair, ada: list[Browser], database: Database) -> None:
    """The job is stored and leased with the move, and gone when the bot has moved."""
    table = ada[0].open_table("express", ["you", "novice"], pace="10000")
    assert jobs_of(pair, database) == []
    n = ada[1].move(table, ada[1].moves(table)[0]).json()["n"]

    assert jobs_of(pair, database) == [f"robot|1|{n}|{pair.houses[1].store.process_id}"]
    assert [len(house.bot_worker.tables) for house in pair.houses] == [0, 1]


def test_the_bot_of_a_dead_process_is_moved_by_another(pair: Pair, ada: list[Browser], database: Database, until: Until) -> None:
    """The lease has expired: the first process that finds the job takes it, and one move is made."""
    table = ada[0].open_table("express", ["you", "novice"])
    id = table.rpartition("/")[2]
    n = ada[0].n(table)

    async def die() -> None:
        """Write what a third process would have left that accepted the move and died before its bot moved."""
        third = pair.houses[0].store
        await third.write(
            Statement("INSERT INTO entry (table_id, n, rid, seat, text, at) VALUES (?, ?, 'x', 0, ?, 0)", (id, n, move)),
            Statement(
                "INSERT INTO job (table_id, seat, n, at, kind, owner, until) VALUES (?, 1, ?, 0, 'robot', 'dead', ?)",
                (id, n + 1, time.time() - 1),
            ),
        )

    move = ada[0].moves(table)[0]
    pair.portal.call(die)

    until(lambda: ada[1].n(table) >= n + 2 and ada[1].moves(table) != [])
    assert jobs_of(pair, database) == []
    entries = database.query(f"SELECT n, count(*) FROM entry WHERE table_id = '{id}' GROUP BY n HAVING count(*) > 1", pair.url)
    assert entries == []


def test_a_lease_that_expires_too_soon_leads_to_no_second_move(
    pair: Pair, ada: list[Browser], database: Database, until: Until
) -> None:
    """A system time has jumped, so a process takes the lease of a live one: both decide, the bot moves once."""
    table = ada[0].open_table("express", ["you", "novice"], pace="2500")
    scheduler = pair.houses[0].scheduler._task
    assert scheduler is not None
    pair.portal.call(scheduler.cancel)  # it might renew the lease first
    n = ada[0].move(table, ada[0].moves(table)[0]).json()["n"]
    database.query("UPDATE job SET until = 1, at = 1", pair.url)
    until(lambda: bool(pair.houses[1].bot_worker.tables))
    assert [len(house.bot_worker.tables) for house in pair.houses] == [1, 1]

    until(lambda: ada[1].moves(table) != [])

    entries = database.query("SELECT n, seat FROM entry ORDER BY n", pair.url)
    assert [entry.split("|")[0] for entry in entries] == [str(index) for index in range(len(entries))]
    assert [entry for entry in entries[n:] if entry.endswith("|0")] == []
    assert pair.room(0, table).event_count == pair.room(1, table).event_count == len(entries)


def test_a_job_leased_by_another_process_is_left_alone(pair: Pair, ada: list[Browser]) -> None:
    """Neither the scheduler nor a request takes a lease that has not expired."""
    table = ada[0].open_table("express", ["you", "novice"], pace="10000")
    ada[0].move(table, ada[0].moves(table)[0])
    ada[1].get(table)

    assert pair.portal.call(pair.houses[1].jobs.take_due) == []
    assert not pair.houses[1].bot_worker.tables
    room = pair.room(1, table)
    job = Job(1, room.event_count, 0.0, BOT_MOVE, pair.houses[1].store.process_id, time.time() + LEASE)
    assert not pair.portal.call(pair.houses[1].jobs.take, room.id, job)


def test_of_two_schedulers_one_takes_each_job(pair: Pair, ada: list[Browser]) -> None:
    """Many jobs are due, and both processes want them all."""
    tables = [ada[0].open_table("express", ["you", "you"], hotseat="on").rpartition("/")[2] for _ in range(12)]

    async def race() -> list[set[str]]:
        for house in pair.houses:  # the schedulers themselves would take jobs too
            assert house.scheduler._task is not None
            house.scheduler._task.cancel()
        for table in tables:
            await pair.houses[0].store.write(
                Statement(
                    "INSERT INTO job (table_id, seat, n, at, kind, owner, until) VALUES (?, 0, 0, 0, 'clock', '', 0)", (table,)
                )
            )
        taken = await asyncio.gather(*(house.jobs.take_due() for house in pair.houses))
        return [{table for table, _ in jobs} for jobs in taken]

    first, second = pair.portal.call(race)

    assert not first & second
    assert first | second == set(tables)


def test_a_process_that_stops_releases_its_jobs(database: Database, portal: BlockingPortal, until: Until) -> None:
    """So other processes need not wait for its leases to expire."""
    url = database.fresh()
    with ExitStack() as stack:
        first, second = (portal.call(make_app, Settings(db=url, workers=1)) for _ in range(2))
        stack.enter_context(portal.wrap_async_context_manager(second.router.lifespan_context(second)))
        with portal.wrap_async_context_manager(first.router.lifespan_context(first)):
            ada = Browser(first, portal, {})
            table = ada.open_table("express", ["you", "novice"], pace="3000")
            ada.move(table, ada.moves(table)[0])
        rows = database.query("SELECT owner FROM job WHERE until > 0", url)

        assert rows in ([], [second.state.house.store.process_id])
        until(lambda: second.state.house.bot_worker.tables or database.query("SELECT 1 FROM job", url) == [])


# Lost messages.


def test_changes_missed_while_the_listening_connection_was_cut_are_read(
    pair: Pair, ada: list[Browser], table: str, database: Database, until: Until
) -> None:
    """The listening connections of both processes are cut and a move is made: every reader still gets it."""
    sql = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = 'roundhouse listening'"
    room = pair.portal.call(pair.houses[1].rooms.get, table.rpartition("/")[2])
    room.streams._watching[asyncio.Event()] = None  # a client follows the table
    assert database.query(f"{sql} AND datname = current_database()", pair.url) == ["2"]
    assert ada[0].move(table, ada[0].moves(f"{table}?as=0")[0]).status_code == 200

    until(lambda: room.event_count == 1)


def test_a_change_without_a_message_is_found_by_comparing(pair: Pair, ada: list[Browser], table: str, until: Until) -> None:
    """A process was killed between its commit and its message: watched rooms are compared with the store now and then."""
    room = pair.portal.call(pair.houses[1].rooms.get, table.rpartition("/")[2])
    room.streams._watching[asyncio.Event()] = None

    async def write_silently() -> None:
        statement = Statement("INSERT INTO entry (table_id, n, rid, seat, text, at) VALUES (?, 0, 'x', 0, ?, 0)", (room.id, move))
        await pair.houses[0].store.write(statement)

    move = ada[0].moves(f"{table}?as=0")[0]
    pair.portal.call(write_silently)

    until(lambda: room.event_count == 1)
