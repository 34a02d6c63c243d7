"""Who is at a table now: a guest with an open stream is there, and one without is away after a while."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from roundhouse.web.people.guests import Guest
from roundhouse.web.tables.repository import Seat

AWAY: Final = 20.0  # seconds without a stream, long enough to load a page anew
_SETTLE: Final = 0.5  # seconds in which comings and goings are told together


class Presence:
    """The open streams of each guest, and when one without was last seen."""

    def __init__(self, changed: Callable[[], None], tell: Callable[[str], None]) -> None:
        self._changed = changed  # those who look at the table see it
        self._tell = tell  # so do other processes
        self._open: Counter[str] = Counter()
        self._left: dict[str, float] = {}
        self._since = time.monotonic()
        self._absent: tuple[bool, ...] = ()  # by seat, as it was told last
        self._settling: asyncio.TimerHandle | None = None

    def enter(self, guest: Guest | None) -> None:
        """A stream opens."""
        if guest is not None:
            self._open[guest.id] += 1
            self._tell(guest.id)
        self._settle()

    def leave(self, guest: Guest | None) -> None:
        """A stream closes."""
        if guest is not None:
            self._open[guest.id] -= 1
            if self._open[guest.id] <= 0:
                del self._open[guest.id]
                self._left[guest.id] = time.monotonic()
        self._settle()

    def seen(self, guest: str) -> None:
        """Another process says that the guest looks at the table there."""
        self._left[guest] = time.monotonic()

    def tell(self) -> None:
        """Tells other processes again who is here."""
        for guest in self.here:
            self._tell(guest)

    @property
    def here(self) -> list[str]:
        """The guests with open streams."""
        return list(self._open)

    def away(self, guest: str) -> bool:
        """Whether a guest has been gone for a while."""
        return not self._open[guest] and time.monotonic() - self._left.get(guest, self._since) >= AWAY

    def absent(self, seat: Seat) -> bool:
        """Whether the person of a seat has been gone for a while."""
        return seat.guest is not None and self.away(seat.guest)

    def look_around(self, seats: Sequence[Seat]) -> None:
        """Lets everybody see when somebody has been gone for a while, or is back."""
        absent = tuple(map(self.absent, seats))
        if absent != self._absent:
            self._absent = absent
            self._changed()

    def _settle(self) -> None:
        if self._settling is None:
            self._settling = asyncio.get_running_loop().call_later(_SETTLE, self._settled)

    def _settled(self) -> None:
        self._settling = None
        self._changed()
