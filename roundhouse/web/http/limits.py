"""How often one guest may do something, so that nobody can wear out the house for the others."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from roundhouse.core.sentence import say
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.settings import Settings

_OFTEN: Final[dict[str, RateLimitItem]] = {
    "act": parse("60 per second"),
    "chat": parse("10 per 10 second"),
    "hint": parse("20 per 10 second"),
    "table": parse("30 per minute"),
    "import": parse("20 per minute"),
    "join": parse("30 per minute"),
    "verify": parse("30 per minute"),
    "account": parse("10 per 10 minute"),  # made from one address
    "sign-in": parse("40 per 10 minute"),  # tried from one address
    "guess": parse("10 per 10 minute"),  # wrong passwords of one account
    "letter": parse("10 per 10 minute"),  # asked for from one address
    "mailbox": parse("3 per 10 minute"),  # sent to one person
    "api": parse("2400 per minute"),
    "visitor": parse("300 per minute"),  # requests to the API without a token, by address
    "token": parse("20 per minute"),  # tokens that are not good, by address; tokens made, by guest
}


@dataclass(frozen=True)
class Allowance:
    """How much of something is left to somebody."""

    most: int
    left: int
    seconds: int  # until it is whole again

    def headers(self) -> dict[str, str]:
        """As programs read it."""
        return {"RateLimit-Limit": str(self.most), "RateLimit-Remaining": str(self.left), "RateLimit-Reset": str(self.seconds)}


class Limits:
    """Windows of time a guest and deed, and open streams an address."""

    def __init__(self, settings: Settings) -> None:
        self._on = settings.limits
        self._windows = FixedWindowRateLimiter(MemoryStorage())
        self._streams: Counter[str] = Counter()
        self._most, self._most_each = settings.streams, settings.streams_each

    def spend(self, deed: str, who: str) -> Allowance | None:
        """Counts one deed; too many are refused. What is left, where anything is counted."""
        if not self._on:
            return None
        item = _OFTEN[deed]
        good = self._windows.hit(item, deed, who)
        window = self._windows.get_window_stats(item, deed, who)
        left = Allowance(item.amount, window.remaining, max(1, math.ceil(window.reset_time - time.time())))
        if not good:
            headers = left.headers() | {"Retry-After": str(left.seconds)}
            raise HTTPError(429, say("too much at once; wait a moment"), headers)
        return left

    @property
    def streams(self) -> int:
        """How many streams are open."""
        return self._streams.total()

    def admit(self, deed: str, who: str) -> None:
        """Refuses what was done too often already, without counting: what is counted is what fails."""
        if self._on and not self._windows.test(_OFTEN[deed], deed, who):
            raise HTTPError(429, say("too much at once; wait a moment"))

    def admit_stream(self, address: str) -> None:
        """Refuses a stream where too many are open."""
        if self._streams.total() >= self._most or self._streams[address] >= self._most_each:
            raise HTTPError(429, say("too many live pages are open from here; close some"), {"Retry-After": "10"})

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
