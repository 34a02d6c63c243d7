"""Turns and years: chapters D, M and N of the rules."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.state import OVER, ranks_of
from roundhouse.games.dice1.board import COMPANIES, IDLE_YEARS, WILD
from roundhouse.games.dice1.dice import dice_of, in_front
from roundhouse.games.dice1.laying import is_dead
from roundhouse.games.dice1.moves import EAST, WEST
from roundhouse.games.dice1.position import DEAD_ENDS, NONE, RUNNING, STALLED, TURN, Position
from roundhouse.games.dice1.shares import change_directors
from roundhouse.games.dice1.stations import largest_group


def end_turn(state: Position) -> None:
    """Pass the turn clockwise; a year is one round (RD1-26). Zone payments (RD1-78) and unused parachutes (RD1-33) lapse."""
    state.chute[state.turn] = 0
    state.paid_out = 0
    state.rolled = 0
    state.bought = NONE
    state.paid[0] = 0
    state.paid[1] = 0
    state.phase = TURN
    if state.closing == RUNNING and is_dead(state, WEST) and is_dead(state, EAST):
        state.closing = DEAD_ENDS
    state.turn = (state.turn + 1) % state.seats
    state.actor = state.turn
    if state.turn == state.first:
        _end_year(state)


def _end_year(state: Position) -> None:
    """Pay passengers, end the game, change directors and start player, in this order (RD1-82 to RD1-90)."""
    _pay_passengers(state)
    state.idle += 1
    if state.laid:
        state.idle = 0
    if state.closing == RUNNING and state.idle == IDLE_YEARS:
        state.closing = STALLED
    if state.closing != RUNNING:
        state.actor = OVER
        return
    change_directors(state)
    state.laid = 0
    state.year += 1
    state.first = (state.first + 1) % state.seats  # RD1-89
    state.turn = state.first
    state.actor = state.first


def _pay_passengers(state: Position) -> None:
    """Pay passengers to the directors in office before the change (RD1-82, RD1-86)."""
    for company in range(i64(COMPANIES)):
        director = state.director[company]
        if director != NONE:
            state.tokens[director] += largest_group(state, company)


def final_ranks(state: Position) -> vec[i64]:
    """Rank by tokens, then wild dice in front, then all dice (RD1-94, RD1-95); still equal is a shared victory (RD1-R19)."""
    keys = vec[i64]()
    for seat in range(state.seats):
        keys = append(keys, (state.tokens[seat] * 100 + in_front(state, seat, WILD)) * 100 + dice_of(state, seat))
    return ranks_of(keys)
