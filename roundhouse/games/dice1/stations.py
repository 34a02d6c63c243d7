"""Stations: chapter G of the rules, and the groups of mini-tiles that pay passengers."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.bits import BIT, count_bits, low_bit
from roundhouse.core.state import filled
from roundhouse.games.dice1.board import (
    ACROSS,
    ALL,
    CHEAP,
    CHEAP_PRICE,
    DEAR_PRICE,
    EDGES,
    PLAN_COMPANY,
    PLAN_NEEDS,
    PLANS,
    REQUIREMENTS,
    REWARD,
    SIDES,
    SITES,
    SPOT_STEP,
    SQUARES,
    STATION_PIECE,
    STATIONS,
    STEP,
    STOCK,
    WAYS,
)
from roundhouse.games.dice1.bridges import can_finish, open_bridges
from roundhouse.games.dice1.dice import earn_wild
from roundhouse.games.dice1.ground import end_goes_on, exits_at, pointed, reserved, station_goes_on
from roundhouse.games.dice1.laying import fee_at, pay_for_square
from roundhouse.games.dice1.moves import ENDS, STATION, station_end, station_plan
from roundhouse.games.dice1.position import LAST_STATION, NONE, RUNNING, TURN, Position
from roundhouse.games.dice1.purse import after_fee, purse_of

_REQUIREMENT_CLAUSE: Final = vec[i64]([44, 45, 46])


def price(state: Position, plan: i64) -> i64:
    """Return the price of a station: three dice while a cheap one is left, then five; NONE if all are built (RD1-38)."""
    if state.built[plan] >= STOCK[plan]:
        return NONE
    if state.built[plan] < CHEAP[plan]:
        return CHEAP_PRICE
    return DEAR_PRICE


def stations_of(state: Position, company: i64) -> i64:
    """Return the number of built stations of a company."""
    count: i64 = 0
    for plan in range(i64(PLANS)):
        if PLAN_COMPANY[plan] == company:
            count += state.built[plan]
    return count


def sites(state: Position, slot: i64, requirement: i64) -> i64:
    """Return the squares of a large tile that meet a requirement, as a mask."""
    return SITES[(state.eight * WAYS + state.tile[slot]) * REQUIREMENTS + requirement]


def add_stations(moves: vec[i64], state: Position) -> vec[i64]:
    """Add the stations that the director can build at either end (RD1-8, RD1-37)."""
    for plan in range(i64(PLANS)):
        if state.director[PLAN_COMPANY[plan]] == state.turn:
            return _add_own_stations(moves, state)
    return moves


def _add_own_stations(moves: vec[i64], state: Position) -> vec[i64]:
    for end in range(i64(ENDS)):
        for plan in range(i64(PLANS)):
            move = STATION + end * PLANS + plan
            if station_fault(state, move, NONE) == 0:
                moves = append(moves, move)
    return moves


def station_fault(state: Position, move: i64, wild: i64) -> i64:
    """Return the clause that forbids this station with `wild` wild dice paid (NONE: any payment will do); 0 if none does.

    RD1-39: it would stand on the square that the end points at.
    """
    end, plan = station_end(move), station_plan(move)
    company = PLAN_COMPANY[plan]
    if state.director[company] != state.turn:
        return 37
    if price(state, plan) == NONE:
        return 38
    square = pointed(state, end)
    if square == NONE:
        return 39
    slot = state.slot[end]
    if EDGES[15] >> square & 1:
        return 41
    if not sites(state, slot, PLAN_NEEDS[plan]) >> square & 1:
        return _REQUIREMENT_CLAUSE[PLAN_NEEDS[plan]]
    if state.stops[state.place[end]] >> company & 1:
        return 40
    if _beside_station(state, slot, square):
        return 42
    fault = _payment_fault(state, move, wild)
    if fault == 0 and not _lines_go_on(state, end, square):
        fault = 61
    return fault


def _beside_station(state: Position, slot: i64, square: i64) -> bool:
    """Return whether a station stands beside an inner square, all of whose neighbours are on the tile (RD1-42)."""
    return any(state.board[slot * SQUARES + STEP[square * SIDES + side]] >= STATION_PIECE for side in range(i64(SIDES)))


def _payment_fault(state: Position, move: i64, wild: i64) -> i64:
    """Return the clause that forbids paying price and mountain fee from reserve and wild dice (RD1-18, RD1-48); 0 if none does.

    RD1-99: dice that a bridge needs cannot be spent; the reward counts as available.
    """
    due = station_due(state, move)
    straights, curves, wilds, reserve = after_fee(purse_of(state), due, wild)
    if wilds < 0 or reserve < 0:
        if wilds + reserve + due >= price(state, station_plan(move)):
            return 48
        return 18
    wilds += REWARD  # the bank always has it: the price is paid first
    if can_finish(state, open_bridges(state), state.exits, (straights, curves, wilds, reserve)):
        return 0
    return 99


def _lines_go_on(state: Position, end: i64, square: i64) -> bool:
    """Return whether the station has a side that goes on (RD1-R8, RD1-R11), and on the start tile the other end too (RD1-R28)."""
    slot = state.slot[end]
    now = state.taken[slot] | BIT[square]
    count = count_bits(now)
    exits = exits_at(state.exits, end)
    if not station_goes_on(ALL & ~now & ~reserved(state, end), square, ACROSS[state.out[end]], count, exits):
        return False
    return state.slot[0] != state.slot[1] or end_goes_on(state, 1 - end, ALL & ~now, count, exits)


def station_due(state: Position, move: i64) -> i64:
    """Return the price, plus the fee of a mountain zone that is not paid for (RD1-38, RD1-48)."""
    end = station_end(move)
    slot = state.slot[end]
    return price(state, station_plan(move)) + fee_at(state.tile[slot], state.paid[slot], pointed(state, end))


def build(state: Position, move: i64, wild: i64) -> None:
    """Build a station and pay its reward at once (RD1-49). The eighth one of a company makes this year the last (RD1-90)."""
    end, plan = station_end(move), station_plan(move)
    slot = state.slot[end]
    square = pointed(state, end)
    company = PLAN_COMPANY[plan]
    pay_for_square(state, slot, square, station_due(state, move), wild)
    state.built[plan] += 1
    state.stops[state.place[end]] |= BIT[company]
    state.board[slot * SQUARES + square] = STATION_PIECE + company
    state.taken[slot] |= BIT[square]
    state.at[end] = square
    state.back[end] = ACROSS[state.out[end]]
    state.out[end] = NONE
    state.laid = 1
    state.phase = TURN
    earn_wild(state, REWARD)
    if stations_of(state, company) == STATIONS and state.closing == RUNNING:
        state.closing = LAST_STATION


# Passengers.


def largest_group(state: Position, company: i64) -> i64:
    """Return the size of a company's largest orthogonally connected group of mini-tiles with a station (RD1-82, RD1-83).

    RD1-84, RD1-85: other groups count nothing, and a station between two groups joins them.
    """
    best: i64 = 0
    rest = served(state, company)
    near = neighbours(state)
    while rest:
        group = _group(near, rest, low_bit(rest))
        if count_bits(group) > best:
            best = count_bits(group)
        rest &= ~group
    return best


def served(state: Position, company: i64) -> i64:
    """Return the entries of the map where a company has a station, as a mask."""
    mask: i64 = 0
    for entry in range(i64(len(state.stops))):
        if state.stops[entry] >> company & 1:
            mask |= BIT[entry]
    return mask


def neighbours(state: Position) -> vec[i64]:
    """Return by entry of the map the entries next to it, as a mask."""
    entries = i64(len(state.spot))
    near = filled(entries, 0)
    for entry in range(entries):
        for other in range(entry):
            step = state.spot[entry] - state.spot[other]
            if step == 1 or step == -1 or step == SPOT_STEP[1] or step == SPOT_STEP[3]:
                near[entry] |= BIT[other]
                near[other] |= BIT[entry]
    return near


def _group(near: vec[i64], among: i64, entry: i64) -> i64:
    group: i64 = 0
    todo = BIT[entry]
    while todo:
        at = low_bit(todo)
        group |= BIT[at]
        todo = (todo | near[at] & among) & ~group
    return group
