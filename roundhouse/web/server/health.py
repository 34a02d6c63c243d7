"""The health of the server: whether its database reads and writes."""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import Final

from roundhouse.core.sentence import say
from roundhouse.web.store.store import Statement, Store, StoreFailed

_BYTES: Final = 16 * 1024  # written by a check: more than any move needs
_FRESH: Final = 1.0  # seconds that a good result is reused


class Health:
    """Writes a row, reads it and deletes it, at most once a second."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = asyncio.Lock()
        self._checked = -_FRESH

    async def check(self) -> None:
        """Raise StoreFailed if the database cannot write or does not return what was written."""
        async with self._lock:
            if time.monotonic() - self._checked < _FRESH:
                return
            name, value = f"health {self._store.process_id}", secrets.token_bytes(_BYTES)
            await self._store.write(
                Statement(
                    "INSERT INTO house_key (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                    (name, value),
                )
            )
            row = await self._store.row("SELECT value FROM house_key WHERE name = ?", name)
            await self._store.write(Statement("DELETE FROM house_key WHERE name = ?", (name,)))
            if row is None or bytes(row["value"]) != value:
                raise StoreFailed(say("the database does not return what was written"))
            self._checked = time.monotonic()
