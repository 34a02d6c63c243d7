"""The store: what must survive a restart, in one SQLite file. Reads are direct; writes go through one thread with group commit."""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

from roundhouse.core.sentence import HouseError, say

T = TypeVar("T")
Job = Callable[[sqlite3.Connection], T]

BATCH: Final = 512  # writes in one transaction at most
SCHEMA_VERSION: Final = 1
_SCHEMA: Final = """
CREATE TABLE guest (id TEXT PRIMARY KEY, name TEXT NOT NULL, made REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE session (token BLOB PRIMARY KEY, guest TEXT NOT NULL REFERENCES guest, made REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE game_table (
  id TEXT PRIMARY KEY, game TEXT NOT NULL, version INTEGER NOT NULL, seats INTEGER NOT NULL, options TEXT NOT NULL,
  secret BLOB NOT NULL, host TEXT NOT NULL REFERENCES guest, invite TEXT NOT NULL UNIQUE, public INTEGER NOT NULL,
  spectators INTEGER NOT NULL, practice INTEGER NOT NULL, hotseat INTEGER NOT NULL, tour INTEGER NOT NULL, pace INTEGER NOT NULL,
  stage TEXT NOT NULL CHECK (stage IN ('waiting', 'running', 'over')), prefix INTEGER NOT NULL, made REAL NOT NULL, ended REAL
) WITHOUT ROWID;
CREATE INDEX game_table_stage ON game_table (stage, public, made);
CREATE TABLE seat (
  table_id TEXT NOT NULL REFERENCES game_table ON DELETE CASCADE, seat INTEGER NOT NULL, guest TEXT REFERENCES guest,
  name TEXT NOT NULL, level TEXT, PRIMARY KEY (table_id, seat)
) WITHOUT ROWID;
CREATE INDEX seat_guest ON seat (guest) WHERE guest IS NOT NULL;
CREATE TABLE member (
  table_id TEXT NOT NULL REFERENCES game_table ON DELETE CASCADE, guest TEXT NOT NULL REFERENCES guest,
  PRIMARY KEY (table_id, guest)
) WITHOUT ROWID;
CREATE TABLE entry (
  table_id TEXT NOT NULL REFERENCES game_table ON DELETE CASCADE, n INTEGER NOT NULL, rid TEXT, seat INTEGER NOT NULL,
  text TEXT NOT NULL, at REAL NOT NULL, PRIMARY KEY (table_id, n)
) WITHOUT ROWID;
CREATE UNIQUE INDEX entry_rid ON entry (table_id, rid) WHERE rid IS NOT NULL;
CREATE TABLE chat (
  table_id TEXT NOT NULL REFERENCES game_table ON DELETE CASCADE, k INTEGER NOT NULL, rid TEXT NOT NULL, guest TEXT NOT NULL,
  seat INTEGER, name TEXT NOT NULL, text TEXT NOT NULL, at REAL NOT NULL, PRIMARY KEY (table_id, k), UNIQUE (table_id, rid)
) WITHOUT ROWID;
CREATE TABLE record (
  id TEXT PRIMARY KEY, guest TEXT NOT NULL REFERENCES guest, text TEXT NOT NULL, made REAL NOT NULL
) WITHOUT ROWID;
"""


class StoreBusy(HouseError):
    """The file belongs to another house that is running."""


class StoreFailed(HouseError):
    """Something could not be written; nothing has changed."""


class Store:
    """One file, one process. `write` resolves when the change is on the disk."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._claim = _claim(path)
        self._path = path
        self._reader = _connect(path)
        _migrate(self._reader, path)
        self._jobs: queue.SimpleQueue[_Write | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="store", daemon=True)
        self._thread.start()

    def rows(self, sql: str, *values: object) -> list[sqlite3.Row]:
        """The rows of a query: what is committed, at once."""
        return self._reader.execute(sql, values).fetchall()

    def row(self, sql: str, *values: object) -> sqlite3.Row | None:
        """The first row of a query."""
        found: sqlite3.Row | None = self._reader.execute(sql, values).fetchone()
        return found

    async def write(self, job: Job[T]) -> T:
        """Runs a job in the writing thread and commits it, together with others that wait. A failing job changes nothing."""
        loop = asyncio.get_running_loop()
        write = _Write(job, loop, loop.create_future())
        self._jobs.put(write)
        result: T = await write.done
        return result

    def close(self) -> None:
        """Waits for the writes under way and gives the file back."""
        self._jobs.put(None)
        self._thread.join()
        self._reader.close()
        self._claim.close()

    # The writing thread.

    def _work(self) -> None:
        connection = _connect(self._path)
        with contextlib.closing(connection):
            while True:
                batch = self._batch()
                writes = [write for write in batch if write is not None]
                if writes:
                    _commit(connection, writes)
                if len(writes) < len(batch):
                    return

    def _batch(self) -> list[_Write | None]:
        batch = [self._jobs.get()]
        while batch[-1] is not None and len(batch) < BATCH:
            try:
                batch.append(self._jobs.get_nowait())
            except queue.Empty:
                break
        return batch


class _Write:
    """A job, and who waits for it."""

    def __init__(self, job: Job[Any], loop: asyncio.AbstractEventLoop, done: asyncio.Future[Any]) -> None:
        self.job = job
        self.loop = loop
        self.done = done
        self.result: object = None
        self.error: Exception | None = None

    def run(self, connection: sqlite3.Connection) -> None:
        """As one of many that hardly ever fail."""
        self.result = self.job(connection)

    def run_alone(self, connection: sqlite3.Connection) -> None:
        """Within a savepoint, so that it fails alone."""
        connection.execute("SAVEPOINT job")
        try:
            self.result = self.job(connection)
        except Exception as error:  # it belongs to whoever waits for this job
            if not connection.in_transaction:  # a full disk has ended the whole transaction
                raise
            self.error = error
            connection.execute("ROLLBACK TO job")
        connection.execute("RELEASE job")

    def settle(self) -> None:
        """Tells who waits, in its own thread."""
        if self.done.cancelled():
            return
        if self.error is not None:
            self.done.set_exception(self.error)
        else:
            self.done.set_result(self.result)


def _commit(connection: sqlite3.Connection, writes: Sequence[_Write]) -> None:
    try:
        _transact(connection, [write.run for write in writes])
    except Exception:  # one of them fails: each is tried within a savepoint of its own
        _commit_apart(connection, writes)
    for loop in {write.loop for write in writes}:
        mine = [write for write in writes if write.loop is loop]
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(_settle, mine)


def _commit_apart(connection: sqlite3.Connection, writes: Sequence[_Write]) -> None:
    try:
        _transact(connection, [write.run_alone for write in writes])
    except sqlite3.Error as error:  # a full disk, a file taken away: everybody in the batch is told
        for write in writes:
            write.error = StoreFailed(say("this could not be saved ({reason}); nothing has changed", reason=str(error)))


def _transact(connection: sqlite3.Connection, runs: Sequence[Callable[[sqlite3.Connection], None]]) -> None:
    """All in one transaction, or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        for run in runs:
            run(connection)
        connection.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise


def _settle(writes: Sequence[_Write]) -> None:
    for write in writes:
        write.settle()


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
    connection.row_factory = sqlite3.Row
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def _claim(path: Path) -> sqlite3.Connection:
    """Held as long as the house runs and let go by the system when it dies: a transaction on a file beside the store."""
    claim = sqlite3.connect(f"{path}-claim", isolation_level=None, check_same_thread=False, timeout=0)
    try:
        claim.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        claim.close()
        raise StoreBusy(
            say("another house is running on {path}; stop it, or choose another file with --db", path=str(path))
        ) from error
    return claim


def _migrate(connection: sqlite3.Connection, path: Path) -> None:
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > SCHEMA_VERSION:
        raise StoreFailed(say("{path} was written by a newer version of this house", path=str(path)))
    if version == 0:
        connection.executescript(f"BEGIN; {_SCHEMA} PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;")
