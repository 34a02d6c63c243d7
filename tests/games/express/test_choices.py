"""What search looks at: one order for each set of hexes, and a few bids."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.core.draw import Rng
from roundhouse.core.state import OVER
from roundhouse.games.express.board import COMPANY_IDS, WABASH
from roundhouse.games.express.moves import BID, BUILD, EXPAND, PASS, STOP
from roundhouse.games.express.phases import BIDDING, BUILDING
from roundhouse.games.express.state import Express, start
from tests.games.express.positions import legal, play, position


def legal_moves(state: Express) -> vec[i64]:
    """Every order."""
    return state.legal_moves()


def choices(state: Express) -> vec[i64]:
    """The orders that search looks at."""
    return state.choices()


def expansions(state: Express, moves: Callable[[Express], vec[i64]]) -> Counter[frozenset[int]]:
    """How often each set of hexes is reached by an expansion under way, in all orders that `moves` allows."""
    found: Counter[frozenset[int]] = Counter()

    def go_on(at: Express, built: frozenset[int]) -> None:
        for move in moves(at):
            if move == STOP:
                found[built] += 1
                continue
            after = at.copy()
            after.apply(move)
            wider = built | {move - BUILD}
            if after.phase == BUILDING:
                go_on(after, wider)
            else:
                found[wider] += 1

    go_on(state, frozenset())
    return found


def networks() -> list[Express]:
    """Expansions under way with plenty of money, from positions of random games."""
    found = []
    for seed in range(20):
        state, rng = start(2 + seed % 5, 0), Rng(seed)
        for _ in range(30 + 4 * seed):
            if state.actor == OVER:
                break
            moves = state.legal_moves()
            state.apply(moves[rng.below(len(moves))])
        if state.actor == OVER or state.phase == BIDDING:
            continue
        company = seed % WABASH
        state.treasury[company] = 3 + seed
        state.phase, state.company, state.laid = BUILDING, company, vec[i64]()
        if state.left[company]:
            found.append(state)
    return found


@pytest.mark.compiled
@pytest.mark.clause("CEX-68")
def test_choices_reach_every_set_of_hexes_exactly_once() -> None:
    """Brute force over all orders on real networks: no set is lost, none is met twice, and all orders are far more."""
    tried = networks()
    for state in tried:
        every, few = expansions(state, legal_moves), expansions(state, choices)

        assert set(few) == set(every)
        assert set(few.values()) == {1}
        assert sum(every.values()) >= sum(few.values())

    assert len(tried) >= 6
    assert max(sum(expansions(state, legal_moves).values()) for state in tried) > 1000


def test_choices_allow_an_end_whenever_the_rules_do() -> None:
    """After each build of a random expansion by choices, stopping is among them."""
    state = play(position(treasury={"PRR": 30}), "expand PRR", "build S5")

    assert STOP in state.choices()
    assert set(state.choices()) <= set(state.legal_moves())


@pytest.mark.clause("CEX-66")
def test_an_expansion_that_is_begun_can_always_be_ended() -> None:
    """Wherever a company is expanded in random games, a build is legal, and after it an end or the end is reached."""
    begun = 0
    for seed in range(20):
        state, rng = start(2 + seed % 5, 0), Rng(seed)
        while state.actor != OVER:
            moves = state.legal_moves()
            for move in moves:
                if state.phase not in (BIDDING, BUILDING) and EXPAND <= move < EXPAND + len(COMPANY_IDS):
                    after = state.copy()
                    after.apply(move)
                    first = after.legal_moves()
                    begun += 1
                    assert len(first) > 0
                    assert STOP not in first
                    after.apply(first[0])
                    assert after.phase != BUILDING or STOP in after.legal_moves()
            state.apply(moves[rng.below(len(moves))])

    assert begun > 100


@pytest.mark.parametrize(("cash", "count"), [(4, 2), (6, 4), (40, 8), (5000, 8)])
def test_search_looks_at_a_few_bids_from_the_least_on(cash: int, count: int) -> None:
    """PRR opens at 4: a pass, 4, and at most six more, ascending, the last one not above cash or all it could bring in."""
    state = play(position(cash=[cash, 40, 40]), "offer PRR")
    moves = list(state.choices())

    assert moves[:2] == [PASS, BID + 4]
    assert moves == sorted(set(moves))
    assert len(moves) == count
    assert moves[-1] - BID == min(cash, 4 * 8)
    assert set(moves) <= set(state.legal_moves())


def test_search_always_has_the_least_bid() -> None:
    """Bids have gone past all that the share could bring in: the least bid is still there, and nothing above it."""
    state = play(position(cash=[400, 400, 400]), "offer PRR", "bid 300")

    assert list(state.choices()) == [PASS, BID + 301]


def test_at_a_turn_and_at_the_end_choices_are_all_moves() -> None:
    """Nothing is cut where nothing repeats."""
    state = position(treasury={"PRR": 9}, built={"PRR": "R4 Q4"})
    over = play(position(track={"Detroit": 8}, needles=(2, 0, 4)), "decline auction")

    assert list(state.choices()) == list(state.legal_moves())
    assert list(over.choices()) == legal(over) == []
