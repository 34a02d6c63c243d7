"""Who is at a table now: a guest with an open stream is there, and one without is away after a while."""

from __future__ import annotations

import time
from collections import Counter
from typing import Final

AWAY: Final = 20.0  # seconds without a stream, long enough to load a page anew


class Presence:
    """The open streams of each guest, and since when a guest has none."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()
        self._left: dict[str, float] = {}
        self._since = time.monotonic()

    def enter(self, guest: str) -> None:
        """A stream opens."""
        self._open[guest] += 1

    def leave(self, guest: str) -> None:
        """A stream closes."""
        self._open[guest] -= 1
        if self._open[guest] <= 0:
            del self._open[guest]
            self._left[guest] = time.monotonic()

    def away(self, guest: str) -> bool:
        """Whether a guest has been gone for a while."""
        return not self._open[guest] and time.monotonic() - self._left.get(guest, self._since) >= AWAY
