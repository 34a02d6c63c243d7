"""Counts, times and logs every request, by its route and never by its path, which may contain an invitation."""

from __future__ import annotations

import logging
import random
import time
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from roundhouse.web.http.logs import facts
from roundhouse.web.http.metrics import Metrics

REQUEST_ID: Final = "X-Request-ID"
_HEADER: Final = REQUEST_ID.lower().encode()
_ids: Final = random.Random()  # names of requests are no secrets: a system call for each would cost as much as a small query
_NO_ROUTE: Final = "(none)"
_logger: Final = logging.getLogger(__name__)


class Telemetry:
    """The outermost ASGI middleware."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Run a request and record it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.monotonic()
        id = f"{_ids.getrandbits(64):016x}"
        status, seconds = 500, 0.0

        async def send_with_id(message: Message) -> None:
            nonlocal status, seconds
            if message["type"] == "http.response.start":
                status, seconds = message["status"], time.monotonic() - began
                message["headers"] = [*message["headers"], (_HEADER, id.encode())]
            await send(message)

        try:
            await self._app(scope, receive, send_with_id)
        finally:
            self._record(scope, status, seconds, time.monotonic() - began, id)

    def _record(self, scope: Scope, status: int, first_byte: float, total: float, id: str) -> None:
        route = scope["route"].path if "route" in scope else _NO_ROUTE
        method = scope["method"] if scope["method"] in ("GET", "HEAD", "POST") else "other"
        self._metrics.record(method, route, status, first_byte)
        if not _logger.isEnabledFor(logging.INFO):
            return
        table = scope.get("path_params", {}).get("id")
        _logger.info(
            "%s %s",
            method,
            route,
            extra=facts(status=status, ms=round(first_byte * 1000, 1), open_ms=round(total * 1000, 1), table=table, request=id),
        )
