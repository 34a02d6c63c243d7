"""Limits that apply to every request: its rate, its turn among those of its address, and its CPU time."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from roundhouse.web.http.address import address_of
from roundhouse.web.http.cpu import charged
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.http.limits import Limits
from roundhouse.web.server.context import RequestContext, headers_of, reason_of, status_of

_EXEMPT: Final = ("/healthz", "/metrics")  # asked by monitors and proxies
_READING: Final = ("GET", "HEAD")
_TOO_MANY: Final = 429


class LimitsMiddleware:
    """Refuses requests of addresses that have used up their limits; charges the CPU time of all others.

    Of the GET requests of one address a few run at the same time, so that a client with many connections delays itself only. An
    address that is refused again and again is refused slowly.
    """

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self._app = app
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request, as ASGI defines it."""
        if not self._limits.enabled or scope["type"] != "http" or scope["path"] in _EXEMPT:
            await self._app(scope, receive, send)
            return
        address = address_of(Request(scope))
        reading = scope["method"] in _READING
        try:
            self._limits.admit_work(address)
            if reading:
                self._limits.spend("page", address)
                async with self._limits.turn(address) as release:
                    await self._run(address, scope, receive, _then(send, release))
            else:
                await self._run(address, scope, receive, send)
        except HTTPError as error:
            await self._limits.slow_down(address)
            response = RequestContext(Request(scope)).error_response(status_of(error), reason_of(error), headers=headers_of(error))
            await response(scope, receive, send)

    async def _run(self, address: str, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_slowly(message: Message) -> None:
            if message.get("status") == _TOO_MANY:
                await self._limits.slow_down(address)
            await send(message)

        async def work() -> None:
            await self._app(scope, receive, send_slowly)

        await charged(work(), partial(self._limits.charge, address))


def _then(send: Send, release: Callable[[], None]) -> Send:
    """Return `send`, which calls `release` when the response begins: it is computed, or it is an endless stream."""

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            release()
        await send(message)

    return sent
