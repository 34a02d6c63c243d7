"""The store in PostgreSQL, for any number of processes. Keys decide who was first; LISTEN and NOTIFY say that something changed."""

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
PATIENCE: Final = 5.0  # seconds that a request waits for a database that is not there
_POOL: Final = 10  # connections of one process
_RETRY: Final = 0.1  # seconds between two tries
_PULSE: Final = 5.0  # seconds after which a silent connection is asked whether it is still there
_PAYLOAD: Final = 7800  # bytes of one notification; PostgreSQL takes less than 8000
_GONE: Final = (
    OSError,
    TimeoutError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # a connection that broke in the middle of something
    asyncpg.exceptions.OperatorInterventionError,  # the server shuts down or starts up
    asyncpg.TooManyConnectionsError,
)
_AGAIN: Final = (asyncpg.DeadlockDetectedError, asyncpg.SerializationError)  # nothing was done: simply tried again


class PostgresStore:
    """A pool of connections for statements, and one that listens."""

    shared = True

    def __init__(self, url: str) -> None:
        self.process_id = secrets.token_hex(6)
        self._url = url
        self._hearers: dict[str, list[Subscriber]] = defaultdict(list)
        self._gap_hearers: list[Callable[[], None]] = []
        self._news: dict[tuple[str, str], int] = {}  # not yet told; the newest number of a thing is enough
        self._some_news = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._pool: asyncpg.Pool | None = None
        migrate_postgres(url)  # a database that cannot be reached is told at once

    async def open(self) -> None:
        """Connects."""
        self._pool = await asyncpg.create_pool(
            self._url,
            min_size=0,
            max_size=_POOL,
            timeout=PATIENCE,
            command_timeout=PATIENCE * 4,
            reset=_as_it_is,
            server_settings={"application_name": CHANNEL},
        )
        loop = asyncio.get_running_loop()
        listening: asyncio.Future[None] = loop.create_future()
        self._tasks = [loop.create_task(self._listen(listening)), loop.create_task(self._tell())]
        await listening

    async def rows(self, sql: str, *values: object) -> list[Row]:
        """The rows of a query: what is committed now."""
        if has_nul(values):  # to ask for it would be an error
            return []

        async def fetch() -> list[Row]:
            async with self._connection() as connection:
                found: list[Row] = await connection.fetch(_numbered(sql), *values)
                return found

        return await self._patiently(fetch)

    async def row(self, sql: str, *values: object) -> Row | None:
        """The first row of a query."""
        found = await self.rows(sql, *values)
        return found[0] if found else None

    async def snapshot(self, *queries: Statement) -> list[list[Row]]:
        """The rows of several queries, all of the same moment."""
        if any(has_nul(query.values) for query in queries):
            return [[] for _ in queries]

        async def fetch() -> list[list[Row]]:
            async with self._connection() as connection, connection.transaction(isolation="repeatable_read", readonly=True):
                return [await connection.fetch(_numbered(query.sql), *query.values) for query in queries]

        return await self._patiently(fetch)

    async def write(self, *statements: Statement, messages: Sequence[Message] = NO_MESSAGES) -> list[Row]:
        """One transaction. It is tried again while certainly nothing was done."""
        check(statements)
        rows = await self._patiently(lambda: self._write(statements))
        self.publish(*messages)
        return rows

    def publish(self, *messages: Message) -> None:
        """Tells the other processes, soon and together with what else there is to tell."""
        for topic, id, n in messages:
            self._news[topic, id] = n
        if messages:
            self._some_news.set()

    def subscribe(self, topic: str, hearer: Subscriber) -> None:
        """Has somebody told of the news of other processes."""
        self._hearers[topic].append(hearer)

    def subscribe_gaps(self, hearer: Callable[[], None]) -> None:
        """Has somebody told that the listening connection was lost for a while."""
        self._gap_hearers.append(hearer)

    async def close(self) -> None:
        """Tells the last news and disconnects."""
        if self._pool is None:
            return
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(*_GONE):
            await self._notify()
        try:
            await asyncio.wait_for(self._pool.close(), 1)
        except TimeoutError:
            self._pool.terminate()

    # Statements.

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[Connection]:
        assert self._pool is not None, "the store is not open"
        connection = await self._pool.acquire()  # a house that is busy waits for itself as long as it takes
        try:
            yield connection
        finally:
            with contextlib.suppress(*_GONE):  # what was done is done; the pool discards a connection that it cannot take back
                await self._pool.release(connection, timeout=PATIENCE)

    async def _patiently(self, attempt: Callable[[], Awaitable[T]]) -> T:
        """Waits for a database that is away for a moment; afterwards the request fails and may be made again."""
        loop = asyncio.get_running_loop()
        end = loop.time() + PATIENCE
        while True:
            try:
                return await attempt()
            except ValueError:  # a value of another type than its column: our own fault
                raise
            except _AGAIN as error:
                if loop.time() >= end:
                    raise Conflict from error
            except _GONE as error:
                if loop.time() >= end:
                    reason = str(error).partition("\n")[0] or type(error).__name__
                    raise StoreFailed(say("the database does not answer ({reason}); nothing has changed", reason=reason)) from error
            except asyncpg.IntegrityConstraintViolationError as error:
                raise Conflict from error
            except (asyncpg.InsufficientResourcesError, asyncpg.PostgresSystemError) as error:  # a full disk
                raise not_saved(error) from error
            await asyncio.sleep(_RETRY)

    async def _write(self, statements: Sequence[Statement]) -> list[Row]:
        async with self._connection() as connection:
            if len(statements) == 1 and statements[0].expect is None:
                return await _surely(_perform(connection, statements[0]))
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
            await _surely(transaction.commit())
            return rows

    # News.

    async def _listen(self, listening: asyncio.Future[None]) -> None:
        """Keeps one connection that hears; whenever it had to be made anew, something may have been missed."""
        while True:
            with contextlib.suppress(*_GONE):
                connection = await asyncpg.connect(self._url, server_settings={"application_name": f"{CHANNEL} listening"})
                try:
                    await connection.add_listener(CHANNEL, self._heard)
                    if listening.done():
                        _call(self._gap_hearers)
                    else:
                        listening.set_result(None)
                    await _until_lost(connection)
                finally:
                    connection.terminate()
            await asyncio.sleep(_RETRY)

    def _heard(self, connection: object, pid: int, channel: str, payload: object) -> None:  # noqa: ARG002 - as asyncpg calls it
        sender, *lines = str(payload).split("\n")
        if sender == self.process_id:
            return
        for line in lines:
            topic, id, n = line.split(" ")
            for hearer in self._hearers[topic]:
                hearer(id, int(n))

    async def _tell(self) -> None:
        """Tells the news of all writes that were done meanwhile together: a commit that notifies would hold up all others."""
        while True:
            await self._some_news.wait()
            self._some_news.clear()
            try:
                await self._notify()
            except _GONE:
                await asyncio.sleep(_RETRY)
                self._some_news.set()

    async def _notify(self) -> None:
        messages, self._news = self._news, {}
        try:
            async with self._connection() as connection:
                for payload in _payloads(self.process_id, messages):
                    await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, payload)
        except BaseException:
            self._news = messages | self._news
            raise


async def _as_it_is(connection: Connection) -> None:
    """Statements leave nothing behind in a connection but what the pool undoes itself: nothing is asked of the server."""


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


async def _surely(commit: Awaitable[T]) -> T:
    """The moment of the commit: a connection that breaks now leaves it open whether it was done."""
    try:
        return await commit
    except _GONE as error:
        raise StoreFailed(say("the database went away ({reason}); look whether this was saved", reason=str(error))) from error


async def _until_lost(connection: Connection) -> None:
    lost = asyncio.Event()
    connection.add_termination_listener(lambda _: lost.set())
    while not connection.is_closed():
        try:
            await asyncio.wait_for(lost.wait(), _PULSE)
        except TimeoutError:
            await connection.execute("SELECT 1", timeout=_PULSE)


def _call(hearers: Iterable[Callable[[], None]]) -> None:
    for hearer in hearers:
        hearer()


def _payloads(sender: str, messages: dict[tuple[str, str], int]) -> list[str]:
    """The news in as few notifications as they fit in."""
    payloads: list[str] = []
    for (topic, id), n in messages.items():
        line = f"\n{topic} {id} {n}"
        if not payloads or len(payloads[-1]) + len(line) > _PAYLOAD:
            payloads.append(sender)
        payloads[-1] += line
    return payloads


@lru_cache(2048)
def _numbered(sql: str) -> str:
    """The statement as PostgreSQL wants it: `$1` for the first `?`. No statement of the house has one within a text."""
    first, *rest = sql.split("?")
    return first + "".join(f"${number}{part}" for number, part in enumerate(rest, 1))


@lru_cache(2048)
def _returns(sql: str) -> bool:
    return sql.lstrip().upper().startswith("SELECT") or " RETURNING " in sql.upper()
