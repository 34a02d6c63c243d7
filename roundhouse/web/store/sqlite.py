"""The store in one SQLite file, for one process. Reads are direct; writes go through one thread with group commit."""

from __future__ import annotations

import asyncio
import contextlib
import queue
import secrets
import sqlite3
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from roundhouse.core.sentence import say
from roundhouse.web.store.migrate import migrate_sqlite
from roundhouse.web.store.store import NO_MESSAGES, Conflict, Message, Row, Statement, StoreBusy, Subscriber, check, not_saved

BATCH: Final = 512  # writes in one transaction at most
LOCKED: Final = 5.0  # seconds that a write waits for somebody outside who has locked the file


class SqliteStore:
    """One file, one process, so there are no news from others. `write` resolves when the change is on the disk."""

    shared = False

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.process_id = secrets.token_hex(6)
        self._claim = claim(path)
        self._path = path
        try:
            migrate_sqlite(path)
            self._reader = _connect(path)
        except BaseException:
            self._claim.close()
            raise
        self._jobs: queue.SimpleQueue[_Write | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="store", daemon=True)
        self._thread.start()

    async def open(self) -> None:
        """Nothing to do: the file was opened when the store was made, so that one in use is refused at once."""

    async def rows(self, sql: str, *values: object) -> list[Row]:
        """The rows of a query: what is committed, at once."""
        return self._reader.execute(sql, values).fetchall()

    async def row(self, sql: str, *values: object) -> Row | None:
        """The first row of a query."""
        found: Row | None = self._reader.execute(sql, values).fetchone()
        return found

    async def snapshot(self, *queries: Statement) -> list[list[Row]]:
        """The rows of several queries, all of the same moment."""
        self._reader.execute("BEGIN")
        try:
            return [self._reader.execute(query.sql, query.values).fetchall() for query in queries]
        finally:
            self._reader.execute("COMMIT")

    async def write(self, *statements: Statement, messages: Sequence[Message] = NO_MESSAGES) -> list[Row]:  # noqa: ARG002 - nobody else hears
        """Has the writing thread commit a transaction, together with others that wait. A failing one changes nothing."""
        check(statements)
        loop = asyncio.get_running_loop()
        write = _Write(statements, loop, loop.create_future())
        self._jobs.put(write)
        return await write.done

    def publish(self, *messages: Message) -> None:
        """There is nobody to be told."""

    def subscribe(self, topic: str, hearer: Subscriber) -> None:
        """There is nobody else."""

    def subscribe_gaps(self, hearer: Callable[[], None]) -> None:
        """There is nothing to miss."""

    async def close(self) -> None:
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
    """A transaction that somebody waits for."""

    def __init__(self, statements: Sequence[Statement], loop: asyncio.AbstractEventLoop, done: asyncio.Future[list[Row]]) -> None:
        self.statements = statements
        self.loop = loop
        self.done = done
        self.rows: list[Row] = []
        self.error: Exception | None = None

    def run(self, connection: sqlite3.Connection) -> None:
        """As one of many that hardly ever fail."""
        for sql, values, expect in self.statements:
            cursor = connection.execute(sql, values)
            self.rows = cursor.fetchall()
            if expect is not None and expect != (cursor.rowcount if cursor.description is None else len(self.rows)):
                raise Conflict

    def run_alone(self, connection: sqlite3.Connection) -> None:
        """Within a savepoint, so that it fails alone."""
        connection.execute("SAVEPOINT job")
        try:
            self.run(connection)
        except Exception as error:  # it belongs to whoever waits for this write
            if not connection.in_transaction:  # a full disk has ended the whole transaction
                raise
            self.error = Conflict() if isinstance(error, sqlite3.IntegrityError) else error
            connection.execute("ROLLBACK TO job")
        connection.execute("RELEASE job")

    def settle(self) -> None:
        """Tells who waits, in its own thread."""
        if self.done.cancelled():
            return
        if self.error is not None:
            self.done.set_exception(self.error)
        else:
            self.done.set_result(self.rows)


def _commit(connection: sqlite3.Connection, writes: Sequence[_Write]) -> None:
    try:
        connection.execute("BEGIN IMMEDIATE")
    except sqlite3.Error as error:  # somebody outside holds the file
        _fail(writes, error)
    else:
        _commit_together(connection, writes)
    for loop in {write.loop for write in writes}:
        mine = [write for write in writes if write.loop is loop]
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(_settle, mine)


def _commit_together(connection: sqlite3.Connection, writes: Sequence[_Write]) -> None:
    try:
        _transact(connection, [write.run for write in writes])
    except Exception:  # one of them fails: each is tried within a savepoint of its own
        _commit_apart(connection, writes)


def _commit_apart(connection: sqlite3.Connection, writes: Sequence[_Write]) -> None:
    try:
        connection.execute("BEGIN IMMEDIATE")
        _transact(connection, [write.run_alone for write in writes])
    except sqlite3.Error as error:  # a full disk, a file taken away: everybody in the batch is told
        _fail(writes, error)


def _transact(connection: sqlite3.Connection, runs: Sequence[Callable[[sqlite3.Connection], None]]) -> None:
    """All of the transaction that has begun, or nothing."""
    try:
        for run in runs:
            run(connection)
        connection.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise


def _fail(writes: Sequence[_Write], error: Exception) -> None:
    for write in writes:
        write.error = not_saved(error)


def _settle(writes: Sequence[_Write]) -> None:
    for write in writes:
        write.settle()


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=LOCKED)
    connection.row_factory = sqlite3.Row
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def claim(path: Path) -> sqlite3.Connection:
    """Held as long as the house runs and let go by the system when it dies: a transaction on a file beside the store."""
    held = sqlite3.connect(f"{path}-claim", isolation_level=None, check_same_thread=False, timeout=0)
    try:
        held.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        held.close()
        raise StoreBusy(
            say(
                "another house is running on {path}; stop it, choose another file with --db, or share tables on PostgreSQL",
                path=str(path),
            )
        ) from error
    return held
