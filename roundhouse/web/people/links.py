"""One-time links sent by e-mail. They expire soon, only their hash is stored, and only a POST consumes them."""

from __future__ import annotations

import hashlib
import secrets
import time
from dataclasses import dataclass
from typing import Final

from roundhouse.web.store.store import Row, Statement, Store

SIGN_IN: Final = "sign in"
CONFIRM: Final = "confirm"  # an e-mail address
LIFETIME: Final = 30 * 60  # seconds
_BYTES: Final = 32


@dataclass(frozen=True)
class Link:
    """The purpose of a link."""

    kind: str
    guest: str | None
    email: str


class Links:
    """One-time links in the store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def create(self, kind: str, email: str, guest: str | None = None) -> str:
        """Create a link and return its token; delete expired ones."""
        token = secrets.token_urlsafe(_BYTES)
        now = time.time()
        await self._store.write(
            Statement("DELETE FROM link WHERE until < ?", (now,)),
            Statement(
                "INSERT INTO link (token, kind, guest, email, until) VALUES (?, ?, ?, ?, ?)",
                (_hash(token), kind, guest, email, now + LIFETIME),
            ),
        )
        return token

    async def peek(self, token: str) -> Link | None:
        """Return a valid link without consuming it, or None."""
        return _link(
            await self._store.row("SELECT kind, guest, email FROM link WHERE token = ? AND until >= ?", _hash(token), time.time())
        )

    async def consume(self, token: str) -> Link | None:
        """Return a valid link and delete it, or None; of two concurrent requests only one gets it."""
        rows = await self._store.write(
            Statement("DELETE FROM link WHERE token = ? AND until >= ? RETURNING kind, guest, email", (_hash(token), time.time()))
        )
        return _link(rows[0] if rows else None)


def _link(row: Row | None) -> Link | None:
    return None if row is None else Link(*row)


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
