"""Who is at a table now: a guest with an open stream is there, and one without is away after a while."""

from __future__ import annotations

import time
from collections import Counter
from typing import Final

AWAY: Final = 20.0  # seconds without a stream, long enough to load a page anew


class Presence:
    """The open streams of each guest, and when one without was last seen."""

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

    def seen(self, guest: str) -> None:
        """Another process says that the guest looks at the table there."""
        self._left[guest] = time.monotonic()

    @property
    def here(self) -> list[str]:
        """The guests with open streams."""
        return list(self._open)

    def away(self, guest: str) -> bool:
        """Whether a guest has been gone for a while."""
        return not self._open[guest] and time.monotonic() - self._left.get(guest, self._since) >= AWAY
