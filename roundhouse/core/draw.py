"""Random numbers for simulation, and draws from counts. The rules never call these: chance is a player."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

WORD: Final = 0xFFFFFFFF
_WARM_UP: Final = 12


class Rng:
    """A fast seeded generator (sfc32) that gives the same numbers compiled and interpreted.

    For simulation, search and tests. Games of people draw from `play.chance`.
    """

    def __init__(self, seed: i64) -> None:
        self._a: i64 = seed & WORD
        self._b: i64 = seed >> 32 & WORD
        self._c: i64 = 0x9E3779B9
        self._d: i64 = 1
        for _turn in range(_WARM_UP):
            self.word()

    def copy(self) -> Rng:
        """Return a generator that gives the same numbers from here on, independently of this one."""
        return restored(self._a, self._b, self._c, self._d)

    def __copy__(self) -> Rng:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Rng:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        return restored, (self._a, self._b, self._c, self._d)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rng):
            return False
        return self._a == other._a and self._b == other._b and self._c == other._c and self._d == other._d

    def __hash__(self) -> int:
        raise TypeError("a generator changes: it has no hash")

    def word(self) -> i64:
        """Return the next 32 random bits."""
        a, b, c, d = self._a, self._b, self._c, self._d
        result = (a + b + d) & WORD
        self._d = (d + 1) & WORD
        self._a = b ^ b >> 9
        self._b = (c + (c << 3)) & WORD
        self._c = ((c << 21 | c >> 11) + result) & WORD
        return result

    def below(self, limit: i64) -> i64:
        """Return a number from 0 to limit - 1, each equally likely; 0 < limit <= 2**31. There is no modulo bias."""
        product = self.word() * limit
        if product & WORD < limit:
            unfair = (WORD + 1 - limit) % limit
            while product & WORD < unfair:
                product = self.word() * limit
        return product >> 32


def restored(a: i64, b: i64, c: i64, d: i64) -> Rng:
    """Return a generator from its four words."""
    rng = Rng(0)
    rng._a, rng._b, rng._c, rng._d = a, b, c, d
    return rng


def pick(counts: vec[i64], total: i64, rng: Rng) -> i64:
    """Return a kind drawn at random from a bag that holds `counts[kind]` of each, `total` in all."""
    at = rng.below(total)
    kind: i64 = 0
    while at >= counts[kind]:
        at -= counts[kind]
        kind += 1
    return kind
