"""Telemetry: every request is counted, timed and logged, by its route and never by its address, which may hold an invitation."""

from __future__ import annotations

import logging
import secrets
import time
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from roundhouse.web.http.logs import facts
from roundhouse.web.http.metrics import Metrics

REQUEST_ID: Final = "X-Request-ID"
_NOWHERE: Final = "(none)"
_logger: Final = logging.getLogger(__name__)


class Telemetry:
    """The outermost layer: sees every request and what became of it."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.monotonic()
        id = secrets.token_hex(8)
        status, seconds = 500, 0.0

        async def sent(message: Message) -> None:
            nonlocal status, seconds
            if message["type"] == "http.response.start":
                status, seconds = message["status"], time.monotonic() - began
                MutableHeaders(scope=message)[REQUEST_ID] = id
            await send(message)

        try:
            await self._app(scope, receive, sent)
        finally:
            self._note(scope, status, seconds, time.monotonic() - began, id)

    def _note(self, scope: Scope, status: int, first: float, whole: float, id: str) -> None:
        route = scope["route"].path if "route" in scope else _NOWHERE
        method = scope["method"] if scope["method"] in ("GET", "HEAD", "POST") else "other"
        self._metrics.requests.labels(method, route, str(status)).inc()
        self._metrics.seconds.labels(route).observe(first)
        if status >= 500:
            self._metrics.faults.inc()
        if not _logger.isEnabledFor(logging.INFO):
            return
        table = scope.get("path_params", {}).get("id")
        _logger.info(
            "%s %s",
            method,
            route,
            extra=facts(status=status, ms=round(first * 1000, 1), open_ms=round(whole * 1000, 1), table=table, request=id),
        )
