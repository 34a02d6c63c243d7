"""The store in PostgreSQL, for any number of processes. Unique keys settle races; LISTEN and NOTIFY carry messages between them."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from functools import lru_cache
from typing import Any, Final, TypeAlias, TypeVar

import asyncpg

from roundhouse.core.sentence import say
from roundhouse.web.store.migrate import migrate_postgres
from roundhouse.web.store.store import (
    NO_MESSAGES,
    Conflict,
    Message,
    Row,
    Statement,
    StoreFailed,
    Subscriber,
    check,
    has_nul,
    not_saved,
)

T = TypeVar("T")
Connection: TypeAlias = Any  # asyncpg comes without types

CHANNEL: Final = "roundhouse"
UNAVAILABLE_TIMEOUT: Final = 5.0  # seconds that a request waits for a database that cannot be reached
_POOL_SIZE: Final = 10  # connections of one process
_RETRY: Final = 0.1  # seconds between two attempts
_KEEPALIVE: Final = 5.0  # seconds without a message after which the listening connection is probed
_PAYLOAD: Final = 7800  # bytes of one notification; PostgreSQL takes less than 8000
_GONE: Final = (
    OSError,
    TimeoutError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # a connection that broke during a query
    asyncpg.exceptions.OperatorInterventionError,  # the database server is shutting down or starting up
    asyncpg.TooManyConnectionsError,
)
_RETRYABLE: Final = (asyncpg.DeadlockDetectedError, asyncpg.SerializationError)  # the transaction was rolled back


class PostgresStore:
    """A pool of connections for statements, and one connection that listens for messages."""

    shared = True

    def __init__(self, url: str) -> None:
        self.process_id = secrets.token_hex(6)
        self._url = url
        self._subscribers: dict[str, list[Subscriber]] = defaultdict(list)
        self._gap_subscribers: list[Callable[[], None]] = []
        self._unsent: dict[tuple[str, str], int] = {}  # topic and id -> version; only the newest version is sent
        self._has_unsent = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._pool: asyncpg.Pool | None = None
        migrate_postgres(url)  # fails at once if the database cannot be reached

    async def open(self) -> None:
        """Open the pool, start listening, and start sending messages."""
        self._pool = await asyncpg.create_pool(
            self._url,
            min_size=0,
            max_size=_POOL_SIZE,
            timeout=UNAVAILABLE_TIMEOUT,
            command_timeout=UNAVAILABLE_TIMEOUT * 4,
            reset=_no_reset,
            server_settings={"application_name": CHANNEL},
        )
        loop = asyncio.get_running_loop()
        listening: asyncio.Future[None] = loop.create_future()
        self._tasks = [loop.create_task(self._listen(listening)), loop.create_task(self._send())]
        await listening

    async def rows(self, sql: str, *values: object) -> list[Row]:
        """Return the committed rows of a query."""
        if has_nul(values):  # PostgreSQL would raise an error
            return []

        async def fetch() -> list[Row]:
            async with self._connection() as connection:
                found: list[Row] = await connection.fetch(_numbered(sql), *values)
                return found

        return await self._retry(fetch)

    async def row(self, sql: str, *values: object) -> Row | None:
        """Return the first row of a query, or None."""
        found = await self.rows(sql, *values)
        return found[0] if found else None

    async def snapshot(self, *queries: Statement) -> list[list[Row]]:
        """Return the rows of several queries, all read at the same moment."""
        if any(has_nul(query.values) for query in queries):
            return [[] for _ in queries]

        async def fetch() -> list[list[Row]]:
            async with self._connection() as connection, connection.transaction(isolation="repeatable_read", readonly=True):
                return [await connection.fetch(_numbered(query.sql), *query.values) for query in queries]

        return await self._retry(fetch)

    async def write(self, *statements: Statement, messages: Sequence[Message] = NO_MESSAGES) -> list[Row]:
        """Run the statements in one transaction; retry for a while if it certainly was not committed."""
        check(statements)
        rows = await self._retry(lambda: self._write(statements))
        self.publish(*messages)
        return rows

    def publish(self, *messages: Message) -> None:
        """Queue messages for the other processes; they are sent in batches."""
        for topic, id, version in messages:
            self._unsent[topic, id] = version
        if messages:
            self._has_unsent.set()

    def subscribe(self, topic: str, callback: Subscriber) -> None:
        """Subscribe `callback` to messages that other processes publish on `topic`."""
        self._subscribers[topic].append(callback)

    def subscribe_gaps(self, callback: Callable[[], None]) -> None:
        """Call `callback` whenever the listening connection had to be opened again."""
        self._gap_subscribers.append(callback)

    async def close(self) -> None:
        """Send the remaining messages and disconnect."""
        if self._pool is None:
            return
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(*_GONE):
            await self._send_unsent()
        try:
            await asyncio.wait_for(self._pool.close(), 1)
        except TimeoutError:
            self._pool.terminate()

    # Statements.

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[Connection]:
        assert self._pool is not None, "the store is not open"
        connection = await self._pool.acquire()  # without a timeout: a busy pool is no reason to fail
        try:
            yield connection
        finally:
            with contextlib.suppress(*_GONE):  # the pool discards a connection that it cannot take back
                await self._pool.release(connection, timeout=UNAVAILABLE_TIMEOUT)

    async def _retry(self, attempt: Callable[[], Awaitable[T]]) -> T:
        """Call `attempt` until it succeeds; after `UNAVAILABLE_TIMEOUT` raise Conflict or StoreFailed."""
        loop = asyncio.get_running_loop()
        end = loop.time() + UNAVAILABLE_TIMEOUT
        while True:
            try:
                return await attempt()
            except ValueError:  # a value of the wrong type for its column: a bug; some of these are InterfaceErrors too
                raise
            except _RETRYABLE as error:
                if loop.time() >= end:
                    raise Conflict from error
            except _GONE as error:
                if loop.time() >= end:
                    reason = str(error).partition("\n")[0] or type(error).__name__
                    raise StoreFailed(
                        say("the database is not responding ({reason}); nothing has changed", reason=reason)
                    ) from error
            except asyncpg.IntegrityConstraintViolationError as error:
                raise Conflict from error
            except (asyncpg.InsufficientResourcesError, asyncpg.PostgresSystemError) as error:  # a full disk
                raise not_saved(error) from error
            await asyncio.sleep(_RETRY)

    async def _write(self, statements: Sequence[Statement]) -> list[Row]:
        async with self._connection() as connection:
            if len(statements) == 1 and statements[0].expect is None:
                return await _committing(_perform(connection, statements[0]))
            transaction = connection.transaction()
            await transaction.start()
            try:
                rows: list[Row] = []
                for statement in statements:
                    rows = await _perform(connection, statement)
            except BaseException:
                with contextlib.suppress(*_GONE):
                    await transaction.rollback()
                raise
            await _committing(transaction.commit())
            return rows

    # Messages.

    async def _listen(self, listening: asyncio.Future[None]) -> None:
        """Keep one listening connection open; after each reconnect, call the gap subscribers."""
        while True:
            with contextlib.suppress(*_GONE):
                connection = await asyncpg.connect(self._url, server_settings={"application_name": f"{CHANNEL} listening"})
                try:
                    await connection.add_listener(CHANNEL, self._receive)
                    if listening.done():
                        _call(self._gap_subscribers)
                    else:
                        listening.set_result(None)
                    await _until_lost(connection)
                finally:
                    connection.terminate()
            await asyncio.sleep(_RETRY)

    def _receive(self, connection: object, pid: int, channel: str, payload: object) -> None:  # noqa: ARG002 - as asyncpg calls it
        sender, *lines = str(payload).split("\n")
        if sender == self.process_id:
            return
        for line in lines:
            topic, id, version = line.split(" ")
            for callback in self._subscribers[topic]:
                callback(id, int(version))

    async def _send(self) -> None:
        """Send queued messages in batches, outside the writes' transactions: NOTIFY within them would serialize all commits."""
        while True:
            await self._has_unsent.wait()
            self._has_unsent.clear()
            try:
                await self._send_unsent()
            except _GONE:
                await asyncio.sleep(_RETRY)
                self._has_unsent.set()

    async def _send_unsent(self) -> None:
        messages, self._unsent = self._unsent, {}
        try:
            async with self._connection() as connection:
                for payload in _payloads(self.process_id, messages):
                    await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, payload)
        except BaseException:
            self._unsent = messages | self._unsent
            raise


async def _no_reset(connection: Connection) -> None:
    """Skip the pool's reset query: our statements change no session state."""


async def _perform(connection: Connection, statement: Statement) -> list[Row]:
    sql = _numbered(statement.sql)
    rows: list[Row] = []
    if _returns(statement.sql):
        rows = await connection.fetch(sql, *statement.values)
        count = len(rows)
    else:
        status = await connection.execute(sql, *statement.values)  # such as "INSERT 0 2"
        count = int(status.rpartition(" ")[2]) if status[-1:].isdigit() else 0
    if statement.expect is not None and count != statement.expect:
        raise Conflict
    return rows


async def _committing(commit: Awaitable[T]) -> T:
    """Await a commit. If the connection breaks now, its outcome is unknown: raise StoreFailed, do not retry."""
    try:
        return await commit
    except _GONE as error:
        raise StoreFailed(
            say("the database connection was lost ({reason}); check whether this was saved", reason=str(error))
        ) from error


async def _until_lost(connection: Connection) -> None:
    lost = asyncio.Event()
    connection.add_termination_listener(lambda _: lost.set())
    while not connection.is_closed():
        try:
            await asyncio.wait_for(lost.wait(), _KEEPALIVE)
        except TimeoutError:
            await connection.execute("SELECT 1", timeout=_KEEPALIVE)


def _call(callbacks: Iterable[Callable[[], None]]) -> None:
    for callback in callbacks:
        callback()


def _payloads(sender: str, messages: dict[tuple[str, str], int]) -> list[str]:
    """Return the messages packed into as few notifications as possible."""
    payloads: list[str] = []
    for (topic, id), version in messages.items():
        line = f"\n{topic} {id} {version}"
        if not payloads or len(payloads[-1]) + len(line) > _PAYLOAD:
            payloads.append(sender)
        payloads[-1] += line
    return payloads


@lru_cache(2048)
def _numbered(sql: str) -> str:
    """Return the statement with `$1`, `$2`, ... for each `?`. No statement has a `?` within a literal."""
    first, *rest = sql.split("?")
    return first + "".join(f"${number}{part}" for number, part in enumerate(rest, 1))


@lru_cache(2048)
def _returns(sql: str) -> bool:
    return sql.lstrip().upper().startswith("SELECT") or " RETURNING " in sql.upper()
