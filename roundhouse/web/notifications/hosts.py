"""The hosts that webhooks and push requests go to: how many requests each may hold at a time, and when it is tried again.

People enter any host they like, and a host that never answers holds a request for seconds. So a host that has not answered lately
shares a few places with all others like it, and one that did not answer in time is left alone for a while, longer each time.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

MAX_EACH: Final = 8  # requests to one host, or one IP address, at the same time
MAX_UNPROVEN: Final = 12  # requests at the same time to hosts that have not answered lately, of the 32 deliveries that run
_PROVEN: Final = 3600.0  # seconds that an answer of a host is remembered
_BACK_OFF: Final = 10.0  # seconds without requests after a time-out, doubled with each further one
_MAX_BACK_OFF: Final = 600.0
_BUSY_PAUSE: Final = 1.0  # seconds before a delivery to a busy host is tried again
_REMEMBERED: Final = 2000  # hosts


class HostBusy(Exception):
    """A host may get no request now: try again after `delay` seconds."""

    def __init__(self, delay: float = _BUSY_PAUSE) -> None:
        super().__init__(f"try again after {delay:.0f} s")
        self.delay = delay


@dataclass
class _Host:
    running: int = 0
    answered: float = float("-inf")
    timeouts: int = 0  # in a row
    free_at: float = float("-inf")  # no requests before


class Hosts:
    """What this process knows of hosts, by name or IP address."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._hosts: OrderedDict[str, _Host] = OrderedDict()
        self._unproven = 0  # requests that run

    @contextmanager
    def request(self, name: str) -> Iterator[None]:
        """Count a request while the context is active. Raise HostBusy if the host may get none now."""
        host, now = self._of(name), self._now()
        if host.free_at > now:
            raise HostBusy(host.free_at - now)
        unproven = now - host.answered > _PROVEN
        if host.running >= MAX_EACH or (unproven and self._unproven >= MAX_UNPROVEN):
            raise HostBusy
        host.running += 1
        self._unproven += unproven
        try:
            yield
        finally:
            host.running -= 1
            self._unproven -= unproven

    def answered(self, name: str) -> None:
        """Note that a host has answered."""
        host = self._of(name)
        host.answered, host.timeouts = self._now(), 0

    def timed_out(self, name: str) -> None:
        """Note that a host has not answered in time."""
        host = self._of(name)
        host.free_at = self._now() + min(_MAX_BACK_OFF, _BACK_OFF * 2**host.timeouts)
        host.timeouts, host.answered = host.timeouts + 1, float("-inf")

    def _of(self, name: str) -> _Host:
        host = self._hosts.setdefault(name, _Host())
        self._hosts.move_to_end(name)
        while len(self._hosts) > _REMEMBERED and not next(iter(self._hosts.values())).running:
            self._hosts.popitem(last=False)
        return host
