"""Chapter 3 of the rules: the four auctions before the first turn."""

from __future__ import annotations

import pytest

from roundhouse.core.draw import Rng
from roundhouse.games.express.board import COMPANY_IDS, WABASH
from roundhouse.games.express.phases import BIDDING, NONE, TURN
from roundhouse.games.express.state import Express, start
from tests.games.express.positions import by_company, dials, legal, play, shares_of


def on_offer(state: Express) -> str:
    """The company whose share is auctioned."""
    return COMPANY_IDS[state.company]


@pytest.mark.clause("CEX-27", "CEX-28")
def test_four_companies_in_order_at_their_opening_bids() -> None:
    """Each is bought at once at the lowest bid: PRR 7, B&O 6, C&O 5, NYC 8; then the first turn begins."""
    state = start(3, 0)
    offered = []
    while state.turn == NONE:
        least = int(legal(state, "bid")[0])
        offered.append((on_offer(state), least))
        play(state, f"bid {least}", "pass", "pass")

    assert offered == [("PRR", 7), ("B&O", 6), ("C&O", 5), ("NYC", 8)]
    assert state.phase == TURN
    assert state.unsold[WABASH] == 2


@pytest.mark.clause("CEX-30")
def test_the_first_bidder_bids_at_least_the_opening_bid_or_passes() -> None:
    """With 40 dollars: pass, or 7 to 40."""
    assert legal(start(3, 0)) == ["pass", *(f"bid {dollars}" for dollars in range(7, 41))]


@pytest.mark.clause("CEX-31")
def test_a_bid_must_beat_the_highest() -> None:
    """Seat 0 has bid 12: seat 1 passes or bids 13 or more."""
    state = play(start(3, 0), "bid 12")

    assert state.actor == 1
    assert legal(state) == ["pass", *(f"bid {dollars}" for dollars in range(13, 41))]


@pytest.mark.clause("CEX-31")
def test_without_a_bid_later_players_may_still_open() -> None:
    """Seat 0 passes: seat 1 may bid 7."""
    state = play(start(3, 0), "pass")

    assert state.actor == 1
    assert legal(state, "bid")[0] == "7"


@pytest.mark.clause("CEX-31")
def test_bidding_goes_round_clockwise_and_comes_back() -> None:
    """From seat 2 on to seat 0, seat 1 and again seat 2."""
    state = start(3, 2)
    asked = [state.actor, *(play(state, text).actor for text in ("bid 7", "bid 8", "bid 9"))]

    assert asked == [2, 0, 1, 2]


@pytest.mark.clause("CEX-32")
def test_who_passes_is_out_of_this_auction_but_not_of_the_next() -> None:
    """Seat 1 passes for the PRR, is not asked again, and is asked for the B&O."""
    state = play(start(3, 0), "bid 7", "pass", "bid 8", "bid 9")
    asked_again = state.actor
    play(state, "pass")

    assert asked_again == 2
    assert (on_offer(state), state.actor, state.passed) == ("B&O", 0, 0)
    assert play(state, "pass").actor == 1


@pytest.mark.clause("CEX-33")
def test_the_auction_ends_when_all_but_the_highest_bidder_have_passed() -> None:
    """Two passes after a bid of seat 0."""
    state = play(start(3, 0), "bid 10", "pass")
    still = (on_offer(state), state.actor)
    play(state, "pass")

    assert still == ("PRR", 2)
    assert on_offer(state) == "B&O"


@pytest.mark.clause("CEX-33")
def test_the_auction_ends_when_all_have_passed() -> None:
    """Three passes for the PRR: the next share comes up."""
    assert on_offer(play(start(3, 0), "pass", "pass", "pass")) == "B&O"


@pytest.mark.clause("CEX-34")
def test_the_winner_pays_into_the_treasury_and_takes_the_share() -> None:
    """17 dollars move from seat 1 to the PRR; the bank sees none of them."""
    state = play(start(3, 0), "bid 16", "bid 17", "pass", "pass")

    assert list(state.cash) == [40, 23, 40]
    assert state.treasury[0] == 17
    assert state.bank == 0
    assert shares_of(state, 1) == ["PRR"]


@pytest.mark.clause("CEX-35")
def test_a_first_share_that_nobody_wants_goes_to_the_first_bidder_for_nothing() -> None:
    """All pass: seat 2, who was asked first, has the PRR share, and no money has moved."""
    state = play(start(3, 2), "pass", "pass", "pass")

    assert shares_of(state, 2) == ["PRR"]
    assert list(state.cash) == [40, 40, 40]
    assert state.treasury[0] == 0


@pytest.mark.clause("CEX-36")
def test_the_winner_bids_first_for_the_next_share() -> None:
    """Seat 1 buys the PRR and is asked first for the B&O."""
    state = play(start(3, 0), "pass", "bid 7", "pass")

    assert (on_offer(state), state.actor, state.opener) == ("B&O", 1, 1)


@pytest.mark.clause("CEX-36")
def test_who_got_a_share_for_nothing_bids_first_too() -> None:
    """Nobody wants PRR and B&O: seat 2 gets both and opens the bidding for the C&O."""
    state = play(start(3, 2), *["pass"] * 6)

    assert shares_of(state, 2) == ["PRR", "B&O"]
    assert (on_offer(state), state.actor) == ("C&O", 2)


@pytest.mark.clause("CEX-37")
def test_the_owner_of_the_first_prr_share_takes_the_first_turn() -> None:
    """Seat 1 has the PRR, others win the rest."""
    state = play(start(2, 0), "pass", "bid 7", "bid 6", "bid 7", "pass", "bid 5", "pass", "bid 8", "pass")

    assert shares_of(state, 1) == ["PRR"]
    assert (state.phase, state.turn, state.actor) == (TURN, 1, 1)


@pytest.mark.clause("CEX-38")
def test_the_first_auctions_move_no_needle() -> None:
    """All four are over, and every needle is on green."""
    state = play(start(2, 0), *["bid 8", "pass"] * 4)

    assert state.phase == TURN
    assert dials(state) == [0, 0, 0]


@pytest.mark.clause("CEX-39")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_after_the_first_auctions_four_shares_are_sold_and_no_money_is_gone(seats: int) -> None:
    """Whatever the bids of twenty random beginnings."""
    for seed in range(20):
        state, rng = start(seats, seed % seats), Rng(seed)
        while state.phase == BIDDING:
            moves = state.legal_moves()
            state.apply(moves[rng.below(len(moves))])

        assert by_company(state.unsold) == {"PRR": 2, "B&O": 3, "C&O": 5, "NYC": 4, "WAB": 2}
        assert sum(state.cash) + sum(state.treasury) == 120
