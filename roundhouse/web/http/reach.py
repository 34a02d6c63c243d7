"""How other machines reach this server: the addresses of this machine, and the URL that invitations begin with."""

from __future__ import annotations

import ipaddress
import socket
from typing import Final
from urllib.parse import urlsplit

import ifaddr

from roundhouse.web.settings import Settings

ANY: Final = ("0.0.0.0", "::")  # listen on every address
_ELSEWHERE: Final = ("192.0.2.1", 9)  # reserved for documentation: asked for a route, never sent to


def lan_addresses() -> list[str]:
    """Return every address by which other machines may reach this one: the one of the default route first, IPv4 before IPv6.

    Addresses of this machine alone and of one link alone (`fe80::`, which needs the name of an interface) are left out.
    """
    found = {str(ip.ip[0] if isinstance(ip.ip, tuple) else ip.ip) for adapter in ifaddr.get_adapters() for ip in adapter.ips}
    parsed = [ipaddress.ip_address(address) for address in found]
    usable = [one for one in parsed if not (one.is_loopback or one.is_link_local or one.is_multicast or one.is_unspecified)]
    routed = _routed_address()
    return [str(one) for one in sorted(usable, key=lambda one: (str(one) != routed, one.version, not one.is_private, int(one)))]


def url_of(address: str, port: int) -> str:
    """Return the URL of a server at an address and a port."""
    return f"http://{f'[{address}]' if ':' in address else address}{'' if port == 80 else f':{port}'}"


def public_url(settings: Settings, request_url: str) -> str:
    """Return the URL by which others reach this server, given the one by which a client just did.

    That is the one of the settings; else the client's, unless that works on this machine only and the server listens everywhere.
    """
    if settings.url:
        return settings.url.rstrip("/")
    if is_local(request_url) and settings.host in ANY:
        addresses = lan_addresses()
        if addresses:
            return url_of(addresses[0], urlsplit(request_url).port or 80)
    return request_url


def is_local(url: str) -> bool:
    """Return whether a URL works on this machine only."""
    host = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _routed_address() -> str:
    """Return the address of this machine that packets to other networks carry; empty if there is no route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)  # of a datagram socket: only looks up the route
        except OSError:
            return ""
        return str(probe.getsockname()[0])
