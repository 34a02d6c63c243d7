"""Where guests are: guests are free, so what they share by address is fair to people, and what they share by guest is not."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

_REMEMBERED: Final = 20_000  # guests


class LastAddresses:
    """The address of each guest's last request to this process, as limits count addresses. In memory only."""

    def __init__(self) -> None:
        self._addresses: OrderedDict[str, str] = OrderedDict()

    def note(self, guest: str, address: str) -> None:
        """Note that a guest has made a request."""
        self._addresses[guest] = address
        self._addresses.move_to_end(guest)
        if len(self._addresses) > _REMEMBERED:
            self._addresses.popitem(last=False)

    def of(self, guest: str) -> str:
        """Return the address of a guest; "" for one who has not been here lately: all of these count as one."""
        return self._addresses.get(guest, "")
