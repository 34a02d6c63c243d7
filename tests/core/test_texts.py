"""The texts of moves: one for each int, and every way back."""

from __future__ import annotations

import pytest

from roundhouse.core.sentence import BadText
from roundhouse.core.texts import Texts, bare
from roundhouse.ui.text import translate


def texts() -> Texts:
    """Three moves; `go` could be read as two of them."""
    return Texts(lambda: {0: "stay", 2: "go", 1: "Montréal"}, bare, ("stay", "go"), lambda: {"go": 0, "home": 0})


def test_every_int_has_its_text_and_the_ways_back_lead_to_it() -> None:
    """Case and accents are the game's own business: here they do not matter. The text of an int wins over other readings."""
    assert [texts().notation(move) for move in range(3)] == ["stay", "Montréal", "go"]
    assert [texts().parse(text) for text in ("STAY", "montreal", "go", "home")] == [0, 1, 2, 0]


@pytest.mark.parametrize("move", [-1, 3])
def test_an_int_beyond_the_moves_has_no_text(move: int) -> None:
    """Also below zero, where a tuple would count from its end."""
    with pytest.raises(BadText, match=f"there is no move {move}"):
        texts().notation(move)


def test_a_text_that_is_no_move_is_answered_with_examples() -> None:
    """In the language of the reader; the examples are the same in all of them."""
    with pytest.raises(BadText) as caught:
        texts().parse(" fly ")

    assert str(caught.value) == "'fly' is not a move; moves are written like 'stay', 'go'"
    assert translate(caught.value.sentence, "fr") == "« fly » n’est pas un coup ; les coups s’écrivent comme « stay », « go »"
