"""The store: what must survive a restart. One seam, two databases: a SQLite file for one house, PostgreSQL for several."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple, Protocol

from roundhouse.core.sentence import HouseError, say


class Row(Protocol):
    """A row: values by column name or number, and in order."""

    def __getitem__(self, key: Any, /) -> Any: ...

    def __iter__(self) -> Iterator[Any]: ...

    def keys(self) -> Iterable[str]:
        """The names of its columns."""


class Statement(NamedTuple):
    """One statement in the SQL that both databases speak, with `?` for each value.

    `expect` rows must be changed or returned; else somebody else was first, and nothing of the transaction is done.
    """

    sql: str
    values: Sequence[object] = ()
    expect: int | None = None


class Message(NamedTuple):
    """What other houses on the same store are told: that something has changed, never what it is now."""

    topic: str
    id: str
    n: int = 0


Subscriber = Callable[[str, int], None]  # id and number of a piece of news


class StoreFailed(HouseError):
    """Something could not be read or written."""


class StoreBusy(StoreFailed):
    """The file belongs to another house that is running."""


class Conflict(HouseError):
    """A key is taken, or an expectation was not met: somebody else was first. Nothing was written."""

    def __init__(self) -> None:
        super().__init__(say("somebody else was faster; look again"))

    def __reduce__(self) -> tuple[object, ...]:
        return Conflict, ()


class Store(Protocol):
    """What the house asks of its database. Rows that a coroutine has written are durable when it returns."""

    shared: bool  # whether other processes may change what is in it
    process_id: str  # this process among those that share the store

    async def open(self) -> None:
        """Begins its life in the running event loop."""

    async def rows(self, sql: str, *values: object) -> list[Row]:
        """The rows of a query: what is committed now."""

    async def row(self, sql: str, *values: object) -> Row | None:
        """The first row of a query."""

    async def snapshot(self, *queries: Statement) -> list[list[Row]]:
        """The rows of several queries, all of the same moment."""

    async def write(self, *statements: Statement, messages: Sequence[Message] = ()) -> list[Row]:
        """One transaction: all or nothing; the rows of its last statement. Others are told the news once it is durable."""

    def publish(self, *messages: Message) -> None:
        """Tells the other processes something that is not kept."""

    def subscribe(self, topic: str, hearer: Subscriber) -> None:
        """Has somebody told of the news of other processes."""

    def subscribe_gaps(self, hearer: Callable[[], None]) -> None:
        """Has somebody told that news may have been missed."""

    async def close(self) -> None:
        """Waits for the writes under way and lets go."""


NO_MESSAGES: Final[Sequence[Message]] = ()


def has_nul(values: Sequence[object]) -> bool:
    """Whether a text holds what no text of PostgreSQL can: nothing is found by it, and nothing with it is kept."""
    return any(isinstance(value, str) and "\0" in value for value in values)


def check(statements: Sequence[Statement]) -> None:
    """Refuses what could not be carried from one database to the other."""
    if any(has_nul(statement.values) for statement in statements):
        raise HouseError(say("this request is not understood here"))


def not_saved(reason: object) -> StoreFailed:
    """For a write of which nothing was done."""
    return StoreFailed(say("this could not be saved ({reason}); nothing has changed", reason=str(reason)))


def newer(place: str) -> StoreFailed:
    """For a store that this version does not understand."""
    return StoreFailed(say("{path} was written by a newer version of this house", path=place))
