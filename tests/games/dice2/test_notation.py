"""Moves of Railroad Dice 2 as text."""

from __future__ import annotations

import pytest

from roundhouse.core.sentence import BadText
from roundhouse.games.dice2.moves import MOVE_COUNT, ROLLS
from roundhouse.games.dice2.notation import notation, parse


def test_every_int_has_one_text_and_every_text_its_int() -> None:
    """2 185 moves and 180 rolls, there and back; beyond them there is nothing."""
    total = MOVE_COUNT + ROLLS
    texts = [notation(move) for move in range(total)]

    assert MOVE_COUNT == 2185
    assert len(set(texts)) == total
    assert [parse(text) for text in texts] == list(range(total))
    for outside in (-1, total):
        with pytest.raises(BadText):
            notation(outside)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("LAY 3B2 en", "lay 3b2 NE"),
        ("exchange 3b2 s > en", "exchange 3b2 S>NE"),
        ("exchange 3b2 we+sn", "exchange 3b2 NS+EW"),
        ("exchange 3b2 ES + WN", "exchange 3b2 NW+ES"),
        ("roll ? straight/fork", "roll straight ? / fork"),
        ("roll / ? crossing", "roll / crossing ?"),
        ("dice 2 + 1", "dice 2+1"),
        ("  carry 4   c ", "carry 4 C"),
        ("Carry 3 Black", "carry 3 black"),
    ],
)
def test_case_spaces_and_order_do_not_matter(written: str, meant: str) -> None:
    """As people write."""
    assert notation(parse(written)) == meant


@pytest.mark.parametrize("text", ["", "lay", "lay 1a1 NN", "exchange 1a1 NE", "carry 4 Z", "roll"])
def test_other_texts_are_refused(text: str) -> None:
    """With a sentence that shows how moves are written."""
    with pytest.raises(BadText, match="moves are written like"):
        parse(text)
