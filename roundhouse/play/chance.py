"""Sources of chance for live games: a secret that players can verify afterwards, or a seed."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from typing import Final, Protocol

from roundhouse.core.draw import Rng
from roundhouse.core.record import NONCE_BYTES
from roundhouse.core.sentence import BadSetup, say
from roundhouse.core.state import State

SECRET_BYTES: Final = 32
_DEAL: Final = b"roundhouse deal 2"  # begins the message that mixes the players' nonces into the key
_BLOCK: Final = 2**64
_SEED_STEP: Final = 0x9E3779B97F4A7C15  # keeps the seeds of consecutive draws apart
_SEED_MASK: Final = 2**62 - 1


class Source(Protocol):
    """Random numbers by index: the same `index` always gives the same number, so undoing a move never rolls again."""

    def below(self, index: int, limit: int) -> int:
        """Return a uniform number from 0 to limit - 1 for draw number `index` of the game."""


class Seeded:
    """Chance from a seed, for practice, tests and reproducible games. It is no secret: the seed reveals every draw."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def below(self, index: int, limit: int) -> int:  # noqa: D102
        return Rng((self.seed * _SEED_STEP + index) & _SEED_MASK).below(limit)


class KeyedNumbers:
    """Numbers that follow from a key.

    Number `index` is HMAC-SHA-256 of (index, attempt) under the key. Its first 64 bits are reduced by rejection sampling.
    """

    def __init__(self, key: bytes) -> None:
        self.key = key

    def below(self, index: int, limit: int) -> int:  # noqa: D102
        fair = _BLOCK - _BLOCK % limit
        attempt = 0
        while True:
            message = index.to_bytes(8, "big") + attempt.to_bytes(4, "big")
            number = int.from_bytes(hmac.digest(self.key, message, "sha256")[:8], "big")
            if number < fair:
                return number % limit
            attempt += 1


class Secret(KeyedNumbers):
    """Verifiable chance: the commitment is shown before the first draw, the secret after the last.

    Under protocol 1 the key is the secret. Under protocol 2 the players' nonces, one per seat and empty where a seat has none, are
    mixed into it, so that the committed secret alone does not fix the draws (docs/fairness.md). If the seats were drawn by lot,
    `lot` says for each seat which place its player had before the lot.
    """

    def __init__(
        self, secret: bytes | None = None, nonces: Sequence[bytes] | None = None, lot: Sequence[int] | None = None
    ) -> None:
        self.secret = secrets.token_bytes(SECRET_BYTES) if secret is None else secret
        self.nonces = None if nonces is None else tuple(nonces)
        self.lot = None if lot is None else tuple(lot)
        if len(self.secret) != SECRET_BYTES:
            raise BadSetup(say("a secret has {wanted} bytes, not {found}", wanted=SECRET_BYTES, found=len(self.secret)))
        super().__init__(self.secret if self.nonces is None else _mixed_key(self.secret, self.nonces))

    @property
    def protocol(self) -> int:
        """The version of the protocol: 2 if the players' nonces are part of the key."""
        return 1 if self.nonces is None else 2

    @property
    def commitment(self) -> str:
        """The SHA-256 of the secret, which fixes the secret and reveals nothing of it."""
        return hashlib.sha256(self.secret).hexdigest()


def _mixed_key(secret: bytes, nonces: Sequence[bytes]) -> bytes:
    """Return the key of protocol 2."""
    return hmac.digest(secret, _DEAL + joined_nonces(nonces), "sha256")


def joined_nonces(nonces: Sequence[bytes]) -> bytes:
    """Return all nonces as one message. The length before each makes sure that no two lists of nonces give the same message."""
    longest = max(map(len, nonces), default=0)
    if longest > NONCE_BYTES:
        raise BadSetup(say("a nonce has at most {most} bytes, not {found}", most=NONCE_BYTES, found=longest))
    return b"".join(bytes([len(nonce)]) + nonce for nonce in nonces)


class Unrecorded:
    """Chance for the rest of a game that was dealt elsewhere. It could prove nothing, so the record does not mention it."""

    def __init__(self, secret: bytes | None = None) -> None:
        self._secret = Secret(secret)

    def below(self, index: int, limit: int) -> int:  # noqa: D102
        return self._secret.below(index, limit)


def draw(state: State, source: Source, index: int) -> int:
    """Return the outcome of draw number `index` in a state where chance acts."""
    total = sum(state.weight(outcome) for outcome in state.legal_moves())
    return state.outcome_at(source.below(index, total))
