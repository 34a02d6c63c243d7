"""Security middleware: checks that apply to all requests, and headers that apply to all responses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from roundhouse.core.sentence import Sentence, say
from roundhouse.web.http.problem import is_api_path
from roundhouse.web.server.context import RequestContext
from roundhouse.web.settings import Settings

MAX_BODY: Final = 64 * 1024  # bytes
MAX_IMPORT: Final = 256 * 1024  # bytes of an imported record
MAX_TABLE: Final = 384 * 1024  # bytes of a form or request that opens a table: a map file is a value of an option
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_LENGTH_DIGITS: Final = 18  # of a Content-Length; int() refuses thousands of them
_SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")
_HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "Cache-Control": "no-store, private",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_RAW_HEADERS: Final = [(name.lower().encode(), value.encode()) for name, value in _HEADERS.items()]


class SecurityMiddleware:
    """Refuses cross-site requests and bodies that are too large; adds security headers to every response."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._https = settings.https
        self._schemes = (b"https",) if settings.https else (b"http", b"https")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request, as ASGI defines it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        send = self._with_headers(send)
        refusal = self._refusal(scope)
        if refusal is not None:
            await refusal(scope, receive, send)
            return
        body = _LimitedBody(receive, _limit(scope["path"]))
        try:
            await self._app(scope, body.receive, send)
        except _TooLarge:
            await _error(scope, 413, _LARGE)(scope, receive, send)

    def _refusal(self, scope: Scope) -> Response | None:
        headers = dict(reversed(scope["headers"]))  # of equal names the first counts; quicker than Starlette's Headers
        # the API reads no cookie, so another site cannot act for its visitors
        if scope["method"] not in _SAFE_METHODS and not is_api_path(scope["path"]) and not self._same_site(headers):
            return _error(scope, 403, say("this request came from another site"))
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or len(length) > _LENGTH_DIGITS or int(length) > _limit(scope["path"]):
            return _error(scope, 413, _LARGE)
        return None

    def _same_site(self, headers: Mapping[bytes, bytes]) -> bool:
        """Return whether a page of this server made the request, by Sec-Fetch-Site or else Origin; browsers send at least one."""
        site = headers.get(b"sec-fetch-site")
        if site is not None:
            return site == b"same-origin"
        scheme, separator, host = headers.get(b"origin", b"").partition(b"://")
        return bool(separator and host) and host == headers.get(b"host") and scheme in self._schemes

    def _with_headers(self, send: Send) -> Send:
        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = with_security_headers(message["headers"])
                if self._https:
                    MutableHeaders(scope=message).setdefault("Strict-Transport-Security", "max-age=31536000")
            await send(message)

        return sent


def with_security_headers(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Return the raw headers of a response with the security headers that it does not set itself."""
    found = list(headers)
    names = {name for name, _ in found}
    return found + [header for header in _RAW_HEADERS if header[0] not in names]


class _TooLarge(Exception):
    """A body is larger than its Content-Length said."""


class _LimitedBody:
    """The body of a request; receiving more than `limit` bytes raises _TooLarge."""

    def __init__(self, receive: Receive, limit: int) -> None:
        self._receive = receive
        self._left = limit

    async def receive(self) -> Message:
        """Return the next part of the body."""
        message = await self._receive()
        self._left -= len(message.get("body", b""))
        if self._left < 0:
            raise _TooLarge
        return message


_LARGER: Final = {"/import": MAX_IMPORT, "/tables": MAX_TABLE, "/api/v1/tables": MAX_TABLE}
_LARGE: Final = say("this request is too large")


def _limit(path: str) -> int:
    return _LARGER.get(path, MAX_BODY)


def _error(scope: Scope, status: int, sentence: Sentence) -> Response:
    return RequestContext(Request(scope)).error_response(status, sentence)
