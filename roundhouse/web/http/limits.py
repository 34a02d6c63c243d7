"""Rate limits for each guest or address, and limits on open live streams."""

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

_RATES: Final[dict[str, RateLimitItem]] = {
    "act": parse("60 per second"),
    "chat": parse("10 per 10 second"),
    "hint": parse("20 per 10 second"),
    "table": parse("30 per minute"),
    "import": parse("20 per minute"),
    "join": parse("30 per minute"),
    "verify": parse("30 per minute"),
    "account": parse("10 per 10 minute"),  # accounts created, by address
    "sign-in": parse("40 per 10 minute"),  # attempts, by address
    "guess": parse("10 per 10 minute"),  # wrong passwords, by account
    "email": parse("10 per 10 minute"),  # e-mails requested, by address
    "mailbox": parse("3 per 10 minute"),  # e-mails sent, by recipient
    "api": parse("2400 per minute"),
    "visitor": parse("300 per minute"),  # API requests without a token, by address
    "token": parse("20 per minute"),  # invalid tokens, by address; tokens created, by guest
}


@dataclass(frozen=True)
class Allowance:
    """The state of one rate limit after a request."""

    limit: int
    remaining: int
    reset: int  # seconds until the window ends

    def headers(self) -> dict[str, str]:
        """Return the RateLimit headers."""
        return {"RateLimit-Limit": str(self.limit), "RateLimit-Remaining": str(self.remaining), "RateLimit-Reset": str(self.reset)}


class Limits:
    """Fixed-window rate limits for each action and client, and a count of open streams for each address."""

    def __init__(self, settings: Settings) -> None:
        self._enabled = settings.limits
        self._windows = FixedWindowRateLimiter(MemoryStorage())
        self._streams: Counter[str] = Counter()
        self._max_streams, self._max_streams_each = settings.streams, settings.streams_each

    def spend(self, action: str, client: str) -> Allowance | None:
        """Count one action of a client and return what remains; None if limits are off. Raises HTTPError 429 if it is too many."""
        if not self._enabled:
            return None
        rate = _RATES[action]
        within = self._windows.hit(rate, action, client)
        window = self._windows.get_window_stats(rate, action, client)
        allowance = Allowance(rate.amount, window.remaining, max(1, math.ceil(window.reset_time - time.time())))
        if not within:
            headers = allowance.headers() | {"Retry-After": str(allowance.reset)}
            raise HTTPError(429, say("too many requests; wait a moment"), headers)
        return allowance

    @property
    def streams(self) -> int:
        """The number of open streams."""
        return self._streams.total()

    def admit(self, action: str, client: str) -> None:
        """Raise HTTPError 429 if the limit is reached, without counting. For actions of which only failures count."""
        if self._enabled and not self._windows.test(_RATES[action], action, client):
            raise HTTPError(429, say("too many requests; wait a moment"))

    def admit_stream(self, address: str) -> None:
        """Raise HTTPError 429 if too many streams are open, in all or from this address."""
        if self._streams.total() >= self._max_streams or self._streams[address] >= self._max_streams_each:
            raise HTTPError(429, say("too many live pages are open from your address; close some"), {"Retry-After": "10"})

    @contextmanager
    def stream(self, address: str) -> Iterator[None]:
        """Count a stream as open while the context is active."""
        self._streams[address] += 1
        try:
            yield
        finally:
            self._streams[address] -= 1
            if not self._streams[address]:
                del self._streams[address]
