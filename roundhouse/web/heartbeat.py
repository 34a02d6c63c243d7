"""The heartbeat of this process: how long its event loop was blocked. Nobody could be served then, so no clock counts it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final

TICK: Final = 0.25  # seconds between two beats
STALL: Final = 1.0  # a beat that is later than this was kept from running


class Heartbeat:
    """Measures stalls of the event loop. `now` is the time that clocks are counted in, `clock` one that nobody can set.

    A stall counts as what both agree on: a system time that was set forwards is none, and no clock has run longer than `now` has.
    """

    def __init__(self, now: Callable[[], float], clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._now = now
        self._last = (now(), clock())
        self._lost = 0.0
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Beat from now on."""
        self._last = (self._now(), self.clock())
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def close(self) -> None:
        """Beat no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    @property
    def lost(self) -> float:
        """Seconds of stalls that no clock has been credited with yet, up to this moment."""
        if self._task is not None:
            self._look()
        return self._lost

    def credited(self, seconds: float) -> None:
        """Clocks have been set on by that much."""
        self._lost = max(0.0, self._lost - seconds)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            self._look()

    def _look(self) -> None:
        """Whatever asks shows that the loop runs, so the next look is due one tick after this one."""
        here = (self._now(), self.clock())
        late = min(after - before for before, after in zip(self._last, here, strict=True)) - TICK
        self._last = here
        if late > STALL:
            self._lost += late
