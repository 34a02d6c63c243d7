"""Moves of Railroad Tycoon as text, and the ways people write them."""

from __future__ import annotations

import pytest

from roundhouse.core.sentence import BadText
from roundhouse.games.tycoon.moves import A_TYCOON
from roundhouse.games.tycoon.notation import notation, parse


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("BUILD chicago se", "build Chicago SE"),
        ("build St Louis NE", "build St. Louis NE"),
        ("build Saint-Louis NE", "build St. Louis NE"),
        ("hop Washington 2", "hop Washington D.C. 2"),
        ("goods 1 blue 2 red", "goods 2 red 1 blue"),
        ("take Major Line New York Chicago", "take Line New York-Chicago"),
        ("take service bounty Duluth", "take Bounty Duluth"),
        ("take Line Boston-Washington D.C.", "take Line Boston-Washington"),
        ("tycoon J P Morgan", "tycoon J.P. Morgan"),
        ("  deliver   red from  Boston ", "deliver red from Boston"),
    ],
)
def test_texts_are_read_as_people_write_them(written: str, meant: str) -> None:
    """Case, hyphens, dots, spaces, the order of cubes and printed names of cards do not matter."""
    assert notation(parse(written)) == meant


def test_what_is_no_move_is_refused() -> None:
    """A text and a number that mean nothing."""
    with pytest.raises(BadText, match="'fly to the moon' is not a move"):
        parse("fly to the moon")
    with pytest.raises(BadText):
        notation(A_TYCOON + 1)
