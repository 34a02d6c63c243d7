"""Sets of small numbers as bit masks of up to 62 bits."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

# The compiler silently turns `1 << x` into a 32-bit shift, so a single bit always comes from this table.
BIT: Final = vec[i64]([1 << i for i in range(63)])

# 2 is a primitive root modulo 67, so the residues of the powers of two all differ: residue -> exponent.
_EXPONENT: Final = vec[i64]([next((i for i in range(63) if (1 << i) % 67 == r), -1) for r in range(67)])


def low_bit(mask: i64) -> i64:
    """Return the smallest member of a non-empty set."""
    return _EXPONENT[(mask & -mask) % 67]


def nth_bit(mask: i64, n: i64) -> i64:
    """Return the member with `n` smaller ones; `n` counts from 0 and must be less than the number of members."""
    rest = mask
    for _smaller in range(n):
        rest &= rest - 1
    return low_bit(rest)


def count_bits(mask: i64) -> i64:
    """Return the number of members."""
    count: i64 = 0
    rest = mask
    while rest:
        rest &= rest - 1
        count += 1
    return count


def members(mask: i64) -> list[int]:
    """Return the members in ascending order. Not for hot code."""
    return [i for i in range(63) if mask >> i & 1]
