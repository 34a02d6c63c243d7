"""Rate limits by address and by guest, budgets of CPU time by address, and limits on open live streams.

Guests are free, so whatever a guest may do is limited by address as well. What is rare and worth a guess or a row of its own
(passwords, accounts, tables, imports) is counted exactly: in the store, if several processes share it. Everything else is counted
in this process, which has its share of every limit (`Settings.processes`): a move must not cost a second transaction.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Final

from roundhouse.core.sentence import say
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.http.rates import DAY, HOUR, MINUTE, SECOND, Allowance, Rate, WindowKey, too_many
from roundhouse.web.http.windows import LocalWindows, StoredWindows, Windows
from roundhouse.web.settings import Settings

Rates = Sequence[Rate]

_RATES: Final[dict[str, tuple[Rates, Rates]]] = {  # action: by guest, account or recipient; by address, which people may share
    "page": ([], [Rate(3000, MINUTE)]),  # GET requests
    "act": ([Rate(60, SECOND)], [Rate(240, SECOND)]),
    "chat": ([Rate(10, 10 * SECOND)], [Rate(60, 10 * SECOND)]),
    "hint": ([Rate(20, 10 * SECOND)], [Rate(60, 10 * SECOND)]),
    "analysis": ([Rate(20, 10 * SECOND)], [Rate(60, 10 * SECOND)]),  # positions that are evaluated
    "table": ([Rate(30, MINUTE)], [Rate(30, MINUTE)]),
    "public": ([], [Rate(40, HOUR)]),  # tables in the lobby: fewer than it lists
    "review": ([Rate(10, HOUR)], [Rate(30, HOUR)]),  # reviews asked for: each takes a minute of CPU time
    "puzzle": ([Rate(30, MINUTE)], [Rate(120, MINUTE)]),  # answers to puzzles
    "import": ([Rate(20, MINUTE)], [Rate(20, MINUTE), Rate(60, DAY)]),
    "join": ([Rate(30, MINUTE)], [Rate(30, MINUTE)]),
    "verify": ([], [Rate(30, MINUTE)]),
    "account": ([], [Rate(10, 10 * MINUTE)]),  # accounts created
    "sign-in": ([], [Rate(40, 10 * MINUTE)]),  # attempts
    "guess": ([Rate(10, 10 * MINUTE)], []),  # wrong passwords, by account
    "email": ([], [Rate(10, 10 * MINUTE)]),  # e-mails requested
    "mailbox": ([Rate(3, 10 * MINUTE)], []),  # e-mails sent, by recipient
    "api": ([Rate(2400, MINUTE)], [Rate(9600, MINUTE)]),
    "visitor": ([], [Rate(300, MINUTE)]),  # API requests without a token
    "token": ([Rate(20, MINUTE)], [Rate(20, MINUTE)]),  # tokens created; invalid tokens
}
_EXACT: Final = ("table", "public", "review", "import", "account", "sign-in", "guess", "email", "mailbox", "token")
_CPU_UNITS: Final = 10_000  # that a second of CPU time counts
_AT_ONCE: Final = 2  # GET requests of one address that run at the same time; the others wait for their turn
_MAX_WAITING: Final = 200  # GET requests of one address that may wait
_FREE_CPU: Final = 0.2  # seconds of CPU time in a minute after which the GET requests of an address run with pauses
_PAUSE: Final = 3.0  # times as long as a request took
_MAX_PAUSE: Final = 2.0  # seconds
_REFUSALS: Final = Rate(20, 10 * SECOND)  # by address; more are delayed
_REFUSAL_DELAY: Final = 1.0  # seconds


@dataclass
class _Queue:
    """The GET requests of one address that run or wait."""

    turn: asyncio.Semaphore
    count: int = 0


class Limits:
    """Fixed-window limits for each action, address and guest; the CPU time of each address; the streams that are open.

    `stored` counts what must be exact, if other processes share the store.
    """

    def __init__(self, settings: Settings, stored: StoredWindows | None = None) -> None:
        self.enabled = settings.limits
        self._share = max(1, settings.processes)
        self._local = LocalWindows()
        self._stored = stored
        self._rates = {
            action: (rates if self._is_stored(action) else tuple(map(self._shares, rates))) for action, rates in _RATES.items()
        }
        self._cpu = Rate(max(1, settings.cpu_each * _CPU_UNITS // self._share), MINUTE)
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
        return self._local.spend(self._windows(action, address, client)) if self.enabled else None

    async def claim(self, action: str, address: str = "", client: str = "") -> Allowance | None:
        """Do the same as `spend`, but count exactly, together with all processes that share the store.

        Actions that are not worth a transaction are counted by `spend`.
        """
        if self._stored is None or not self._is_stored(action) or not self.enabled:
            return self.spend(action, address, client)
        return await self._stored.spend(self._windows(action, address, client))

    async def refund(self, action: str, client: str) -> None:
        """Take back one action of a client, such as a guess that was right."""
        windows = self._windows(action, "", client)
        if self._stored is not None and self._is_stored(action):
            await self._stored.refund(windows)
        else:
            self._local.refund(windows)

    def _is_stored(self, action: str) -> bool:
        return self._stored is not None and action in _EXACT

    def _windows(self, action: str, address: str, client: str) -> Windows:
        by_client, by_address = self._rates[action]
        found = [(WindowKey(action, address, rate.seconds), rate) for rate in by_address] if address else []
        if client:
            found += [(WindowKey(action, f"client {client}", rate.seconds), rate) for rate in by_client]
        return found

    def _shares(self, rates: Rates) -> Rates:
        """Return the share that this process has of some rates."""
        return [Rate(max(1, rate.amount // self._share), rate.seconds) for rate in rates]

    # CPU time.

    def admit_work(self, address: str) -> None:
        """Raise HTTPError 429 if the requests of an address have used up its CPU time of this minute."""
        left = self._local.left(_cpu_of(address), self._cpu)
        if self.enabled and left.remaining < 1:
            raise too_many(left)

    def charge(self, address: str, seconds: float) -> None:
        """Count CPU time that was spent for an address. May be called from any thread."""
        cost = round(seconds * _CPU_UNITS)
        if self.enabled and cost > 0:
            self._local.add(_cpu_of(address), cost)

    def cpu_left(self, address: str) -> float:
        """Return how many seconds of CPU time an address has left in this minute."""
        return self._local.left(_cpu_of(address), self._cpu).remaining / _CPU_UNITS

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[Callable[[], None]]:
        """Wait until fewer than two requests of this address run; yield a function that lets the next one run early.

        If the address has used much CPU time, the next one runs after a pause of three times as long as this one took: others
        then have at least three quarters of the event loop, however slow the machine is. Raises HTTPError 429 if too many wait.
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
            if released:
                return
            released = True
            if self._cpu.amount - self._local.left(_cpu_of(address), self._cpu).remaining < _FREE_CPU * _CPU_UNITS:
                self._pass_on(address, queue)
            else:
                pause = min(_MAX_PAUSE, _PAUSE * (loop.time() - begin))
                loop.call_later(pause, self._pass_on, address, queue)

        try:
            await queue.turn.acquire()
        except BaseException:
            self._leave(address, queue)
            raise
        released = False
        loop = asyncio.get_running_loop()
        begin = loop.time()
        try:
            yield release
        finally:
            release()

    def _pass_on(self, address: str, queue: _Queue) -> None:
        queue.turn.release()
        self._leave(address, queue)

    def _leave(self, address: str, queue: _Queue) -> None:
        queue.count -= 1
        if not queue.count:
            del self._queues[address]

    async def slow_down(self, address: str) -> None:
        """Wait for a second before a refusal, if this address was refused many times: refusals must not cost much either."""
        key = WindowKey("refused", address, _REFUSALS.seconds)
        self._local.add(key, 1)
        if self._local.left(key, _REFUSALS).remaining < 1:
            await asyncio.sleep(_REFUSAL_DELAY)

    # Streams.

    @property
    def streams(self) -> int:
        """The number of open streams."""
        return self._open

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


def _cpu_of(address: str) -> WindowKey:
    return WindowKey("cpu", address, MINUTE)
