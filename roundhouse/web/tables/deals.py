"""The house's share in the shuffle of a new table, fixed before the players' share is known (docs/fairness.md).

A client that opens a table first asks for a deal: a token, and the commitment to the secret that the token stands for. Only then
does it choose its nonce. Nothing is stored for a deal until it is used: its secret follows from the token and a key of the house.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from roundhouse.core.record import NONCE_BYTES, is_nonce
from roundhouse.core.sentence import say
from roundhouse.play.chance import Secret
from roundhouse.play.lot import draw_lot
from roundhouse.web.http.errors import HTTPError
from roundhouse.web.store.keys import house_key
from roundhouse.web.store.store import Statement, Store
from roundhouse.web.tables.repository import Seat

LIFE: Final = 3600.0  # seconds in which a deal can be used
_KEY_BYTES: Final = 32
_TIME_BYTES: Final = 8
_RANDOM_BYTES: Final = 16
_CHECK_BYTES: Final = 16
TOKEN_BYTES: Final = _TIME_BYTES + _RANDOM_BYTES + _CHECK_BYTES


@dataclass(frozen=True)
class Deal:
    """What a client is given: `token` opens a table with the secret that `commitment` is the SHA-256 of."""

    token: str
    commitment: str


@dataclass(frozen=True)
class UsedDeal:
    """The secret of a deal, and the statements that use it up: they fail if it was used before."""

    secret: bytes = field(repr=False)
    statements: Sequence[Statement]


class Deals:
    """Issues deals and takes them back, each once. All processes of a house take those of each other."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store = store
        self._now = now
        self._key = b""

    async def open(self) -> None:
        """Read the key of the house."""
        self._key = await house_key(self._store, "deals", lambda: secrets.token_bytes(_KEY_BYTES))

    def issue(self) -> Deal:
        """Return a new deal."""
        body = int(self._now()).to_bytes(_TIME_BYTES, "big") + secrets.token_bytes(_RANDOM_BYTES)
        return Deal((body + self._check(body)).hex(), Secret(self._secret(body)).commitment)

    def use(self, token: str) -> UsedDeal:
        """Return the secret of a deal. Raise HTTPError if it is not of this house or too old."""
        try:
            data = bytes.fromhex(token)
        except ValueError:
            data = b""
        body = data[:-_CHECK_BYTES]
        if len(data) != TOKEN_BYTES or not hmac.compare_digest(self._check(body), data[-_CHECK_BYTES:]):
            raise HTTPError(422, say("this deal is not from this server; request one first"))
        issued = int.from_bytes(body[:_TIME_BYTES], "big")
        if self._now() > issued + LIFE:
            raise HTTPError(409, say("this deal is too old; request a new one"))
        secret = self._secret(body)
        return UsedDeal(secret, self._use_up(Secret(secret).commitment, issued))

    def _use_up(self, commitment: str, issued: float) -> list[Statement]:
        """Return the statements that note a deal as used; the row is kept for longer than the clocks of processes differ."""
        return [
            Statement("DELETE FROM used_deal WHERE until < ?", (self._now(),)),
            Statement("INSERT INTO used_deal (commitment, until) VALUES (?, ?)", (commitment, issued + 2 * LIFE)),
        ]

    def _check(self, body: bytes) -> bytes:
        return hmac.digest(self._key, b"check" + body, hashlib.sha256)[:_CHECK_BYTES]

    def _secret(self, body: bytes) -> bytes:
        return hmac.digest(self._key, b"secret" + body, hashlib.sha256)


def shuffle(secret: bytes, seats: Sequence[Seat]) -> Secret:
    """Return the source of chance of a table: protocol 2 if any seat has a nonce."""
    nonces = [bytes.fromhex(seat.nonce) for seat in seats]
    lot = [seat.lot_place for seat in seats if seat.lot_place is not None]
    return Secret(secret, nonces if any(nonces) else None, lot or None)


def drawn_by_lot(secret: bytes, seats: Sequence[Seat]) -> list[Seat]:
    """Return the occupants in the order that the lot gives them.

    Before the lot they stand in the order of their nonces, so that nobody can choose that order; those without one come last.
    """
    before = sorted(seats, key=lambda seat: (not seat.nonce, seat.nonce))
    lot = draw_lot(secret, [bytes.fromhex(seat.nonce) for seat in before])
    return [replace(before[place], lot_place=place) for place in lot]


def check_nonce(nonce: str) -> None:
    """Raise HTTPError if a text is not a nonce; an empty one is none."""
    if not is_nonce(nonce):
        raise HTTPError(422, say("a nonce is at most {most} bytes in lower-case hexadecimal", most=NONCE_BYTES))
