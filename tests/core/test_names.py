"""Names: what may be one, and texts that are made to fit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundhouse.core.names import NAME_LENGTH, BadWords, fitted, name, visible

CHARACTERS = st.characters() | st.sampled_from("\u0301\u0315 \u202e\x1b\ud800…a")  # surrogates too


@pytest.mark.parametrize(
    "text", ["Ada", "random", "search:0.3s", "net:weights.npz", "Évariste", "李小龍", "Bo # 2", "x" * NAME_LENGTH]
)
def test_a_name_of_a_person_or_of_a_bot_is_taken_as_it_is(text: str) -> None:
    """Letters of any script, and the names of the house's own bots."""
    assert name(text) == text == fitted(text)


def test_a_name_is_brought_to_one_form() -> None:
    """Composed accents, single spaces, none around."""
    assert name("  Zoe\u0308   B. ") == "Zoë B."


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty"),
        (" \t", "empty"),
        ("x" * (NAME_LENGTH + 1), "longer than 30"),
        ("\u0315\u0300" * 500_000, "longer than 30"),
        ("Ada\u202e", "cannot be shown"),
        ("Ada\x1b[2J", "cannot be shown"),
        ("A\nda", "cannot be shown"),
        ("A\x85da", "cannot be shown"),
        ("\ud800", "cannot be shown"),
        ("\ue000", "cannot be shown"),
        ("A" + "\u0315" * 4, "too many marks"),
    ],
)
def test_a_name_that_could_deceive_or_disturb_is_refused(text: str, reason: str) -> None:
    """With the reason. The longest would take minutes to bring into its form."""
    with pytest.raises(BadWords, match=reason):
        name(text)


@given(st.text(CHARACTERS, max_size=80))
def test_whatever_is_fitted_is_a_name(text: str) -> None:
    """And a name is left alone."""
    made = fitted(text)

    assert name(made) == made


@given(st.text(CHARACTERS, max_size=20))
def test_what_is_visible_holds_nothing_unseen(text: str) -> None:
    """One character for one; what was visible stays."""
    shown = visible(text)

    assert len(shown) == len(text)
    assert visible(shown) == shown
    assert not any(ord(char) < 32 or 0xD800 <= ord(char) < 0xE000 or char in "\x1b\x9b\u202e\u2066" for char in shown)
