"""The house's type for browsers: small, and complete for the languages of the house."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

import roundhouse
from roundhouse.ui.fonts import WEIGHTS, web_font

HOUSE = Path(roundhouse.__file__).parent
NOT_IN_THE_FACE = set("╱╲")  # of the maps in plain text, which have a face of their own


@pytest.mark.parametrize("weight", WEIGHTS)
def test_a_weight_is_small_and_has_every_letter_that_the_house_writes(weight: str) -> None:
    """Every letter of the French catalogues and of the rules, in at most 20 kB."""
    data = web_font(weight)
    font = TTFont(BytesIO(data))
    letters = font.getBestCmap()
    texts = "".join(path.read_text("utf-8") for path in (*HOUSE.rglob("fr.po"), *HOUSE.glob("games/*/rules*.md")))

    assert font.flavor == "woff2"
    assert len(data) <= 20_000
    assert {letter for letter in set(texts) if letter.isprintable() and ord(letter) not in letters} <= NOT_IN_THE_FACE
