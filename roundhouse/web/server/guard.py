"""The guard: what every request and every answer must keep to, before any page is asked."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from roundhouse.core.sentence import Sentence, say
from roundhouse.web.http.problem import speaks_api
from roundhouse.web.server.context import RequestContext
from roundhouse.web.settings import Settings

BODY: Final = 64 * 1024  # bytes of a request
IMPORT: Final = 1024 * 1024  # of an imported record
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_SAFE: Final = ("GET", "HEAD", "OPTIONS")
_HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "Cache-Control": "no-store, private",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


class Guard:
    """Refuses requests from other sites and bodies that are too large; adds the headers of the house to every answer."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._https = settings.https

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        send = self._with_headers(send)
        refusal = self._refusal(scope)
        if refusal is not None:
            await refusal(scope, receive, send)
            return
        meter = _Meter(receive, _limit(scope["path"]))
        try:
            await self._app(scope, meter.receive, send)
        except _TooLarge:
            await _refused(scope, 413, _LARGE)(scope, receive, send)

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        # the API reads no cookie, so there is nothing that another site could borrow
        if scope["method"] not in _SAFE and not speaks_api(scope["path"]) and not self._same_site(headers):
            return _refused(scope, 403, say("this request came from another site"))
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > _limit(scope["path"]):
            return _refused(scope, 413, _LARGE)
        return None

    def _same_site(self, headers: Headers) -> bool:
        """Browsers say where a request comes from; one that says neither is not a browser with this house's page."""
        site = headers.get("sec-fetch-site")
        if site is not None:
            return site == "same-origin"
        origin = urlsplit(headers.get("origin", ""))
        return bool(origin.netloc) and origin.netloc == headers.get("host") and origin.scheme in self._schemes()

    def _schemes(self) -> tuple[str, ...]:
        return ("https",) if self._https else ("http", "https")

    def _with_headers(self, send: Send) -> Send:
        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                furnish(headers)
                if self._https:
                    headers.setdefault("Strict-Transport-Security", "max-age=31536000")
            await send(message)

        return sent


def furnish(headers: MutableHeaders) -> None:
    """Adds the headers of the house to an answer."""
    for name, value in _HEADERS.items():
        headers.setdefault(name, value)


class _TooLarge(Exception):
    """A body that said it was smaller."""


class _Meter:
    """Counts what is received."""

    def __init__(self, receive: Receive, limit: int) -> None:
        self._receive = receive
        self._left = limit

    async def receive(self) -> Message:
        """The next part of the body."""
        message = await self._receive()
        self._left -= len(message.get("body", b""))
        if self._left < 0:
            raise _TooLarge
        return message


_LARGE: Final = say("this is more than the house takes at once")


def _limit(path: str) -> int:
    return IMPORT if path == "/import" else BODY


def _refused(scope: Scope, status: int, sentence: Sentence) -> Response:
    return RequestContext(Request(scope)).refuse(status, sentence)
