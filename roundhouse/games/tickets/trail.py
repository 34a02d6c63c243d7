"""The tracks of a longest path, for drawing it; `scoring.longest_path` measures it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundhouse.games.tickets.scoring import longest_path

if TYPE_CHECKING:
    from roundhouse.games.tickets.state import Tickets


def longest_tracks(position: Tickets, seat: int) -> list[int]:
    """Return the tracks of a longest path of a seat in order: no track twice, cities as often as needed (TTR-86 to TTR-89)."""
    board, goal = position.board, int(longest_path(position, seat))
    near: dict[int, list[tuple[int, int, int]]] = {}  # by city: the tracks that meet there, where they lead, their length
    for track in position.tracks_of(seat):
        a, b, length = int(board.end_a[track]), int(board.end_b[track]), int(board.length[track])
        near.setdefault(a, []).append((int(track), b, length))
        near.setdefault(b, []).append((int(track), a, length))
    for start in near:
        found = _trail(near, start, goal, [])
        if found is not None:
            return found
    return []


def _trail(near: dict[int, list[tuple[int, int, int]]], city: int, rest: int, used: list[int]) -> list[int] | None:
    """Return `used` and the tracks after it that make exactly `rest` spaces more, or None."""
    if rest == 0:
        return used
    for track, other, length in near[city]:
        if track not in used and length <= rest:
            found = _trail(near, other, rest - length, [*used, track])
            if found is not None:
                return found
    return None
