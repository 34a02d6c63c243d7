"""How often one guest may do something, so that nobody can wear out the house for the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from roundhouse.core.sentence import say
from roundhouse.web.settings import Settings
from roundhouse.web.trouble import Trouble

_OFTEN: Final[dict[str, RateLimitItem]] = {
    "act": parse("60 per second"),
    "chat": parse("10 per 10 second"),
    "hint": parse("20 per 10 second"),
    "table": parse("30 per minute"),
    "import": parse("20 per minute"),
    "join": parse("30 per minute"),
    "verify": parse("30 per minute"),
}


class Limits:
    """Windows of time a guest and deed, and open streams an address."""

    def __init__(self, settings: Settings) -> None:
        self._on = settings.limits
        self._windows = FixedWindowRateLimiter(MemoryStorage())
        self._streams: Counter[str] = Counter()
        self._most, self._most_each = settings.streams, settings.streams_each

    def spend(self, deed: str, who: str) -> None:
        """Counts one deed; too many are refused."""
        if self._on and not self._windows.hit(_OFTEN[deed], deed, who):
            raise Trouble(429, say("too much at once; wait a moment"))

    def admit_stream(self, address: str) -> None:
        """Refuses a stream where too many are open."""
        if self._streams.total() >= self._most or self._streams[address] >= self._most_each:
            raise Trouble(429, say("too many live pages are open from here; close some"))

    @contextmanager
    def stream(self, address: str) -> Iterator[None]:
        """One open stream."""
        self._streams[address] += 1
        try:
            yield
        finally:
            self._streams[address] -= 1
            if not self._streams[address]:
                del self._streams[address]
