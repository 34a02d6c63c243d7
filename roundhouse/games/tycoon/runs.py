"""The longest run of consecutive links of one owner, RRT-50: no link twice, cities may repeat (RRT-R5).

A run is a connected subnetwork in which at most two cities have an odd number of links (Euler). So instead of walking, the
network is swept city by city, and of all parts that look the same at the edge of the sweep only the largest is kept: the time
grows with the width of the network, not with its length.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.core.bits import BIT, count_bits
from roundhouse.core.graph import longest_trail, networks
from roundhouse.core.state import filled

FEW: Final = 10  # up to so many links are walked instead

# How a part looks at the edge of the sweep: for each city there 0 if it has none of its links, else twice the number of the piece
# that it belongs to, plus 1 if it has an odd number of links; then the number of odd cities left behind.
Look = tuple[int, ...]


def longest_run(ends_a: vec[i64], ends_b: vec[i64], most: i64) -> i64:
    """Return the largest number of consecutive links. At most `most` parts are kept at a time, the largest ones (RRT-R56)."""
    if len(ends_a) <= FEW:
        return longest_trail(ends_a, ends_b, filled(len(ends_a), 1))
    best: i64 = 0
    for whole in networks(ends_a, ends_b):
        ways = [(int(ends_a[i]), int(ends_b[i])) for i in range(len(ends_a)) if whole >> ends_a[i] & 1]
        odd: i64 = 0
        for a, b in ways:
            odd ^= BIT[a] ^ BIT[b]
        limit = len(ways) - max(0, count_bits(odd) // 2 - 1)  # leaving out a link fixes two odd cities at best
        if count_bits(odd) <= 2:
            best = max(best, limit)
        elif limit > best:
            best = max(best, _sweep(ways, most))
    return best


def _sweep(ways: list[tuple[int, int]], most: i64) -> i64:
    """Return the largest connected part with at most two odd cities."""
    parts: dict[Look, int] = {(0,): 0}  # the most links of a part with that look
    edge: list[int] = []  # the cities at the edge, in the order of the looks
    left = list(ways)
    best = 0
    while left or edge:
        city = _next_city(edge, left)
        if city not in edge:
            edge.append(city)
            parts = {(*look[:-1], 0, look[-1]): count for look, count in parts.items()}
        for a, b in [way for way in left if city in way]:
            left.remove((a, b))
            other = a + b - city
            if other not in edge:
                edge.append(other)
                parts = {(*look[:-1], 0, look[-1]): count for look, count in parts.items()}
            parts = _with_link(parts, edge.index(city), edge.index(other))
        at = edge.index(city)
        edge.pop(at)
        parts, found = _without(parts, at)
        best = max(best, found)
        parts = _largest({look: count for look, count in parts.items() if count + len(left) > best}, most)
    return best


def _next_city(edge: list[int], left: list[tuple[int, int]]) -> int:
    """Return the city that widens the edge least when it is swept."""
    cities = edge or sorted({city for way in left for city in way})
    return min(cities, key=lambda city: len({a + b - city for a, b in left if city in (a, b)} - set(edge)))


def _with_link(parts: dict[Look, int], a: int, b: int) -> dict[Look, int]:
    """Return every part without a link between two cities at the edge, and with it."""
    result = dict(parts)
    for look, count in parts.items():
        joined = _join(look, a, b)
        if result.get(joined, -1) < count + 1:
            result[joined] = count + 1
    return result


def _join(look: Look, a: int, b: int) -> Look:
    piece_a, piece_b = look[a] // 2, look[b] // 2
    piece = piece_a or piece_b or len(look)
    values = [piece * 2 + value % 2 if value > 1 and value // 2 in (piece_a, piece_b) else value for value in look[:-1]]
    for at in (a, b):
        values[at] = piece * 2 + (values[at] % 2 ^ 1)
    return (*_renumbered(values), look[-1])


def _renumbered(values: list[int]) -> list[int]:
    """Number pieces from 1 in order of appearance, so that equal looks compare equal."""
    numbers: dict[int, int] = {}
    result = []
    for value in values:
        if value > 1:
            number = numbers.setdefault(value // 2, len(numbers) + 1)
            result.append(number * 2 + value % 2)
        else:
            result.append(0)
    return result


def _without(parts: dict[Look, int], at: int) -> tuple[dict[Look, int], int]:
    """Return the parts after a city has left the edge, and the most links of a part whose last piece is thereby complete."""
    result: dict[Look, int] = {}
    best = 0
    for look, count in parts.items():
        value, rest, odd = look[at], look[:at] + look[at + 1 : -1], look[-1] + look[at] % 2
        if odd > 2:
            continue
        if value and not any(other // 2 == value // 2 for other in rest):
            if not any(rest):
                best = max(best, count)
            continue
        key = (*_renumbered(list(rest)), odd)
        if result.get(key, -1) < count:
            result[key] = count
    return result, best


def _largest(parts: dict[Look, int], most: i64) -> dict[Look, int]:
    if len(parts) <= most:
        return parts
    return dict(sorted(parts.items(), key=lambda each: (-each[1], each[0]))[:most])
