"""The response of a live stream, which counts as open from its first byte to its end."""

from __future__ import annotations

from collections.abc import AsyncIterator

from sse_starlette import EventSourceResponse
from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from roundhouse.web.http.address import SEND_TIMEOUT, SHUTDOWN_GRACE, address_of
from roundhouse.web.http.limits import Limits


class LiveResponse(EventSourceResponse):
    """Server-sent events for one client. Raises HTTPError 429 instead of responding if too many streams are open.

    Admission and count are one step, so that streams which are opened at the same moment cannot exceed the limit.
    """

    def __init__(self, request: Request, events: AsyncIterator[bytes], guest: str) -> None:
        super().__init__(events, send_timeout=SEND_TIMEOUT, shutdown_grace_period=SHUTDOWN_GRACE)
        self._limits: Limits = request.app.state.limits
        self._address = address_of(request)
        self._guest = guest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events, as ASGI defines it."""
        with self._limits.stream(self._address, self._guest):
            await super().__call__(scope, receive, send)
