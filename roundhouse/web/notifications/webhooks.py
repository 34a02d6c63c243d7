"""Requests to URLs that people enter: webhooks and push services. Guards against requests into the server's own network (SSRF)."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from roundhouse.core.sentence import say
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.notifications.hosts import Hosts
from roundhouse.web.notifications.networks import is_public

if TYPE_CHECKING:
    import httpx

# httpx is imported where it is used: a tenth of the time until a server answers after a start, and few of them deliver anything.

MAX_LENGTH: Final = 1000  # characters of a URL
_TIMEOUT: Final = 5.0  # seconds for a request as a whole
_MAX_CONNECTIONS: Final = 32
_GONE: Final = (404, 410)
_RETRYABLE: Final = (408, 429)

logging.getLogger("httpx").setLevel(logging.WARNING)  # it would log the URLs, which are secrets of their owners


class DeliveryError(Exception):
    """A delivery failed: temporarily, or for good if `final`. `gone` means that the target no longer exists."""

    def __init__(self, reason: str, *, final: bool, gone: bool = False) -> None:
        super().__init__(reason)
        self.final = final
        self.gone = gone


class WebhookClient:
    """Posts to public addresses over https. `allow_private` also allows private networks, this machine, and plain http."""

    def __init__(self, *, allow_private: bool) -> None:
        self._allow_private = allow_private
        self._client: httpx.AsyncClient | None = None
        self._hosts = Hosts()

    def check_url(self, url: str) -> str:
        """Return the URL. Raises HTTPError 422 if it cannot be used."""
        parts = _parts(url)
        schemes = ("https", "http") if self._allow_private else ("https",)
        if parts is None or parts[0] not in schemes or len(url) > MAX_LENGTH:
            raise HTTPError(422, say("this address cannot be used: it must begin with https://"))
        return url

    async def send(self, url: str, body: bytes, headers: Mapping[str, str]) -> None:
        """Send one POST. Raises DeliveryError unless the status is 2xx; follows no redirects and reads no response body.

        Raises HostBusy, without sending, if the host may get no request now.
        """
        import httpx

        target = httpx.URL(self.check_url(url))
        with self._hosts.request(target.host):
            try:
                async with asyncio.timeout(_TIMEOUT):
                    await self._send(target, body, headers)
            except TimeoutError as error:
                self._hosts.timed_out(target.host)
                raise DeliveryError("it does not answer in time", final=False) from error

    async def _send(self, target: httpx.URL, body: bytes, headers: Mapping[str, str]) -> None:
        import httpx

        address = await self._resolve(target.host, target.port or (443 if target.scheme == "https" else 80))
        named = {**headers, "Host": target.netloc.decode("ascii"), "User-Agent": "Roundhouse"}
        if self._client is None:
            self._client = httpx.AsyncClient(
                timeout=_TIMEOUT,
                trust_env=False,
                limits=httpx.Limits(
                    max_connections=_MAX_CONNECTIONS, max_keepalive_connections=0
                ),  # hosts that share an IP address must not share a connection
            )
        request = self._client.build_request(
            "POST", target.copy_with(host=address), content=body, headers=named, extensions={"sni_hostname": target.host}
        )
        try:
            response = await self._client.send(request, stream=True)
            await response.aclose()
            self._hosts.answered(target.host)
        except httpx.HTTPError as error:
            raise DeliveryError(f"it cannot be reached ({type(error).__name__})", final=False) from error
        status = response.status_code
        if not 200 <= status < 300:
            raise DeliveryError(
                f"it answers {status}", final=300 <= status < 500 and status not in _RETRYABLE, gone=status in _GONE
            )

    async def _resolve(self, host: str, port: int) -> str:
        """Return the IP address of a host. Resolved once, so that the address checked is the address connected to."""
        try:
            entries = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except OSError as error:
            raise DeliveryError("the host name cannot be resolved", final=False) from error
        addresses = [str(entry[4][0]) for entry in entries]
        if not self._allow_private and not all(is_public(address) for address in addresses):
            raise DeliveryError("the address is not public", final=True)
        return addresses[0]

    async def close(self) -> None:
        """Close the connections."""
        if self._client is not None:
            await self._client.aclose()


def _parts(url: str) -> tuple[str, str] | None:
    import httpx

    try:
        parts = urlsplit(url)
        if not parts.hostname or parts.username is not None or (parts.port is not None and not parts.port):
            return None
        httpx.URL(url)
    except (ValueError, httpx.InvalidURL):
        return None
    return parts.scheme, parts.hostname
