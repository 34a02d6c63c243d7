"""Refusals that help: income where more dice would do, and the three meanings of RD1-61."""

from __future__ import annotations

from typing import Any

import pytest

from roundhouse.core.draw import Rng
from roundhouse.core.playout import random_moves
from roundhouse.core.state import OVER
from roundhouse.games.dice1 import GAME
from roundhouse.games.dice1.moves import INCOME
from roundhouse.games.dice1.notation import parse
from roundhouse.games.dice1.refusal import refusal
from roundhouse.games.dice1.state import Dice1
from roundhouse.ui.text import translate
from tests.games.dice1.positions import HOME, play, position

HINT = "; take your income first"
MANY = {0: "6 straight 8 curve"}
SHORE: dict[str, Any] = {
    "land": (HOME, ("lake", 1, 0, "")),
    "east_on": 1,
    "east": "a4:WE b4:WE",
    "rest": "e4:WE f4:WE g4:WE",
}


def reason(state: Dice1, text: str) -> tuple[str, str]:
    """Why a move is refused: clause and words."""
    found = refusal(state, parse(text))
    assert found is not None, text
    return found.clause, str(found.reason)


def test_a_fee_that_the_income_would_pay_says_so() -> None:
    """A bridge without a die to pay; once the income is taken it can be built, and without rails for it nothing helps."""
    poor = position(front={0: "3 straight"}, **SHORE)
    assert reason(poor, "lay east E-E") == ("RD1-73", f"a bridge over a lake costs two reserve or wild dice{HINT}")
    assert refusal(play(poor.copy(), "income"), parse("lay east E-E")) is None

    short = position(front={0: "1 straight"}, **SHORE)
    assert reason(short, "lay east E-E") == ("RD1-73", "a bridge over a lake costs two reserve or wild dice")


def test_a_roll_that_the_income_would_allow_says_so() -> None:
    """Without wild dice and reserve there is nothing to roll; after the income there is."""
    words = "without wild dice a roll needs dice of the reserve, and there are none"

    assert reason(position(front={0: "1 straight"}), "cup 0") == ("RD1-34", words + HINT)
    assert reason(position(front={0: "1 straight"}), "cup 1") == ("RD1-34", "there are not so many wild dice in front")


@pytest.mark.parametrize("seed", range(4))
def test_income_is_advised_exactly_where_it_helps(seed: int) -> None:
    """In random games: the advice is given before income only, and the move is legal right after it."""
    state, rng, advised = GAME.start(2), Rng(seed), 0
    for _ in range(60):
        random_moves(state, rng, 3)
        if state.actor == OVER:
            break
        for move in range(0, GAME.move_count, 3):
            found = refusal(state, move)
            if found is not None and str(found.reason).endswith(HINT):
                assert not state.paid_out
                after = state.copy()
                after.apply(INCOME)
                assert refusal(after, move) is None, GAME.notation(move)
                assert translate(found.reason, "fr").endswith("prenez d’abord votre revenu")
                advised += 1

    assert advised > 0


@pytest.mark.clause("RD1-61")
def test_the_end_itself_would_have_no_rail() -> None:
    """The pocket b2, with the line on its other three sides."""
    pocket = position(front=MANY, west="c4:EN c3:SN c2:SN c1:SW b1:EW a1:ES a2:NS a3:NE")
    assert reason(pocket, "lay west E-N") == ("RD1-61", "after this no rail could be laid at this end")


@pytest.mark.clause("RD1-61")
def test_the_end_itself_would_have_no_way_off_the_tile() -> None:
    """From e5 rails could be laid to d5 and c5, but the line closes all ways from there."""
    wall = "c4:EN c3:SN c2:SW b2:ES b3:NS b4:NS b5:NS b6:NE c6:WE d6:WE"
    shut = position(front=MANY, west=wall, east="e4:WN e3:SN e2:SE f2:WS f3:NS f4:NS")

    assert reason(shut, "lay west E-N") == (
        "RD1-61",
        "after this no way would lead from this end to a side where the line may leave the tile",
    )


@pytest.mark.clause("RD1-61")
def test_the_other_end_would_be_cut_off() -> None:
    """The east end points at e5, and its only way out is by e6."""
    state = position(front=MANY, west="c4:EW b4:ES b5:NS b6:NE c6:WE", east="e4:WE f4:WS f5:NW")

    assert reason(state, "lay west E-E") == ("RD1-61", "after this the other end of the line could not be continued")
