"""The final scores of Ticket to Ride: tickets, the longest path, and the tie-breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.graph import longest_trail

if TYPE_CHECKING:
    from roundhouse.games.tickets.state import Tickets


def ticket_points(state: Tickets, seat: i64) -> i64:
    """Return the value of a seat's tickets with its present tracks."""
    points = state.board.ticket_points
    total: i64 = 0
    for ticket in state.tickets_of(seat):
        total -= points[ticket]
    for ticket in state.completed(seat):
        total += 2 * points[ticket]
    return total


def longest_path(state: Tickets, seat: i64) -> i64:
    """Return the longest path in trains (TTR-86): a line of own tracks, no branches (TTR-87), no track twice (TTR-88, TTR-89)."""
    board = state.board
    ends_a = vec[i64]()
    ends_b = vec[i64]()
    lengths = vec[i64]()
    for track in state.tracks_of(seat):
        ends_a = append(ends_a, board.end_a[track])
        ends_b = append(ends_b, board.end_b[track])
        lengths = append(lengths, board.length[track])
    return longest_trail(ends_a, ends_b, lengths)


def longest_paths(state: Tickets) -> vec[i64]:
    """Return the longest path of every seat."""
    result = vec[i64]()
    for seat in range(state.seats):
        result = append(result, longest_path(state, seat))
    return result


def final_scores(state: Tickets, paths: vec[i64]) -> vec[i64]:
    """Return the final scores: tickets added or subtracted, with no floor (TTR-83 and TTR-84), and the bonus.

    TTR-85, TTR-90, TTR-91: on a tie all get the bonus.
    """
    best: i64 = 0
    for path in paths:
        best = max(best, path)
    result = state.points[:]
    for seat in range(state.seats):
        result[seat] += ticket_points(state, seat)
        if best > 0 and paths[seat] == best:
            result[seat] += state.board.bonus
    return result


def final_keys(state: Tickets) -> vec[i64]:
    """Return one sortable number per seat: score (TTR-93), then completed tickets (TTR-94), then the longer path (TTR-95)."""
    paths = longest_paths(state)
    keys = final_scores(state, paths)
    for seat in range(state.seats):
        keys[seat] = keys[seat] * 1_000_000 + i64(len(state.completed(seat))) * 1_000 + paths[seat]
    return keys
