"""The store in one SQLite file, for one process. Reads are direct; one thread writes, with group commit."""

from __future__ import annotations

import asyncio
import contextlib
import queue
import secrets
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from roundhouse.core.sentence import say
from roundhouse.web.store import location
from roundhouse.web.store.location import make_private, real_path, unusable
from roundhouse.web.store.migrate import migrate_sqlite
from roundhouse.web.store.store import (
    NO_MESSAGES,
    Conflict,
    Message,
    Row,
    Statement,
    StoreBusy,
    StoreFailed,
    Subscriber,
    check,
    not_saved,
)

BATCH: Final = 512  # writes in one transaction at most
_PRIMARY: Final = 0xFF  # the part of an error code that is not a detail
_FAILURES: Final = (  # of the disk or the file; anything else is a bug
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_READONLY,
)
BUSY_TIMEOUT: Final = 5.0  # seconds that a write waits while another program has locked the file


class SqliteStore:
    """One file, one process, hence no messages. `write` returns when the change is on the disk."""

    shared = False

    def __init__(self, path: Path) -> None:
        self.process_id = secrets.token_hex(6)
        self._path = real_path(path)
        self._claim = claim(self._path)
        try:
            make_private(self._path)
            migrate_sqlite(self._path)
            self._reader = _connect(self._path)
        except BaseException:
            self._claim.close()
            raise
        self._queue: queue.SimpleQueue[_Write | None] = queue.SimpleQueue()  # None ends the writing thread
        self._thread = threading.Thread(target=self._write_batches, name="store", daemon=True)
        self._thread.start()

    async def open(self) -> None:
        """Do nothing: the constructor opened the file, so that a file in use is refused at once."""

    async def rows(self, sql: str, *values: object) -> list[Row]:
        """Return the committed rows of a query."""
        with _failures_reported():
            return self._reader.execute(sql, values).fetchall()

    async def row(self, sql: str, *values: object) -> Row | None:
        """Return the first row of a query, or None."""
        with _failures_reported():
            first: Row | None = self._reader.execute(sql, values).fetchone()
            return first

    async def snapshot(self, *queries: Statement) -> list[list[Row]]:
        """Return the rows of several queries, all read at the same moment."""
        with _failures_reported():
            self._reader.execute("BEGIN")
            try:
                return [self._reader.execute(query.sql, query.values).fetchall() for query in queries]
            finally:
                self._reader.execute("COMMIT")

    async def write(self, *statements: Statement, messages: Sequence[Message] = NO_MESSAGES) -> list[Row]:  # noqa: ARG002 - no other process
        """Have the writing thread commit a transaction, in one batch with others that are waiting. If it fails, it alone fails."""
        check(statements)
        loop = asyncio.get_running_loop()
        write = _Write(statements, loop, loop.create_future())
        self._queue.put(write)
        return await write.done

    def publish(self, *messages: Message) -> None:
        """Do nothing: there is no other process."""

    def subscribe(self, topic: str, callback: Subscriber) -> None:
        """Do nothing: there is no other process."""

    def subscribe_gaps(self, callback: Callable[[], None]) -> None:
        """Do nothing: there are no messages to miss."""

    async def close(self) -> None:
        """Finish pending writes, then close the file and release the claim on it."""
        self._queue.put(None)
        self._thread.join()
        self._reader.close()
        self._claim.close()

    # The writing thread.

    def _write_batches(self) -> None:
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
        batch = [self._queue.get()]
        while batch[-1] is not None and len(batch) < BATCH:
            try:
                batch.append(self._queue.get_nowait())
            except queue.Empty:
                break
        return batch


class _Write:
    """A transaction that a coroutine waits for."""

    def __init__(self, statements: Sequence[Statement], loop: asyncio.AbstractEventLoop, done: asyncio.Future[list[Row]]) -> None:
        self.statements = statements
        self.loop = loop
        self.done = done
        self.rows: list[Row] = []
        self.error: Exception | None = None

    def run(self, connection: sqlite3.Connection) -> None:
        """Run the statements within the transaction of the batch; raise Conflict if `expect` is not met."""
        for sql, values, expect in self.statements:
            cursor = connection.execute(sql, values)
            self.rows = cursor.fetchall()
            if expect is not None and expect != (cursor.rowcount if cursor.description is None else len(self.rows)):
                raise Conflict

    def run_alone(self, connection: sqlite3.Connection) -> None:
        """Run the statements within a savepoint and keep the error, so that the other writes of the batch go on."""
        connection.execute("SAVEPOINT one_write")
        try:
            self.run(connection)
        except Exception as error:  # raised where this write is awaited
            if not connection.in_transaction:  # a full disk has ended the whole transaction
                raise
            self.error = _write_error(error)
            connection.execute("ROLLBACK TO one_write")
        connection.execute("RELEASE one_write")

    def resolve(self) -> None:
        """Set the result of the future; called in the thread of its event loop."""
        if self.done.cancelled():
            return
        if self.error is not None:
            self.done.set_exception(self.error)
        else:
            self.done.set_result(self.rows)


def _commit(connection: sqlite3.Connection, writes: Sequence[_Write]) -> None:
    try:
        connection.execute("BEGIN IMMEDIATE")
    except sqlite3.Error as error:  # another program has locked the file
        _fail(writes, error)
    else:
        _commit_together(connection, writes)
    for loop in {write.loop for write in writes}:
        of_loop = [write for write in writes if write.loop is loop]
        with contextlib.suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(_resolve, of_loop)


def _commit_together(connection: sqlite3.Connection, writes: Sequence[_Write]) -> None:
    try:
        _transact(connection, [write.run for write in writes])
    except Exception:  # one of them failed: run each within its own savepoint
        _commit_with_savepoints(connection, writes)


def _commit_with_savepoints(connection: sqlite3.Connection, writes: Sequence[_Write]) -> None:
    try:
        connection.execute("BEGIN IMMEDIATE")
        _transact(connection, [write.run_alone for write in writes])
    except sqlite3.Error as error:  # a full disk, a deleted file: the whole batch fails
        _fail(writes, error)


def _transact(connection: sqlite3.Connection, runs: Sequence[Callable[[sqlite3.Connection], None]]) -> None:
    """Commit the open transaction with all `runs`, or roll it back and raise."""
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


def _resolve(writes: Sequence[_Write]) -> None:
    for write in writes:
        write.resolve()


def _write_error(error: Exception) -> Exception:
    """Return the error to raise for one that SQLite has raised: a conflict, a failure of the disk, or else a bug."""
    if isinstance(error, sqlite3.IntegrityError):
        return Conflict()
    return not_saved(error) if _is_failure(error) else error


@contextlib.contextmanager
def _failures_reported() -> Iterator[None]:
    """Raise StoreFailed if the file is damaged or the disk fails. Other errors of SQLite are bugs, and pass."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        if not _is_failure(error):
            raise
        raise StoreFailed(say("the database cannot be used: {reason}", reason=str(error))) from error


def _is_failure(error: Exception) -> bool:
    return isinstance(error, sqlite3.Error) and error.sqlite_errorcode & _PRIMARY in _FAILURES


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=BUSY_TIMEOUT)
    connection.row_factory = sqlite3.Row
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def claim(path: Path) -> sqlite3.Connection:
    """Claim a store for this process until the returned connection is closed. Creates the folder of the store.

    The claim is an open transaction on a file beside the store: the system releases it when the process dies. Raises StoreBusy
    if another process has it, by whatever name of the file, and StoreFailed if the path cannot be used.
    """
    path = real_path(path)
    file = path.with_name(f"{path.name}-claim")
    try:
        location.make_folder(path)
        location.create_private(file, location.owner_of(path) if path.exists() else None)
        connection = sqlite3.connect(file, isolation_level=None, check_same_thread=False, timeout=0)
    except (OSError, sqlite3.Error) as error:
        raise unusable(path, error) from error
    try:
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.DatabaseError as error:
        connection.close()
        if error.sqlite_errorcode & _PRIMARY != sqlite3.SQLITE_BUSY:
            raise unusable(path, error) from error
        raise StoreBusy(
            say(
                "another server is using {path}; stop it, choose another file with --db, or use PostgreSQL to share tables",
                path=str(path),
            )
        ) from error
    return connection
