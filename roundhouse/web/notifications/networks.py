"""Public IP addresses. The networks are listed here, since the standard library's `is_global` differs between Python versions."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Network, ip_address
from typing import Final

_SPECIAL_IPV4: Final = tuple(
    IPv4Network(network)
    for network in (
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",  # private
        "100.64.0.0/10",  # shared by the customers of a provider
        "127.0.0.0/8",  # this machine
        "169.254.0.0/16",  # link-local; the metadata services of clouds
        "172.16.0.0/12",  # private
        "192.0.0.0/24",  # protocol assignments
        "192.0.2.0/24",  # documentation
        "192.88.99.0/24",  # 6to4 relays
        "192.168.0.0/16",  # private
        "198.18.0.0/15",  # benchmarks
        "198.51.100.0/24",  # documentation
        "203.0.113.0/24",  # documentation
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, and broadcast
    )
)
# All public addresses of IPv6 are in one network. Outside are loopback, private, link-local, site-local (fec0::/10) and multicast
# addresses, and those that carry an IPv4 address: ::a.b.c.d, ::ffff:a.b.c.d, 64:ff9b::/96.
_UNICAST_IPV6: Final = IPv6Network("2000::/3")
_SPECIAL_IPV6: Final = tuple(
    IPv6Network(network)
    for network in (
        "2001::/23",  # protocol assignments, among them Teredo, which carries an IPv4 address
        "2001:db8::/32",  # documentation
        "2002::/16",  # 6to4, which carries an IPv4 address
        "3fff::/20",  # documentation
    )
)


def is_public(address: str) -> bool:
    """Return whether an IP address is on the public internet. An IPv6 address that carries an IPv4 address never is."""
    ip = ip_address(address)
    if isinstance(ip, IPv4Address):
        return not any(ip in network for network in _SPECIAL_IPV4)
    return ip in _UNICAST_IPV6 and not any(ip in network for network in _SPECIAL_IPV6)
