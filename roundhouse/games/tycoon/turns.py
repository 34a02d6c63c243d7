"""Chapters 6, 7, 14 and 16 of the rules: the sequence of turns, rounds and actions, and the end of the game."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from roundhouse.core.state import CHANCE, OVER
from roundhouse.games.tycoon.board import IDLE_TURNS, LAST_TURN, NONE
from roundhouse.games.tycoon.money import income_and_dividends
from roundhouse.games.tycoon.position import ACTION, AUCTION, LAST, OPEN, TRIGGERED, TURNING_UP, Position
from roundhouse.games.tycoon.track import remove_unfinished

ROUNDS: Final = 3  # RRT-63


def begin_turn(state: Position) -> None:
    """Begin a turn with the auction, opened by the first player of the last turn (RRT-54, RRT-55).

    The youngest opens the first one, here seat 0 (RRT-21). RRT-219: turn 60 is the last.
    """
    state.turn += 1
    if state.turn == LAST_TURN:
        state.ending = LAST
    state.delivered = 0
    for seat in range(state.seats):
        state.tired[seat] = 0  # RRT-124: once a turn
    state.high = 0
    state.leader = NONE
    state.out = 0
    state.phase = AUCTION
    state.actor = state.first


def begin_rounds(state: Position, first: i64) -> None:
    """Begin the rounds with the first player (RRT-60, RRT-63); the round marker stands on 1 (RRT-144)."""
    state.first = first
    state.round = 1
    state.done = 0
    begin_action(state)


def begin_action(state: Position) -> None:
    """Begin an action: first player first, then clockwise (RRT-63)."""
    state.phase = ACTION
    state.actor = (state.first + state.done) % state.seats
    state.issued = 0
    state.granted = 0
    state.stub = NONE
    state.laid = 0


def end_action(state: Position) -> None:
    """End an action; extra actions of a Railroad Executive follow at once (RRT-210), and a round moves the marker (RRT-64)."""
    if state.extra:
        state.extra -= 1
        begin_action(state)
        return
    state.done += 1
    if state.done == state.seats:
        state.done = 0
        state.round += 1
    if state.round > ROUNDS:
        _close_turn(state)
    else:
        begin_action(state)


def _close_turn(state: Position) -> None:
    """Remove unfinished links, then pay income and dividends and turn up a card (RRT-75, RRT-139 to RRT-144), if any (RRT-121)."""
    state.round = 0
    state.stub = NONE
    state.laid = 0
    state.granted = 0
    state.issued = 0
    remove_unfinished(state)
    income_and_dividends(state)
    _count_idle(state)
    if state.ending == LAST:  # RRT-191: without a new card
        state.phase = ACTION
        state.actor = OVER
        return
    if state.ending == TRIGGERED:  # RRT-184: exactly one more turn
        state.ending = LAST
    if cards_in_deck(state):
        state.phase = TURNING_UP
        state.actor = CHANCE
    else:
        begin_turn(state)


def _count_idle(state: Position) -> None:
    """Count turns without a delivery; four in a row trigger the end (RRT-219)."""
    if state.delivered:
        state.idle = 0
        return
    state.idle += 1
    if state.idle >= IDLE_TURNS and state.ending == OPEN:
        state.ending = TRIGGERED


def cards_in_deck(state: Position) -> i64:
    """Return the number of operations cards face down."""
    total: i64 = 0
    for count in state.deck:
        total += count
    return total
