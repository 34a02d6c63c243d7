"""Imported records: games played elsewhere, to step through here.

An imported record may be long, so nothing of it is parsed, replayed or drawn on the event loop. Two threads do it: one reads
records, one draws tables. Only the second ever touches a table, so tables need no lock.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from roundhouse.core.sentence import say
from roundhouse.play.table import Table
from roundhouse.web.http.cpu import metered
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.live.replay import table_of_record
from roundhouse.web.tables.repository import TableRepository

T = TypeVar("T")

_CAPACITY: Final = 64  # tables in memory
_MAX_MOVES: Final = 100_000  # of all tables together: each keeps a state of every few moves
_MAX_WAITING: Final = 32  # requests that may wait for a thread


class ImportedRecords:
    """An LRU cache of the tables of imported records."""

    def __init__(self, repository: TableRepository) -> None:
        self._repository = repository
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Table | None]] = {}
        self._reading = ThreadPoolExecutor(1, thread_name_prefix="records")
        self._drawing = ThreadPoolExecutor(1, thread_name_prefix="replays")
        self._pending = 0

    async def table(self, id: str) -> Table | None:
        """Return the table of a record, from memory or replayed; None if there is no such record."""
        table = self._tables.get(id)
        if table is None:  # concurrent callers wait for the same task
            if id not in self._loading:
                self._loading[id] = asyncio.get_running_loop().create_task(self._load(id))
            table = await asyncio.shield(self._loading[id])
        if id in self._tables:
            self._tables.move_to_end(id)
        return table

    async def check(self, text: str) -> None:
        """Raise HouseError if the text of a record is damaged, or if it breaks a rule of its game."""
        await self._run(self._reading, lambda: table_of_record(text))

    async def draw(self, make: Callable[[], T]) -> T:
        """Call `make` in the only thread that may touch tables of records, and return its result."""
        return await self._run(self._drawing, make)

    async def close(self) -> None:
        """Stop the threads after their current work; cancel what waits."""
        for task in self._loading.values():
            task.cancel()
        await asyncio.gather(*self._loading.values(), return_exceptions=True)
        for pool in (self._reading, self._drawing):
            pool.shutdown(wait=False, cancel_futures=True)

    async def _load(self, id: str) -> Table | None:
        try:
            text = await self._repository.record(id)
            if text is None:
                return None
            table = self._tables[id] = await self._run(self._reading, lambda: table_of_record(text))
        finally:
            del self._loading[id]
        self._evict_old()
        return table

    def _evict_old(self) -> None:
        moves = sum(table.moves_made for table in self._tables.values())
        while len(self._tables) > _CAPACITY or (moves > _MAX_MOVES and len(self._tables) > 1):
            _, table = self._tables.popitem(last=False)
            moves -= table.moves_made

    async def _run(self, pool: ThreadPoolExecutor, make: Callable[[], T]) -> T:
        if self._pending >= _MAX_WAITING:
            raise HTTPError(429, say("too many requests; wait a moment"))
        self._pending += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, metered(make))
        finally:
            self._pending -= 1
