"""Whose turn it is: told live to programs that play, table by table, without queues."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import contextmanager


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
        """The tables that have changed, each once however often it did, until the house closes."""
        while not self._closed:
            await self._woken.wait()
            self._woken.clear()
            changed, self._changed = self._changed, {}
            for table in changed:
                yield table


class Turns:
    """The open streams of every guest."""

    def __init__(self) -> None:
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self._closed = False

    @property
    def waiting(self) -> bool:
        """Whether anybody listens at all."""
        return bool(self._listeners)

    def tell(self, table: str, guests: Iterable[str]) -> None:
        """Something has happened at a table where these guests sit."""
        for guest in guests:
            for listener in self._listeners.get(guest, ()):
                listener.tell(table)

    def close(self) -> None:
        """Lets every stream end."""
        self._closed = True
        for listeners in self._listeners.values():
            for listener in listeners:
                listener.close()

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
