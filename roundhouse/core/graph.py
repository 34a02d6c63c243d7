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


def networks_by_city(ends_a: vec[i64], ends_b: vec[i64], cities: i64) -> vec[i64]:
    """Return the connected component of each city, as the number of one of its cities; -1 for a city without a track."""
    label = filled(cities, -1)
    for i in range(len(ends_a)):
        a = ends_a[i]
        b = ends_b[i]
        if label[a] < 0:
            label[a] = a if label[b] < 0 else label[b]
        if label[b] < 0:
            label[b] = label[a]
        elif label[b] != label[a]:
            gone = label[b]
            for city in range(cities):
                if label[city] == gone:
                    label[city] = label[a]
    return label


def longest_trail(ends_a: vec[i64], ends_b: vec[i64], lengths: vec[i64]) -> i64:
    """Return the length of the longest trail: cities may repeat, tracks may not; at most 62 tracks.

    A longest trail that does not use all tracks of its network starts at a city with an odd number of tracks: from any
    other city it could be extended. So a network with at most two odd cities is one trail (Euler), and otherwise only odd
    cities are tried.
    """
    cities: i64 = 0
    for i in range(i64(len(ends_a))):
        cities = max(cities, max(ends_a[i], ends_b[i]) + 1)
    at = filled(cities, 0)  # at[city]: its tracks, as a mask
    far = vec[i64]()  # far[track] ^ city: the other end
    for i in range(i64(len(ends_a))):
        at[ends_a[i]] |= BIT[i]
        at[ends_b[i]] |= BIT[i]
        far = append(far, ends_a[i] ^ ends_b[i])
    best: i64 = 0
    left = BIT[len(ends_a)] - 1
    while left:
        net = _network_of(low_bit(left), at, ends_a, ends_b)
        left &= ~net
        total: i64 = 0
        rest = net
        while rest:
            total += lengths[low_bit(rest)]
            rest &= rest - 1
        if total > best:
            best = max(best, _trail_in(net, total, at, far, lengths))
    return best


def _network_of(track: i64, at: vec[i64], ends_a: vec[i64], ends_b: vec[i64]) -> i64:
    """Return the tracks that are connected with a track, as a mask."""
    net: i64 = 0
    border = BIT[track]
    while border:
        next_track = low_bit(border)
        net |= BIT[next_track]
        border = (border | at[ends_a[next_track]] | at[ends_b[next_track]]) & ~net
    return net


def _trail_in(net: i64, total: i64, at: vec[i64], far: vec[i64], lengths: vec[i64]) -> i64:
    """Return the longest trail of one network, whose tracks are `total` long."""
    odd = vec[i64]()
    for city in range(i64(len(at))):
        if at[city] & net and count_bits(at[city]) & 1:
            odd = append(odd, city)
    if len(odd) <= 2:
        return total
    best: i64 = 0
    for city in odd:
        if total > best:
            best = max(best, _trail_from(city, -1, total, at, far, lengths))
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
