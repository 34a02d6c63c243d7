"""Imported records: games from elsewhere that are looked through here.

A record of strangers may be long, so nothing of it is parsed, replayed or drawn in the event loop. Two threads do it: one reads
records, one draws tables. Only the second ever touches a table, which needs no lock therefore.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from roundhouse.core.sentence import say
from roundhouse.play.table import Table
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.live.replay import table_of
from roundhouse.web.tables.repository import TableRepository

T = TypeVar("T")

_MOST: Final = 64  # tables that are kept in memory
_MOST_MOVES: Final = 100_000  # of all of them: a state is kept of every few moves
_WAITING: Final = 32  # requests that may wait for a thread


class Imported:
    """Their tables, the last one that was asked for last."""

    def __init__(self, repository: TableRepository) -> None:
        self._repository = repository
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Table | None]] = {}
        self._reading = ThreadPoolExecutor(1, thread_name_prefix="records")
        self._drawing = ThreadPoolExecutor(1, thread_name_prefix="replays")
        self._under_way = 0

    async def table(self, id: str) -> Table | None:
        """Return the table of a record, from memory or replayed; None if there is no such record."""
        table = self._tables.get(id)
        if table is None:  # requests that come meanwhile wait for the same one
            if id not in self._loading:
                self._loading[id] = asyncio.get_running_loop().create_task(self._load(id))
            table = await asyncio.shield(self._loading[id])
        if id in self._tables:
            self._tables.move_to_end(id)
        return table

    async def check(self, text: str) -> None:
        """Raise HouseError where the text of a record is damaged, or breaks a rule of its game."""
        await self._run(self._reading, lambda: table_of(text))

    async def draw(self, make: Callable[[], T]) -> T:
        """Return what `make` gives, which is called in the only thread that may touch tables of records."""
        return await self._run(self._drawing, make)

    async def close(self) -> None:
        """End the threads; what they do now is finished, what waits is dropped."""
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
            table = self._tables[id] = await self._run(self._reading, lambda: table_of(text))
        finally:
            del self._loading[id]
        self._forget_old()
        return table

    def _forget_old(self) -> None:
        moves = sum(table.moves_made for table in self._tables.values())
        while len(self._tables) > _MOST or (moves > _MOST_MOVES and len(self._tables) > 1):
            _, table = self._tables.popitem(last=False)
            moves -= table.moves_made

    async def _run(self, pool: ThreadPoolExecutor, make: Callable[[], T]) -> T:
        if self._under_way >= _WAITING:
            raise HTTPError(429, say("too much at once; wait a moment"))
        self._under_way += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, make)
        finally:
            self._under_way -= 1
