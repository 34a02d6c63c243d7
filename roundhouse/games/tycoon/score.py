"""Chapters 5 and 16 of the rules: the goals of the tycoons, the final score and the ties."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.games.tycoon.board import (
    CHICAGO,
    FARNAM,
    GOULD,
    HOLLIDAY,
    HOPKINS,
    JUDAH,
    MORGAN,
    MOST_PARTS,
    NEW_YORK,
    PULLMAN,
    SIDES,
    TYCOON_POINTS,
    VANDERBILT,
)
from roundhouse.games.tycoon.position import LINK, Position
from roundhouse.games.tycoon.runs import longest_run
from roundhouse.games.tycoon.track import ends_of


def final_scores(state: Position) -> vec[i64]:
    """Return points, laps included, less shares (RRT-37), plus the tycoon's bonus (RRT-187); there is no floor (RRT-217)."""
    result = standing(state)
    for seat in range(state.seats):
        if state.tycoon[seat] >= 0:
            result[seat] += bonus(state, seat, state.tycoon[seat])
    return result


def standing(state: Position) -> vec[i64]:
    """Return points less shares, which are public at any time."""
    result = state.points[:]
    for seat in range(state.seats):
        result[seat] -= state.shares[seat]
    return result


def rank_keys(state: Position, scores: vec[i64]) -> vec[i64]:
    """Return sortable keys: score, then completed links, then money (RRT-188, RRT-189); equal keys share the place (RRT-190)."""
    keys = vec[i64]()
    for seat in range(state.seats):
        keys = append(keys, (scores[seat] * 1000 + state.links_of(seat)) * 10_000_000 + state.cash[seat])
    return keys


def bonus(state: Position, seat: i64, tycoon: i64) -> i64:
    """Return the bonus of a tycoon to a seat in the present position (RRT-41)."""
    if tycoon == FARNAM:
        return links_at(state, seat, CHICAGO) * TYCOON_POINTS[FARNAM]
    if _meets_goal(state, seat, tycoon):
        return TYCOON_POINTS[tycoon]
    return 0


def _meets_goal(state: Position, seat: i64, tycoon: i64) -> bool:
    """Return whether a seat meets the goal of a tycoon (RRT-45 to RRT-53)."""
    if tycoon == PULLMAN:  # RRT-48, RRT-214
        return state.six == seat
    if tycoon == HOLLIDAY:  # RRT-49: once, also for both
        return state.western[0] == seat or state.western[1] == seat
    if tycoon == VANDERBILT:  # RRT-51
        return state.connects(seat, NEW_YORK, CHICAGO)
    if tycoon == MORGAN:  # RRT-45
        return _alone_first(_links(state), seat)
    if tycoon in (GOULD, HOPKINS):  # RRT-46, RRT-47
        return _alone_first(_negated(state.shares), seat)
    if tycoon == JUDAH:  # RRT-50
        return _alone_first(runs(state), seat)
    return _alone_first(state.cash, seat)  # Fisk and Drew, RRT-52, RRT-53


def links_at(state: Position, seat: i64, city: i64) -> i64:
    """Return the number of a seat's completed links with one end in a city (RRT-44)."""
    count: i64 = 0
    for at in range(0, i64(len(state.links)), LINK):
        if state.links[at + 2] == seat and (state.links[at] // SIDES == city or state.links[at + 1] // SIDES == city):
            count += 1
    return count


def _links(state: Position) -> vec[i64]:
    counts = vec[i64]()
    for seat in range(state.seats):
        counts = append(counts, state.links_of(seat))
    return counts


def runs(state: Position) -> vec[i64]:
    """Return the longest run of consecutive links of every seat (RRT-50)."""
    result = vec[i64]()
    for seat in range(state.seats):
        result = append(result, longest_run(ends_of(state.links, seat, 0), ends_of(state.links, seat, 1), MOST_PARTS))
    return result


def _negated(numbers: vec[i64]) -> vec[i64]:
    result = vec[i64]()
    for number in numbers:
        result = append(result, -number)
    return result


def _alone_first(values: vec[i64], seat: i64) -> bool:
    """Return whether a seat has the highest value alone; a tie is not the most (RRT-42)."""
    equal: i64 = 0
    for value in values:
        if value >= values[seat]:
            equal += 1
    return equal == 1
