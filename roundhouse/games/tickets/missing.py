"""What a ticket still lacks: the tracks open to a seat that would complete it with the fewest trains."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from roundhouse.games.tickets.state import Tickets

Way = tuple[int, int, int]  # what it costs in spaces, the track, the city it leads to


def missing_tracks(position: Tickets, seat: int, ticket: int) -> list[int] | None:
    """Return the tracks that would complete a ticket with the fewest trains; [] when done, None when cut off (TTR-71)."""
    ways = _ways(position, seat)
    start, goal = position.board.ticket_a[ticket], position.board.ticket_b[ticket]
    reached: set[int] = set()
    border: list[tuple[int, int, tuple[int, ...]]] = [(0, start, ())]
    while border:
        spaces, city, bought = heappop(border)
        if city == goal:
            return list(bought)
        if city in reached:
            continue
        reached.add(city)
        for cost, track, other in ways[city]:
            heappush(border, (spaces + cost, other, (*bought, track) if cost else bought))
    return None


def trains_missing(position: Tickets, seat: int, ticket: int) -> int | None:
    """Return the fewest trains that would still complete a ticket, or None when it is cut off."""
    tracks = missing_tracks(position, seat, ticket)
    return None if tracks is None else sum(position.board.length[track] for track in tracks)


def _ways(position: Tickets, seat: int) -> list[list[Way]]:
    """Return the ways on from each city: the seat's own tracks, which cost nothing, and those it may still claim."""
    board = position.board
    own = set(position.tracks_of(seat))
    ways: list[list[Way]] = [[] for _ in range(board.cities)]
    for track in range(board.tracks):
        if track not in own and not position.is_open(seat, track):
            continue
        cost = 0 if track in own else board.length[track]
        a, b = board.end_a[track], board.end_b[track]
        ways[a].append((cost, track, b))
        ways[b].append((cost, track, a))
    return ways
