"""The job queue: at most one job per table. A process leases a job; if the process dies, the lease expires."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from roundhouse.web.jobs.lease import Leases
from roundhouse.web.store.store import Conflict, Row, Statement, Store

BOT_MOVE: Final = "robot"  # kinds of jobs: a bot is to move
CLOCK_END: Final = "clock"  # the time of a person ends
LEASE: Final = 10.0  # seconds after which a lease that was not renewed expires
_BATCH: Final = 25  # jobs that a process takes at once
_COLUMNS: Final = ("table_id", "seat", "n", "at", "kind", "owner", "until")
_INSERT: Final = f"INSERT INTO job ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))})"
_UPDATE: Final = ", ".join(f"{column} = excluded.{column}" for column in _COLUMNS[1:])


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
    return Statement(f"{_INSERT} ON CONFLICT (table_id) DO UPDATE SET {_UPDATE}", (table, *vars(job).values()))


def clear(table: str) -> Statement:
    """Remove the job of a table."""
    return Statement("DELETE FROM job WHERE table_id = ?", (table,))


def job_of(row: Row) -> Job:
    """Return the job in a row."""
    return Job(row["seat"], row["n"], row["at"], row["kind"], row["owner"], row["until"])


class JobQueue:
    """The jobs of all tables, and the leases of this process."""

    def __init__(self, store: Store, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._now = now
        self._leases = Leases(store, "job", "table_id", _COLUMNS, LEASE)

    async def take(self, table: str, job: Job) -> bool:
        """Lease the job of a table; return False if another process holds it."""
        statement = Statement(
            f"{_INSERT} ON CONFLICT (table_id) DO UPDATE SET {_UPDATE} WHERE job.until < ? OR job.owner = ?",
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
        return [(row["table_id"], job_of(row)) for row in await self._leases.claim(self._now(), _BATCH)]

    async def renew(self, tables: Iterable[str]) -> None:
        """Renew the leases of this process on these tables."""
        await self._leases.renew(self._now(), tables)

    async def drop(self, table: str, job: Job) -> None:
        """Delete a job that is void; a newer job of the table stays."""
        sql = "DELETE FROM job WHERE table_id = ? AND n = ? AND kind = ? AND seat = ?"
        await self._store.write(Statement(sql, (table, job.event_count, job.kind, job.seat)))

    async def postpone(self, table: str, seconds: float) -> None:
        """Release a job of this process, to be taken again after some seconds."""
        await self._leases.postpone(table, self._now() + seconds)

    async def release(self) -> None:
        """Release the leases of this process; all leases, if no other process can use the store."""
        await self._leases.release()
