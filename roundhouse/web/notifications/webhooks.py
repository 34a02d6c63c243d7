"""A parcel: bytes for an address on the web that a person has named, sent so that it reaches nothing of the house's own network."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import socket
from collections.abc import Mapping
from typing import Final
from urllib.parse import urlsplit

import httpx

from roundhouse.core.sentence import say
from roundhouse.web.http.errors import HTTPError

LONGEST: Final = 1000  # characters of an address
_PATIENCE: Final = 10.0  # seconds
_AT_ONCE: Final = 32
_GONE: Final = (404, 410)  # there is nobody at that address any more
_LATER: Final = (408, 429)

logging.getLogger("httpx").setLevel(logging.WARNING)  # it would write down addresses, which are secrets of their owners


class Undelivered(Exception):
    """Something did not arrive: for now, or for good."""

    def __init__(self, reason: str, *, final: bool, gone: bool = False) -> None:
        super().__init__(reason)
        self.final = final
        self.gone = gone


class WebhookClient:
    """Posts to addresses of the wide web. `inside` allows those of closed networks and of this machine, and plain http."""

    def __init__(self, *, inside: bool) -> None:
        self._inside = inside
        self._client: httpx.AsyncClient | None = None

    def accept(self, url: str) -> str:
        """An address as people may name it; others are refused with words."""
        parts = _parts(url)
        schemes = ("https", "http") if self._inside else ("https",)
        if parts is None or parts[0] not in schemes or len(url) > LONGEST:
            raise HTTPError(422, say("this is no address that the house can send to: it begins with https://"))
        return url

    async def send(self, url: str, body: bytes, headers: Mapping[str, str]) -> None:
        """One POST. Redirections are not followed, and nothing of the answer is read but its code."""
        target = httpx.URL(self.accept(url))
        address = await self._address(target.host, target.port or (443 if target.scheme == "https" else 80))
        named = {**headers, "Host": target.netloc.decode("ascii"), "User-Agent": "Roundhouse"}
        if self._client is None:
            self._client = httpx.AsyncClient(
                timeout=_PATIENCE,
                trust_env=False,
                limits=httpx.Limits(
                    max_connections=_AT_ONCE, max_keepalive_connections=0
                ),  # one name must not use the line of another
            )
        request = self._client.build_request(
            "POST", target.copy_with(host=address), content=body, headers=named, extensions={"sni_hostname": target.host}
        )
        try:
            async with asyncio.timeout(_PATIENCE * 2):
                answer = await self._client.send(request, stream=True)
                await answer.aclose()
        except (httpx.HTTPError, TimeoutError) as error:
            raise Undelivered(f"it cannot be reached ({type(error).__name__})", final=False) from error
        code = answer.status_code
        if not 200 <= code < 300:
            raise Undelivered(f"it answers {code}", final=300 <= code < 500 and code not in _LATER, gone=code in _GONE)

    async def _address(self, host: str, port: int) -> str:
        """The number behind a name, looked up once: what is checked is what is then connected to."""
        try:
            found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except OSError as error:
            raise Undelivered("nobody knows that name", final=False) from error
        numbers = [str(entry[4][0]) for entry in found]
        if not self._inside and not all(ipaddress.ip_address(number).is_global for number in numbers):
            raise Undelivered("that address is not of the wide web", final=True)
        return numbers[0]

    async def close(self) -> None:
        """Ends its connections."""
        if self._client is not None:
            await self._client.aclose()


def _parts(url: str) -> tuple[str, str] | None:
    try:
        parts = urlsplit(url)
        if not parts.hostname or parts.username is not None or (parts.port is not None and not parts.port):
            return None
        httpx.URL(url)
    except (ValueError, httpx.InvalidURL):
        return None
    return parts.scheme, parts.hostname
