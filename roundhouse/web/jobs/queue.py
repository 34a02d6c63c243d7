"""Jobs: what has to happen at a table without a person. Each is done by one process, under a lease."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from roundhouse.web.jobs.lease import Leases
from roundhouse.web.store.store import Conflict, Row, Statement, Store

BOT_MOVE: Final = "robot"  # kinds of jobs: a bot is to move
CLOCK_END: Final = "clock"  # the time of a person ends
LEASE: Final = 10.0  # seconds after which another process may take over a job
_CLAIMED: Final = 25  # jobs that one process takes at once
_COLUMNS: Final = ("table_id", "seat", "n", "at", "kind", "owner", "until")
_INSERT: Final = f"INSERT INTO job ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))})"
_UPDATE: Final = ", ".join(f"{column} = excluded.{column}" for column in _COLUMNS[1:])


@dataclass(frozen=True)
class Job:
    """The job of a table. A process that is late finds the table at a higher event count, and does nothing."""

    seat: int
    event_count: int  # of the table when the job was made
    at: float  # not before
    kind: str
    owner: str = ""  # the process that holds the lease
    until: float = 0.0  # end of the lease

    def same(self, other: Job) -> bool:
        """Return whether it is the same job, apart from its lease. A bot moves as soon as it can; a clock ends at its moment."""
        mine, its = ((job.seat, job.event_count, job.kind, job.at if job.kind == CLOCK_END else 0.0) for job in (self, other))
        return mine == its


def put(table: str, job: Job) -> Statement:
    """Return the statement that replaces the job of a table; part of the transaction that leads to it."""
    return Statement(f"{_INSERT} ON CONFLICT (table_id) DO UPDATE SET {_UPDATE}", (table, *vars(job).values()))


def clear(table: str) -> Statement:
    """Return the statement that deletes the job of a table."""
    return Statement("DELETE FROM job WHERE table_id = ?", (table,))


def job_of(row: Row) -> Job:
    """Return the job that a row holds."""
    return Job(row["seat"], row["n"], row["at"], row["kind"], row["owner"], row["until"])


class JobQueue:
    """The jobs of all tables, as this process takes them."""

    def __init__(self, store: Store, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._now = now
        self._leases = Leases(store, "job", "table_id", _COLUMNS, LEASE)

    async def take(self, table: str, job: Job) -> bool:
        """Take one job unless a living process holds it; return whether it was taken."""
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

    async def claim(self) -> list[tuple[str, Job]]:
        """Take jobs that are due and held by no living process; return them with their tables."""
        return [(row["table_id"], job_of(row)) for row in await self._leases.claim(self._now(), _CLAIMED)]

    async def renew(self, tables: Iterable[str]) -> None:
        """Extend the leases of this process on the jobs of these tables."""
        await self._leases.renew(self._now(), tables)

    async def drop(self, table: str, job: Job) -> None:
        """Delete a job that has become pointless; a newer one stays."""
        sql = "DELETE FROM job WHERE table_id = ? AND n = ? AND kind = ? AND seat = ?"
        await self._store.write(Statement(sql, (table, job.event_count, job.kind, job.seat)))

    async def postpone(self, table: str, seconds: float) -> None:
        """Try a job again later."""
        await self._leases.postpone(table, self._now() + seconds)

    async def release(self) -> None:
        """End all leases, at the end of a process or, where there can be no other, at its start."""
        await self._leases.release()
