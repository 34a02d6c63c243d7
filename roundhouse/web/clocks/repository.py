"""The clocks of tables in the store, and the pulse that shows when nobody could play."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Sequence
from typing import Final, NamedTuple

from roundhouse.play.clock import Clocks, PassedTurn, parse
from roundhouse.web.store.store import Conflict, Row, Statement, Store

BEAT: Final = 5.0  # seconds between two beats of the pulse
GAP: Final = 15.0  # a longer silence means that the house was down, or that its time was set anew
_LEASE: Final = 120.0  # no lease is longer; one that seems so was written by another time
_PULSE: Final = 1
_PLAYED: Final = "SELECT 1 FROM game_table JOIN clock ON clock.table_id = game_table.id WHERE game_table.stage = 'running'"
_COLUMNS: Final = ("settled", "banks", "seat", "since", "passed", "helped", "stands", "changes")


class ClockRow(NamedTuple):
    """The clocks of a table as they were read, and how often they had been changed then."""

    times: Clocks
    changes: int

    def changed(self, times: Clocks) -> ClockRow:
        """What is in the store after `change`."""
        return ClockRow(times, self.changes + 1)


def find(table: str) -> Statement:
    """Reads the clocks of a table: one row, or none where there is no clock."""
    return Statement(f"SELECT {', '.join(_COLUMNS)} FROM clock WHERE table_id = ?", (table,))


def clock_row_of(row: Row) -> ClockRow:
    """The clocks that a row holds."""
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
    """The clocks of a new table."""
    columns = ("table_id", *_COLUMNS)
    return Statement(
        f"INSERT INTO clock ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})", (table, *_values(times), 0)
    )


def change(table: str, clock_row: ClockRow, times: Clocks) -> Statement:
    """The clocks after something happened; whoever saw them as they were before is refused."""
    places = ", ".join(f"{column} = ?" for column in _COLUMNS)
    values = (*_values(times), clock_row.changes + 1, table, clock_row.changes)
    return Statement(f"UPDATE clock SET {places} WHERE table_id = ? AND changes = ?", values, expect=1)


def wake(table: str, now: float) -> Statement:
    """The first game with a clock after a while begins at this table: the pulse was still, but nobody was kept from playing."""
    return Statement(
        "INSERT INTO pulse (id, at, gaps) VALUES (?, ?, 0) ON CONFLICT (id) DO UPDATE SET at = excluded.at"
        f" WHERE NOT EXISTS ({_PLAYED} AND game_table.id <> ?)",
        (_PULSE, now, table),
    )


def credit(tables: Sequence[str] | None, begin: float, end: float) -> list[Statement]:
    """The running clocks of these tables, or of all, after a stall that counts for nobody; a turn begun in it begins at its end."""
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
    """Beats while games with clocks are played. Nobody pays for the time in which it did not: all clocks are set on by as much."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._gaps = -1  # that this process knows of
        self._looked = float("-inf")
        self._beaten = float("-inf")
        self._one = asyncio.Lock()

    def late(self, now: float) -> bool:
        """Whether this process has not looked for so long that clocks may have to be set on before anything else happens."""
        return abs(now - self._looked) > GAP

    async def beat(self, now: float) -> bool:
        """Beats if it is time; whether clocks have been set on since the last call, here or by another process."""
        async with self._one:
            row = await self._store.row("SELECT at, gaps FROM pulse WHERE id = ?", _PULSE)
            if row is None:  # no game with a clock has begun yet
                self._looked = now
                return False
            at, gaps = float(row["at"]), int(row["gaps"])
            if abs(now - at) > GAP and await self._running():
                await self._set_on(at, now, gaps)
                gaps += 1
            elif abs(now - self._beaten) >= BEAT and await self._running():
                await self._store.write(Statement("UPDATE pulse SET at = ? WHERE id = ? AND gaps = ?", (now, _PULSE, gaps)))
                self._beaten = now
            news, self._gaps, self._looked = self._gaps not in (-1, gaps), gaps, now
            return news

    async def _running(self) -> bool:
        return await self._store.row(f"{_PLAYED} LIMIT 1") is not None

    async def _set_on(self, at: float, now: float, gaps: int) -> None:
        """As if no time had gone by since the last beat; whoever sees to a table finds out by himself when its time ends."""
        running = "SELECT table_id FROM clock WHERE seat IS NOT NULL"
        statements = (
            Statement("UPDATE pulse SET at = ?, gaps = gaps + 1 WHERE id = ? AND gaps = ?", (now, _PULSE, gaps), expect=1),
            Statement(
                "UPDATE clock SET since = ? - CASE WHEN since < ? THEN ? - since ELSE 0 END, changes = changes + 1"
                " WHERE seat IS NOT NULL",
                (now, at, at),
            ),
            Statement(f"UPDATE game_table SET revision = revision + 1 WHERE id IN ({running})"),
            Statement("UPDATE due SET at = ? WHERE kind = 'clock' OR at > ?", (now, now + _LEASE)),
            Statement("UPDATE due SET until = ? WHERE until > ?", (now, now + _LEASE)),
        )
        with contextlib.suppress(Conflict):  # another process has done the same
            await self._store.write(*statements)
        self._beaten = now
