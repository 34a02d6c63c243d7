"""Connections: how many there may be, how long a request may take to arrive, and how large its head may be.

uvicorn bounds none of these: a client could send headers for ever, or hold connections until no descriptor is left.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from ipaddress import ip_address, ip_network
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from roundhouse.web.http.address import network_of
from roundhouse.web.settings import Settings

if sys.platform != "win32":
    import resource

MAX_HEAD: Final = 64 * 1024  # bytes of a request line and its headers
MAX_HEADERS: Final = 100
ARRIVAL_TIMEOUT: Final = 30.0  # seconds for a request to arrive as a whole, from the connection or its first byte
KEEP_ALIVE: Final = 15  # seconds that an idle connection is kept after a response
_DESCRIPTORS: Final = 65536  # that a process asks the system for
_RESERVED: Final = 100  # descriptors for the database, bots and files
_BESIDE_STREAMS: Final = 60  # connections of one address for everything but live streams


class HeadTooLarge(Exception):
    """A request has too many headers, or too large ones."""


class Proxies:
    """The proxies whose `X-Forwarded-For` is trusted: addresses and networks separated by commas, or `*` for any."""

    def __init__(self, trusted: str) -> None:
        names = {name.strip() for name in trusted.split(",")}
        self._any = "*" in names
        self._networks = [ip_network(name, strict=False) for name in names if _is_network(name)]

    def __contains__(self, host: str) -> bool:
        """Return whether a proxy of this address is trusted."""
        return self._any or (_is_network(host) and any(ip_address(host) in network for network in self._networks))


def _is_network(name: str) -> bool:
    try:
        ip_network(name, strict=False)
    except ValueError:
        return False
    return True


class Connections:
    """Counts the connections of this process: in all, and by address except for proxies, which bring many clients."""

    def __init__(self, settings: Settings, trusted: str) -> None:
        self._max = max_connections()
        self._max_each = settings.streams_each + _BESIDE_STREAMS if settings.limits else self._max
        self._proxies = Proxies(trusted if settings.https else "")
        self._each: Counter[str] = Counter()
        self._open = 0

    def full(self, host: str) -> bool:
        """Return whether there is no room for another connection of a host."""
        return self._open >= self._max or (self._each[network_of(host)] >= self._max_each and host not in self._proxies)

    def enter(self, host: str) -> bool:
        """Count a connection and return True, or return False if there are too many."""
        if self.full(host):
            return False
        self._open += 1
        self._each[network_of(host)] += 1
        return True

    def leave(self, host: str) -> None:
        """Count a connection as closed."""
        self._open -= 1
        self._each[network_of(host)] -= 1
        if not self._each[network_of(host)]:
            del self._each[network_of(host)]


def raise_descriptor_limit() -> None:
    """Let this process open as many files and connections as the system allows it, within reason."""
    if sys.platform == "win32":  # which has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY:
        wanted = _DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, _DESCRIPTORS)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))


def max_connections() -> int:
    """Return how many connections leave enough descriptors for everything else."""
    if sys.platform == "win32":
        return _DESCRIPTORS
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return _DESCRIPTORS if soft == resource.RLIM_INFINITY else max(1, soft - _RESERVED)


def bounded_protocol(connections: Connections) -> type[HttpToolsProtocol]:
    """Return the protocol of a server whose connections are counted by `connections`."""

    class BoundedProtocol(HttpToolsProtocol):
        """HTTP/1.1 with limits on connections, heads and the time that a request takes to arrive."""

        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **options)
            self._head = 0  # bytes of the address and the headers of the request that is arriving
            self._pending = 0  # bytes since the parser last reported a body or the end of a part
            self._arrival: asyncio.TimerHandle | None = None
            self._host: str | None = None  # once it is counted

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            """Count the connection; close it at once if there are too many."""
            super().connection_made(transport)
            host = "" if self.client is None else self.client[0]
            if not connections.enter(host):
                transport.abort()
                return
            self._host = host
            self._expect()

        def connection_lost(self, exc: Exception | None) -> None:
            """Count the connection as closed."""
            self._arrived()
            if self._host is not None:
                connections.leave(self._host)
                self._host = None
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            """Parse data; refuse a head that is too large before it is complete."""
            if self.transport.is_closing():
                return
            self._pending += len(data)
            super().data_received(data)
            if not (self._pending or self._head) or self.transport.is_closing():
                return  # most requests arrive whole, so that they need no timer
            if self._pending > MAX_HEAD:
                self.send_400_response("The head of this request is too large.")
            elif self._arrival is None:
                self._expect()

        def on_url(self, url: bytes) -> None:
            """Count the address of a request."""
            self._count(len(url))
            super().on_url(url)

        def on_header(self, name: bytes, value: bytes) -> None:
            """Count a header, or a trailer."""
            self._head += len(name) + len(value)  # not by `_count`: this is called a dozen times per request
            if self._head > MAX_HEAD or len(self.headers) >= MAX_HEADERS:
                raise HeadTooLarge
            HttpToolsProtocol.on_header(self, name, value)

        def on_headers_complete(self) -> None:
            """Begin with the body."""
            self._pending = 0
            super().on_headers_complete()

        def on_body(self, body: bytes) -> None:
            """Take a part of the body, whose size the application limits."""
            self._pending = 0
            super().on_body(body)

        def on_message_complete(self) -> None:
            """Note that the request has arrived."""
            self._pending = self._head = 0
            self._arrived()
            super().on_message_complete()

        def _count(self, size: int) -> None:
            self._head += size
            if self._head > MAX_HEAD:
                raise HeadTooLarge

        def _expect(self) -> None:
            self._arrival = self.loop.call_later(ARRIVAL_TIMEOUT, self._give_up)

        def _arrived(self) -> None:
            if self._arrival is not None:
                self._arrival.cancel()
                self._arrival = None

        def _give_up(self) -> None:
            self._arrival = None
            self.transport.abort()

    return BoundedProtocol
