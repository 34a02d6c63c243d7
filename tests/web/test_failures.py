"""Failures under load: processes are killed, databases restart, disks fill up. Acknowledged moves stay, and play goes on."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import asyncpg
import httpx
import pytest
from anyio.from_thread import BlockingPortal
from starlette.applications import Starlette

from roundhouse.web.app import make_app
from roundhouse.web.server.house import House
from roundhouse.web.settings import Settings
from roundhouse.web.store.store import Statement
from tests.web.conftest import Browser
from tests.web.crowd import PATIENCE, Crowd, moves
from tests.web.database import Database, own_database
from tests.web.serving import Server, serving

TABLES = 32
WITH_BOTS = 4  # of the tables
BETWEEN = 150  # moves between two failures, at least

Until = Callable[[Callable[[], bool]], None]
Entries = dict[str, list[tuple[int, str]]]  # by table: number and text


def check(crowd: Crowd, entries: Entries) -> None:
    """Check that every acknowledged move is stored once, and at most one more, whose response was lost."""
    assert crowd.statuses.keys() <= {0, 200, 303, 503}, crowd.statuses
    whole = [text for _, text in moves()]
    for table, count in crowd.acknowledged.items():
        found = entries.get(table.rpartition("/")[2], [])
        assert [n for n, _ in found] == list(range(len(found))), "an index is missing or stored twice"
        assert len(found) >= count, f"{count} were acknowledged, {len(found)} are stored"
        if table not in crowd.against_bots:
            assert len(found) <= count + 1
            assert [text for _, text in found] == whole[: len(found)]


def in_file(path: Path) -> Entries:
    """Return the events in a SQLite store."""
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT table_id, n, text FROM entry ORDER BY table_id, n").fetchall()
    return _by_table((str(table), int(n), str(text)) for table, n, text in rows)


def in_database(database: Database, url: str) -> Entries:
    """Return the events in a PostgreSQL store."""
    rows = (line.split("|", 2) for line in database.query("SELECT table_id, n, text FROM entry ORDER BY table_id, n", url))
    return _by_table((table, int(n), text) for table, n, text in rows)


def _by_table(rows: Iterator[tuple[str, int, str]]) -> Entries:
    entries: Entries = {}
    for table, n, text in rows:
        entries.setdefault(table, []).append((n, text))
    return entries


@contextmanager
def servers_on(db: Path | str, count: int) -> Iterator[list[Server]]:
    """Run servers on one store; a test that kills one must replace it in the list."""
    servers = [Server(db) for _ in range(count)]
    try:
        yield servers
    finally:
        for server in servers:
            server.clear()


async def wait_for(crowd: Crowd, more: int, playing: asyncio.Task[None]) -> None:
    """Wait until so many more moves are acknowledged; fail if there is no progress."""
    goal, end = crowd.total + more, time.monotonic() + PATIENCE
    while crowd.total < goal:
        if playing.done():
            await playing
        assert time.monotonic() < end, f"no progress: {crowd.statuses}"
        await asyncio.sleep(0.05)


async def under_load(crowd: Crowd, fail: Callable[[], None], times: int, tables: int = TABLES, with_bots: int = WITH_BOTS) -> None:
    """Let the crowd play while `fail` is called again and again; at the end, every table must make progress."""
    playing = asyncio.create_task(crowd.play(tables, with_bots))
    for _ in range(times):
        await wait_for(crowd, BETWEEN, playing)
        await asyncio.to_thread(fail)
    before = dict(crowd.acknowledged)
    await wait_for(crowd, BETWEEN, playing)
    end = time.monotonic() + PATIENCE
    while stuck := [t for t, count in before.items() if crowd.acknowledged[t] == count and t not in crowd.finished]:
        assert time.monotonic() < end, f"stuck: {stuck}; {crowd.against_bots}"
        await asyncio.sleep(0.05)
    crowd.over.set()
    await playing


# A process that is killed.


def kill_with_sqlite(path: Path, times: int) -> Crowd:
    """Kill the only process and start another on the same port."""
    with servers_on(path, 1) as servers:
        crowd = Crowd([servers[0].address])

        def fail() -> None:
            servers[0].stop(signal.SIGKILL)
            servers[0] = Server(path, servers[0].port)

        asyncio.run(under_load(crowd, fail, times))
    return crowd


def kill_with_postgresql(url: str, times: int) -> Crowd:
    """Kill one of two processes; the other goes on alone until the first is replaced."""
    with servers_on(url, 2) as servers:
        crowd = Crowd([server.address for server in servers])
        killed = 0

        def fail() -> None:
            nonlocal killed
            victim = killed % 2
            killed += 1
            servers[victim].stop(signal.SIGKILL)
            before, end = crowd.total, time.monotonic() + PATIENCE
            while crowd.total < before + TABLES:  # the other goes on
                assert time.monotonic() < end, "the other process does not go on"
                time.sleep(0.05)
            servers[victim] = Server(url, servers[victim].port)

        asyncio.run(under_load(crowd, fail, times))
    return crowd


def test_killed_with_sqlite(tmp_path: Path, empty: Path) -> None:
    """Once, with 32 tables."""
    path = tmp_path / "house.db"
    path.write_bytes(empty.read_bytes())

    check(kill_with_sqlite(path, 1), in_file(path))


def test_killed_with_postgresql(database: Database) -> None:
    """One of two, once, with 32 tables."""
    url = database.fresh()

    check(kill_with_postgresql(url, 1), in_database(database, url))


@pytest.mark.deep
def test_killed_twenty_times_with_sqlite(tmp_path: Path, empty: Path) -> None:
    """Twenty times."""
    path = tmp_path / "house.db"
    path.write_bytes(empty.read_bytes())

    crowd = kill_with_sqlite(path, 20)
    check(crowd, in_file(path))
    print(f"SQLite, 20 kills: {crowd.total} moves acknowledged, {dict(crowd.statuses)}")


@pytest.mark.deep
def test_killed_twenty_times_with_postgresql(database: Database) -> None:
    """Twenty times, both processes in turn."""
    url = database.fresh()

    crowd = kill_with_postgresql(url, 20)
    check(crowd, in_database(database, url))
    print(f"PostgreSQL, 20 kills: {crowd.total} moves acknowledged, {dict(crowd.statuses)}")


# A database that restarts.


def restart(modes: list[str], count: int, tables: int, with_bots: int) -> None:
    """Stop PostgreSQL under load and start it again after a while; the servers keep running."""
    with own_database() as database:
        url = database.fresh()
        with servers_on(url, count) as servers:
            crowd = Crowd([server.address for server in servers])
            left = list(modes)

            def fail() -> None:
                database.stop(left.pop(0))
                time.sleep(1)
                database.start()

            asyncio.run(under_load(crowd, fail, len(modes), tables, with_bots))
        check(crowd, in_database(database, url))
        print(f"PostgreSQL restarted {len(modes)} times: {crowd.total} moves acknowledged, {dict(crowd.statuses)}")


def test_postgresql_restarts_under_load() -> None:
    """Once: requests wait or get a 503, nothing is lost, and service resumes by itself."""
    restart(["fast"], 1, 12, 1)


@pytest.mark.deep
def test_postgresql_restarts_and_crashes_under_load_again_and_again() -> None:
    """Ten times, every other time a crash."""
    restart(["immediate", "fast"] * 5, 2, TABLES, WITH_BOTS)


# A store that refuses writes.


@pytest.fixture
def ada(browser: Callable[..., Browser]) -> Browser:
    """A person."""
    return browser()


def test_a_full_disk_is_reported_and_play_goes_on_when_there_is_room(
    ada: Browser, house: House, portal: BlockingPortal, until: Until
) -> None:
    """The file may not grow: a move gets a 503 and can be repeated; pages can still be read; the health check fails."""
    table = ada.open_table("express", ["you", "you"], hotseat="on")
    (size,) = portal.call(house.store.rows, "PRAGMA page_count")
    portal.call(house.store.write, Statement(f"PRAGMA max_page_count = {size[0]}"))
    move = ada.moves(f"{table}?as=0")[0]
    for number in range(200):  # until the last page is full
        answer = ada.post(f"{table}/chat", {"rid": str(number), "text": "x" * 400})
        if answer.status_code == 503:
            break

    assert answer.json()["error"].startswith("This could not be saved (database or disk is full); nothing has changed")
    assert ada.get(table).status_code == 200
    assert ada.get("/healthz").status_code == 503
    portal.call(house.store.write, Statement("PRAGMA max_page_count = 1000000"))
    assert ada.get("/healthz").text == "ok\n"
    assert ada.move(table, move, n=0, rid="again").status_code == 200


def test_a_locked_file_is_reported_and_play_resumes(
    tmp_path: Path, portal: BlockingPortal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another program locks the file: a move gets a 503, pages can be read, and the same request succeeds later."""
    monkeypatch.setattr("roundhouse.web.store.sqlite.BUSY_TIMEOUT", 0.2)
    app = portal.call(make_app, Settings(db=str(tmp_path / "house.db"), workers=1))
    with portal.wrap_async_context_manager(app.router.lifespan_context(app)):
        ada = Browser(app, portal, {})
        table = ada.open_table("express", ["you", "you"], hotseat="on")
        move = ada.moves(f"{table}?as=0")[0]
        with closing(sqlite3.connect(tmp_path / "house.db", isolation_level=None)) as tool:
            tool.execute("BEGIN IMMEDIATE")
            answer = ada.move(table, move, n=0, rid="r")
            assert answer.status_code == 503
            assert "database is locked" in answer.json()["error"]
            assert ada.n(table) == 0
            tool.execute("ROLLBACK")

        assert ada.move(table, move, n=0, rid="r").json()["n"] == 1


@pytest.fixture
def shared(database: Database, portal: BlockingPortal, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Starlette, str]]:
    """A server on PostgreSQL with a short timeout."""
    monkeypatch.setattr("roundhouse.web.store.postgres.UNAVAILABLE_TIMEOUT", 0.3)
    url = database.fresh()
    app = portal.call(make_app, Settings(db=url, workers=1))
    with portal.wrap_async_context_manager(app.router.lifespan_context(app)):
        yield app, url


def test_a_locked_database_is_reported_and_the_same_request_succeeds_later(
    shared: tuple[Starlette, str], portal: BlockingPortal, database: Database
) -> None:
    """Another transaction locks the events: the request fails after a while, and its repetition succeeds once."""
    app, url = shared
    ada = Browser(app, portal, {})
    table = ada.open_table("express", ["you", "you"], hotseat="on")
    move = ada.moves(f"{table}?as=0")[0]

    async def move_while_locked() -> int:
        connection = await asyncpg.connect(url)
        async with connection.transaction():
            await connection.execute("LOCK TABLE entry IN EXCLUSIVE MODE")
            order = {"n": 0, "rid": "r", "seat": 0, "move": move}
            status = (await ada.client.post(f"{table}/move", json=order)).status_code
        await connection.close()
        return status

    assert portal.call(move_while_locked) == 503
    assert ada.move(table, move, n=0, rid="r").json()["n"] == 1
    assert database.query("SELECT count(*) FROM entry", url) == ["1"]


def test_a_full_disk_of_the_database_is_reported(shared: tuple[Starlette, str], portal: BlockingPortal, database: Database) -> None:
    """PostgreSQL has an error code for it: the move gets a 503, and succeeds when there is room."""
    app, url = shared
    ada = Browser(app, portal, {})
    table = ada.open_table("express", ["you", "you"], hotseat="on")
    move = ada.moves(f"{table}?as=0")[0]
    body = "BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = '53100'; END"
    database.query(f"CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $${body}$$", url)
    database.query("CREATE TRIGGER full_disk BEFORE INSERT ON entry EXECUTE FUNCTION full_disk()", url)

    answer = ada.move(table, move, n=0, rid="r")
    assert answer.status_code == 503
    assert "no space left on device" in answer.json()["error"]
    database.query("DROP TRIGGER full_disk ON entry", url)
    assert ada.move(table, move, n=0, rid="r").json()["n"] == 1


def test_a_bot_moves_when_the_store_is_back(
    ada: Browser, house: House, portal: BlockingPortal, monkeypatch: pytest.MonkeyPatch, until: Until
) -> None:
    """Its move could not be written; it is tried again when the lease has expired."""
    monkeypatch.setattr("roundhouse.web.tables.change.LEASE", 1.0)
    table = ada.open_table("express", ["you", "novice"], pace="300")
    trigger = "CREATE TRIGGER broken BEFORE INSERT ON entry WHEN NEW.seat = 1 BEGIN SELECT RAISE(ABORT, 'broken'); END"
    portal.call(house.store.write, Statement(trigger))
    ada.move(table, ada.moves(table)[0])
    until(lambda: not house.bot_worker.tables)
    assert ada.n(table) == 1
    portal.call(house.store.write, Statement("DROP TRIGGER broken"))

    until(lambda: ada.n(table) > 1)


def test_a_bot_moves_after_a_restart_without_a_request(settings: Settings, portal: BlockingPortal, until: Until) -> None:
    """The server stops while a bot is to move; the next one continues by itself."""
    app = portal.call(make_app, settings)
    with portal.wrap_async_context_manager(app.router.lifespan_context(app)):
        ada = Browser(app, portal, {})
        table = ada.open_table("express", ["you", "novice"], pace="1500")
        ada.move(table, ada.moves(table)[0])
    id = table.rpartition("/")[2]
    app = portal.call(make_app, settings)
    with portal.wrap_async_context_manager(app.router.lifespan_context(app)):
        house: House = app.state.house

        async def count() -> int:
            row = await house.store.row("SELECT count(*) AS found FROM entry WHERE table_id = ?", id)
            assert row is not None
            return int(row["found"])

        until(lambda: portal.call(count) > 1)


# Many readers.


def test_a_thousand_idle_streams_get_a_move(tmp_path: Path, empty: Path) -> None:
    """A thousand spectators of one table: all of them get the move, and the server stops in time."""
    path = tmp_path / "house.db"
    path.write_bytes(empty.read_bytes())
    with serving(path) as server:
        ada = server.person()
        form = {"game": "express", "name": "Ada", "seats": "2", "spectators": "on", "public": "on", "pace": "0"}
        table = ada.post("/tables", data=form | {"seat-0": "you", "seat-1": "you"}).headers["location"]
        moved = asyncio.run(watch(server, ada, table, 1000))
        took, printed = server.stop()

    assert moved == 1000
    assert took < PATIENCE
    assert "Traceback" not in printed


async def watch(server: Server, ada: httpx.Client, table: str, count: int) -> int:
    """Open so many streams, make a move, and return how many streams get it."""
    readers: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
    for _ in range(count):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port, limit=2**22)
        writer.write(f"GET {table}/live HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
        readers.append((reader, writer))
        await until_event_count(reader, 0)
    (seat, text), *_ = moves()
    order = {"n": 0, "rid": "r", "seat": seat, "move": text}
    answer = await asyncio.to_thread(ada.post, f"{table}/move", json=order)
    assert answer.status_code == 200, answer.text
    received = await asyncio.gather(*(until_event_count(reader, 1) for reader, _ in readers))
    for _, writer in readers:
        writer.close()
    return sum(received)


async def until_event_count(reader: asyncio.StreamReader, event_count: int) -> bool:
    """Read a stream until it sends that event count; return False if it ends first."""
    while line := await asyncio.wait_for(reader.readline(), PATIENCE):
        if line.startswith(f'data: {{"n":{event_count},'.encode()):
            return True
    return False
