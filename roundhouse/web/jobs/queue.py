"""The job queue: rows of `due`, at most one per table. A process leases a job; if the process dies, the lease expires."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from roundhouse.web.store.store import Conflict, Row, Statement, Store

BOT_MOVE: Final = "robot"  # a bot is to move
CLOCK_END: Final = "clock"  # the time of a person ends
LEASE: Final = 10.0  # seconds after which a lease that was not renewed expires
_BATCH: Final = 25  # jobs that a process takes at once
_GROUP: Final = 50  # leases renewed by one statement
_COLUMNS: Final = "table_id, seat, n, at, kind, owner, until"


@dataclass(frozen=True)
class Job:
    """The next job of a table. It is void once the table has more than `event_count` events."""

    seat: int
    event_count: int  # of the table when the job was created
    not_before: float
    kind: str
    owner: str = ""  # the process that holds the lease
    leased_until: float = 0.0

    def same_as(self, other: Job) -> bool:
        """Return whether both are the same job, apart from the lease. The time matters for clocks only: a bot moves when it can."""
        return self._identity == other._identity

    @property
    def _identity(self) -> tuple[int, int, str, float]:
        return self.seat, self.event_count, self.kind, self.not_before if self.kind == CLOCK_END else 0.0


def put(table: str, job: Job) -> Statement:
    """Set the job of a table, in the transaction that makes it necessary."""
    return Statement(f"{_insert()} ON CONFLICT (table_id) DO UPDATE SET {_SET}", (table, *vars(job).values()))


def clear(table: str) -> Statement:
    """Remove the job of a table."""
    return Statement("DELETE FROM due WHERE table_id = ?", (table,))


def job_of(row: Row) -> Job:
    """Return the job in a row."""
    return Job(row["seat"], row["n"], row["at"], row["kind"], row["owner"], row["until"])


class JobQueue:
    """The jobs of all tables, and the leases of this process."""

    def __init__(self, store: Store, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._now = now

    async def take(self, table: str, job: Job) -> bool:
        """Lease the job of a table; return False if another process holds it."""
        statement = Statement(
            f"{_insert()} ON CONFLICT (table_id) DO UPDATE SET {_SET} WHERE due.until < ? OR due.owner = ?",
            (table, *vars(job).values(), self._now(), self._store.process_id),
            expect=1,
        )
        try:
            await self._store.write(statement)
        except Conflict:
            return False
        return True

    async def take_due(self) -> list[tuple[str, Job]]:
        """Lease jobs that are due and not leased, and return them with the ids of their tables."""
        now = self._now()
        found = await self._store.rows(f"SELECT table_id FROM due WHERE until < ? AND at <= ? ORDER BY at LIMIT {_BATCH}", now, now)
        if not found:
            return []
        places = ", ".join("?" * len(found))
        rows = await self._store.write(  # of two processes that try at the same time, the second finds `until` changed
            Statement(
                f"UPDATE due SET owner = ?, until = ? WHERE until < ? AND at <= ? AND table_id IN ({places}) RETURNING {_COLUMNS}",
                (self._store.process_id, now + LEASE, now, now, *(row["table_id"] for row in found)),
            )
        )
        return [(row["table_id"], job_of(row)) for row in rows]

    async def renew(self, tables: Iterable[str]) -> None:
        """Renew the leases of this process on these tables."""
        now = self._now()
        for group in _groups(list(tables)):
            places = ", ".join("?" * _GROUP)
            sql = f"UPDATE due SET until = ? WHERE owner = ? AND until < ? AND table_id IN ({places})"
            await self._store.write(Statement(sql, (now + LEASE, self._store.process_id, now + LEASE / 2, *group)))

    async def drop(self, table: str, job: Job) -> None:
        """Delete a job that is void; a newer job of the table stays."""
        await self._store.write(
            Statement(
                "DELETE FROM due WHERE table_id = ? AND n = ? AND kind = ? AND seat = ?",
                (table, job.event_count, job.kind, job.seat),
            )
        )

    async def postpone(self, table: str, seconds: float) -> None:
        """Release a job of this process, to be taken again after some seconds."""
        now = self._now()
        await self._store.write(
            Statement(
                "UPDATE due SET at = ?, until = 0 WHERE table_id = ? AND owner = ?", (now + seconds, table, self._store.process_id)
            )
        )

    async def release(self) -> None:
        """Release the leases of this process; all leases, if no other process can use the store."""
        if self._store.shared:
            await self._store.write(Statement("UPDATE due SET until = 0 WHERE owner = ?", (self._store.process_id,)))
        else:
            await self._store.write(Statement("UPDATE due SET until = 0"))


_SET: Final = ", ".join(f"{column} = excluded.{column}" for column in _COLUMNS.split(", ")[1:])


def _insert() -> str:
    return f"INSERT INTO due ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)"


def _groups(tables: Sequence[str]) -> list[list[str]]:
    """Return groups of one size, padded with empty ids, so that one prepared statement is enough."""
    groups = [list(tables[first : first + _GROUP]) for first in range(0, len(tables), _GROUP)]
    return [group + [""] * (_GROUP - len(group)) for group in groups]
