"""The rows of reviews. A lease keeps two processes from working on the same one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from roundhouse.web.store.store import Conflict, Statement, Store

LEASE: Final = 60.0  # seconds without news after which another process may begin again


@dataclass(frozen=True)
class StoredReview:
    """A review, as far as it has come."""

    event_count: int  # of the table that it is about
    progress: float  # from 0 to 1
    document: str | None  # JSON; None before the first curve
    working: bool  # whether a process works on it

    @property
    def finished(self) -> bool:
        """Whether it is as good as it will be."""
        return self.progress >= 1.0


class Reviews:
    """The reviews of all tables."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store = store
        self._now = now

    async def find(self, table: str, event_count: int) -> StoredReview | None:
        """Return the review of a table as it is now; None if there is none, or if a move was taken back since."""
        row = await self._store.row("SELECT n, progress, document, until FROM review WHERE table_id = ?", table)
        if row is None or row["n"] != event_count:
            return None
        return StoredReview(row["n"], row["progress"], row["document"], row["progress"] < 1.0 and row["until"] > self._now())

    async def claim(self, table: str, event_count: int) -> bool:
        """Lease the review of a table to this process; return False if it is finished, or another lease is valid."""
        now = self._now()
        sql = (
            "INSERT INTO review (table_id, n, progress, document, owner, until) VALUES (?, ?, 0, NULL, ?, ?)"
            " ON CONFLICT (table_id) DO UPDATE"
            " SET n = excluded.n, progress = 0, document = NULL, owner = excluded.owner, until = excluded.until"
            " WHERE review.n <> excluded.n OR (review.progress < 1 AND review.until <= ?)"
        )
        values = (table, event_count, self._store.process_id, now + LEASE, now)
        try:
            await self._store.write(Statement(sql, values, expect=1))
        except Conflict:
            return False
        return True

    async def save(self, table: str, event_count: int, progress: float, document: str | None) -> bool:
        """Store how far this process has come, and renew its lease; return False if it was stopped, or took too long."""
        sql = "UPDATE review SET progress = ?, document = ?, until = ? WHERE table_id = ? AND n = ? AND owner = ? AND until > 0"
        values = (progress, document, self._now() + LEASE, table, event_count, self._store.process_id)
        try:
            await self._store.write(Statement(sql, values, expect=1))
        except Conflict:
            return False
        return True

    async def stop(self, table: str) -> None:
        """End the lease, whichever process holds it. What is known stays."""
        await self._store.write(Statement("UPDATE review SET until = 0 WHERE table_id = ? AND progress < 1", (table,)))
