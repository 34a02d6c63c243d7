"""The store: everything that must survive a restart. One interface, two databases: SQLite for one process, PostgreSQL for many."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple, Protocol

from roundhouse.core.sentence import HouseError, say


class Row(Protocol):
    """A row: values by column name or index, and in column order."""

    def __getitem__(self, key: Any, /) -> Any: ...

    def __iter__(self) -> Iterator[Any]: ...

    def keys(self) -> Iterable[str]:
        """Return the column names."""


class Statement(NamedTuple):
    """One statement in SQL that both databases understand, with `?` for each value.

    If `expect` is given and the statement changes or returns another number of rows, the whole transaction is rolled back and
    `Conflict` is raised.
    """

    sql: str
    values: Sequence[object] = ()
    expect: int | None = None


class Message(NamedTuple):
    """A notice to other processes that something has changed. It carries no data: subscribers read the store."""

    topic: str
    id: str
    version: int = 0


Subscriber = Callable[[str, int], None]  # called with the id and the version of a message


class StoreFailed(HouseError):
    """A read or a write failed."""


class StoreBusy(StoreFailed):
    """Another server is using the file."""


class Conflict(HouseError):
    """A key is taken, or `expect` was not met: another writer was first. Nothing was written."""

    def __init__(self) -> None:
        super().__init__(say("someone else changed this first; look again"))

    def __reduce__(self) -> tuple[object, ...]:
        return Conflict, ()


class Store(Protocol):
    """The database as the server uses it. When `write` returns, its rows are durable."""

    shared: bool  # whether other processes may change the contents
    process_id: str  # identifies this process among those that share the store

    async def open(self) -> None:
        """Connect, in the running event loop."""

    async def rows(self, sql: str, *values: object) -> list[Row]:
        """Return the committed rows of a query."""

    async def row(self, sql: str, *values: object) -> Row | None:
        """Return the first row of a query, or None."""

    async def snapshot(self, *queries: Statement) -> list[list[Row]]:
        """Return the rows of several queries, all read at the same moment."""

    async def write(self, *statements: Statement, messages: Sequence[Message] = ()) -> list[Row]:
        """Run the statements in one transaction and return the rows of the last. Publish `messages` after the commit.

        Raises `Conflict` if another writer was first, `StoreFailed` if the database cannot write; then nothing has changed.
        """

    def publish(self, *messages: Message) -> None:
        """Send messages to the other processes; they are not stored."""

    def subscribe(self, topic: str, callback: Subscriber) -> None:
        """Subscribe `callback` to messages that other processes publish on `topic`."""

    def subscribe_gaps(self, callback: Callable[[], None]) -> None:
        """Call `callback` whenever messages may have been missed."""

    async def close(self) -> None:
        """Finish pending writes and disconnect."""


NO_MESSAGES: Final[Sequence[Message]] = ()


def has_nul(values: Sequence[object]) -> bool:
    """Return whether a text holds a NUL character, which PostgreSQL cannot store: a query with one finds nothing."""
    for value in values:  # noqa: SIM110 - `any` costs several times as much, and this runs for every statement
        if isinstance(value, str) and "\0" in value:
            return True
    return False


def check(statements: Sequence[Statement]) -> None:
    """Raise HouseError for values that one of the two databases could not store."""
    for statement in statements:
        if has_nul(statement.values):
            raise HouseError(say("this request is malformed"))


def not_saved(reason: object) -> StoreFailed:
    """Return the error for a write that was rolled back."""
    return StoreFailed(say("this could not be saved ({reason}); nothing has changed", reason=str(reason)))


def newer(place: str) -> StoreFailed:
    """Return the error for a store with a schema that this version does not know."""
    return StoreFailed(say("{path} was written by a newer version of Roundhouse", path=place))
