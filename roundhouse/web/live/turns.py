"""Whose turn it is: told live to programs that play, table by table, without queues."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Final

from roundhouse.core.sentence import HouseError

_logger: Final = logging.getLogger(__name__)


class Listener:
    """One open stream of a guest: the tables that may have changed since it looked."""

    def __init__(self) -> None:
        self._changed: dict[str, None] = {}
        self._woken = asyncio.Event()
        self._closed = False

    def tell(self, table: str) -> None:
        """Something has happened at a table."""
        self._changed[table] = None
        self._woken.set()

    def close(self) -> None:
        """Nothing more will come."""
        self._closed = True
        self._woken.set()

    async def tables(self) -> AsyncIterator[str]:
        """The tables that have changed, each once however often it did, until the stream is closed."""
        while not self._closed:
            await self._woken.wait()
            self._woken.clear()
            changed, self._changed = self._changed, {}
            for table in changed:
                yield table


class TurnFeed:
    """The open streams of every guest. `sitting` says who sits at a table that only another process has in memory."""

    def __init__(self, sitting: Callable[[str], Awaitable[set[str]]]) -> None:
        self._sitting = sitting
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self._news: dict[str, None] = {}
        self._looking: asyncio.Task[None] | None = None
        self._closed = False

    def tell(self, table: str, guests: Iterable[str]) -> None:
        """Something has happened at a table where these guests sit."""
        for guest in guests:
            for listener in self._listeners.get(guest, ()):
                listener.tell(table)

    def heard(self, table: str) -> None:
        """Another process says that something has happened at a table."""
        if not self._listeners or self._closed:
            return
        self._news[table] = None
        if self._looking is None:
            self._looking = asyncio.get_running_loop().create_task(self._look())

    def restart(self) -> None:
        """News may have been missed: every stream ends, and who comes back is told all that waits."""
        for listener in [listener for listeners in self._listeners.values() for listener in listeners]:
            listener.close()

    def end(self, guest: str) -> None:
        """End the streams of a guest whose tokens may have been revoked; clients with a valid one connect again."""
        for listener in self._listeners.get(guest, ()):
            listener.close()

    def close(self) -> None:
        """The house closes."""
        self._closed = True
        self.restart()
        if self._looking is not None:
            self._looking.cancel()

    @contextmanager
    def listening(self, guest: str) -> Iterator[Listener]:
        """A stream of a guest, for as long as it is open."""
        listener = Listener()
        if self._closed:
            listener.close()
        self._listeners[guest].add(listener)
        try:
            yield listener
        finally:
            self._listeners[guest].discard(listener)
            if not self._listeners[guest]:
                del self._listeners[guest]

    async def _look(self) -> None:
        try:
            while self._news:
                table = next(iter(self._news))
                del self._news[table]
                self.tell(table, await self._sitting(table))
        except HouseError as error:  # the store does not answer: streams begin anew
            _logger.info("turns could not be looked up: %s", error)
            self.restart()
        finally:
            self._looking = None
