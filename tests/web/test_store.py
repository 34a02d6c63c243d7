"""The store on both databases: writes are durable, fail alone, and conflict if another writer was first."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import textwrap
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

import pytest

from roundhouse.core.sentence import HouseError
from roundhouse.web.store.migrate import migrate_sqlite
from roundhouse.web.store.postgres import PostgresStore
from roundhouse.web.store.sqlite import SqliteStore
from roundhouse.web.store.store import Conflict, Message, Statement, Store, StoreBusy, StoreFailed
from tests.patience import PATIENCE
from tests.web.database import Database

T = TypeVar("T")


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path, empty: Path) -> str:
    """The location of a store: a file, or the URL of a database."""
    if request.param == "sqlite":
        shutil.copy(empty, tmp_path / "house.db")
        return str(tmp_path / "house.db")
    database: Database = request.getfixturevalue("database")
    return database.fresh()


def store_at(place: str) -> Store:
    """Return the store at a location."""
    return PostgresStore(place) if place.startswith("postgresql:") else SqliteStore(Path(place))


def within(place: str, act: Callable[[Store], Awaitable[T]]) -> T:
    """Run `act` with an open store and return its result."""

    async def live() -> T:
        store = store_at(place)
        await store.open()
        try:
            return await act(store)
        finally:
            await store.close()

    return asyncio.run(live())


def add(id: str, name: str = "Ada") -> Statement:
    """Return a statement that writes one guest."""
    return Statement("INSERT INTO guest (id, name, made) VALUES (?, ?, 0)", (id, name))


async def ids(store: Store) -> list[str]:
    """Return the ids of all guests."""
    return [row["id"] for row in await store.rows("SELECT id FROM guest ORDER BY id")]


def test_what_is_written_is_read_at_once(place: str) -> None:
    """As soon as the write has returned. Rows have column names, indices and an order."""

    async def act(store: Store) -> None:
        await store.write(add("a"))
        row = await store.row("SELECT id, name, made FROM guest WHERE id = ?", "a")
        assert row is not None
        assert (row["id"], row[1], tuple(row)) == ("a", "Ada", ("a", "Ada", 0.0))
        assert await store.row("SELECT id FROM guest WHERE id = ?", "b") is None

    within(place, act)


def test_a_write_gives_the_rows_of_its_last_statement(place: str) -> None:
    """By RETURNING."""

    async def act(store: Store) -> None:
        await store.write(add("a"), add("b"))
        rows = await store.write(add("c"), Statement("UPDATE guest SET name = ? WHERE id != ? RETURNING id", ("Bo", "b"), expect=2))
        assert sorted(row["id"] for row in rows) == ["a", "c"]

    within(place, act)


def test_a_key_that_is_taken_is_a_conflict_and_undoes_all(place: str) -> None:
    """If the second of two statements conflicts, neither takes effect."""

    async def act(store: Store) -> None:
        await store.write(add("a"))
        with pytest.raises(Conflict):
            await store.write(add("b"), add("a"))
        with pytest.raises(Conflict):
            await store.write(add("a"))
        assert await ids(store) == ["a"]

    within(place, act)


def test_an_expectation_that_is_not_met_is_a_conflict_and_undoes_all(place: str) -> None:
    """Another writer has changed the row first."""

    async def act(store: Store) -> None:
        await store.write(add("a"))
        with pytest.raises(Conflict):
            await store.write(add("b"), Statement("UPDATE guest SET name = 'Cy' WHERE name = ?", ("Bo",), expect=1))
        assert await ids(store) == ["a"]
        await store.write(Statement("UPDATE guest SET name = 'Cy' WHERE name = ?", ("Ada",), expect=1))

    within(place, act)


def test_a_write_that_conflicts_fails_alone(place: str) -> None:
    """One duplicate in a batch: the other writes succeed."""

    async def act(store: Store) -> None:
        results = await asyncio.gather(*(store.write(add(id)) for id in ("a", "b", "a", "c")), return_exceptions=True)
        assert sorted(isinstance(result, Conflict) for result in results) == [False, False, False, True]
        assert await ids(store) == ["a", "b", "c"]

    within(place, act)


def test_a_snapshot_is_consistent(place: str) -> None:
    """Two queries see the same guests, however many are added meanwhile."""

    async def act(store: Store) -> None:
        async def grow() -> None:
            for number in range(60):
                await store.write(add(f"{number}"))

        growing = asyncio.create_task(grow())
        while not growing.done():
            count = Statement("SELECT count(*) AS found FROM guest")
            first, second = await store.snapshot(count, count)
            assert first[0]["found"] == second[0]["found"]
            await asyncio.sleep(0)
        await growing

    within(place, act)


def test_an_invalid_statement_is_a_bug(place: str) -> None:
    """It is neither a conflict nor a failing disk, and the store still works."""

    async def act(store: Store) -> None:
        with pytest.raises(Exception, match="nowhere") as caught:
            await store.write(Statement("INSERT INTO nowhere (id) VALUES (?)", ("a",)))
        assert not isinstance(caught.value, (Conflict, StoreFailed))
        await store.write(add("a"))
        assert await ids(store) == ["a"]

    within(place, act)


def test_a_text_that_not_every_database_can_hold_is_refused_and_never_found(place: str) -> None:
    """A NUL from a URL or a form: no row, no write, and no server error."""

    async def act(store: Store) -> None:
        assert await store.rows("SELECT id FROM guest WHERE id = ?", "a\0b") == []
        assert await store.snapshot(Statement("SELECT id FROM guest WHERE id = ?", ("a\0b",))) == [[]]
        with pytest.raises(HouseError, match="malformed"):
            await store.write(add("a\0b"))
        assert await ids(store) == []

    within(place, act)


# SQLite.


def test_writes_that_wait_are_committed_together(tmp_path: Path) -> None:
    """Hundreds of concurrent writes need few commits, as the file's counter shows."""

    async def act(store: Store) -> None:
        before = (await store.rows("PRAGMA data_version"))[0][0]
        await asyncio.gather(*(store.write(add(str(i))) for i in range(300)))
        assert len(await ids(store)) == 300
        assert (await store.rows("PRAGMA data_version"))[0][0] - before < 100

    within(str(tmp_path / "deep" / "house.db"), act)


def test_a_full_disk_is_reported_and_nothing_changes(tmp_path: Path) -> None:
    """The file may not grow; once it may, writes work again."""

    async def act(store: Store) -> None:
        limit = (await store.rows("PRAGMA page_count"))[0][0]
        with pytest.raises(StoreFailed, match=r"could not be saved \(.*full\); nothing has changed"):
            await store.write(Statement(f"PRAGMA max_page_count = {limit + 1}"), add("big", "x" * 200_000))
        await store.write(Statement("PRAGMA max_page_count = 1000000"))
        await store.write(add("a"))
        assert await ids(store) == ["a"]

    within(str(tmp_path / "house.db"), act)


def test_a_locked_file_is_reported_and_nothing_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another program locks it; once it is released, writes work again."""
    monkeypatch.setattr("roundhouse.web.store.sqlite.BUSY_TIMEOUT", 0.2)
    path = tmp_path / "house.db"

    async def act(store: Store) -> None:
        tool = sqlite3.connect(path, isolation_level=None)
        tool.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreFailed, match=r"could not be saved \(database is locked\); nothing has changed"):
            await store.write(add("a"))
        assert await ids(store) == []
        tool.execute("ROLLBACK")
        tool.close()
        await store.write(add("a"))
        assert await ids(store) == ["a"]

    within(str(path), act)


def test_a_file_belongs_to_one_process(tmp_path: Path) -> None:
    """A second store is refused with a sentence that says what to do, until the first is closed."""
    path = tmp_path / "house.db"

    async def act(store: Store) -> None:
        with pytest.raises(StoreBusy, match=r"another server is using .*choose another file with --db, or .*PostgreSQL"):
            SqliteStore(path)

    within(str(path), act)
    within(str(path), ids)


@pytest.mark.parametrize("sign", ["PRAGMA user_version = 2", "UPDATE alembic_version SET version_num = '9999_later'"])
def test_a_file_of_a_newer_version_is_refused(sign: str, tmp_path: Path) -> None:
    """Its schema may have another meaning."""
    path = tmp_path / "house.db"
    migrate_sqlite(path)
    with sqlite3.connect(path) as connection:
        connection.execute(sign)
    connection.close()

    for _ in range(2):  # the claim on the file is released
        with pytest.raises(StoreFailed, match="newer version"):
            SqliteStore(path)


WRITER = """
import asyncio, sys
from tests.web.test_store import add, store_at

async def main():
    store = store_at(sys.argv[1])
    await store.open()
    for batch in range(10_000):
        ids = [f"{batch}-{i}" for i in range(8)]
        await asyncio.gather(*(store.write(add(id)) for id in ids))
        print(*ids, sep="\\n", flush=True)

asyncio.run(main())
"""


def test_nothing_acknowledged_is_lost_when_the_process_is_killed(place: str) -> None:
    """kill -9 while writing: every acknowledged id is there, and the store opens again."""
    writer = subprocess.Popen([sys.executable, "-c", textwrap.dedent(WRITER), place], stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    acknowledged = [writer.stdout.readline().strip() for _ in range(200)]
    os.kill(writer.pid, signal.SIGKILL)
    acknowledged += [line.strip() for line in writer.stdout if line.endswith("\n")]
    writer.wait(PATIENCE)
    writer.stdout.close()

    assert set(acknowledged) <= set(within(place, ids))


# PostgreSQL.


def note(received: list[tuple[str, int]], id: str, version: int) -> None:
    """Remember a message."""
    received.append((id, version))


def test_messages_reach_other_processes_and_not_the_sender(database: Database) -> None:
    """Three stores on one database: the messages of one reach the two others.

    A store that is closed while it sends does not know whether a message was sent, and sends it again.
    """
    url = database.fresh()

    async def act() -> None:
        stores = [PostgresStore(url) for _ in range(3)]
        heard: list[list[tuple[str, int]]] = [[], [], []]
        for store, mine in zip(stores, heard, strict=True):
            store.subscribe("table", partial(note, mine))
            await store.open()
        await stores[0].write(add("a"), messages=[Message("table", "x", 1), Message("guest", "a")])
        while not (heard[1] and heard[2]):
            await asyncio.sleep(0.01)
        for store in stores:
            await store.close()
        assert [set(one) for one in heard] == [set(), {("x", 1)}, {("x", 1)}]

    asyncio.run(asyncio.wait_for(act(), 60))


def test_a_missing_database_is_reported_at_once(tmp_path: Path) -> None:
    """In a sentence, before anything is opened."""
    with pytest.raises(StoreFailed, match="the database cannot be used: "):
        PostgresStore(f"postgresql://nobody@/nothing?host={tmp_path}")


def test_a_database_of_a_newer_version_is_refused(database: Database) -> None:
    """As with files."""
    url = database.fresh()
    database.query("UPDATE alembic_version SET version_num = '9999_later'", url)

    with pytest.raises(StoreFailed, match="newer version"):
        PostgresStore(url)
