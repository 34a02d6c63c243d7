"""Refusals: a clause and a reason exactly where a move is not legal."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from roundhouse.core.draw import Rng
from roundhouse.core.state import OVER
from roundhouse.games.express.board import PLANES
from roundhouse.games.express.moves import MOVE_COUNT
from roundhouse.games.express.notation import notation, parse
from roundhouse.games.express.refusal import refusal
from roundhouse.games.express.state import Express, start
from tests.games.express.positions import play, position

CLAUSES = set(re.findall(r"\*\*(CEX-\d+)\*\*", files("roundhouse.games.express").joinpath("rules.md").read_text("utf-8")))


def agree(state: Express) -> None:
    """`refusal` and `legal_moves` say the same about every int."""
    legal = set(state.legal_moves())
    for move in range(MOVE_COUNT):
        reason = refusal(state, move)
        assert (reason is None) == (move in legal), notation(move)
        assert reason is None or reason.clause in CLAUSES
        assert reason is None or str(reason.reason)


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(10))
def test_a_move_is_legal_or_refused_by_a_clause_that_exists(seed: int) -> None:
    """Every int, at every twelfth position of a random game and at its end."""
    state, rng = start(2 + seed % 5, 0), Rng(seed)
    made = 0
    while state.actor != OVER:
        if made % 12 == seed % 12:
            agree(state)
        moves = state.legal_moves()
        state.apply(moves[rng.below(len(moves))])
        made += 1
    agree(state)


def test_they_agree_where_random_games_do_not_come() -> None:
    """The Wabash open, markers at the end, no locomotives, an enclosed company, an expansion beside others."""
    built = {"WAB": "D4", "PRR": "I6 K4 Q3 E0", "NYC": "Q3 R3", "B&O": "P8"}
    turn = position(
        shares={0: "PRR NYC WAB", 1: "B&O", 2: "C&O"},
        built=built,
        track={"Wheeling": 6, "Pittsburgh": 6},
        houses="Q3",
        treasury={"PRR": 4, "NYC": 12, "WAB": 2},
        left={"PRR": 0},
    )
    expansion = play(turn.copy(), "expand NYC", "build Q4")

    for state in (turn, expansion, play(expansion.copy(), "stop"), play(turn.copy(), "offer WAB")):
        agree(state)


# Positions for the table below; nothing there changes them.
BIDDING = play(position(cash=[20, 20, 20]), "offer B&O", "bid 5")
BUILDING = play(position(treasury={"PRR": 3}, built={"NYC": "Q5 R6 Q4"}), "expand PRR")
TURN = position(needles=(3, 0, 0), treasury={"NYC": 2})


@pytest.mark.parametrize(
    ("state", "text", "clause", "reason"),
    [
        (BIDDING, "bid 5", "CEX-57", "5 is not more than the highest bid, which is 5"),
        (BIDDING, "bid 21", "CEX-62", "your cash is 20"),
        (BIDDING, "decline auction", "CEX-57", "a share of B&O is being auctioned"),
        (BIDDING, "stop", "CEX-57", "bid or pass"),
        (start(3, 0), "bid 6", "CEX-30", "the bidding for PRR opens at 7; 6 is too low"),
        (play(start(3, 0), "pass"), "bid 6", "CEX-31", "opens at 7"),
        (play(start(3, 0), "bid 9"), "bid 9", "CEX-31", "not more than the highest bid"),
        (start(3, 0), "offer PRR", "CEX-31", "bid or pass"),
        (play(position(), "offer B&O"), "bid 2", "CEX-56", "opens at 3"),
        (play(position(), "offer B&O", "pass"), "bid 2", "CEX-57", "opens at 3"),
        (TURN, "decline auction", "CEX-45", "'auction' is on red after 3 choices"),
        (TURN, "offer PRR", "CEX-45", "on red"),
        (TURN, "expand PRR", "CEX-76", "costs 1; its treasury holds 0"),
        (TURN, "expand B&O", "CEX-65", "you own no share of B&O"),
        (TURN, "expand WAB", "CEX-83", "opens when a company reaches Chicago"),
        (position(), "offer WAB", "CEX-52", "not for sale"),
        (position(shares={0: "PRR PRR PRR B&O C&O NYC"}), "offer PRR", "CEX-53", "all 3 shares of PRR are sold"),
        (TURN, "build R4", "CEX-41", "first choose the company"),
        (TURN, "stop", "CEX-41", "no expansion"),
        (TURN, "pass", "CEX-42", "decline it"),
        (TURN, "bid 5", "CEX-41", "no share is being auctioned"),
        (BUILDING, "stop", "CEX-66", "at least one locomotive"),
        (BUILDING, "pass", "CEX-66", "PRR is being expanded"),
        (BUILDING, "build Philadelphia", "CEX-73", "PRR is in R5 Philadelphia already"),
        (BUILDING, "build Baltimore", "CEX-69", "start hex"),
        (BUILDING, "build Q4", "CEX-72", "NYC is in Q4"),
        (BUILDING, "build Chicago", "CEX-67", "not next to a locomotive of PRR"),
    ],
)
def test_what_a_refusal_says(state: Express, text: str, clause: str, reason: str) -> None:
    """The clause, and words that name what stands in the way."""
    found = refusal(state, parse(text))

    assert found is not None
    assert found.clause == clause
    assert reason in str(found.reason)


def test_a_price_beside_others_is_explained() -> None:
    """Harrisburg (2) with B&O and NYC there costs 6; PRR in P4 has 5."""
    state = play(position(built={"PRR": "P4", "B&O": "O4", "NYC": "O4"}, treasury={"PRR": 5}), "expand PRR")
    found = refusal(state, parse("build Harrisburg"))

    assert str(found) == "CEX-76: O4 Harrisburg costs 6 beside B&O and NYC: 3 times 2; the treasury of PRR holds 5"


def test_an_empty_hex_that_is_too_dear() -> None:
    """The mountain M5 costs 4."""
    state = play(position(built={"PRR": "M4"}, treasury={"PRR": 3}), "expand PRR")

    assert str(refusal(state, parse("build M5"))) == "CEX-76: M5 costs 4; the treasury of PRR holds 3"


def test_a_company_with_no_free_hex_around_it() -> None:
    """Every hex beside New York is closed to NYC, as it would be if forests stood all around."""
    state = position(treasury={"NYC": 50})
    for plane in range(PLANES):
        state.open[3 * PLANES + plane] = 0

    assert str(refusal(state, parse("expand NYC"))) == "CEX-67: no hex next to the network of NYC is free"
    assert parse("expand NYC") not in state.legal_moves()
