"""Sources of chance for live games: a secret that players can verify afterwards, or a seed."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Final, Protocol

from roundhouse.core.draw import Rng
from roundhouse.core.sentence import BadSetup, say
from roundhouse.core.state import State

SECRET_BYTES: Final = 32
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


class Secret:
    """Verifiable chance: the commitment is shown before the first draw, the secret after the last.

    Draw number `index` is HMAC-SHA-256 of (index, attempt), keyed with the secret. Its first 64 bits are reduced by rejection
    sampling.
    """

    def __init__(self, secret: bytes | None = None) -> None:
        self.secret = secrets.token_bytes(SECRET_BYTES) if secret is None else secret
        if len(self.secret) != SECRET_BYTES:
            raise BadSetup(say("a secret has {wanted} bytes, not {found}", wanted=SECRET_BYTES, found=len(self.secret)))

    @property
    def commitment(self) -> str:
        """The SHA-256 of the secret, which fixes every draw and reveals none."""
        return hashlib.sha256(self.secret).hexdigest()

    def below(self, index: int, limit: int) -> int:  # noqa: D102
        fair = _BLOCK - _BLOCK % limit
        attempt = 0
        while True:
            message = index.to_bytes(8, "big") + attempt.to_bytes(4, "big")
            number = int.from_bytes(hmac.digest(self.secret, message, "sha256")[:8], "big")
            if number < fair:
                return number % limit
            attempt += 1


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
