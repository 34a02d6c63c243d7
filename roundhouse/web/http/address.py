"""What all live streams share."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request

SEND_TIMEOUT: Final = 20.0  # seconds after which a client that does not read is dropped
FAREWELL: Final = 0.9  # seconds in which streams end by themselves when the house closes; then they are cut off


def address_of(request: Request) -> str:
    """Where a request comes from."""
    return request.client.host if request.client is not None else ""
