"""What a move changed and why: every point, every share and every dollar of whole games is accounted for."""

from __future__ import annotations

import pytest

from roundhouse.core.open_view import open_view as view
from roundhouse.games.tycoon import GAME
from roundhouse.games.tycoon.changes import LINKS, Changes, Scored, changes
from roundhouse.games.tycoon.moves import ISSUE, PASS
from roundhouse.games.tycoon.notation import parse
from roundhouse.games.tycoon.position import ACTION, AUCTION
from roundhouse.games.tycoon.state import Tycoon
from tests.games.tycoon.positions import build, city, kind, lively_game, play, position, stub

EAST = ["New York-Philadelphia", "Philadelphia-Baltimore"]


def change(state: Tycoon, text: str) -> Changes:
    """What a move, written as text, changes."""
    after = play(state.copy(), text)
    return changes(state, parse(text), after)


@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 2), (4, 8), (6, 4)])
def test_every_point_share_and_dollar_of_a_game_is_accounted_for(seats: int, seed: int) -> None:
    """The causes sum to what really changed, move by move."""
    for before, move in lively_game(seats, seed):
        if move < 0:
            break
        after = before.copy()
        after.apply(move)
        found = changes(before, move, after)
        freely = move - ISSUE + 1 if before.phase == ACTION and ISSUE <= move < PASS else 0
        for seat in range(seats):
            points = sum(scored.points for scored in found.scored if scored.seat == seat)
            issued = found.issued * (seat == found.payer) + freely * (seat == before.actor)
            closed = found.closed[seat] if found.closed else None
            cash = before.cash[seat] - found.paid * (seat == found.payer) + 5 * issued
            if closed is not None:
                issued += closed.issued
                cash += closed.income - closed.dividends + 5 * closed.issued
            assert after.points[seat] - before.points[seat] == points
            assert after.shares[seat] - before.shares[seat] == issued
            assert after.cash[seat] == cash


def test_a_delivery_scores_links_hotel_and_cards_apart() -> None:
    """RRT-116, RRT-119: a link each, the hotel of seat 1, the first delivery of the game."""
    state = position(links={0: EAST[:1], 1: EAST[1:]}, goods={"New York": "1 yellow"}, level=[2, 1], held={1: ["Hotel Baltimore"]})
    play(state, "deliver yellow from New York", "hop Philadelphia 0")

    assert change(state, "hop Baltimore 1").scored == (
        Scored(0, 1, LINKS),
        Scored(1, 1, LINKS),
        Scored(1, 1, kind("Hotel Baltimore")),
        Scored(0, 1, kind("The Railroad Era Begins")),
    )
    assert change(state, "hop Baltimore 1").emptied == (city("New York"),)


def test_the_winner_of_the_auction_pays() -> None:
    """RRT-60, RRT-61: seat 0 leads with 3,000 and has no cash; seat 1 passes."""
    found = change(play(position(phase=AUCTION, round=0), "bid 3"), "pass")

    assert (found.payer, found.paid, found.issued) == (0, 3, 1)


def test_a_tile_beyond_the_cash_needs_shares() -> None:
    """RRT-40: 2,000 with 1,000 in hand is one share."""
    found = change(play(position(cash=[1, 0]), "build New York SW"), "lay SW")

    assert (found.payer, found.paid, found.issued) == (0, 2, 1)


def test_unfinished_links_go_at_the_end_of_the_turn() -> None:
    """RRT-75, RRT-139."""
    state = build(position(cash=[50, 50], round=3), "Chicago E: E stop")

    assert change(state, "pass").removed == ((0, stub("Chicago E")),)
    assert [closed.income for closed in change(state, "pass").closed] == [0, 0]


def test_markers_that_come_and_go_are_told_with_their_number() -> None:
    """RRT-186, RRT-208: Toledo gets cubes and is emptied again; once the end has come into sight the number means nothing."""
    state = position(links={0: ["Toledo-Detroit"]}, empty=["Toledo"])
    ending = position(links={0: ["Toledo-Detroit"]}, goods={"Toledo": "1 black"}, ending=1)

    assert followed(play(state, "urbanize Toledo blue"), "goods 2 black") == ["Toledo is no longer empty: 0 of 10 markers"]
    play(ending, "deliver black from Toledo")
    assert "Toledo is empty now" in followed(ending, "hop Detroit 0")


def followed(state: Tycoon, text: str) -> list[str]:
    """What follows from a move, in English."""
    after = state.copy()
    after.apply(GAME.parse(text))
    return [str(one) for one in GAME.consequences(view(state, 0), GAME.parse(text), view(after, 0))]
