"""API tokens. Each belongs to a guest; only its hash is stored, and its text is shown once."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from roundhouse.core.sentence import say
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.people.guests import Guest
from roundhouse.web.store.store import Row, Statement, Store

READ: Final = "read"
PLAY: Final = "play"  # open tables, take seats and move
CHAT: Final = "chat"
SCOPES: Final = (READ, PLAY, CHAT)
MAX_TOKENS: Final = 20  # per guest
PREFIX: Final = "rh_"  # recognized by people and by secret scanners
_BYTES: Final = 32
_ID_BYTES: Final = 9
_USED_INTERVAL: Final = 60.0  # seconds between two updates of `used`


@dataclass(frozen=True)
class Token:
    """A token in the owner's list."""

    id: str
    label: str
    scopes: tuple[str, ...]
    made: float
    used: float | None


@dataclass(frozen=True)
class Bearer:
    """The guest that a token authenticates, and its scopes."""

    token: str  # its id
    guest: Guest
    scopes: Collection[str]


class Tokens:
    """API tokens in the store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def bearer(self, text: str) -> Bearer | None:
        """Return the bearer of a token; None if it is unknown or revoked."""
        row = await self._store.row(
            "SELECT token.id, token.scopes, token.used, guest.id AS guest, guest.name, guest.program FROM token"
            " JOIN guest ON guest.id = token.guest WHERE token.hash = ?",
            _hash(text),
        )
        if row is None:
            return None
        now = time.time()
        if row["used"] is None or now - row["used"] > _USED_INTERVAL:
            await self._store.write(Statement("UPDATE token SET used = ? WHERE id = ?", (now, row["id"])))
        return Bearer(row["id"], Guest(row["guest"], row["name"], program=bool(row["program"])), frozenset(row["scopes"].split()))

    async def of(self, guest: str) -> list[Token]:
        """Return the tokens of a guest, newest first."""
        rows = await self._store.rows("SELECT id, label, scopes, made, used FROM token WHERE guest = ? ORDER BY made DESC", guest)
        return [_token(row) for row in rows]

    async def create(self, guest: str, label: str, scopes: Iterable[str], extra: Sequence[Statement] = ()) -> str:
        """Create a token and return its text, which is not stored. Raises HTTPError 409 if the guest has too many.

        `extra` statements run first, in the same transaction.
        """
        if len(await self.of(guest)) >= MAX_TOKENS:
            raise HTTPError(409, say("you already have {count} tokens; revoke one first", count=MAX_TOKENS))
        token = new_token()
        values = (token.id, token.hash, guest, label, " ".join(scopes), time.time())
        await self._store.write(
            *extra, Statement("INSERT INTO token (id, hash, guest, label, scopes, made) VALUES (?, ?, ?, ?, ?, ?)", values)
        )
        return token.text

    async def revoke(self, guest: str, id: str) -> None:
        """Revoke a token of a guest, with immediate effect."""
        await self._store.write(Statement("DELETE FROM token WHERE id = ? AND guest = ?", (id, guest)))

    async def revoke_all(self, guest: str) -> None:
        """Revoke all tokens of a guest, with immediate effect."""
        await self._store.write(revoke_all(guest))


class NewToken(NamedTuple):
    """A token that is not stored yet: of its text only the hash will be."""

    id: str
    hash: bytes
    text: str


def new_token() -> NewToken:
    """Return a fresh token."""
    text = PREFIX + secrets.token_urlsafe(_BYTES)
    return NewToken(secrets.token_urlsafe(_ID_BYTES), _hash(text), text)


def revoke_all(guest: str) -> Statement:
    """Return the statement that revokes all tokens of a guest."""
    return Statement("DELETE FROM token WHERE guest = ?", (guest,))


def _token(row: Row) -> Token:
    return Token(row["id"], row["label"], tuple(row["scopes"].split()), row["made"], row["used"])


def _hash(text: str) -> bytes:
    """Return the SHA-256 hash: a token has 256 random bits, so it needs neither salt nor a slow hash."""
    return hashlib.sha256(text.encode()).digest()
