"""The typeface: small, complete for our languages, and named as its licence asks."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

import roundhouse
from roundhouse.ui.fonts import FAMILY, WEIGHTS, font_files, web_font
from tools import typeface

HOUSE = Path(roundhouse.__file__).parent
NOT_IN_THE_FACE = set("╱╲▾▸◂↳✗●")  # maps in plain text have a face of their own; the original has none of the other signs


@pytest.mark.parametrize("weight", WEIGHTS)
def test_a_weight_is_small_and_has_every_letter_that_the_house_writes(weight: str) -> None:
    """Every letter of the catalogues, the rules, the templates, the style and the scripts, in at most 20 kB."""
    data = web_font(weight)
    font = TTFont(BytesIO(data))
    letters = font.getBestCmap()
    written = ("**/*.po", "games/*/rules*.md", "web/templates/**/*.html", "web/static/*.css", "web/static/*.js")
    texts = "".join(path.read_text("utf-8") for pattern in written for path in HOUSE.glob(pattern))

    assert font.flavor == "woff2"
    assert len(data) <= 20_000
    assert {letter for letter in set(texts) if letter.isprintable() and ord(letter) not in letters} <= NOT_IN_THE_FACE


@pytest.mark.parametrize("weight", WEIGHTS)
def test_a_subset_has_a_name_of_its_own_and_keeps_copyright_and_licence(weight: str) -> None:
    """The licence reserves "Source" to unmodified copies."""
    for data in (web_font(weight), Path(font_files()[list(WEIGHTS).index(weight)]).read_bytes()):
        names = {name.nameID: str(name) for name in TTFont(BytesIO(data))["name"].names}

        assert names[16] == FAMILY
        assert not [text for identifier, text in names.items() if "Source" in text and identifier != 0]
        assert "Reserved Font Name" in names[0]
        assert "SIL Open Font License" in names[13]
    assert "SIL OPEN FONT LICENSE\n\nVersion 1.1" in (HOUSE / "ui/typeface/OFL.txt").read_text("utf-8")


@pytest.mark.parametrize("weight", WEIGHTS)
def test_the_files_are_those_that_the_script_makes(weight: str) -> None:
    """So that the subset can be changed and made again."""
    pytest.importorskip("font_source_sans_pro")

    assert typeface.subset(weight, None) == Path(font_files()[list(WEIGHTS).index(weight)]).read_bytes()
