"""Moves as text."""

from __future__ import annotations

import pytest

from roundhouse.core.sentence import BadText
from roundhouse.games.express import GAME
from roundhouse.games.express.moves import BID, BUILD, DECLINE, DEVELOP, EXPAND, MOVE_COUNT, OFFER, PASS, STOP
from roundhouse.games.express.notation import hex_name, notation, parse
from tests.games.express.positions import cell


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (DECLINE, "decline auction"),
        (DECLINE + 1, "decline expand"),
        (DECLINE + 2, "decline develop"),
        (OFFER + 3, "offer NYC"),
        (EXPAND + 1, "expand B&O"),
        (DEVELOP + cell("Charleston"), "develop I9"),
        (BUILD + cell("Q6"), "build Q6"),
        (STOP, "stop"),
        (PASS, "pass"),
        (BID + 14, "bid 14"),
        (BID + 999, "bid 999"),
    ],
)
def test_every_kind_of_move_has_its_text(move: int, text: str) -> None:
    """And is read back."""
    assert notation(move) == text
    assert parse(text) == move


def test_all_moves_have_different_texts_that_are_read_back() -> None:
    """1,334 of them, and nothing beyond."""
    texts = [notation(move) for move in range(MOVE_COUNT)]

    assert MOVE_COUNT == GAME.move_count == 1334
    assert len(set(texts)) == MOVE_COUNT
    assert [parse(text) for text in texts] == list(range(MOVE_COUNT))


@pytest.mark.parametrize(
    ("loose", "exact"),
    [
        ("BID $14", "bid 14"),
        ("offer nyc", "offer NYC"),
        ("expand b & o", "expand B&O"),
        ("expand Baltimore & Ohio", "expand B&O"),
        ("offer wabash", "offer WAB"),
        ("offer red", "offer PRR"),
        ("build  binghamton", "build Q3"),
        ("develop Q3 Binghamton", "develop Q3"),
        ("develop fort-wayne", "develop D3"),
        (" Stop ", "stop"),
    ],
)
def test_people_may_write_loosely(loose: str, exact: str) -> None:
    """Case, spaces, dollar signs, names of cities, companies and colours."""
    assert notation(parse(loose)) == exact


@pytest.mark.parametrize("text", ["", "bid", "bid high", "build Z9", "build A0", "offer", "decline", "expand Erie", "14"])
def test_what_is_no_move_is_refused_with_examples(text: str) -> None:
    """Lakes and half sentences; sums out of bounds are refused by their clause (`tests/test_typed.py`)."""
    with pytest.raises(BadText, match="bid 14"):
        parse(text)


@pytest.mark.parametrize("move", [-1, MOVE_COUNT])
def test_ints_that_are_no_moves_have_no_text(move: int) -> None:
    """Either side of the range."""
    with pytest.raises(BadText, match="no move"):
        notation(move)


def test_a_hex_is_called_by_its_id_and_its_city() -> None:
    """With and without a city."""
    assert hex_name(cell("Q3")) == "Q3 Binghamton"
    assert hex_name(cell("Q4")) == "Q4"
