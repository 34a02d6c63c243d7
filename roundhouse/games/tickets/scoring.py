"""The final scores of Ticket to Ride, and what decides between equal ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.core.bits import count_bits
from roundhouse.games.tickets.board import LONGEST_PATH_BONUS

if TYPE_CHECKING:
    from roundhouse.games.tickets.state import Tickets


def final_scores(state: Tickets, paths: vec[i64]) -> vec[i64]:
    """TTR-83 and TTR-84: tickets added or subtracted, with no floor; TTR-85, TTR-90, TTR-91: ties all get the bonus."""
    best: i64 = 0
    for path in paths:
        best = max(best, path)
    result = state.points[:]
    for seat in range(state.seats):
        result[seat] += state.ticket_points(seat)
        if best > 0 and paths[seat] == best:
            result[seat] += LONGEST_PATH_BONUS
    return result


def final_keys(state: Tickets) -> vec[i64]:
    """TTR-93: score; TTR-94: then completed tickets; TTR-95: then the longer path. One number a seat that sorts by all three."""
    paths = state.paths()
    keys = final_scores(state, paths)
    for seat in range(state.seats):
        keys[seat] = keys[seat] * 10_000 + count_bits(state.completed(seat)) * 100 + paths[seat]
    return keys
