"""What all live streams share."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request

SEND_TIMEOUT: Final = 20.0  # seconds after which a client that does not read is dropped


def address_of(request: Request) -> str:
    """Where a request comes from."""
    return request.client.host if request.client is not None else ""
