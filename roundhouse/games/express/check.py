"""The invariants of Chicago Express: for tests and the fuzzer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from roundhouse.core.bits import count_bits
from roundhouse.core.state import OVER
from roundhouse.games.express.board import (
    CASH_TOTAL,
    COMPANIES,
    DEVELOPABLE,
    DIALS,
    FIRST_INCOME,
    HEX_BIT,
    HEXES,
    LOCOMOTIVES,
    NEXT,
    PLANE,
    PLANES,
    RED,
    ROW,
    ROW_FIRST,
    ROW_LAST,
    ROWS,
    SHARES,
    SIDES,
    SINGLE,
    SUPPLY,
    WABASH,
)
from roundhouse.games.express.phases import BIDDING, BUILDING, NONE, TURN

if TYPE_CHECKING:
    from roundhouse.games.express.state import Express


def check(state: Express) -> None:
    """Raise AssertionError if pieces, money, incomes, the cached masks or the phase are inconsistent with the rules."""
    _stock(state)
    _money(state)
    _incomes(state)
    _masks(state)
    _course(state)


def _stock(state: Express) -> None:
    """Check that shares, locomotives and houses are neither lost nor made (CEX-3, CEX-4, CEX-5)."""
    for company in range(i64(COMPANIES)):
        held: i64 = 0
        for seat in range(state.seats):
            assert state.share[seat * COMPANIES + company] >= 0, "CEX-3: fewer than no shares"
            held += state.share[seat * COMPANIES + company]
        assert 0 <= state.unsold[company] == SHARES[company] - held, "CEX-3: shares are lost or forged"
        placed: i64 = 0
        for cell in range(i64(HEXES)):
            placed += state.on[cell] >> company & 1
        assert 0 <= state.left[company] == LOCOMOTIVES[company] - placed, "CEX-4: locomotives are lost or forged"
    houses: i64 = 0
    for plane in range(i64(PLANES)):
        houses += count_bits(state.house[plane])
    assert 0 <= state.supply == SUPPLY - houses, "CEX-5, CEX-100: houses are lost or forged"
    for cell in range(i64(HEXES)):
        assert not SINGLE[cell] or count_bits(state.on[cell]) <= 1, "CEX-72: two companies in a forest or on a mountain"


def _money(state: Express) -> None:
    """Check that all dollars are in hands, in treasuries or in the bank, and that no seat owes money (CEX-6, CEX-25, CEX-39)."""
    total = state.bank
    for dollars in state.cash:
        assert dollars >= 0, "CEX-62: a player owes money"
        total += dollars
    for dollars in state.treasury:
        assert dollars >= 0, "CEX-76: a company owes money"
        total += dollars
    assert total == CASH_TOTAL, "CEX-25: money is lost or forged"


def _incomes(state: Express) -> None:
    """Check that the income of a company is its first income plus the present value of its hexes (CEX-84)."""
    for company in range(i64(COMPANIES)):
        income = FIRST_INCOME[company]
        for cell in range(i64(HEXES)):
            if state.on[cell] >> company & 1:
                income += state.value(cell)
        assert income == state.income[company], "CEX-84: an income differs from the map"
    for row in range(i64(ROWS)):
        assert ROW_FIRST[row] <= state.track[row] <= ROW_LAST[row], "CEX-95: a marker is off its row"


def _masks(state: Express) -> None:
    """Check the incrementally updated `open` and `ripe` against the map."""
    for cell in range(i64(HEXES)):
        row = ROW[cell]
        ripe = DEVELOPABLE[cell] and state.on[cell] != 0 and not state.has_house(cell)
        if row >= 0 and state.track[row] == ROW_LAST[row]:
            ripe = False
        assert state.is_ripe(cell) == bool(ripe), "CEX-86: a hex that can be developed is not offered, or the other way round"
        assert not state.has_house(cell) or (state.on[cell] and DEVELOPABLE[cell] and row < 0), "CEX-86: a house in the wild"
        for company in range(i64(COMPANIES)):
            near = False
            for at in range(cell * SIDES, (cell + 1) * SIDES):
                if NEXT[at] >= 0 and state.on[NEXT[at]] >> company & 1:
                    near = True
            found = near and state.admits(cell, company)
            mask = state.open[company * PLANES + PLANE[cell]] & HEX_BIT[cell]
            assert found == bool(mask), "CEX-67: an open hex is not offered, or the other way round"


def _course(state: Express) -> None:
    """Check that the acting seat has two dials not on red (CEX-47 and CEX-48), and that auction and expansion fields are tidy."""
    for dial in range(i64(DIALS)):
        assert 0 <= state.needle[dial] <= RED[dial], "CEX-45: a needle has gone past red"
    if state.phase == TURN and state.actor != OVER:
        assert state.reds() < 2, "CEX-47: two needles on red at a choice"
        assert state.actor == state.turn, "CEX-40: a seat acts out of turn"
    assert (state.company == NONE) == (state.phase == TURN)
    assert (state.opener == NONE) == (state.phase != BIDDING)
    assert len(state.laid) == 0 or state.phase == BUILDING
    if state.turn != NONE:
        for company in range(i64(WABASH)):
            assert state.sold(company) > 0, "CEX-39: a first share was not sold"
    assert state.is_open(WABASH) or state.sold(WABASH) == 0, "CEX-52: a share of a closed company"
