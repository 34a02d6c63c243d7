"""Networks of cities joined by tracks: which cities hang together, and the longest way without using a track twice."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.bits import BIT


def networks(ends_a: vec[i64], ends_b: vec[i64]) -> vec[i64]:
    """The connected sets of cities, as masks, of tracks that join ends_a[i] to ends_b[i]."""
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
    """The length of the longest trail: cities may repeat, tracks may not; at most 62 tracks."""
    best: i64 = 0
    cities: i64 = 0
    for i in range(len(ends_a)):
        cities |= BIT[ends_a[i]] | BIT[ends_b[i]]
    city: i64 = 0
    while cities >> city:
        if cities >> city & 1:
            best = max(best, _trail_from(city, 0, ends_a, ends_b, lengths))
        city += 1
    return best


def _trail_from(city: i64, used: i64, ends_a: vec[i64], ends_b: vec[i64], lengths: vec[i64]) -> i64:
    best: i64 = 0
    for i in range(i64(len(ends_a))):
        if used >> i & 1:
            continue
        other: i64 = -1
        if ends_a[i] == city:
            other = ends_b[i]
        elif ends_b[i] == city:
            other = ends_a[i]
        if other >= 0:
            length = lengths[i] + _trail_from(other, used | BIT[i], ends_a, ends_b, lengths)
            best = max(best, length)
    return best
