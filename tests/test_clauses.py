"""A rule has an address: text, code and tests of every game name the same clauses."""

from __future__ import annotations

import pytest

from tests.clauses import GAMES, Clauses, all_clauses, bullets, marks, mentions

each_game = pytest.mark.parametrize("clauses", all_clauses(), ids=str)


@each_game
def test_every_clause_is_in_text_code_and_tests(clauses: Clauses) -> None:
    """The two pages state the same clauses in the same order, each once; code and tests name these and no others."""
    text = set(clauses.text)

    assert text
    assert len(text) == len(clauses.text)
    assert clauses.french == clauses.text
    assert sorted(text ^ clauses.code) == []
    assert sorted(text ^ clauses.tests) == []


@each_game
def test_both_pages_refer_to_the_same_clauses_and_rulings(clauses: Clauses) -> None:
    """Bullet by bullet, English and French mention the same ids, and every id that is mentioned exists."""
    home = GAMES / clauses.game
    english, french = bullets(home / "rules.md"), bullets(home / "rules.fr.md")
    stated = {clause for clause, _ in english}

    assert [(clause, mentions(text)) for clause, text in english] == [(clause, mentions(text)) for clause, text in french]
    assert mentions((home / "rules.md").read_text("utf-8")) == stated
    assert mentions((home / "rules.fr.md").read_text("utf-8")) == stated


@each_game
def test_every_ruling_is_referred_to_by_a_clause(clauses: Clauses) -> None:
    """A ruling that no clause rests on would rule nothing."""
    page = bullets(GAMES / clauses.game / "rules.md")
    rulings = {clause for clause, _ in page if clause not in clauses.text}
    used = {ruling for clause, text in page if clause in clauses.text for ruling in mentions(text) if ruling in rulings}

    assert sorted(rulings - used) == []


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
