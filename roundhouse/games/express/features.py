"""The features of Chicago Express, where nothing is hidden from a seat (CEX-63): the layout, and the encoder that follows it."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from roundhouse.core.features import Feature, Pen, table_features
from roundhouse.games.express.board import COMPANIES, DIALS, HEXES, PLANES, ROWS, WIDTH
from roundhouse.games.express.state import Express

SEATS: Final = 6
PHASES: Final = 3

FEATURES: Final = (
    *table_features(SEATS),
    Feature("phase", (PHASES,), 1, "one-hot: an auction, a turn, an expansion"),
    Feature("turn", (SEATS,), 1, "whose turn it is, one-hot; nobody before the first turn"),
    Feature("company", (COMPANIES,), 1, "the company on offer or under expansion, one-hot"),
    Feature("high", (1,), 50, "the highest bid of the auction; 0 while there is none"),
    Feature("leader", (SEATS,), 1, "who made it, one-hot"),
    Feature("opener", (SEATS,), 1, "the first bidder of the auction, one-hot"),
    Feature("passed", (SEATS,), 1, "seats out of the auction"),
    Feature("needle", (DIALS,), 8, "by dial: choices since the last general dividend"),
    Feature("track", (ROWS,), 8, "by row of the industrial track: the value its marker shows"),
    Feature("supply", (1,), 20, "houses that are not on the map"),
    Feature("bank", (1,), 500, "dollars that went to the bank less those that came from it"),
    Feature("income", (COMPANIES,), 50, "of each company"),
    Feature("treasury", (COMPANIES,), 50, "dollars of each company"),
    Feature("left", (COMPANIES,), 30, "locomotives on the charter"),
    Feature("unsold", (COMPANIES,), 6, "shares on the charter"),
    Feature("cash", (SEATS,), 100, "dollars of each seat"),
    Feature("share", (SEATS, COMPANIES), 6, "shares of each seat"),
    Feature("locomotives", (HEXES, COMPANIES), 1, "companies with a locomotive on each hex"),
    Feature("open", (COMPANIES, HEXES), 1, "hexes where a company may build if it can pay"),
    Feature("ripe", (HEXES,), 1, "hexes that can be developed"),
    Feature("house", (HEXES,), 1, "hexes with a house"),
    Feature("laid", (HEXES,), 3, "hexes of the expansion under way, by their order from 1"),
)


def encode(state: Express, pen: Pen) -> None:
    """Write the features of a state, as the pen's reader may know them."""
    pen.table(state, SEATS)
    pen.kind(state.phase, PHASES)
    pen.seat(state.turn)
    pen.kind(state.company, COMPANIES)
    pen.number(state.high)
    pen.seat(state.leader)
    pen.seat(state.opener)
    pen.seat_members(state.passed)
    pen.numbers(state.needle)
    pen.numbers(state.track)
    pen.number(state.supply)
    pen.number(state.bank)
    _charters(pen, state)
    _map(pen, state)


def _charters(pen: Pen, state: Express) -> None:
    pen.numbers(state.income)
    pen.numbers(state.treasury)
    pen.numbers(state.left)
    pen.numbers(state.unsold)
    pen.by_seat(state.cash, 1)
    pen.by_seat(state.share, COMPANIES)


def _map(pen: Pen, state: Express) -> None:
    for companies in state.on:
        pen.members(companies, COMPANIES)
    for company in range(i64(COMPANIES)):
        _planes(pen, state.open, company * PLANES)
    _planes(pen, state.ripe, 0)
    _planes(pen, state.house, 0)
    for order in range(i64(len(state.laid))):
        pen.out[pen.at + state.laid[order]] = i16(order + 1)
    pen.at += HEXES


def _planes(pen: Pen, masks: vec[i64], first: i64) -> None:
    """Write a set of hexes in three planes, the last of them not full."""
    pen.members(masks[first], WIDTH)
    pen.members(masks[first + 1], WIDTH)
    pen.members(masks[first + 2], HEXES - 2 * WIDTH)
