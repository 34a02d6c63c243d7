"""The rooms in memory: an LRU cache of the tables in the store, kept up to date with what other processes write."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Final

from roundhouse.core.sentence import HouseError
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.tables.repository import TableSnapshot
from roundhouse.web.tables.room import Room
from roundhouse.web.tables.versions import Versions

_logger: Final = logging.getLogger(__name__)


class Rooms:
    """At most `capacity` rooms, the most recently used last; beyond that, rooms that are watched or busy stay all the same.

    `make` builds a room, `loaded` is called with every room that is new in memory, and `busy` says whether this process has work
    to do at a table.
    """

    def __init__(
        self,
        versions: Versions,
        capacity: int,
        make: Callable[[TableSnapshot], Room],
        loaded: Callable[[Room], None],
        busy: Callable[[str], bool],
    ) -> None:
        self._versions = versions
        self._capacity = capacity
        self._make = make
        self._loaded = loaded
        self._busy = busy
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._refreshing: dict[str, asyncio.Task[None]] = {}
        self._stale: set[str] = set()  # tables to refresh, also those that change while they are being refreshed
        self._renewing: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self._rooms)

    def __iter__(self) -> Iterator[Room]:
        return iter(list(self._rooms.values()))

    def watched(self) -> list[Room]:
        """Return the rooms that a client follows."""
        return [room for room in self if room.watched]

    async def get(self, id: str, *, refresh: bool = True) -> Room:
        """Return the room of a table, loaded from the store if it is not in memory; raise HTTPError if there is no such table.

        Raise RulesMissing if its rules are not installed.

        Without `refresh`, a room from memory may lack what other processes have just written.
        """
        room = self._rooms.get(id)
        if room is not None and refresh:
            await self._refresh(room)
        if room is None:  # concurrent callers wait for the same task
            if id not in self._loading:
                self._loading[id] = asyncio.get_running_loop().create_task(self._load(id))
            room = await asyncio.shield(self._loading[id])
        if id in self._rooms:
            self._rooms.move_to_end(id)
        return room

    def evict(self, id: str) -> None:
        """Remove a room from memory; the next `get` loads it again."""
        self._rooms.pop(id, None)

    async def close(self) -> None:
        """Cancel everything in progress."""
        tasks = [*self._loading.values(), *self._refreshing.values(), *self._renewing]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _load(self, id: str) -> Room:
        try:
            room = self._rooms[id] = self._make(await self._versions.prepare(id))
        finally:
            del self._loading[id]
        self._evict_idle()
        self._loaded(room)
        return room

    def _evict_idle(self) -> None:
        """Evict the least recently used idle rooms beyond the capacity."""
        idle = [id for id, room in self._rooms.items() if room.streams.empty and not self._busy(id) and id not in self._refreshing]
        for id in idle[: max(0, len(self._rooms) - self._capacity)]:
            del self._rooms[id]

    async def _refresh(self, room: Room) -> None:
        try:
            await room.refresh()
        except HTTPError:  # the table no longer exists, or can no longer be played
            self.evict(room.id)
            raise

    # Messages from other processes.

    def changed(self, id: str) -> None:
        """Refresh the room of a table that another process has changed, if it is in use here; the others wait for `get`."""
        room = self._rooms.get(id)
        if room is not None and (room.watched or self._busy(id)):
            self.refresh_soon(room)

    def refresh_watched(self) -> None:
        """Refresh all watched rooms, after messages may have been lost."""
        for room in self.watched():
            self.refresh_soon(room)

    def seen(self, id: str, guest: str) -> None:
        """Note that a guest is present at a table in another process."""
        if id in self._rooms:
            self._rooms[id].presence.seen(guest)

    def renew_soon(self, id: str) -> None:
        """Renew a room in the background, after a player there has changed their name."""
        if id in self._rooms:
            self._renewing.add(task := asyncio.get_running_loop().create_task(self.renew(id)))
            task.add_done_callback(self._renewing.discard)

    async def renew(self, id: str) -> None:
        """Read the names at a table again, if it is in memory."""
        if id not in self._rooms:
            return
        try:
            await self._rooms[id].renew()
        except HouseError as error:  # the next `get` loads it again
            _logger.warning("table %s: %s", id, error)
            self.evict(id)

    def refresh_soon(self, room: Room) -> None:
        """Refresh a room in the background, and once more if its table changes meanwhile."""
        self._stale.add(room.id)
        if room.id not in self._refreshing:
            self._refreshing[room.id] = asyncio.get_running_loop().create_task(self._refresh_stale(room))

    async def _refresh_stale(self, room: Room) -> None:
        try:
            while room.id in self._stale:
                self._stale.discard(room.id)
                await self._refresh(room)
        except HouseError as error:  # the scheduler compares rooms with the store later
            _logger.info("table %s: %s", room.id, error)
        finally:
            self._stale.discard(room.id)
            del self._refreshing[room.id]
