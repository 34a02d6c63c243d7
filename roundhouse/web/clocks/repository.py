"""The clocks of tables in the store, and the heartbeat that shows when no process was running."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Sequence
from typing import Final, NamedTuple

from roundhouse.play.clock import Clocks, PassedTurn, parse
from roundhouse.web.store.store import Conflict, Row, Statement, Store

BEAT: Final = 5.0  # seconds between two heartbeats
GAP: Final = 15.0  # a longer gap means that the server was down, or that the system time was set
_LEASE: Final = 120.0  # no lease is longer; one that seems so was written before the system time was set back
_PULSE: Final = 1
_RUNNING: Final = "SELECT 1 FROM game_table JOIN clock ON clock.table_id = game_table.id WHERE game_table.stage = 'running'"
_COLUMNS: Final = ("settled", "banks", "seat", "since", "passed", "helped", "stands", "changes")


class ClockRow(NamedTuple):
    """The clocks of a table, and how often their row had been changed when they were read."""

    times: Clocks
    changes: int

    def changed(self, times: Clocks) -> ClockRow:
        """Return the row after the statement of `change`."""
        return ClockRow(times, self.changes + 1)


def find(table: str) -> Statement:
    """Select the clocks of a table: one row, or none if it has no clocks."""
    return Statement(f"SELECT {', '.join(_COLUMNS)} FROM clock WHERE table_id = ?", (table,))


def clock_row_of(row: Row) -> ClockRow:
    """Return the clocks in a row."""
    passed = None if row["passed"] is None else PassedTurn(*json.loads(row["passed"]))
    times = Clocks(
        parse(row["settled"]),
        tuple(map(float, json.loads(row["banks"]))),
        row["seat"],
        row["since"],
        passed,
        tuple(json.loads(row["helped"])),
        row["stands"],
    )
    return ClockRow(times, row["changes"])


def add(table: str, times: Clocks) -> Statement:
    """Insert the clocks of a new table."""
    columns = ("table_id", *_COLUMNS)
    return Statement(
        f"INSERT INTO clock ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})", (table, *_values(times), 0)
    )


def change(table: str, clock_row: ClockRow, times: Clocks) -> Statement:
    """Update the clocks of a table; raise Conflict in the store if they have changed since `clock_row` was read."""
    places = ", ".join(f"{column} = ?" for column in _COLUMNS)
    values = (*_values(times), clock_row.changes + 1, table, clock_row.changes)
    return Statement(f"UPDATE clock SET {places} WHERE table_id = ? AND changes = ?", values, expect=1)


def wake(table: str, now: float) -> Statement:
    """Restart the heartbeat with the first game that needs it. There was none while no clock ran, which is not a gap."""
    return Statement(
        "INSERT INTO pulse (id, at, gaps) VALUES (?, ?, 0) ON CONFLICT (id) DO UPDATE SET at = excluded.at"
        f" WHERE NOT EXISTS ({_RUNNING} AND game_table.id <> ?)",
        (_PULSE, now, table),
    )


def credit(tables: Sequence[str] | None, begin: float, end: float) -> list[Statement]:
    """Move on the running clocks of these tables, or of all, by a stall; a turn that began during the stall begins at its end."""
    running = "SELECT table_id FROM clock WHERE seat IS NOT NULL AND since < ?"
    values: tuple[object, ...] = (end,)
    if tables is not None:
        running += f" AND table_id IN ({', '.join('?' * len(tables))})"
        values += tuple(tables)
    return [
        Statement(f"UPDATE game_table SET revision = revision + 1 WHERE id IN ({running})", values),
        Statement(
            "UPDATE clock SET since = CASE WHEN since < ? THEN since + ? ELSE ? END, changes = changes + 1"
            f" WHERE table_id IN ({running})",
            (begin, end - begin, end, *values),
        ),
    ]


def _values(times: Clocks) -> tuple[object, ...]:
    passed = times.passed
    return (
        times.clock.text,
        json.dumps(times.left),
        times.seat,
        float(times.since),
        None if passed is None else json.dumps([passed.seat, passed.left, passed.to, passed.had]),
        json.dumps(times.helped),
        times.stands,
    )


class Heartbeat:
    """A row that is updated while games with clocks are played. After a gap, all clocks are moved on by its length."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._gaps = -1  # the count of gaps that this process has seen
        self._last_read = float("-inf")
        self._last_beat = float("-inf")
        self._lock = asyncio.Lock()

    def overdue(self, now: float) -> bool:
        """Return whether this process has not called `beat` for so long that clocks may have to be moved on first."""
        return abs(now - self._last_read) > GAP

    async def beat(self, now: float) -> bool:
        """Write a heartbeat if one is due; return whether clocks were moved on since the last call, by any process."""
        async with self._lock:
            row = await self._store.row("SELECT at, gaps FROM pulse WHERE id = ?", _PULSE)
            if row is None:  # no game with a clock has begun yet
                self._last_read = now
                return False
            at, gaps = float(row["at"]), int(row["gaps"])
            if abs(now - at) > GAP and await self._running():
                await self._skip_gap(at, now, gaps)
                gaps += 1
            elif abs(now - self._last_beat) >= BEAT and await self._running():
                await self._store.write(Statement("UPDATE pulse SET at = ? WHERE id = ? AND gaps = ?", (now, _PULSE, gaps)))
                self._last_beat = now
            moved, self._gaps, self._last_read = self._gaps not in (-1, gaps), gaps, now
            return moved

    async def _running(self) -> bool:
        return await self._store.row(f"{_RUNNING} LIMIT 1") is not None

    async def _skip_gap(self, at: float, now: float, gaps: int) -> None:
        """Move all clocks on, as if no time had passed since the last heartbeat. Jobs fall due now; workers postpone them."""
        running = "SELECT table_id FROM clock WHERE seat IS NOT NULL"
        statements = (
            Statement("UPDATE pulse SET at = ?, gaps = gaps + 1 WHERE id = ? AND gaps = ?", (now, _PULSE, gaps), expect=1),
            Statement(
                "UPDATE clock SET since = ? - CASE WHEN since < ? THEN ? - since ELSE 0 END, changes = changes + 1"
                " WHERE seat IS NOT NULL",
                (now, at, at),
            ),
            Statement(f"UPDATE game_table SET revision = revision + 1 WHERE id IN ({running})"),
            Statement("UPDATE job SET at = ? WHERE kind = 'clock' OR at > ?", (now, now + _LEASE)),
            Statement("UPDATE job SET until = ? WHERE until > ?", (now, now + _LEASE)),
        )
        with contextlib.suppress(Conflict):  # another process has done the same
            await self._store.write(*statements)
        self._last_beat = now
