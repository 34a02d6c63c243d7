"""A listening socket that accepts connections many at a time.

uvloop accepts one connection each time that it looks at a socket. Clients that connect again and again, which costs them nothing,
then keep new connections of others waiting for many seconds on a busy machine.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable
from typing import Final

from roundhouse.web.http.connections import Connections

_AT_ONCE: Final = 256  # connections accepted before other work has its turn
_PAUSE: Final = 0.2  # seconds without accepting, when the system has no descriptor or memory left


class Listener:
    """Accepts connections until it is closed, in the running event loop, and creates a protocol for each.

    A connection that `connections` has no room for is closed before a protocol is created. The methods are those of an
    `asyncio.Server` that uvicorn calls.
    """

    def __init__(self, listening: socket.socket, make_protocol: Callable[[], asyncio.Protocol], connections: Connections) -> None:
        listening.setblocking(False)
        self._listening = listening
        self._make_protocol = make_protocol
        self._connections = connections
        self._loop = asyncio.get_running_loop()
        self._starting: set[asyncio.Task[None]] = set()
        self._closed = False
        self._listen()

    def close(self) -> None:
        """Accept nothing any more."""
        self._closed = True
        self._loop.remove_reader(self._listening)

    async def wait_closed(self) -> None:
        """Wait until the connections that were accepted have their protocols."""
        await asyncio.gather(*self._starting, return_exceptions=True)

    def _listen(self) -> None:
        if not self._closed:
            self._loop.add_reader(self._listening, self._accept_many)

    def _accept_many(self) -> None:
        for _ in range(_AT_ONCE):
            try:
                accepted, address = self._listening.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError:  # the socket stays readable: to try again at once would keep the loop busy
                self._loop.remove_reader(self._listening)
                self._loop.call_later(_PAUSE, self._listen)
                return
            if self._connections.full(str(address[0])):
                accepted.close()
                continue
            self._starting.add(task := self._loop.create_task(self._start(accepted)))
            task.add_done_callback(self._starting.discard)

    async def _start(self, accepted: socket.socket) -> None:
        accepted.setblocking(False)
        with contextlib.suppress(OSError):  # the client has gone already
            accepted.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            await self._loop.connect_accepted_socket(self._make_protocol, accepted)
