"""The turn feed: live notice to programs of the tables that have changed. A table that changes twice is queued once."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Final

from roundhouse.core.sentence import HouseError

_logger: Final = logging.getLogger(__name__)


class Subscription:
    """One open stream of a guest, and the tables that have changed since its last read."""

    def __init__(self) -> None:
        self._changed: dict[str, None] = {}
        self._woken = asyncio.Event()
        self._closed = False

    def notify(self, table: str) -> None:
        """Note that a table has changed."""
        self._changed[table] = None
        self._woken.set()

    def close(self) -> None:
        """End the stream."""
        self._closed = True
        self._woken.set()

    async def tables(self) -> AsyncIterator[str]:
        """Yield tables that have changed, until the stream is closed."""
        while not self._closed:
            await self._woken.wait()
            self._woken.clear()
            changed, self._changed = self._changed, {}
            for table in changed:
                yield table


class TurnFeed:
    """The subscriptions of all guests. `sitting` returns the guests with a seat at a table that this process has not loaded."""

    def __init__(self, sitting: Callable[[str], Awaitable[set[str]]]) -> None:
        self._sitting = sitting
        self._subscriptions: defaultdict[str, set[Subscription]] = defaultdict(set)
        self._pending: dict[str, None] = {}
        self._lookup: asyncio.Task[None] | None = None
        self._closed = False

    def notify(self, table: str, guests: Iterable[str]) -> None:
        """Notify these guests that a table has changed."""
        for guest in guests:
            for subscription in self._subscriptions.get(guest, ()):
                subscription.notify(table)

    def notify_sitting(self, table: str) -> None:
        """Look up in the background who sits at a table that another process has changed, and notify them."""
        if not self._subscriptions or self._closed:
            return
        self._pending[table] = None
        if self._lookup is None:
            self._lookup = asyncio.get_running_loop().create_task(self._notify_pending())

    def disconnect(self) -> None:
        """Close all streams, after messages may have been lost. A client that reconnects gets all of its turns."""
        for subscription in [subscription for subscriptions in self._subscriptions.values() for subscription in subscriptions]:
            subscription.close()

    def disconnect_guest(self, guest: str) -> None:
        """Close the streams of a guest, after tokens were revoked. A client with a valid token reconnects."""
        for subscription in self._subscriptions.get(guest, ()):
            subscription.close()

    def close(self) -> None:
        """Close all streams, those still to come included."""
        self._closed = True
        self.disconnect()
        if self._lookup is not None:
            self._lookup.cancel()

    @contextmanager
    def subscribe(self, guest: str) -> Iterator[Subscription]:
        """Open a stream for a guest, and close it at the end of the block."""
        subscription = Subscription()
        if self._closed:
            subscription.close()
        self._subscriptions[guest].add(subscription)
        try:
            yield subscription
        finally:
            self._subscriptions[guest].discard(subscription)
            if not self._subscriptions[guest]:
                del self._subscriptions[guest]

    async def _notify_pending(self) -> None:
        try:
            while self._pending:
                table = next(iter(self._pending))
                del self._pending[table]
                self.notify(table, await self._sitting(table))
        except HouseError as error:  # the store does not respond: clients reconnect
            _logger.info("turns could not be looked up: %s", error)
            self.disconnect()
        finally:
            self._lookup = None
