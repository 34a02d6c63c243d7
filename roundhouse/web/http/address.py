"""The address of a client, and the timeouts of live streams."""

from __future__ import annotations

import ipaddress
from functools import lru_cache
from typing import Final

from starlette.requests import Request

SEND_TIMEOUT: Final = 20.0  # seconds after which a client that does not read is dropped
SHUTDOWN_GRACE: Final = 0.9  # seconds that streams have to end when the server closes, before they are cancelled


_NETWORK: Final = 64  # bits of an IPv6 address that one customer gets: the rest can be chosen freely


def address_of(request: Request) -> str:
    """Return the address that a request comes from, as limits count it; of IPv6 the /64 network. Empty if it is unknown."""
    return network_of(request.client.host) if request.client is not None else ""


@lru_cache(maxsize=4096)
def network_of(host: str) -> str:
    """Return an IPv4 address as it is, an IPv6 address as its /64 network, and any other text unchanged."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, _NETWORK), strict=False))
