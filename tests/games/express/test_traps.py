"""Mistakes that other implementations of Chicago Express have made, one test each."""

from __future__ import annotations

import pytest

from roundhouse.core.state import OVER
from roundhouse.games.express.board import FOREST, HEX_IDS, HEXES, TERRAIN
from roundhouse.games.express.phases import BIDDING, TURN
from roundhouse.games.express.state import start
from tests.games.express.positions import by_company, decline_until_dividend, legal, play, position, shares_of


@pytest.mark.clause("CEX-33")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_auction_does_not_end_before_the_last_player_may_bid(seats: int) -> None:
    """All but the last seat have passed without a bid: it is asked, and may buy at the opening bid."""
    state = play(start(seats, 0), *["pass"] * (seats - 1))
    asked = (state.phase, state.company, state.actor)
    play(state, "bid 7")

    assert asked == (BIDDING, 0, seats - 1)
    assert shares_of(state, seats - 1) == ["PRR"]


@pytest.mark.clause("CEX-35", "CEX-61", "CEX-124")
def test_a_share_that_nobody_wants_is_handled_differently_in_the_first_auctions_and_later() -> None:
    """For nothing to the first bidder before the first turn; back to the charter afterwards, the Wabash's first share too."""
    first = play(start(2, 0), "pass", "pass")
    later = play(position(seats=2), "offer PRR", "pass", "pass")
    wabash = position(seats=2, built={"PRR": "B2"}, treasury={"PRR": 9})
    play(wabash, "expand PRR", "build Chicago", "stop", "pass", "pass")

    assert shares_of(first, 0) == ["PRR"]
    assert shares_of(later, 0) == ["PRR", "C&O"]
    assert shares_of(wabash, 0) == ["PRR", "C&O"]


@pytest.mark.clause("CEX-96")
def test_forests_can_be_developed() -> None:
    """Every forest with a locomotive on it is offered."""
    forests = [HEX_IDS[where] for where in range(HEXES) if TERRAIN[where] == FOREST]
    state = position(built={"C&O": " ".join(forests[:20]), "NYC": " ".join(forests[20:])})

    assert legal(state, "develop") == forests


@pytest.mark.clause("CEX-109")
def test_detroit_raises_the_incomes_of_the_companies_there() -> None:
    """B&O in Detroit gains 1 with each of two dividends."""
    state = position(built={"B&O": "E0"})
    before = by_company(state.income)["B&O"]
    incomes = [before, *(by_company(decline_until_dividend(state).income)["B&O"] for _ in range(2))]

    assert incomes == [7, 8, 9]


@pytest.mark.clause("CEX-75")
def test_the_price_of_a_hex_does_not_grow_with_the_other_hexes_of_the_expansion() -> None:
    """Three empty plains cost 1 each, not 1, 2 and 3; and the third company in a town of cost 2 pays 6."""
    plains = play(position(treasury={"PRR": 20}), "expand PRR", "build Q5", "build Q6", "build R6")
    town = position(built={"PRR": "R4", "NYC": "Q3", "B&O": "Q3"}, treasury={"PRR": 20})
    play(town, "expand PRR", "build Q4", "build Q3", "stop")

    assert by_company(plains.treasury)["PRR"] == 20 - 3
    assert by_company(town.treasury)["PRR"] == 20 - 2 - 6


@pytest.mark.clause("CEX-74")
def test_the_last_locomotive_can_be_built() -> None:
    """One is left: it is placed, and the expansion ends."""
    state = play(position(treasury={"PRR": 20}, left={"PRR": 1}), "expand PRR", "build R4")

    assert by_company(state.left)["PRR"] == 0
    assert (state.phase, state.actor) == (TURN, 1)


@pytest.mark.clause("CEX-132")
def test_every_end_condition_becomes_true_by_play() -> None:
    """One move before each of the four: three companies out of locomotives, out of shares, 3 houses left, Detroit on 8."""
    locomotives = position(treasury={"PRR": 20}, left={"PRR": 1, "B&O": 0, "NYC": 0})
    play(locomotives, "expand PRR", "build R4")
    shares = position(cash=[9, 0, 0], shares={0: "PRR PRR PRR B&O B&O B&O B&O C&O NYC NYC NYC NYC"})
    play(shares, "offer NYC", "bid 2")
    forests = [HEX_IDS[where] for where in range(HEXES) if TERRAIN[where] == FOREST]
    houses = position(built={"PRR": " ".join(forests[:17])}, houses=" ".join(forests[:16]))
    play(houses, f"develop {forests[16]}")
    detroit = decline_until_dividend(position(track={"Detroit": 7}))

    for state in (locomotives, shares, houses, detroit):
        assert state.ends()
        while state.actor != OVER:
            play(state, next(text for text in legal(state) if text.startswith("decline")))
        assert legal(state) == []
