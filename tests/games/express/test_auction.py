"""Chapter 5 of the rules: auctioning a share."""

from __future__ import annotations

import pytest

from roundhouse.core.open_view import open_view as view
from roundhouse.core.state import SPECTATOR
from roundhouse.games.express import GAME
from roundhouse.games.express.board import COMPANY_IDS, HIGHEST_BID
from roundhouse.games.express.notation import parse
from roundhouse.games.express.phases import BIDDING, TURN
from roundhouse.games.express.refusal import refusal
from tests.games.express.positions import by_company, dials, legal, play, position, shares_of


@pytest.mark.clause("CEX-51")
def test_any_company_can_be_offered_by_anybody() -> None:
    """Seat 0 owns PRR and NYC, and may offer B&O and C&O too."""
    state = position()

    assert shares_of(state, 0) == ["PRR", "NYC"]
    assert legal(state, "offer") == ["PRR", "B&O", "C&O", "NYC"]


@pytest.mark.clause("CEX-52")
def test_the_wabash_is_offered_only_once_it_is_open() -> None:
    """Closed, then open."""
    assert "WAB" not in legal(position(), "offer")
    assert "WAB" in legal(position(built={"WAB": ""}), "offer")


@pytest.mark.clause("CEX-53")
def test_a_company_that_is_sold_out_is_not_offered() -> None:
    """All three shares of the PRR are in players' hands."""
    state = position(shares={0: "PRR PRR", 1: "PRR B&O", 2: "C&O NYC"})

    assert legal(state, "offer") == ["B&O", "C&O", "NYC"]


@pytest.mark.clause("CEX-54")
@pytest.mark.parametrize(
    ("income", "sold", "opening"), [(7, 1, 4), (8, 1, 4), (9, 2, 3), (10, 2, 4), (1, 0, 1), (20, 3, 5), (21, 3, 6), (3, 5, 1)]
)
def test_the_opening_bid_counts_the_share_on_offer(income: int, sold: int, opening: int) -> None:
    """Income divided by one more than the sold shares, rounded up."""
    state = position(shares={0: "PRR B&O NYC" + " C&O" * sold}, income={"C&O": income})
    play(state, "offer C&O")

    assert legal(state, "bid")[0] == str(opening)


@pytest.mark.clause("CEX-55")
def test_the_worked_example_of_an_opening_bid() -> None:
    """NYC has an income of 22 and two shares sold: 22 / 3 = 7.33, so 8."""
    state = position(shares={0: "PRR B&O C&O", 1: "NYC", 2: "NYC"}, income={"NYC": 22})
    play(state, "offer NYC")

    assert legal(state, "bid")[0] == "8"


@pytest.mark.clause("CEX-56")
def test_the_offerer_is_asked_first_and_need_not_bid() -> None:
    """Seat 0 offers and passes; the others go on."""
    state = play(position(), "offer B&O")
    first = (state.phase, state.actor, legal(state)[0])
    play(state, "pass")

    assert first == (BIDDING, 0, "pass")
    assert (state.phase, state.actor) == (BIDDING, 1)


@pytest.mark.clause("CEX-57")
def test_each_bid_is_higher_than_the_last_and_the_first_reaches_the_opening_bid() -> None:
    """B&O opens at 3, also for seat 1 after a pass; after a bid of 9 seat 2 needs 10."""
    state = play(position(), "offer B&O", "pass")
    opening = legal(state, "bid")[0]
    play(state, "bid 9")

    assert opening == "3"
    assert legal(state, "bid")[0] == "10"


@pytest.mark.clause("CEX-58")
def test_who_passes_is_not_asked_again() -> None:
    """Seat 1 passes; seats 2 and 0 outbid each other."""
    state = play(position(), "offer B&O", "bid 3", "pass", "bid 4", "bid 5")

    assert state.actor == 2


@pytest.mark.clause("CEX-59")
def test_it_ends_when_all_others_have_passed() -> None:
    """Seat 2 has the highest bid when seat 0 gives up."""
    state = play(position(), "offer B&O", "bid 3", "pass", "bid 4", "pass")

    assert state.phase == TURN
    assert shares_of(state, 2) == ["B&O", "C&O"]


@pytest.mark.clause("CEX-59")
def test_the_last_player_is_still_asked_while_there_is_no_bid() -> None:
    """Seats 0 and 1 pass: seat 2 may buy at the opening bid."""
    state = play(position(), "offer B&O", "pass", "pass")
    asked = (state.phase, state.actor)
    play(state, "bid 3")

    assert asked == (BIDDING, 2)
    assert shares_of(state, 2) == ["B&O", "C&O"]
    assert state.phase == TURN


@pytest.mark.clause("CEX-60", "CEX-64")
def test_the_price_goes_to_the_treasury_and_not_to_the_bank() -> None:
    """Seat 1 pays 11 for a share of the B&O."""
    state = position(treasury={"B&O": 4})
    bank = state.bank
    play(state, "offer B&O", "pass", "bid 11", "pass")

    assert state.cash[1] == 40 - 11
    assert by_company(state.treasury)["B&O"] == 15
    assert state.bank == bank
    assert shares_of(state, 1) == ["B&O", "B&O"]
    assert by_company(state.unsold)["B&O"] == 2


@pytest.mark.clause("CEX-60")
def test_a_sold_share_dilutes_the_others() -> None:
    """PRR with an income of 7: one share pays 7, two pay 4 each, three pay 3 each."""
    state = position()
    pays = [state.dividend(0)]
    for _ in range(2):
        least = -(-7 // (state.sold(0) + 1))
        play(state, "offer PRR", f"bid {least}", "pass", "pass")
        pays.append(state.dividend(0))

    assert pays == [7, 4, 3]


@pytest.mark.clause("CEX-61")
def test_a_share_that_nobody_wants_stays_on_the_charter() -> None:
    """All pass: no share and no dollar has moved, but the needle has, and the next seat acts."""
    state = play(position(), "offer B&O", "pass", "pass", "pass")

    assert by_company(state.unsold)["B&O"] == 3
    assert list(state.cash) == [40, 40, 40]
    assert not any(state.treasury)
    assert dials(state) == [1, 0, 0]
    assert (state.phase, state.actor) == (TURN, 1)


@pytest.mark.clause("CEX-62")
def test_a_bid_is_at_most_ones_cash() -> None:
    """Seat 0 has 5 dollars: 3, 4 and 5 are offered, 6 is refused."""
    state = play(position(cash=[5, 40, 40]), "offer B&O")
    reason = refusal(state, parse("bid 6"))

    assert legal(state, "bid") == ["3", "4", "5"]
    assert reason is not None
    assert reason.clause == "CEX-62"


@pytest.mark.clause("CEX-62")
def test_who_cannot_afford_the_lowest_bid_is_out_without_being_asked() -> None:
    """Seat 1 has 2 dollars and B&O opens at 3; seat 2 has 4 and is out when 4 is bid."""
    state = play(position(cash=[40, 2, 4]), "offer B&O", "pass")
    asked = state.actor
    play(state, "pass")
    again = play(position(cash=[40, 2, 4]), "offer B&O", "bid 4")

    assert asked == 2
    assert (again.phase, shares_of(again, 0)) == (TURN, ["PRR", "B&O", "NYC"])


@pytest.mark.clause("CEX-62")
def test_a_share_that_nobody_can_afford_may_be_offered_and_stays() -> None:
    """Everybody is broke: the auction is over before it begins, and the needle has moved."""
    state = play(position(cash=[0, 1, 2]), "offer B&O")

    assert by_company(state.unsold)["B&O"] == 3
    assert dials(state) == [1, 0, 0]
    assert (state.phase, state.actor) == (TURN, 1)


@pytest.mark.clause("CEX-62")
def test_a_bid_that_takes_the_last_dollar_is_allowed() -> None:
    """Cash may fall to 0, never below."""
    state = play(position(cash=[5, 0, 0]), "offer B&O", "bid 5")
    state.check()

    assert state.cash[0] == 0


@pytest.mark.clause("CEX-63")
def test_there_is_no_move_that_gives_a_share_back() -> None:
    """Every verb of the notation is one of eight, and none of them sells, trades or discards."""
    verbs = {GAME.notation(move).split()[0] for move in range(GAME.move_count)}

    assert verbs == {"decline", "offer", "expand", "develop", "build", "stop", "pass", "bid"}


@pytest.mark.clause("CEX-63")
def test_everything_is_open_to_all() -> None:
    """Each seat and the spectator see the whole state."""
    state = position(cash=[1, 2, 3])

    assert all(view(state, seat).position == state for seat in (0, 1, 2, SPECTATOR))


@pytest.mark.clause("CEX-64")
def test_players_do_not_pay_for_companies() -> None:
    """An expansion of the PRR leaves all cash alone, a development too."""
    state = play(position(treasury={"PRR": 6}), "expand PRR", "build R4", "build Q4", "stop", "develop Q4")

    assert list(state.cash) == [40, 40, 40]
    assert by_company(state.treasury)["PRR"] == 6 - 1 - 2 + 2


@pytest.mark.clause("CEX-138")
def test_a_bid_is_at_most_999() -> None:
    """A player with 5,000 dollars may bid up to 999, and a bid of 999 cannot be beaten."""
    state = play(position(cash=[5000, 5000, 5000]), "offer B&O")
    highest = legal(state, "bid")[-1]
    play(state, "bid 999")

    assert highest == str(HIGHEST_BID) == "999"
    assert state.phase == TURN
    assert shares_of(state, 0).count(COMPANY_IDS[1]) == 1
