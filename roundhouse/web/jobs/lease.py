"""Leases: rows of the store that one process takes for a limited time. When it dies, another process takes them over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from roundhouse.web.store.store import Row, Statement, Store

_GROUP: Final = 50  # leases renewed by one statement


class Leases:
    """The leases of one table. It has the columns `at` (not before), `owner` and `until` (end of the lease), and a key."""

    def __init__(
        self, store: Store, table: str, key: str, columns: Sequence[str], seconds: float, one_of: Sequence[str] = ()
    ) -> None:
        """`one_of`: of the rows that are equal in these columns, one at a time is leased."""
        self._store = store
        self._table = table
        self._key = key
        self._columns = ", ".join(columns)
        self._seconds = seconds
        self._one_of = one_of

    async def claim(self, now: float, limit: int) -> list[Row]:
        """Lease the rows that are due and that no living process holds, the oldest first; return them."""
        free = f"FROM {self._table} WHERE until < ? AND at <= ?"
        if await self._store.row(f"SELECT 1 AS found {free}", now, now) is None:
            return []
        chosen = self._first_of_each(limit) if self._one_of else f"SELECT {self._key} {free} ORDER BY at LIMIT {limit}"
        times = [now] * chosen.count("?")
        return await self._store.write(  # of two processes that claim at the same time, the second finds `until` changed
            Statement(
                f"UPDATE {self._table} SET owner = ?, until = ? WHERE until < ? AND at <= ? AND {self._key} IN ({chosen})"
                f" RETURNING {self._columns}",
                (self._store.process_id, now + self._seconds, now, now, *times),
            )
        )

    def _first_of_each(self, limit: int) -> str:
        """Select the oldest due row of each group that has no leased row; values: now, three times."""
        same = " AND ".join(f"held.{column} = due.{column}" for column in self._one_of)
        return (
            f"SELECT {self._key} FROM (SELECT {self._key}, at,"
            f" row_number() OVER (PARTITION BY {', '.join(self._one_of)} ORDER BY at, {self._key}) AS place"
            f" FROM {self._table} AS due WHERE until < ? AND at <= ?"
            f" AND NOT EXISTS (SELECT 1 FROM {self._table} AS held WHERE {same} AND held.until >= ?)) AS placed"
            f" WHERE place = 1 ORDER BY at LIMIT {limit}"
        )

    async def renew(self, now: float, keys: Iterable[str]) -> None:
        """Extend the leases of this process on these rows."""
        places = ", ".join("?" * _GROUP)
        sql = f"UPDATE {self._table} SET until = ? WHERE owner = ? AND until < ? AND {self._key} IN ({places})"
        for group in _groups(list(keys)):
            values = (now + self._seconds, self._store.process_id, now + self._seconds / 2, *group)
            await self._store.write(Statement(sql, values))

    async def postpone(self, key: str, at: float, also: str = "") -> None:
        """End a lease of this process; the row is due again at a later time. `also` sets further columns."""
        sql = f"UPDATE {self._table} SET at = ?, until = 0{also} WHERE {self._key} = ? AND owner = ?"
        await self._store.write(Statement(sql, (at, key, self._store.process_id)))

    async def finish(self, key: str) -> None:
        """Delete a row that this process holds."""
        sql = f"DELETE FROM {self._table} WHERE {self._key} = ? AND owner = ?"
        await self._store.write(Statement(sql, (key, self._store.process_id)))

    async def release(self) -> None:
        """End all leases of this process; in a store that no other process uses, all leases."""
        if self._store.shared:
            await self._store.write(Statement(f"UPDATE {self._table} SET until = 0 WHERE owner = ?", (self._store.process_id,)))
        else:
            await self._store.write(Statement(f"UPDATE {self._table} SET until = 0"))


def _groups(keys: Sequence[str]) -> list[list[str]]:
    """Split keys into groups of one size, the last one padded, so that one prepared statement is enough."""
    groups = [list(keys[first : first + _GROUP]) for first in range(0, len(keys), _GROUP)]
    return [group + [""] * (_GROUP - len(group)) for group in groups]
