"""Links that come by letter: good once and for a short time. Only their hash is kept; they are exchanged by POST."""

from __future__ import annotations

import hashlib
import secrets
import time
from dataclasses import dataclass
from typing import Final

from roundhouse.web.store.store import Row, Statement, Store

SIGN_IN: Final = "sign in"
CONFIRM: Final = "confirm"  # that an address is the guest's
LIFE: Final = 30 * 60  # seconds
_BYTES: Final = 32


@dataclass(frozen=True)
class Link:
    """What a link is for."""

    kind: str
    guest: str | None
    email: str


class Links:
    """Makes links and takes them back."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def make(self, kind: str, email: str, guest: str | None = None) -> str:
        """A new link; old ones are swept away."""
        token = secrets.token_urlsafe(_BYTES)
        now = time.time()
        await self._store.write(
            Statement("DELETE FROM link WHERE until < ?", (now,)),
            Statement(
                "INSERT INTO link (token, kind, guest, email, until) VALUES (?, ?, ?, ?, ?)",
                (_hash(token), kind, guest, email, now + LIFE),
            ),
        )
        return token

    async def look(self, token: str) -> Link | None:
        """What a link is for, if it is still good."""
        return _link(
            await self._store.row("SELECT kind, guest, email FROM link WHERE token = ? AND until >= ?", _hash(token), time.time())
        )

    async def take(self, token: str) -> Link | None:
        """The same, and it is no longer good: of two who come with it one gets it."""
        rows = await self._store.write(
            Statement("DELETE FROM link WHERE token = ? AND until >= ? RETURNING kind, guest, email", (_hash(token), time.time()))
        )
        return _link(rows[0] if rows else None)


def _link(row: Row | None) -> Link | None:
    return None if row is None else Link(*row)


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
