"""Fixed windows of rate limits, in this process or in the store. A window begins with its first count."""

from __future__ import annotations

import hashlib
import math
import threading
import time
from collections.abc import Callable, Sequence
from typing import Final

from roundhouse.web.http.rates import Allowance, Rate, WindowKey, too_many
from roundhouse.web.store.store import Conflict, Row, Statement, Store

Windows = Sequence[tuple[WindowKey, Rate]]

_SWEEP: Final = 4096  # windows in memory after which those that have ended are removed


class LocalWindows:
    """Windows in memory. Any thread may count."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._counts: dict[WindowKey, tuple[float, int]] = {}  # when the window ends, and how many it has counted
        self._sweep_at = _SWEEP
        self._lock = threading.Lock()

    def spend(self, windows: Windows) -> Allowance | None:
        """Count one in each window and return the scarcest allowance. Raise HTTPError 429, and count nothing, if one is full."""
        scarcest: Allowance | None = None
        for key, rate in windows:
            left = self.left(key, rate)
            if left.remaining < 1:
                raise too_many(left)
            if scarcest is None or left.remaining <= scarcest.remaining:
                scarcest = Allowance(rate.amount, left.remaining - 1, left.reset)
        for key, _ in windows:
            self.add(key, 1)
        return scarcest

    def left(self, key: WindowKey, rate: Rate) -> Allowance:
        """Return what is left in a window."""
        end, count = self._counts.get(key, (0.0, 0))
        seconds = end - self._now()
        if seconds <= 0:
            return Allowance(rate.amount, rate.amount, key.seconds)
        return Allowance(rate.amount, max(0, rate.amount - count), max(1, math.ceil(seconds)))

    def add(self, key: WindowKey, cost: int) -> None:
        """Count in a window, whether it is full or not."""
        now = self._now()
        with self._lock:
            end, count = self._counts.get(key, (0.0, 0))
            self._counts[key] = (end, count + cost) if end > now else (now + key.seconds, cost)
            if len(self._counts) > self._sweep_at:
                self._counts = {key: window for key, window in self._counts.items() if window[0] > now}
                self._sweep_at = max(_SWEEP, 2 * len(self._counts))

    def refund(self, windows: Windows) -> None:
        """Take back one count of each window."""
        for key, _ in windows:
            self.add(key, -1)


class StoredWindows:
    """Windows in the store, which all processes count together."""

    def __init__(self, store: Store, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._now = now

    async def spend(self, windows: Windows) -> Allowance | None:
        """Count one in each window and return the allowance of the last. Raise HTTPError 429, and count nothing, if one is full."""
        if not windows:
            return None
        now = self._now()
        try:
            rows = await self._store.write(*(_count(key, rate, now) for key, rate in windows))
        except Conflict as conflict:
            raise await self._too_many(windows, now) from conflict
        return _allowance(windows[-1][1], rows[0], now)

    async def sweep(self) -> None:
        """Delete the windows that have ended."""
        await self._store.write(Statement("DELETE FROM rate_window WHERE ends <= ?", (self._now(),)))

    async def refund(self, windows: Windows) -> None:
        """Take back one count of each window."""
        sql = "UPDATE rate_window SET count = count - 1 WHERE name = ? AND count > 0"
        await self._store.write(*(Statement(sql, (_name(key),)) for key, _ in windows))

    async def _too_many(self, windows: Windows, now: float) -> Exception:
        for key, rate in windows:
            row = await self._store.row("SELECT ends, count FROM rate_window WHERE name = ?", _name(key))
            if row is not None and row["count"] >= rate.amount and row["ends"] > now:
                return too_many(_allowance(rate, row, now))
        return too_many(Allowance(windows[0][1].amount, 0, 1))  # it has ended meanwhile


def _count(key: WindowKey, rate: Rate, now: float) -> Statement:
    """Count one, in a new window if the old one has ended, or ends so late that the clock must have been set back."""
    ended = "(rate_window.ends <= ? OR rate_window.ends > ?)"
    ends, latest = now + rate.seconds, now + 2 * rate.seconds  # the clocks of two machines differ a little
    sql = (
        "INSERT INTO rate_window (name, ends, count) VALUES (?, ?, 1) ON CONFLICT (name) DO UPDATE SET"
        f" count = CASE WHEN {ended} THEN 1 ELSE rate_window.count + 1 END,"
        f" ends = CASE WHEN {ended} THEN excluded.ends ELSE rate_window.ends END"
        f" WHERE {ended} OR rate_window.count < ? RETURNING count, ends"
    )
    return Statement(sql, (_name(key), ends, *(now, latest) * 3, rate.amount), expect=1)


def _allowance(rate: Rate, row: Row, now: float) -> Allowance:
    seconds = min(rate.seconds, max(1, math.ceil(row["ends"] - now)))
    return Allowance(rate.amount, max(0, rate.amount - row["count"]), seconds)


def _name(key: WindowKey) -> str:
    """Return the name of a window in the store: of fixed length, and without addresses, names or e-mails of people."""
    return hashlib.sha256(f"{key.action} {key.seconds} {key.client}".encode("utf-8", "surrogatepass")).hexdigest()
