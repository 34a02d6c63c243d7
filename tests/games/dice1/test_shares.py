"""Chapter 8: buying shares."""

from __future__ import annotations

import pytest

from tests.games.dice1.positions import in_front, legal, play, position, refused

SOLD_OUT = {0: "4 red 5 blue", 1: "6 red 5 blue"}  # as many companies as two players


@pytest.mark.clause("RD1-50")
@pytest.mark.parametrize("die", ["share", "wild"])
def test_a_share_or_wild_die_buys_a_share_of_any_company(die: str) -> None:
    """Five companies on sale; the die goes to the bank."""
    state = position(front={0: f"1 {die}"})
    bank = state.bank

    assert legal(state, "buy") == ["buy purple", "buy green", "buy blue", "buy red", "buy yellow"]
    play(state, "buy blue")
    assert (list(state.shares)[2], state.left[2], state.bank) == (1, 9, bank + 1)
    assert refused(state, "buy blue") == "RD1-50"


@pytest.mark.clause("RD1-50")
def test_a_company_without_shares_in_the_bank_is_sold_out() -> None:
    """Ten red shares are with the players."""
    state = position(front={0: "1 share"}, shares={0: "4 red", 1: "6 red"})

    assert refused(state, "buy red") == "RD1-50"


@pytest.mark.clause("RD1-51")
def test_shares_are_counted_by_owner_for_all_to_see() -> None:
    """After a purchase the position of any seat shows it."""
    state = play(position(front={0: "2 share"}), "buy green", "buy green")

    assert list(state.shares) == [0, 2, 0, 0, 0, 0, 0, 0, 0, 0]


@pytest.mark.clause("RD1-52")
@pytest.mark.parametrize(("seats", "sold", "open_"), [(2, 1, False), (2, 2, True), (3, 2, False), (3, 3, True), (4, 4, True)])
def test_the_market_opens_when_as_many_companies_as_players_are_sold_out(seats: int, sold: int, open_: bool) -> None:
    """RD1-R9: counted by what is left in the bank."""
    names = ["purple", "green", "blue", "red"][:sold]
    state = position(
        seats=seats, front={0: "1 share"}, shares={1: " ".join(f"10 {name}" for name in names)}, directors={"purple": 1}
    )

    assert refused(state, "buy purple from director") == ("" if open_ else "RD1-52")


@pytest.mark.clause("RD1-53", "RD1-54")
def test_the_present_director_must_sell_and_gets_the_die_into_the_reserve() -> None:
    """Also of a company that is still on sale; from nobody else."""
    state = position(front={0: "1 share 1 wild"}, shares=SOLD_OUT, directors={"red": 1, "blue": 1, "green": 1})
    bank = state.bank

    play(state, "buy red from director", "buy blue from director")

    assert (state.reserve[1], state.bank, in_front(state)) == (2, bank, "")
    assert list(state.shares) == [0, 0, 6, 5, 0, 0, 0, 4, 5, 0]


@pytest.mark.clause("RD1-53")
def test_without_a_director_or_without_shares_there_is_nobody_to_buy_from() -> None:
    """Purple has no director; the director of green holds no green share. Bank shares stay on sale, RD1-R9."""
    state = position(front={0: "1 share"}, shares=SOLD_OUT, directors={"red": 1, "green": 1})

    assert refused(state, "buy purple from director") == "RD1-53"
    assert refused(state, "buy green from director") == "RD1-53"
    assert refused(state, "buy green") == ""


@pytest.mark.clause("RD1-55")
def test_the_director_sells_even_when_others_hold_more() -> None:
    """Seat 1 directs red with one share left against nine: directors change only at the end of a year."""
    state = position(front={0: "2 share"}, shares={0: "8 red 10 blue", 1: "2 red"}, directors={"red": 1})

    play(state, "buy red from director")
    assert state.director[3] == 1
    assert refused(state, "buy red from director") == ""


@pytest.mark.clause("RD1-56")
def test_nobody_buys_from_himself() -> None:
    """So the director cannot get a share back in the same year."""
    state = position(front={0: "1 share"}, shares=SOLD_OUT, directors={"red": 0})

    assert refused(state, "buy red from director") == "RD1-56"


@pytest.mark.clause("RD1-54")
def test_a_share_of_a_director_costs_a_die_like_any_other() -> None:
    """RD1-R9: a share die or a wild one; with rails only nothing is bought."""
    state = position(front={0: "3 curve"}, shares=SOLD_OUT, directors={"red": 1})

    assert refused(state, "buy red from director") == "RD1-50"
