"""Chapters 9 and 10 of the rules: the Chicago phase and the Wabash."""

from __future__ import annotations

from typing import Any

import pytest

from roundhouse.core.draw import Rng
from roundhouse.core.state import OVER
from roundhouse.games.express.board import COMPANY_IDS, WABASH
from roundhouse.games.express.phases import BIDDING, BUILDING, TURN
from roundhouse.games.express.state import Express, start
from tests.games.express.positions import by_company, dials, legal, play, position, shares_of, there


def before_chicago(company: str = "PRR", **named: Any) -> Express:
    """Seat 0 is about to choose; the company stands in B2, one step before Chicago, with 20 dollars if nothing is said."""
    named.setdefault("treasury", {company: 20})
    built = dict(named.pop("built", {}))
    built[company] = f"B2 {built.get(company, '')}"
    return position(built=built, **named)


def reach(state: Express, company: str = "PRR") -> Express:
    """Builds Chicago and nothing else."""
    return play(state, f"expand {company}", "build Chicago", "stop")


@pytest.mark.clause("CEX-112")
def test_the_dividend_comes_when_the_whole_expansion_is_done() -> None:
    """Chicago first, then South Bend through B2: nothing is paid before the end, then by the income of both."""
    state = play(before_chicago(cash=[0, 0, 0]), "expand PRR", "build Chicago")
    at_once = list(state.cash)
    play(state, "build South Bend")
    after_two = (state.phase, list(state.cash))
    play(state, "stop")

    assert at_once == [0, 0, 0]
    assert after_two == (BUILDING, [0, 0, 0])
    assert state.cash[0] == 7 + 7 + 1


@pytest.mark.clause("CEX-112")
def test_chicago_last_or_first_gives_the_same() -> None:
    """Two orders of the same three hexes."""
    first = play(before_chicago(), "expand PRR", "build Chicago", "build C2", "build A3")
    last = play(before_chicago(), "expand PRR", "build A3", "build C2", "build Chicago")

    assert first == last


@pytest.mark.clause("CEX-113")
def test_only_the_company_that_arrived_pays_and_only_its_owners_get() -> None:
    """PRR has two shares, of seats 0 and 1, and an income of 14: 7 each from the bank; seat 2 gets nothing."""
    state = before_chicago(cash=[0, 0, 0], shares={0: "PRR NYC", 1: "PRR B&O", 2: "C&O"})
    bank = state.bank
    reach(state)

    assert list(state.cash) == [7, 7, 0]
    assert state.bank == bank + 3 - 14


@pytest.mark.clause("CEX-113")
def test_the_chicago_dividend_is_rounded_up_share_by_share() -> None:
    """Income 13 on arrival (B&O 6 + 7), two shares of one owner: 7 + 7 = 14."""
    state = before_chicago("B&O", cash=[0, 0, 0], shares={0: "B&O B&O PRR", 1: "C&O", 2: "NYC"})
    reach(state, "B&O")

    assert state.cash[0] == 14


@pytest.mark.clause("CEX-114")
def test_the_chicago_phase_moves_no_needle_and_not_detroit() -> None:
    """Only the expansion itself counts; Detroit stays, needles are not set back."""
    state = reach(before_chicago(cash=[0, 0, 0], needles=(1, 2, 3)))
    play(state, "pass")

    assert dials(state) == [1, 3, 3]
    assert state.track[0] == 1


@pytest.mark.clause("CEX-114")
def test_the_chicago_phase_does_not_end_the_game() -> None:
    """Detroit stands on 8, and play goes on until the next general dividend."""
    state = play(reach(before_chicago(cash=[0, 0, 0], track={"Detroit": 8})), "pass")

    assert (state.phase, state.actor) == (TURN, 1)
    assert state.ends()


@pytest.mark.clause("CEX-114")
def test_a_company_arrives_in_chicago_once() -> None:
    """Chicago is no longer open to the PRR."""
    state = play(reach(before_chicago()), "pass", "pass", "pass", *["decline develop"] * 2)

    assert "A2" not in legal(play(state, "expand PRR"), "build")


@pytest.mark.clause("CEX-115")
def test_the_wabash_pays_its_own_chicago_dividend() -> None:
    """Income 1 + 7 = 8 with one share sold: 8 dollars."""
    state = before_chicago("WAB", cash=[0, 0, 0], shares={0: "PRR WAB", 1: "B&O C&O", 2: "NYC"})
    reach(state, "WAB")

    assert list(state.cash) == [8, 0, 0]
    assert (state.phase, state.actor) == (TURN, 1)


@pytest.mark.clause("CEX-116")
def test_chicago_and_general_dividend_in_one_turn() -> None:
    """The fifth expansion reaches Chicago while development is on red.

    First PRR pays 14, then the Wabash opens and seat 1 buys its share for 2, then everybody is paid, the new share too.
    """
    state = before_chicago(cash=[0, 5, 0], needles=(0, 4, 4))
    play(state, "expand PRR", "build Chicago", "stop")
    meanwhile = (list(state.cash), COMPANY_IDS[state.company], dials(state))
    play(state, "pass", "bid 2")

    assert meanwhile == ([14, 5, 0], "WAB", [0, 5, 4])
    assert list(state.cash) == [14 + 14 + 8, 5 - 2 + 6 + 1, 5]
    assert dials(state) == [0, 0, 0]
    assert (state.phase, state.actor, state.track[0]) == (TURN, 1, 2)


@pytest.mark.clause("CEX-117")
def test_play_goes_on_clockwise_of_the_seat_that_reached_chicago() -> None:
    """Seat 2 wins the Wabash share, and it is seat 1's turn."""
    state = play(reach(before_chicago()), "pass", "pass", "bid 1")

    assert shares_of(state, 2) == ["C&O", "WAB"]
    assert (state.phase, state.actor) == (TURN, 1)


@pytest.mark.clause("CEX-118")
def test_the_first_arrival_opens_the_wabash_after_its_dividend() -> None:
    """Seat 0 had no cash, and can bid with the 14 dollars just paid."""
    state = reach(before_chicago(cash=[0, 0, 0]))

    assert state.is_open(WABASH)
    assert (state.phase, COMPANY_IDS[state.company], state.actor) == (BIDDING, "WAB", 0)
    assert legal(state, "bid")[-1] == "14"


@pytest.mark.clause("CEX-118")
def test_later_arrivals_open_nothing() -> None:
    """PRR is in Chicago and the Wabash open; NYC arrives, is paid 15, and the next seat acts."""
    state = before_chicago("NYC", built={"PRR": "A2", "WAB": ""}, cash=[0, 0, 0])
    left = state.left[WABASH]
    reach(state, "NYC")

    assert state.cash[0] == 15
    assert (state.phase, state.actor) == (TURN, 1)
    assert state.left[WABASH] == left


@pytest.mark.clause("CEX-119")
@pytest.mark.parametrize("others", [(), ("B&O", "C&O", "NYC")])
def test_a_black_locomotive_is_placed_free_of_charge(others: tuple[str, ...]) -> None:
    """Whoever stands in Fort Wayne: 10 remain, and nobody pays."""
    state = reach(before_chicago(built=dict.fromkeys(others, "D3")))

    assert there(state, "Fort_Wayne") == [*others, "WAB"]
    assert state.left[WABASH] == 10
    assert state.treasury[WABASH] == 0
    assert by_company(state.treasury)["PRR"] == 17


@pytest.mark.clause("CEX-120")
@pytest.mark.parametrize(("houses", "income"), [("", 1), ("D3", 3)])
def test_the_first_income_of_the_wabash(houses: str, income: int) -> None:
    """1, or 3 when Fort Wayne has a house."""
    state = reach(before_chicago(built={"NYC": "D3"}, houses=houses))
    state.check()

    assert state.income[WABASH] == income


@pytest.mark.clause("CEX-121")
def test_the_others_in_fort_wayne_are_not_affected_but_later_arrivals_pay_more() -> None:
    """NYC keeps its income; B&O beside the town pays for the third locomotive."""
    state = before_chicago(built={"NYC": "D3", "B&O": "D4"}, treasury={"PRR": 20, "B&O": 10})
    before = by_company(state.income)["NYC"]
    play(reach(state), "pass", "pass", "pass", "expand B&O", "build Fort Wayne", "stop")

    assert by_company(state.income)["NYC"] == before
    assert by_company(state.treasury)["B&O"] == 10 - 3


@pytest.mark.clause("CEX-122")
def test_the_first_wabash_share_is_auctioned_at_once_by_who_reached_chicago() -> None:
    """Seat 0 is asked first, then seats 1 and 2."""
    state = reach(before_chicago())
    asked = [state.actor, *(play(state, "pass").actor for _ in range(2))]

    assert asked == [0, 1, 2]
    assert COMPANY_IDS[state.company] == "WAB"


@pytest.mark.clause("CEX-123")
@pytest.mark.parametrize(("houses", "opening"), [("", "1"), ("D3", "3")])
def test_the_opening_bid_of_the_wabash(houses: str, opening: str) -> None:
    """1, or 3 when Fort Wayne has a house."""
    state = reach(before_chicago(built={"NYC": "D3"}, houses=houses))

    assert legal(state, "bid")[0] == opening


@pytest.mark.clause("CEX-124")
def test_an_unwanted_wabash_share_stays_and_the_wabash_is_open() -> None:
    """All pass: nobody gets it for nothing, and it can be offered in the next turn."""
    state = play(reach(before_chicago()), "pass", "pass", "pass")

    assert state.unsold[WABASH] == 2
    assert state.is_open(WABASH)
    assert "WAB" in legal(state, "offer")


@pytest.mark.clause("CEX-125")
def test_the_wabash_auction_moves_no_needle_and_is_no_turn() -> None:
    """One expansion has been chosen, nothing else; seat 1 follows seat 0."""
    state = play(reach(before_chicago()), "bid 3", "pass", "pass")

    assert dials(state) == [0, 1, 0]
    assert state.actor == 1


@pytest.mark.clause("CEX-126")
def test_the_price_goes_to_the_treasury_of_the_wabash() -> None:
    """6 dollars, and it was empty before."""
    state = play(reach(before_chicago()), "bid 6", "pass", "pass")

    assert state.treasury[WABASH] == 6
    assert shares_of(state, 0) == ["PRR", "NYC", "WAB"]


@pytest.mark.clause("CEX-127")
def test_an_open_wabash_is_offered_expanded_and_pays() -> None:
    """Its owner expands it, its second share is offered, and it takes part in the dividend."""
    state = position(
        shares={0: "PRR WAB", 1: "B&O", 2: "C&O NYC"}, cash=[0, 0, 0], built={"WAB": ""}, treasury={"WAB": 9}, needles=(2, 0, 4)
    )

    assert "WAB" in legal(state, "expand")
    assert "WAB" in legal(state, "offer")
    assert play(state, "decline auction").cash[0] == 7 + 1


@pytest.mark.clause("CEX-128")
def test_developing_fort_wayne_later_raises_the_wabash_too() -> None:
    """From 1 to 3."""
    state = play(position(built={"WAB": ""}), "develop Fort Wayne")

    assert state.income[WABASH] == 3


@pytest.mark.compiled
@pytest.mark.clause("CEX-129")
def test_without_chicago_the_wabash_never_opens() -> None:
    """In every random game, it is open exactly when somebody is in Chicago."""
    opened = 0
    for seed in range(60):
        state, rng = start(2, 0), Rng(seed)
        while state.actor != OVER:
            moves = [move for move in state.legal_moves() if move >= 8] or list(state.legal_moves())
            state.apply(moves[rng.below(len(moves))])
            assert state.is_open(WABASH) == bool(there(state, "Chicago")) or state.phase == BUILDING
        opened += state.is_open(WABASH)

    assert opened < 60
