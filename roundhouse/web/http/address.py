"""The address of a client, and the timeouts of live streams."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request

SEND_TIMEOUT: Final = 20.0  # seconds after which a client that does not read is dropped
SHUTDOWN_GRACE: Final = 0.9  # seconds that streams have to end when the server closes, before they are cancelled


def address_of(request: Request) -> str:
    """Return the address that a request comes from; empty if it is unknown."""
    return request.client.host if request.client is not None else ""
