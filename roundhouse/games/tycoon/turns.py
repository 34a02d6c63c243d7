"""Chapters 6, 7, 14 and 16 of the rules: how turns, rounds and actions follow one another, and when the game ends."""

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
    """RRT-54, RRT-55: a turn begins with the auction, opened by the first player of the turn before; the first one by the
    youngest, here seat 0 (RRT-21). RRT-219: turn 60 is the last."""
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
    """RRT-60, RRT-63: the first player takes the first action; RRT-144: the round marker stands on 1."""
    state.first = first
    state.round = 1
    state.done = 0
    begin_action(state)


def begin_action(state: Position) -> None:
    """RRT-63: first player first, then clockwise."""
    state.phase = ACTION
    state.actor = (state.first + state.done) % state.seats
    state.issued = 0
    state.granted = 0
    state.stub = NONE
    state.laid = 0


def end_action(state: Position) -> None:
    """RRT-64: the round marker goes on after each round; RRT-210: the actions of a Railroad Executive follow at once."""
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
    """RRT-75, RRT-139 to RRT-144: unfinished links go, then income, dividends and a new card; RRT-121: no deck, no card."""
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
    """RRT-219: four whole turns in a row without a delivery trigger the end."""
    if state.delivered:
        state.idle = 0
        return
    state.idle += 1
    if state.idle >= IDLE_TURNS and state.ending == OPEN:
        state.ending = TRIGGERED


def cards_in_deck(state: Position) -> i64:
    """Operations cards face down."""
    total: i64 = 0
    for count in state.deck:
        total += count
    return total
