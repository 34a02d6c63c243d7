"""What must happen at a table without a person, and which process sees to it: a lease that runs out if that one dies."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from roundhouse.web.store.store import Conflict, Row, Statement, Store

BOT_MOVE: Final = "robot"  # a bot is to move
CLOCK_END: Final = "clock"  # the time of a person ends
LEASE: Final = 10.0  # seconds in which a process must show that it is alive
_AT_ONCE: Final = 25  # that a process takes in one sweep
_GROUP: Final = 50  # leases renewed by one statement
_COLUMNS: Final = "table_id, seat, n, at, kind, owner, until"


@dataclass(frozen=True)
class Job:
    """One thing that is due at a table. Whoever is late finds the table further on than `n`, and does nothing."""

    seat: int
    event_count: int  # entries that the table had then
    at: float  # not before
    kind: str
    owner: str = ""  # the process that has taken it, for as long as `until`
    until: float = 0.0

    def same(self, other: Job) -> bool:
        """Whether it is the same thing, whoever has taken it. A bot moves as soon as it can; somebody's time ends at its moment."""
        mine, its = ((job.seat, job.event_count, job.kind, job.at if job.kind == CLOCK_END else 0.0) for job in (self, other))
        return mine == its


def put(table: str, job: Job) -> Statement:
    """In the place of what was due before; part of the transaction that leads to it."""
    return Statement(f"{_insert()} ON CONFLICT (table_id) DO UPDATE SET {_SET}", (table, *vars(job).values()))


def clear(table: str) -> Statement:
    """Nothing is due any more."""
    return Statement("DELETE FROM due WHERE table_id = ?", (table,))


def job_of(row: Row) -> Job:
    """What a row of the store says."""
    return Job(row["seat"], row["n"], row["at"], row["kind"], row["owner"], row["until"])


class JobQueue:
    """What is due at all tables, as this process takes it."""

    def __init__(self, store: Store, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._now = now

    async def take(self, table: str, job: Job) -> bool:
        """Takes one thing, unless a process that is alive has it."""
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

    async def sweep(self) -> list[tuple[str, Job]]:
        """Takes what is due and held by nobody who is alive."""
        now = self._now()
        found = await self._store.rows(
            f"SELECT table_id FROM due WHERE until < ? AND at <= ? ORDER BY at LIMIT {_AT_ONCE}", now, now
        )
        if not found:
            return []
        places = ", ".join("?" * len(found))
        rows = await self._store.write(  # of two processes that sweep at the same time, the second finds `until` changed
            Statement(
                f"UPDATE due SET owner = ?, until = ? WHERE until < ? AND at <= ? AND table_id IN ({places}) RETURNING {_COLUMNS}",
                (self._store.process_id, now + LEASE, now, now, *(row["table_id"] for row in found)),
            )
        )
        return [(row["table_id"], job_of(row)) for row in rows]

    async def renew(self, tables: Iterable[str]) -> None:
        """Shows that this process is alive and at work on these tables."""
        now = self._now()
        for group in _groups(list(tables)):
            places = ", ".join("?" * _GROUP)
            sql = f"UPDATE due SET until = ? WHERE owner = ? AND until < ? AND table_id IN ({places})"
            await self._store.write(Statement(sql, (now + LEASE, self._store.process_id, now + LEASE / 2, *group)))

    async def drop(self, table: str, job: Job) -> None:
        """Forgets what was due, since it has become pointless; something newer stays."""
        await self._store.write(
            Statement(
                "DELETE FROM due WHERE table_id = ? AND n = ? AND kind = ? AND seat = ?",
                (table, job.event_count, job.kind, job.seat),
            )
        )

    async def postpone(self, table: str, seconds: float) -> None:
        """Tries something that cannot be done now again later."""
        now = self._now()
        await self._store.write(
            Statement(
                "UPDATE due SET at = ?, until = 0 WHERE table_id = ? AND owner = ?", (now + seconds, table, self._store.process_id)
            )
        )

    async def release(self) -> None:
        """Lets go of everything, at the end of a process or, where there can be no other, at its beginning."""
        if self._store.shared:
            await self._store.write(Statement("UPDATE due SET until = 0 WHERE owner = ?", (self._store.process_id,)))
        else:
            await self._store.write(Statement("UPDATE due SET until = 0"))


_SET: Final = ", ".join(f"{column} = excluded.{column}" for column in _COLUMNS.split(", ")[1:])


def _insert() -> str:
    return f"INSERT INTO due ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)"


def _groups(tables: Sequence[str]) -> list[list[str]]:
    """Groups of one size, filled up with no table's name: so one prepared statement is enough."""
    groups = [list(tables[first : first + _GROUP]) for first in range(0, len(tables), _GROUP)]
    return [group + [""] * (_GROUP - len(group)) for group in groups]
