"""Rate limits by address and by guest, budgets of CPU time by address, and limits on open live streams.

Guests are free, so whatever a guest may do is limited by address as well. Everything is counted in this process; with several
processes, each has its share of every limit (`Settings.processes`).
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Final

from limits import RateLimitItem, RateLimitItemPerMinute, parse_many
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from roundhouse.core.sentence import say
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.settings import Settings

_RATES: Final[dict[str, tuple[str, str]]] = {  # action: by guest, account or recipient; by address, which people may share
    "page": ("", "3000 per minute"),  # GET requests
    "act": ("60 per second", "240 per second"),
    "chat": ("10 per 10 second", "60 per 10 second"),
    "hint": ("20 per 10 second", "60 per 10 second"),
    "table": ("30 per minute", "30 per minute"),
    "public": ("", "40 per hour"),  # tables in the lobby: fewer than it lists
    "import": ("20 per minute", "20 per minute; 60 per day"),
    "join": ("30 per minute", "30 per minute"),
    "verify": ("", "30 per minute"),
    "account": ("", "10 per 10 minute"),  # accounts created
    "sign-in": ("", "40 per 10 minute"),  # attempts
    "guess": ("10 per 10 minute", ""),  # wrong passwords, by account
    "email": ("", "10 per 10 minute"),  # e-mails requested
    "mailbox": ("3 per 10 minute", ""),  # e-mails sent, by recipient
    "api": ("2400 per minute", "9600 per minute"),
    "visitor": ("", "300 per minute"),  # API requests without a token
    "token": ("20 per minute", "20 per minute"),  # tokens created; invalid tokens
}
_CPU: Final = "cpu"
_CPU_UNITS: Final = 10_000  # that a second of CPU time counts
_AT_ONCE: Final = 2  # GET requests of one address that run at the same time; the others wait for their turn
_MAX_WAITING: Final = 200  # GET requests of one address that may wait


@dataclass(frozen=True)
class Allowance:
    """The state of one rate limit after a request."""

    limit: int
    remaining: int
    reset: int  # seconds until the window ends

    def headers(self) -> dict[str, str]:
        """Return the RateLimit headers."""
        return {"RateLimit-Limit": str(self.limit), "RateLimit-Remaining": str(self.remaining), "RateLimit-Reset": str(self.reset)}


@dataclass
class _Queue:
    """The GET requests of one address that run or wait."""

    turn: asyncio.Semaphore
    count: int = 0


class Limits:
    """Fixed-window limits for each action, address and guest; the CPU time of each address; the streams that are open."""

    def __init__(self, settings: Settings) -> None:
        self.enabled = settings.limits
        self._windows = FixedWindowRateLimiter(MemoryStorage())
        self._pending: Counter[tuple[str, str]] = Counter()  # attempts whose outcome is not known yet, by action and client
        self._share = max(1, settings.processes)
        self._rates = {action: (self._parse(guest), self._parse(address)) for action, (guest, address) in _RATES.items()}
        self._cpu = RateLimitItemPerMinute(max(1, settings.cpu_each * _CPU_UNITS // self._share))
        self._queues: dict[str, _Queue] = {}
        self._streams: Counter[str] = Counter()  # by address and by guest
        self._open = 0
        self._max_streams = settings.streams
        self._max_streams_each = -(-settings.streams_each // self._share)

    # Rates.

    def spend(self, action: str, address: str = "", client: str = "") -> Allowance | None:
        """Count one action of an address and a client: a guest, an account or a recipient. Return the scarcest allowance.

        Raises HTTPError 429, and counts nothing, if it is too many for either. Returns None if limits are off.
        """
        if not self.enabled:
            return None
        windows = self._of(action, address, client)
        for rate, key in windows:
            if not self._windows.test(rate, action, key):
                raise _too_many(self._allowance(rate, action, key))
        for rate, key in windows:
            self._windows.hit(rate, action, key)
        return min((self._allowance(rate, action, key) for rate, key in windows), key=lambda left: left.remaining, default=None)

    def _of(self, action: str, address: str, client: str) -> list[tuple[RateLimitItem, str]]:
        by_client, by_address = self._rates[action]
        found = [(rate, f"address {address}") for rate in by_address if address]
        return found + [(rate, f"client {client}") for rate in by_client if client]

    def _allowance(self, rate: RateLimitItem, action: str, key: str) -> Allowance:
        window = self._windows.get_window_stats(rate, action, key)
        return Allowance(rate.amount, window.remaining, max(1, math.ceil(window.reset_time - time.time())))

    def _parse(self, text: str) -> Sequence[RateLimitItem]:
        """Return the rates of a text, each reduced to the share of this process."""
        rates = parse_many(text) if text else []
        return [type(rate)(max(1, rate.amount // self._share), rate.multiples) for rate in rates]

    # CPU time.

    def admit_work(self, address: str) -> None:
        """Raise HTTPError 429 if the requests of an address have used up its CPU time of this minute."""
        if self.enabled and not self._windows.test(self._cpu, _CPU, address):
            raise _too_many(self._allowance(self._cpu, _CPU, address))

    def charge(self, address: str, seconds: float) -> None:
        """Count CPU time that was spent for an address. May be called from any thread."""
        cost = round(seconds * _CPU_UNITS)
        if self.enabled and cost > 0:
            self._windows.hit(self._cpu, _CPU, address, cost=cost)

    def cpu_left(self, address: str) -> float:
        """Return how many seconds of CPU time an address has left in this minute."""
        return self._windows.get_window_stats(self._cpu, _CPU, address).remaining / _CPU_UNITS

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[Callable[[], None]]:
        """Wait until fewer than two requests of this address run; yield a function that lets the next one run early.

        Raises HTTPError 429 if too many wait already.
        """
        if not self.enabled:
            yield lambda: None
            return
        queue = self._queues.setdefault(address, _Queue(asyncio.Semaphore(_AT_ONCE)))
        if queue.count >= _AT_ONCE + _MAX_WAITING:
            raise HTTPError(429, say("too many requests; wait a moment"), {"Retry-After": "1"})
        queue.count += 1
        released = True

        def release() -> None:
            nonlocal released
            if not released:
                released = True
                queue.turn.release()
                self._leave(address, queue)

        try:
            await queue.turn.acquire()
        except BaseException:
            self._leave(address, queue)
            raise
        released = False
        try:
            yield release
        finally:
            release()

    def _leave(self, address: str, queue: _Queue) -> None:
        queue.count -= 1
        if not queue.count:
            del self._queues[address]

    # Streams.

    @property
    def streams(self) -> int:
        """The number of open streams."""
        return self._open

    @contextmanager
    def attempt(self, action: str, client: str) -> Iterator[None]:
        """Reserve one failure while the context is active, for actions of which only failures are `spend`.

        Concurrent attempts are counted before their outcome is known. Raise HTTPError 429 if failures and pending attempts
        together reach the limit.
        """
        pending = action, client
        for rate, key in self._of(action, "", client) if self.enabled else ():
            if not self._windows.test(rate, action, key, cost=self._pending[pending] + 1):
                raise _too_many(self._allowance(rate, action, key))
        self._pending[pending] += 1
        try:
            yield
        finally:
            self._pending[pending] -= 1
            if not self._pending[pending]:
                del self._pending[pending]

    @contextmanager
    def stream(self, address: str, guest: str = "") -> Iterator[None]:
        """Count a stream as open while the context is active. Raises HTTPError 429 if too many are open, in all or of one."""
        clients = [key for key, name in ((f"address {address}", address), (f"guest {guest}", guest)) if name]
        if self._open >= self._max_streams or any(self._streams[client] >= self._max_streams_each for client in clients):
            raise HTTPError(429, say("too many live pages are open from your address; close some"), {"Retry-After": "10"})
        self._open += 1
        self._streams.update(clients)
        try:
            yield
        finally:
            self._open -= 1
            self._streams.subtract(clients)
            self._streams += Counter()  # forgets those that have none


def _too_many(left: Allowance) -> HTTPError:
    return HTTPError(429, say("too many requests; wait a moment"), left.headers() | {"Retry-After": str(left.reset)})
