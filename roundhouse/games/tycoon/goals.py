"""The operations cards with a green circle, RRT-123: goals that the first player to meet them scores, all at once (RRT-180)."""

from __future__ import annotations

from mypy_extensions import i64

from roundhouse.games.tycoon.board import (
    BOUNTIES,
    BOUNTY,
    BOUNTY_CITY,
    CARD_POINTS,
    ERA,
    HOTEL_CITY,
    HOTELS,
    KANSAS_CITY_LINK,
    LINE,
    LINE_A,
    LINE_B,
    LINE_WESTERN,
    LINES,
    NEW_TRAIN,
    NEW_TRAIN_LEVEL,
    NONE,
    RECORD_LINKS,
    SPEED_RECORD,
)
from roundhouse.games.tycoon.position import Position


def score_goal(state: Position, kind: i64, seat: i64) -> None:
    """Score an available goal; its card leaves the game for good (RRT-123, RRT-218)."""
    if state.display[kind]:
        state.display[kind] -= 1
        state.points[seat] += CARD_POINTS[kind]


def delivered(state: Position, seat: i64, city: i64, links: i64) -> None:
    """Score what a delivery earns: hotel, bounty, the record and the first-delivery card (RRT-119, RRT-175)."""
    for hotel in range(i64(HOTELS)):
        if HOTEL_CITY[hotel] == city and state.hotel[hotel] != NONE:  # RRT-147 to RRT-152, RRT-179, RRT-215
            state.points[state.hotel[hotel]] += 1
    for bounty in range(i64(BOUNTIES)):
        if BOUNTY_CITY[bounty] == city:  # RRT-163 to RRT-168, RRT-174
            score_goal(state, BOUNTY + bounty, seat)
    if links >= RECORD_LINKS:  # RRT-169
        score_goal(state, SPEED_RECORD, seat)
    score_goal(state, ERA, seat)  # RRT-170


def upgraded(state: Position, seat: i64) -> None:
    """Score the first locomotive of level 4 (RRT-160)."""
    if state.level[seat] == NEW_TRAIN_LEVEL:
        score_goal(state, NEW_TRAIN, seat)


def linked(state: Position, seat: i64) -> None:
    """Score major lines that a link or a western link of `seat` completes (RRT-153 to RRT-158, RRT-213)."""
    for line in range(i64(LINES)):
        if state.display[LINE + line] and has_line(state, seat, line):
            score_goal(state, LINE + line, seat)


def has_line(state: Position, seat: i64, line: i64) -> bool:
    """Return whether a seat's own links form a major line (RRT-171), with its western link at Kansas City for RRT-158."""
    if LINE_WESTERN[line] and state.western[KANSAS_CITY_LINK] != seat:
        return False
    return state.connects(seat, LINE_A[line], LINE_B[line])


def appeared(state: Position, kind: i64) -> None:
    """Score a card just turned up if exactly one player already has the line (RRT-172).

    RRT-173: with two or more nobody scores, and the card is discarded all the same.
    """
    state.display[kind] += 1
    if not LINE <= kind < LINE + LINES:
        return
    holders: i64 = 0
    holder: i64 = NONE
    for seat in range(state.seats):
        if has_line(state, seat, kind - LINE):
            holders += 1
            holder = seat
    if holders == 1:
        score_goal(state, kind, holder)
    elif holders > 1:
        state.display[kind] -= 1
