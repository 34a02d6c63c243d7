"""Handfuls: several dice rolled, or several cubes drawn, as one outcome of chance with its exact weight.

A handful is the number of things of each kind, in no order (a multiset). All handfuls of one size are numbered, so that a game
can map them to its range of outcomes.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.draw import Rng, pick
from roundhouse.core.state import filled

_MOST: Final = 64  # binomials up to this row; those of any handful that a game draws fit into 63 bits


def _pascal() -> list[int]:
    rows = [[0] * _MOST for _ in range(_MOST)]
    for n in range(_MOST):
        rows[n][0] = 1
        for k in range(1, n + 1):
            rows[n][k] = min(rows[n - 1][k - 1] + rows[n - 1][k], 2**62 - 1)
    return [number for row in rows for number in row]


_PASCAL: Final = vec[i64](_pascal())


def binomial(n: i64, k: i64) -> i64:
    """Return the number of ways to choose k of n things; 0 <= k and 0 <= n < 64."""
    return _PASCAL[n * _MOST + k]


class Multisets:
    """All handfuls of `size` things of `kinds` kinds, numbered from 0: first those with most of kind 0, then of kind 1, ..."""

    def __init__(self, kinds: i64, size: i64) -> None:
        self.kinds = kinds
        self.size = size
        self.count = binomial(size + kinds - 1, kinds - 1)

    def rank(self, counts: vec[i64]) -> i64:
        """Return the number of a handful, given its count of each kind."""
        before: i64 = 0
        left = self.size
        for kind in range(self.kinds - 1):
            left -= counts[kind]
            if left > 0:  # handfuls with more of this kind come first
                before += binomial(left - 1 + self.kinds - kind - 1, left - 1)
        return before

    def unrank(self, number: i64) -> vec[i64]:
        """Return the count of each kind in the handful with that number."""
        counts = filled(self.kinds, 0)
        rest = number
        left = self.size
        for kind in range(self.kinds - 1):
            others = self.kinds - kind - 1
            taken = left
            more: i64 = 0  # handfuls with more of this kind than `taken`
            while True:
                here = binomial(left - taken + others - 1, others - 1)
                if rest < more + here:
                    break
                more += here
                taken -= 1
            counts[kind] = taken
            rest -= more
            left -= taken
        counts[self.kinds - 1] = left
        return counts

    def die_weight(self, number: i64, faces: vec[i64]) -> i64:
        """Return in how many ways a roll of `size` dice gives this handful; `faces[kind]` faces of a die show that kind.

        The weights of all handfuls add up to (number of faces) ** size.
        """
        counts = self.unrank(number)
        ways: i64 = 1
        left = self.size
        for kind in range(self.kinds):
            ways *= binomial(left, counts[kind])
            left -= counts[kind]
            for _each in range(counts[kind]):
                ways *= faces[kind]
        return ways

    def bag_weight(self, number: i64, bag: vec[i64]) -> i64:
        """Return in how many ways `size` things drawn at once from a bag give this handful; 0 if impossible.

        The bag holds `bag[kind]` of each kind, fewer than 64. The weights of all handfuls add up to binomial(things in the
        bag, size).
        """
        counts = self.unrank(number)
        ways: i64 = 1
        for kind in range(self.kinds):
            ways *= binomial(bag[kind], counts[kind])
        return ways

    def roll(self, faces: vec[i64], total: i64, rng: Rng) -> i64:
        """Return the number of a random roll of `size` dice that have `total` faces each."""
        counts = filled(self.kinds, 0)
        for _die in range(self.size):
            counts[pick(faces, total, rng)] += 1
        return self.rank(counts)

    def grab(self, bag: vec[i64], total: i64, rng: Rng) -> i64:
        """Return the number of a random draw of `size` things at once from a bag that holds `total`. The bag is not changed."""
        rest = bag[:]
        counts = filled(self.kinds, 0)
        for drawn in range(self.size):
            kind = pick(rest, total - drawn, rng)
            rest[kind] -= 1
            counts[kind] += 1
        return self.rank(counts)

    def die_weights(self, faces: vec[i64]) -> vec[i64]:
        """Return the weights of all handfuls of a die, by number."""
        result = vec[i64]()
        for number in range(self.count):
            result = append(result, self.die_weight(number, faces))
        return result
