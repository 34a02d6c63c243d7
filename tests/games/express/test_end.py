"""Chapters 11 and 12 of the rules: the end of the game, the winner, ties."""

from __future__ import annotations

import pytest

from roundhouse.core.draw import Rng
from roundhouse.core.state import OVER
from roundhouse.games.express.board import FOREST, HEX_IDS, HEXES, TERRAIN
from roundhouse.games.express.notation import parse
from roundhouse.games.express.phases import TURN
from roundhouse.games.express.refusal import refusal
from roundhouse.games.express.state import Express, start
from tests.games.express.positions import decline_until_dividend, legal, play, position

FORESTS = [HEX_IDS[where] for where in range(HEXES) if TERRAIN[where] == FOREST]


def with_houses(count: int) -> Express:
    """So many forests have a house, all of them the PRR's."""
    return position(built={"PRR": " ".join(FORESTS[:19])}, houses=" ".join(FORESTS[:count]))


@pytest.mark.clause("CEX-130")
def test_the_game_ends_only_after_a_general_dividend() -> None:
    """17 houses are out: turns go on until the dividend, and after it nothing is legal."""
    state = with_houses(17)
    play(state, "decline auction")
    going_on = state.actor
    decline_until_dividend(state)
    reason = refusal(state, parse("decline expand"))

    assert going_on == 1
    assert state.actor == OVER
    assert legal(state) == []
    assert reason is not None
    assert reason.clause == "CEX-130"


@pytest.mark.clause("CEX-131")
def test_what_became_true_in_the_turn_just_before_ends_the_game() -> None:
    """The 17th house is the fourth development of the round, and the auctions are used up."""
    state = with_houses(16)
    state.needle[0], state.needle[2] = 3, 3
    play(state, f"develop {FORESTS[16]}")

    assert state.supply == 3
    assert state.actor == OVER


@pytest.mark.clause("CEX-132")
@pytest.mark.parametrize(("without", "over"), [(2, False), (3, True), (4, True)])
def test_a_three_companies_without_locomotives(without: int, over: bool) -> None:
    """CEX-132 (a): two are not enough."""
    state = position(left=dict.fromkeys(("PRR", "B&O", "C&O", "NYC")[:without], 0))

    assert state.ends() is over
    assert (decline_until_dividend(state).actor == OVER) is over


@pytest.mark.clause("CEX-132")
@pytest.mark.parametrize(
    ("shares", "over"),
    [
        ({0: "PRR PRR PRR B&O B&O B&O B&O C&O NYC"}, False),
        ({0: "PRR PRR PRR B&O B&O B&O B&O C&O NYC NYC NYC NYC NYC"}, True),
    ],
)
def test_b_three_companies_without_shares(shares: dict[int, str], over: bool) -> None:
    """CEX-132 (b): two are not enough."""
    state = position(shares=shares)

    assert state.ends() is over
    assert (decline_until_dividend(state).actor == OVER) is over


@pytest.mark.clause("CEX-132")
@pytest.mark.parametrize(("houses", "over"), [(16, False), (17, True), (18, True)])
def test_c_three_houses_or_fewer_in_the_supply(houses: int, over: bool) -> None:
    """CEX-132 (c): 4 are left after 16, 3 after 17."""
    state = with_houses(houses)

    assert state.ends() is over
    assert (decline_until_dividend(state).actor == OVER) is over


@pytest.mark.clause("CEX-132")
@pytest.mark.parametrize(("detroit", "over"), [(7, False), (8, True)])
def test_d_detroit_on_eight(detroit: int, over: bool) -> None:
    """CEX-132 (d): 7 is not enough."""
    state = position(track={"Detroit": detroit})

    assert state.ends() is over
    assert (decline_until_dividend(state).actor == OVER) is over


@pytest.mark.clause("CEX-133")
def test_detroit_reaching_eight_ends_the_game_with_the_next_dividend() -> None:
    """The dividend that moves it from 7 to 8 is not the last; the one after is."""
    state = decline_until_dividend(position(track={"Detroit": 7}))
    after_first = (state.track[0], state.phase, state.actor >= 0)
    while state.actor != OVER:
        play(state, "decline auction" if state.needle[0] < 3 else "decline develop")

    assert after_first == (8, TURN, True)
    assert state.track[0] == 8


@pytest.mark.clause("CEX-134")
def test_a_closed_wabash_still_has_everything() -> None:
    """Two companies are sold out, and the Wabash has its two shares and 11 locomotives: no end. Open and sold out it counts."""
    closed = position(shares={0: "PRR PRR PRR B&O B&O B&O B&O C&O NYC"})
    sold_out = position(shares={0: "PRR PRR PRR B&O B&O B&O B&O C&O NYC WAB WAB"}, built={"WAB": ""})
    used_up = position(built={"WAB": ""}, left={"PRR": 0, "NYC": 0, "WAB": 0})

    assert (closed.without_shares(), closed.ends()) == (2, False)
    assert (sold_out.without_shares(), sold_out.ends()) == (3, True)
    assert (used_up.without_locomotives(), used_up.ends()) == (3, True)


@pytest.mark.compiled
@pytest.mark.clause("CEX-135")
def test_an_end_once_in_sight_never_goes_away() -> None:
    """Through sixty random games."""
    for seed in range(60):
        state, rng = start(2 + seed % 5, 0), Rng(seed)
        in_sight = False
        while state.actor != OVER:
            assert state.ends() or not in_sight
            in_sight = state.ends()
            moves = state.legal_moves()
            state.apply(moves[rng.below(len(moves))])
        assert state.ends()


@pytest.mark.clause("CEX-136")
def test_most_cash_wins_whatever_shares_and_treasuries_are_worth() -> None:
    """Seat 2 has no share and most cash; the companies of seat 0 are rich."""
    state = position(
        cash=[0, 0, 90], shares={0: "PRR PRR NYC", 1: "B&O C&O"}, treasury={"PRR": 500}, track={"Detroit": 8}, needles=(2, 0, 4)
    )
    play(state, "decline auction")

    assert list(state.scores()) == [8 + 8, 11, 90]
    assert list(state.ranks()) == [1, 2, 0]


@pytest.mark.clause("CEX-137")
def test_equal_cash_shares_the_victory() -> None:
    """Seats 0 and 2 end with 50, seat 1 with less: two winners, and the third is third."""
    state = position(cash=[35, 0, 45], track={"Detroit": 8}, needles=(2, 0, 4))
    play(state, "decline auction")

    assert list(state.scores()) == [50, 6, 50]
    assert list(state.ranks()) == [0, 2, 0]
