"""The engine against a second, plain writing of the rules, and the invariants as properties of any game."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundhouse.core.record import read
from roundhouse.core.state import OVER
from roundhouse.games.express.board import CHICAGO, COMPANIES, COMPANY_IDS, FOREST, HEX_IDS, HEXES, ROW_HEX, TERRAIN
from roundhouse.games.express.moves import BUILD, STOP
from roundhouse.games.express.notation import notation, parse
from roundhouse.games.express.phases import BUILDING
from roundhouse.games.express.state import Express, start
from tests.games.express.oracle import Oracle

RECORDS = sorted((Path(__file__).parents[2] / "records" / "express").glob("*.rec"))


def agree(state: Express, oracle: Oracle) -> None:
    """Everything the oracle knows."""
    assert (None if state.actor == OVER else state.actor) == oracle.actor
    assert {notation(move) for move in state.legal_moves()} == oracle.legal()
    assert list(state.cash) == oracle.cash
    assert dict(zip(COMPANY_IDS, state.treasury, strict=True)) == oracle.treasury
    assert dict(zip(COMPANY_IDS, state.income, strict=True)) == oracle.income
    assert {COMPANY_IDS[company]: state.unsold[company] for company in range(COMPANIES)} == {
        company: oracle.unsold(company) for company in COMPANY_IDS
    }
    assert {HEX_IDS[where] for where in range(HEXES) if state.has_house(where)} == oracle.houses
    assert list(state.needle) == list(oracle.dials.values())
    assert [state.value(where) for where in ROW_HEX] == [oracle.worth(HEX_IDS[where]) for where in ROW_HEX]


@pytest.mark.compiled
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_oracle_agrees_along_the_golden_records(path: Path) -> None:
    """Legal moves, money, incomes and pieces at every move of games that reach Chicago, the Wabash and every end."""
    record = read(path.read_text("utf-8"))
    first = int(record.options.get("first_bidder", 0))
    state, oracle = start(record.seats, first), Oracle(record.seats, first)
    for entry in record.entries:
        agree(state, oracle)
        state.apply(parse(entry.text))
        oracle.play(entry.text)
    agree(state, oracle)

    assert oracle.over
    assert oracle.cash == record.scores


@pytest.mark.compiled
@settings(max_examples=15, deadline=None)
@given(seats=st.integers(2, 6), first=st.integers(0, 5), random=st.randoms(use_true_random=False))
def test_the_oracle_agrees_in_any_game(seats: int, first: int, random: Random) -> None:
    """Random players, compared at every sixth move and at the end."""
    state, oracle = start(seats, first % seats), Oracle(seats, first % seats)
    made = 0
    while state.actor != OVER:
        if made % 6 == 0:
            agree(state, oracle)
        moves = state.legal_moves()
        move = moves[random.randrange(len(moves))]
        state.apply(move)
        oracle.play(notation(move))
        made += 1
    agree(state, oracle)


@pytest.mark.compiled
@pytest.mark.clause("CEX-39", "CEX-47", "CEX-84", "CEX-100", "CEX-110", "CEX-135")
@settings(max_examples=12, deadline=None)
@given(seats=st.integers(2, 6), random=st.randoms(use_true_random=False))
def test_the_derived_clauses_hold_in_any_game(seats: int, random: Random) -> None:
    """Invariants after every move; incomes never fall, ends never go away, money follows its ledger, houses never run out."""
    state = start(seats, 0)
    bank, in_sight = 0, False
    while state.actor != OVER:
        before = state.copy()
        moves = state.legal_moves()
        move = moves[random.randrange(len(moves))]
        state.apply(move)
        state.check()
        bank += bank_gets(before, move, state)

        assert sum(state.cash) + sum(state.treasury) == 120 - bank
        assert all(a <= b for a, b in zip(before.income, state.income, strict=True))
        assert state.ends() or not in_sight
        assert state.supply >= 0
        assert 1 <= state.track[0] <= 8
        in_sight = state.ends()


def bank_gets(before: Express, move: int, after: Express) -> int:
    """What a move brings the bank: build costs less grants for forests less dividends, each worked out anew."""
    got = 0
    arrived = before.copy()
    if before.phase == BUILDING and move != STOP:
        got += before.price(move - BUILD)
        arrived.place(before.company, move - BUILD)
    new_houses = [where for where in range(HEXES) if after.has_house(where) and not before.has_house(where)]
    got -= 2 * sum(TERRAIN[where] == FOREST for where in new_houses)
    if before.phase == BUILDING and after.phase != BUILDING and CHICAGO in [*before.laid, move - BUILD]:
        got -= arrived.dividend(before.company) * arrived.sold(before.company)
    if after.actor == OVER or after.track[0] > before.track[0]:
        paid = after.copy()
        for company in range(COMPANIES):
            if after.actor != OVER:
                paid.income[company] -= after.on[ROW_HEX[0]] >> company & 1
            got -= paid.dividend(company) * paid.sold(company)
    return got
