"""Perft: how many lines of play some positions have; a number that any slip in the rules changes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from roundhouse.core.draw import Rng
from roundhouse.core.perft import perft
from roundhouse.core.playout import random_moves
from roundhouse.games.express import GAME

TABLE = json.loads((Path(__file__).parent / "perft.json").read_text("utf-8"))
QUICK = 5_000  # lines that the interpreted engine counts in a moment


@pytest.mark.parametrize(
    "case",
    [pytest.param(case, marks=[] if case["count"] <= QUICK else pytest.mark.deep) for case in TABLE],
    ids=lambda case: "{seats}-{seed}-{moves}-{depth}".format(**case),
)
def test_the_table_is_counted_again(case: dict[str, int]) -> None:
    """The position after so many random moves, to that depth."""
    state = GAME.start(case["seats"])
    random_moves(state, Rng(case["seed"]), case["moves"])

    assert perft(state, case["depth"]) == case["count"]


@pytest.mark.clause("CEX-31", "CEX-62")
def test_the_first_two_moves_counted_by_hand() -> None:
    """Two seats with 60 dollars: a pass and 54 bids; then 55 after a pass, 61 - b after a bid b under 60.

    After a bid of 60 nobody can follow: the PRR is sold, seat 0 is broke, and seat 1 has a pass and 55 bids for the B&O.
    """
    state = GAME.start(2)

    assert perft(state, 1) == 1 + 54
    assert perft(state, 2) == 55 + sum(61 - bid for bid in range(7, 60)) + 56
