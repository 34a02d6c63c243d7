"""Tokens: what a program shows instead of a cookie. Each belongs to a guest; only its hash is kept, and it is shown once."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

from roundhouse.core.sentence import say
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.people.guests import Guest
from roundhouse.web.store.store import Row, Statement, Store

READ: Final = "read"  # scopes: to look
PLAY: Final = "play"  # to open tables, sit and move
CHAT: Final = "chat"  # to write in a chat
SCOPES: Final = (READ, PLAY, CHAT)
MOST: Final = 20  # tokens of one guest
PREFIX: Final = "rh_"  # by which people, and programs that look for secrets in public places, know what it is
_BYTES: Final = 32
_ID_BYTES: Final = 9
_USED_EVERY: Final = 60.0  # seconds: the last use is written down no more often


@dataclass(frozen=True)
class Token:
    """A token as its owner sees it in a list."""

    id: str
    label: str
    scopes: tuple[str, ...]
    made: float
    used: float | None


@dataclass(frozen=True)
class Bearer:
    """Who shows a token, and what it allows."""

    token: str  # its id
    guest: Guest
    scopes: Collection[str]


class Tokens:
    """The statements about tokens."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def bearer(self, text: str) -> Bearer | None:
        """Who shows this token; None for one that is not, or no longer, good."""
        row = await self._store.row(
            "SELECT token.id, token.scopes, token.used, guest.id AS guest, guest.name FROM token"
            " JOIN guest ON guest.id = token.guest WHERE token.hash = ?",
            _hash(text),
        )
        if row is None:
            return None
        now = time.time()
        if row["used"] is None or now - row["used"] > _USED_EVERY:
            await self._store.write(Statement("UPDATE token SET used = ? WHERE id = ?", (now, row["id"])))
        return Bearer(row["id"], Guest(row["guest"], row["name"]), frozenset(row["scopes"].split()))

    async def of(self, guest: str) -> list[Token]:
        """The tokens of a guest, the newest first."""
        rows = await self._store.rows("SELECT id, label, scopes, made, used FROM token WHERE guest = ? ORDER BY made DESC", guest)
        return [_token(row) for row in rows]

    async def make(self, guest: str, label: str, scopes: Iterable[str]) -> str:
        """A new token; its text, which nobody can be shown again."""
        if len(await self.of(guest)) >= MOST:
            raise HTTPError(409, say("you have {count} tokens already; revoke one first", count=MOST))
        text = PREFIX + secrets.token_urlsafe(_BYTES)
        values = (secrets.token_urlsafe(_ID_BYTES), _hash(text), guest, label, " ".join(scopes), time.time())
        await self._store.write(
            Statement("INSERT INTO token (id, hash, guest, label, scopes, made) VALUES (?, ?, ?, ?, ?, ?)", values)
        )
        return text

    async def revoke(self, guest: str, id: str) -> None:
        """Ends a token of a guest, from its next use on."""
        await self._store.write(Statement("DELETE FROM token WHERE id = ? AND guest = ?", (id, guest)))


def _token(row: Row) -> Token:
    return Token(row["id"], row["label"], tuple(row["scopes"].split()), row["made"], row["used"])


def _hash(text: str) -> bytes:
    """No salt and no slow function: a token has 256 bits of its own, unlike a password."""
    return hashlib.sha256(text.encode()).digest()
