"""A rule has an address: text, code and tests of every game name the same clauses."""

from __future__ import annotations

from pathlib import Path

import pytest

from roundhouse.testing.clauses import Clauses, clauses_of, marks, mentions, page_faults, translation_faults
from roundhouse.ui.languages import TRANSLATIONS
from tests.clauses import GAMES, all_clauses
from tests.whistle import SKELETON

WHISTLE = clauses_of("whistle", SKELETON / "whistle_game", SKELETON / "tests")
each_game = pytest.mark.parametrize("clauses", [*all_clauses(), WHISTLE], ids=str)


def folder_of(clauses: Clauses) -> Path:
    """Return the folder with the pages of a game."""
    return SKELETON / "whistle_game" if clauses is WHISTLE else GAMES / clauses.game


@each_game
def test_every_clause_is_in_text_code_and_tests(clauses: Clauses) -> None:
    """The pages of all languages state the same clauses in the same order, each once; code and tests name these and no others."""
    text = set(clauses.text)

    assert text
    assert len(text) == len(clauses.text)
    assert clauses.translations == dict.fromkeys(TRANSLATIONS, clauses.text)
    assert sorted(text ^ clauses.code) == []
    assert sorted(text ^ clauses.tests) == []


@pytest.mark.parametrize("language", TRANSLATIONS)
@each_game
def test_all_pages_refer_to_the_same_clauses_and_rulings(clauses: Clauses, language: str) -> None:
    """Bullet by bullet, they mention the same ids, every id that is mentioned exists, every ruling is used."""
    english, other = ((folder_of(clauses) / page).read_text("utf-8") for page in ("rules.md", f"rules.{language}.md"))

    assert page_faults(english) == page_faults(other) == []
    assert translation_faults(english, other) == []


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        ("- **AB-1** One.\n- **AB-1** Again.", "AB-1 is stated 2 times"),
        ("- **AB-1** See AB-2.", "AB-2 is mentioned, but is no clause"),
        ("- **AB-1** One.\n- **AB-R1** A ruling.", "no clause refers to the ruling AB-R1"),
        ("Prose.", "there is no clause: a line such as '- **ABC-1** Each player rolls a die.'"),
    ],
)
def test_what_is_wrong_with_a_page_is_named(page: str, fault: str) -> None:
    """One fault each."""
    assert page_faults(page) == [fault]


@pytest.mark.parametrize(
    ("other", "fault"),
    [
        ("- **AB-2** B.\n- **AB-1** A AB-2.", "it does not state the same clauses in the same order"),
        ("- **AB-1** A.\n- **AB-2** B.", "AB-1 does not refer to the same clauses"),
    ],
)
def test_where_a_translation_differs_is_named(other: str, fault: str) -> None:
    """In the order, or in what a clause refers to."""
    assert translation_faults("- **AB-1** A AB-2.\n- **AB-2** B.", other) == [fault]


def test_only_marks_on_tests_count_as_tested() -> None:
    """A mention in a comment, a docstring, an assertion or a helper is no test."""
    source = '''
@pytest.mark.clause("TTR-1", "TTR-2")
@pytest.mark.parametrize("clause", ["TTR-3"])
def test_a() -> None:
    """TTR-4"""  # TTR-5
    assert "TTR-6"

@pytest.mark.clause("TTR-7")
def helper() -> None: ...
'''

    assert list(marks(source)) == ["TTR-1", "TTR-2"]


def test_a_ruling_is_not_taken_for_a_clause() -> None:
    """TTR-R12 is a ruling; neither it nor TTR-12 is mistaken for TTR-1."""
    assert mentions("see TTR-R12 and TTR-12") == {"TTR-R12", "TTR-12"}
