"""The store: durable when it says so, together where that is faster, alone where one fails, and one house a file."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

from roundhouse.web.store import SCHEMA_VERSION, Job, Store, StoreBusy, StoreFailed


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store in a folder of its own."""
    store = Store(tmp_path / "deep" / "house.db")
    yield store
    store.close()


def add(id: str) -> Job[object]:
    """A job that writes one guest."""
    return lambda connection: connection.execute("INSERT INTO guest VALUES (?, 'Ada', 0)", (id,))


def test_what_is_written_is_read_at_once(store: Store) -> None:
    """By the reading connection, as soon as the write is done."""
    asyncio.run(store.write(add("a")))

    assert [row["id"] for row in store.rows("SELECT id FROM guest")] == ["a"]


def test_writes_that_wait_are_committed_together(store: Store) -> None:
    """Hundreds at once need a few commits; the file says how many there were."""

    async def many() -> None:
        await asyncio.gather(*(store.write(add(str(i))) for i in range(300)))

    before = store.rows("PRAGMA data_version")[0][0]
    asyncio.run(many())

    assert store.row("SELECT count(*) AS found FROM guest")["found"] == 300  # type: ignore[index]
    assert store.rows("PRAGMA data_version")[0][0] - before < 100


def test_a_failing_write_fails_alone(store: Store) -> None:
    """A duplicate among others: they are written, it is not."""

    async def mixed() -> list[object]:
        return list(await asyncio.gather(*(store.write(add(id)) for id in ("a", "b", "a", "c")), return_exceptions=True))

    results = asyncio.run(mixed())

    assert [isinstance(result, sqlite3.IntegrityError) for result in results] == [False, False, True, False]
    assert [row["id"] for row in store.rows("SELECT id FROM guest ORDER BY id")] == ["a", "b", "c"]


def test_a_disk_that_is_full_is_told_and_nothing_changes(store: Store) -> None:
    """The file may not grow any more; later, with room, it works again."""
    limit = store.rows("PRAGMA page_count")[0][0]

    def fill(connection: sqlite3.Connection) -> None:
        connection.execute(f"PRAGMA max_page_count = {limit + 1}")
        connection.execute("INSERT INTO guest VALUES ('big', ?, 0)", ("x" * 200_000,))

    with pytest.raises(StoreFailed, match=r"could not be saved \(.*full\); nothing has changed"):
        asyncio.run(store.write(fill))

    asyncio.run(store.write(lambda connection: connection.execute("PRAGMA max_page_count = 1000000")))
    asyncio.run(store.write(add("a")))
    assert [row["id"] for row in store.rows("SELECT id FROM guest")] == ["a"]


def test_a_file_belongs_to_one_house(store: Store) -> None:
    """A second one is refused with a sentence that says what to do; after the first has closed it is welcome."""
    with pytest.raises(StoreBusy, match=r"another house is running on .*choose another file with --db"):
        Store(store._path)


def test_a_closed_house_gives_its_file_back(tmp_path: Path) -> None:
    """Open, close, open again."""
    for _ in range(2):
        Store(tmp_path / "house.db").close()


def test_a_file_of_a_newer_house_is_left_alone(tmp_path: Path) -> None:
    """Its schema may mean something else."""
    path = tmp_path / "house.db"
    Store(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    connection.close()

    with pytest.raises(StoreFailed, match="newer version"):
        Store(path)


WRITER = """
import asyncio, sys
from pathlib import Path
from roundhouse.web.store import Store

async def main():
    store = Store(Path(sys.argv[1]))
    for batch in range(10_000):
        ids = [f"{batch}-{i}" for i in range(8)]
        await asyncio.gather(*(store.write(lambda c, id=id: c.execute("INSERT INTO guest VALUES (?, '', 0)", (id,))) for id in ids))
        print(*ids, sep="\\n", flush=True)

asyncio.run(main())
"""


def test_nothing_acknowledged_is_lost_when_the_process_is_killed(tmp_path: Path) -> None:
    """kill -9 in the middle of writing: every id that was told to be written is there, and the file opens again."""
    path = tmp_path / "house.db"
    writer = subprocess.Popen([sys.executable, "-c", textwrap.dedent(WRITER), str(path)], stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    told = [writer.stdout.readline().strip() for _ in range(200)]
    os.kill(writer.pid, signal.SIGKILL)
    told += [line.strip() for line in writer.stdout if line.endswith("\n")]
    writer.wait()
    writer.stdout.close()

    store = Store(path)
    kept = {row["id"] for row in store.rows("SELECT id FROM guest")}
    store.close()
    assert set(told) <= kept
