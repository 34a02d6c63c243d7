"""The rooms in memory: a cache of the tables in the store, kept up with what other processes do."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Final

from roundhouse.core.sentence import HouseError
from roundhouse.web.http.errors import HTTPError, no_table
from roundhouse.web.tables.repository import TableRepository, TableSnapshot
from roundhouse.web.tables.room import Room

_logger: Final = logging.getLogger(__name__)


class Rooms:
    """The rooms that somebody has asked for, the last one last. Those where something goes on stay in memory."""

    def __init__(
        self,
        repository: TableRepository,
        most: int,
        make: Callable[[TableSnapshot], Room],
        loaded: Callable[[Room], None],
        busy: Callable[[str], bool],
    ) -> None:
        self._repository = repository
        self._most = most
        self._make = make
        self._loaded = loaded  # is told of every room that is new in memory
        self._busy = busy  # whether this process has something to do at a table
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._following: dict[str, asyncio.Task[None]] = {}
        self._news_of: set[str] = set()
        self._renewing: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self._rooms)

    def __iter__(self) -> Iterator[Room]:
        return iter(list(self._rooms.values()))

    def watched(self) -> list[Room]:
        """The rooms where somebody looks."""
        return [room for room in self if room.watched]

    async def of(self, id: str, *, fresh: bool = True) -> Room:
        """The room of a table, from memory or by replay; what is not `fresh` may have missed what other processes did just now."""
        room = self._rooms.get(id)
        if room is not None and fresh:
            await self._refresh(room)
        if room is None:  # all who ask meanwhile wait for the same one
            if id not in self._loading:
                self._loading[id] = asyncio.get_running_loop().create_task(self._load(id))
            room = await asyncio.shield(self._loading[id])
        if id in self._rooms:
            self._rooms.move_to_end(id)
        return room

    def forget(self, id: str) -> None:
        """Lets go of a room; whoever asks for it gets it anew."""
        self._rooms.pop(id, None)

    async def close(self) -> None:
        """Ends what is under way."""
        tasks = [*self._loading.values(), *self._following.values(), *self._renewing]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _load(self, id: str) -> Room:
        try:
            snapshot = await self._repository.snapshot(id)
            if snapshot is None:
                raise no_table()
            room = self._rooms[id] = self._make(snapshot)
        finally:
            del self._loading[id]
        self._forget_old()
        self._loaded(room)
        return room

    def _forget_old(self) -> None:
        """Keeps so many rooms; those with somebody in them stay."""
        idle = [id for id, room in self._rooms.items() if room.streams.empty and not self._busy(id) and id not in self._following]
        for id in idle[: max(0, len(self._rooms) - self._most)]:
            del self._rooms[id]

    async def _refresh(self, room: Room) -> None:
        try:
            await room.refresh()
        except HTTPError:  # there is no such table any more
            self.forget(room.id)
            raise

    # What other processes tell.

    def heard(self, id: str) -> None:
        """Something has changed at a table."""
        room = self._rooms.get(id)
        if room is not None and (room.watched or self._busy(id)):  # others look when somebody asks
            self.follow(room)

    def missed(self) -> None:
        """News may have been lost."""
        for room in self.watched():
            self.follow(room)

    def seen(self, id: str, guest: str) -> None:
        """Somebody looks at a table."""
        if id in self._rooms:
            self._rooms[id].presence.seen(guest)

    def renamed(self, id: str) -> None:
        """Somebody at a table is called differently now."""
        if id in self._rooms:
            self._renewing.add(task := asyncio.get_running_loop().create_task(self.renew(id)))
            task.add_done_callback(self._renewing.discard)

    async def renew(self, id: str) -> None:
        """Has a room read its names anew."""
        if id not in self._rooms:
            return
        try:
            await self._rooms[id].renew()
        except HouseError as error:  # it is read anew when somebody asks
            _logger.warning("table %s: %s", id, error)
            self.forget(id)

    def follow(self, room: Room) -> None:
        """Brings a room up to date, beside everything else; news that come meanwhile are seen to as well."""
        self._news_of.add(room.id)
        if room.id not in self._following:
            self._following[room.id] = asyncio.get_running_loop().create_task(self._follow(room))

    async def _follow(self, room: Room) -> None:
        try:
            while room.id in self._news_of:
                self._news_of.discard(room.id)
                await self._refresh(room)
        except HouseError as error:  # the next sweeps look again
            _logger.info("table %s: %s", room.id, error)
        finally:
            self._news_of.discard(room.id)
            del self._following[room.id]
