"""Stalls of the event loop of this process. No request could be served during one, so no game clock counts it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final

TICK: Final = 0.25  # seconds between two measurements
STALL: Final = 1.0  # a measurement that is later than this shows a stall


class StallMonitor:
    """Measures stalls of the event loop. `now` is the time that game clocks use, `clock` is monotonic.

    A stall counts for what both agree on: a system time that was set forwards is none, and no clock has run longer than `now` has.
    """

    def __init__(self, now: Callable[[], float], clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._now = now
        self._last = (now(), clock())
        self._lost = 0.0
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Measure from now on."""
        self._last = (self._now(), self.clock())
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def close(self) -> None:
        """Stop measuring."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    @property
    def lost(self) -> float:
        """Return the seconds of stalls, up to this moment, that no clock has been credited with yet."""
        if self._task is not None:
            self._measure()
        return self._lost

    def credited(self, seconds: float) -> None:
        """Note that the clocks have been moved on by that much."""
        self._lost = max(0.0, self._lost - seconds)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            self._measure()

    def _measure(self) -> None:
        """Compare with the last measurement. A call from elsewhere shows that the loop runs, so the next is due one tick later."""
        here = (self._now(), self.clock())
        late = min(after - before for before, after in zip(self._last, here, strict=True)) - TICK
        self._last = here
        if late > STALL:
            self._lost += late
