"""Imported records: games from elsewhere that are looked through here."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from roundhouse.play.table import Table
from roundhouse.web.live.replay import table_of
from roundhouse.web.tables.repository import TableRepository

_MOST: Final = 64  # that are kept in memory


class Imported:
    """Their tables, the last one that was asked for last."""

    def __init__(self, repository: TableRepository) -> None:
        self._repository = repository
        self._tables: OrderedDict[str, Table] = OrderedDict()

    async def table(self, id: str) -> Table | None:
        """The table of a record, from memory or anew; nothing if there is no such record."""
        if id not in self._tables:
            text = await self._repository.record(id)
            if text is None:
                return None
            self._tables[id] = table_of(text)
        self._tables.move_to_end(id)
        if len(self._tables) > _MOST:
            self._tables.popitem(last=False)
        return self._tables[id]
