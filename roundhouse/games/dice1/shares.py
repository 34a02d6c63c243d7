"""Shares and directors: chapter H of the rules, and the change of directors at the end of a year."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.games.dice1.board import COMPANIES, SHARE
from roundhouse.games.dice1.dice import can_buy_with, companies_directed, spend
from roundhouse.games.dice1.moves import BUY, BUY_FROM
from roundhouse.games.dice1.position import NONE, Position


def market_open(state: Position) -> bool:
    """Return whether as many companies as players have no share left in the bank (RD1-52). Once true, it stays true."""
    sold_out: i64 = 0
    for company in range(i64(COMPANIES)):
        if state.left[company] == 0:
            sold_out += 1
    return sold_out >= state.seats


def can_buy_from(state: Position, company: i64) -> bool:
    """Return whether the director has a share to give, most shares or not (RD1-53, RD1-55). No seat buys from itself (RD1-56)."""
    director = state.director[company]
    return director != NONE and director != state.turn and state.shares[director * COMPANIES + company] > 0


def add_purchases(moves: vec[i64], state: Position) -> vec[i64]:
    """Add the purchases from the bank (RD1-50) and, once the market is open, from directors (RD1-53)."""
    if not can_buy_with(state):
        return moves
    for company in range(i64(COMPANIES)):
        if state.left[company] > 0:
            moves = append(moves, BUY + company)
    if market_open(state):
        for company in range(i64(COMPANIES)):
            if can_buy_from(state, company):
                moves = append(moves, BUY_FROM + company)
    return moves


def buy(state: Position, company: i64) -> None:
    """Buy a share from the bank, to which the die goes (RD1-23)."""
    spend(state, SHARE)
    state.bank += 1
    state.left[company] -= 1
    state.shares[state.turn * COMPANIES + company] += 1


def buy_from_director(state: Position, company: i64) -> None:
    """Buy a share from the director, who cannot refuse and gets the die into the reserve (RD1-54)."""
    spend(state, SHARE)
    director = state.director[company]
    state.reserve[director] += 1
    state.shares[director * COMPANIES + company] -= 1
    state.shares[state.turn * COMPANIES + company] += 1


def next_director(state: Position, company: i64) -> i64:
    """Return the seat with most shares; on a tie the present director, or else the first clockwise (RD1-87, RD1-88).

    RD1-R17: clockwise from the present director, or where there is none from the start player of the year that ends.
    """
    most: i64 = 0
    for seat in range(state.seats):
        if state.shares[seat * COMPANIES + company] > most:
            most = state.shares[seat * COMPANIES + company]
    if most == 0:
        return NONE
    seat = state.director[company]
    if seat == NONE:
        seat = state.first
    while state.shares[seat * COMPANIES + company] < most:
        seat = (seat + 1) % state.seats
    return seat


def change_directors(state: Position) -> None:
    """Change the directors (RD1-87); a seat that lost its last directorship gets a parachute (RD1-32)."""
    for seat in range(state.seats):
        if companies_directed(state, seat) > 0:
            state.chute[seat] = 1
    for company in range(i64(COMPANIES)):
        state.director[company] = next_director(state, company)
    for seat in range(state.seats):
        if companies_directed(state, seat) > 0:
            state.chute[seat] = 0
