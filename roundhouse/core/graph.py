"""Networks of cities joined by tracks: the connected components, and the longest trail that uses no track twice."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.bits import BIT, count_bits, low_bit
from roundhouse.core.state import filled


def networks(ends_a: vec[i64], ends_b: vec[i64]) -> vec[i64]:
    """Return the connected components, as masks of cities, of tracks that join ends_a[i] to ends_b[i]."""
    found = vec[i64]()
    for i in range(len(ends_a)):
        joined = BIT[ends_a[i]] | BIT[ends_b[i]]
        apart = vec[i64]()
        for net in found:
            if net & joined:
                joined |= net
            else:
                apart = append(apart, net)
        found = append(apart, joined)
    return found


def longest_trail(ends_a: vec[i64], ends_b: vec[i64], lengths: vec[i64]) -> i64:
    """Return the length of the longest trail: cities may repeat, tracks may not; at most 62 tracks.

    A longest trail that does not use all tracks of its network starts at a city with an odd number of tracks: from any
    other city it could be extended. So a network with at most two odd cities is one trail (Euler), and otherwise only odd
    cities are tried.
    """
    at = filled(63, 0)  # at[city]: its tracks, as a mask
    far = vec[i64]()  # far[track] ^ city: the other end
    for i in range(i64(len(ends_a))):
        at[ends_a[i]] |= BIT[i]
        at[ends_b[i]] |= BIT[i]
        far = append(far, ends_a[i] ^ ends_b[i])
    best: i64 = 0
    for net in networks(ends_a, ends_b):
        total: i64 = 0
        odd: i64 = 0
        for i in range(i64(len(ends_a))):
            if net & BIT[ends_a[i]]:
                total += lengths[i]
                odd ^= BIT[ends_a[i]] ^ BIT[ends_b[i]]
        if count_bits(odd) <= 2:
            best = max(best, total)
        while odd and total > best:
            best = max(best, _trail_from(low_bit(odd), -1, total, at, far, lengths))
            odd &= odd - 1
    return best


def _trail_from(city: i64, unused: i64, left: i64, at: vec[i64], far: vec[i64], lengths: vec[i64]) -> i64:
    """Return the longest trail from a city over unused tracks; `left`, their total length, is an upper bound."""
    best: i64 = 0
    rest = at[city] & unused
    while rest and left > best:
        track = low_bit(rest)
        rest &= rest - 1
        length = lengths[track]
        best = max(best, length + _trail_from(far[track] ^ city, unused & ~BIT[track], left - length, at, far, lengths))
    return best
