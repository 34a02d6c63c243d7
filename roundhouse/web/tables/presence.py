"""Presence: a guest with an open stream is at the table; one without is away after a while."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from roundhouse.web.people.guests import Guest
from roundhouse.web.tables.repository import Seat

AWAY: Final = 20.0  # seconds without a stream, long enough to reload a page
_DEBOUNCE: Final = 0.5  # seconds in which arrivals and departures are combined into one update


class Presence:
    """The open streams of each guest at one table, and when guests without one were last seen.

    `changed` updates the viewers in this process; `publish` tells other processes that a guest is here.
    """

    def __init__(self, changed: Callable[[], None], publish: Callable[[str], None]) -> None:
        self._changed = changed
        self._publish = publish
        self._streams: Counter[str] = Counter()  # open ones by guest
        self._last_seen: dict[str, float] = {}
        self._since = time.monotonic()
        self._absent: tuple[bool, ...] = ()  # by seat, at the last update
        self._update: asyncio.TimerHandle | None = None

    def enter(self, guest: Guest | None) -> None:
        """Count a stream that opens; None is a visitor without a session."""
        if guest is not None:
            self._streams[guest.id] += 1
            self._publish(guest.id)
        self._update_soon()

    def leave(self, guest: Guest | None) -> None:
        """Count a stream that closes."""
        if guest is not None:
            self._streams[guest.id] -= 1
            if self._streams[guest.id] <= 0:
                del self._streams[guest.id]
                self._last_seen[guest.id] = time.monotonic()
        self._update_soon()

    def seen(self, guest: str) -> None:
        """Note that another process has published the presence of a guest."""
        self._last_seen[guest] = time.monotonic()

    def publish(self) -> None:
        """Publish again to other processes which guests are here."""
        for guest in self.present:
            self._publish(guest)

    @property
    def present(self) -> list[str]:
        """Return the guests with open streams in this process."""
        return list(self._streams)

    def away(self, guest: str) -> bool:
        """Return whether a guest has been gone for a while."""
        return not self._streams[guest] and time.monotonic() - self._last_seen.get(guest, self._since) >= AWAY

    def absent(self, seat: Seat) -> bool:
        """Return whether the person of a seat has been gone for a while."""
        return seat.guest is not None and self.away(seat.guest)

    def check(self, seats: Sequence[Seat]) -> None:
        """Update the viewers if a person has become absent or has come back since the last check."""
        absent = tuple(map(self.absent, seats))
        if absent != self._absent:
            self._absent = absent
            self._changed()

    def _update_soon(self) -> None:
        if self._update is None:
            self._update = asyncio.get_running_loop().call_later(_DEBOUNCE, self._run_update)

    def _run_update(self) -> None:
        self._update = None
        self._changed()
