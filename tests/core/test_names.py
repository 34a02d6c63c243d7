"""Names: what may be one, and texts that are made to fit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundhouse.core.names import NAME_LENGTH, BadWords, fitted, name, visible

CHARACTERS = st.characters() | st.sampled_from("\u0301\u0315\u0903\u3164\ufe0f \u202e\x1b\ud800…a")  # surrogates too

# What a reader does not see: fillers, the empty braille pattern, joiners, zero-width spaces, tags, unassigned ignorables.
BLANKS = (
    "\u00ad", "\u034f", "\u061c", "\u115f", "\u1160", "\u17b4", "\u17b5", "\u180b", "\u180e", "\u200b", "\u200c", "\u200d",
    "\u2060", "\u2064", "\u2800", "\u3164", "\ufeff", "\uffa0", "\ufff0", "\U0001d159", "\U0001d173", "\U000e0001", "\U000e0041",
    "\U000e0100", "\U000e01ef",
)  # fmt: skip


NAMES = (
    "Ada", "random", "search:0.3s", "net:weights.npz", "Évariste", "李小龍", "กี่", "हिन्दी", "שָׁלוֹם", "★", "!!", "Bo # 2",
    "x" * NAME_LENGTH,
)  # fmt: skip


@pytest.mark.parametrize("text", NAMES)
def test_a_name_of_a_person_or_of_a_bot_is_taken_as_it_is(text: str) -> None:
    """Letters of any script, and the names of the house's own bots."""
    assert name(text) == text == fitted(text)


def test_a_name_is_brought_to_one_form() -> None:
    """Composed accents, single spaces, none around."""
    assert name("  Zoe\u0308   B. ") == "Zoë B."
    assert name("\u2764\ufe0f Ada\ufe00") == "\u2764 Ada"  # how a character is drawn makes no other name


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
        ("\u0e01" + "\u0e47" * 4, "too many marks"),  # Thai marks, which Unicode does not count as combining
        ("A" + "\u20dd" * 4, "too many marks"),
        ("\u0301", "begins with a mark"),
        (" \u0301 \u0315", "begins with a mark"),
        ("\u0301Ada", "begins with a mark"),
        ("\u0903", "begins with a mark"),
        *((f"{before}{blank}", "cannot be shown") for blank in BLANKS for before in ("", "Ada")),
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
