"""Security middleware: checks that apply to all requests, and headers that apply to all responses."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from roundhouse.core.sentence import Sentence, say
from roundhouse.web.http.problem import is_api_path
from roundhouse.web.server.context import RequestContext
from roundhouse.web.settings import Settings

MAX_BODY: Final = 64 * 1024  # bytes
MAX_IMPORT: Final = 256 * 1024  # bytes of an imported record
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
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


class SecurityMiddleware:
    """Refuses cross-site requests and bodies that are too large; adds security headers to every response."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._https = settings.https

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
        headers = Headers(scope=scope)
        # the API reads no cookie, so another site cannot act for its visitors
        if scope["method"] not in _SAFE_METHODS and not is_api_path(scope["path"]) and not self._same_site(headers):
            return _error(scope, 403, say("this request came from another site"))
        length = headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > _LENGTH_DIGITS or int(length) > _limit(scope["path"]):
            return _error(scope, 413, _LARGE)
        return None

    def _same_site(self, headers: Headers) -> bool:
        """Return whether a page of this server made the request, by Sec-Fetch-Site or else Origin; browsers send at least one."""
        site = headers.get("sec-fetch-site")
        if site is not None:
            return site == "same-origin"
        try:
            origin = urlsplit(headers.get("origin", ""))
        except ValueError:  # such as an unclosed bracket
            return False
        return bool(origin.netloc) and origin.netloc == headers.get("host") and origin.scheme in self._schemes()

    def _schemes(self) -> tuple[str, ...]:
        return ("https",) if self._https else ("http", "https")

    def _with_headers(self, send: Send) -> Send:
        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                add_security_headers(headers)
                if self._https:
                    headers.setdefault("Strict-Transport-Security", "max-age=31536000")
            await send(message)

        return sent


def add_security_headers(headers: MutableHeaders) -> None:
    """Add the security headers that a response does not set itself."""
    for name, value in _HEADERS.items():
        headers.setdefault(name, value)


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


_LARGE: Final = say("this request is too large")


def _limit(path: str) -> int:
    return MAX_IMPORT if path == "/import" else MAX_BODY


def _error(scope: Scope, status: int, sentence: Sentence) -> Response:
    return RequestContext(Request(scope)).error_response(status, sentence)
