"""The guides: short pages on how to play, whose figures are positions of a real game."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from roundhouse.core.game import Game
from roundhouse.core.record import BadRecord, read, replay
from roundhouse.core.sentence import BadSetup
from roundhouse.core.state import OVER
from roundhouse.games import GAMES
from roundhouse.testing.guides import guide_faults
from roundhouse.ui import guide as guides
from roundhouse.ui.guide import Figure, figure_request, figures, guide_of
from roundhouse.ui.languages import LANGUAGES
from roundhouse.ui.resource import folder, resource

EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


def words_of(game: Game[Any], language: str) -> str:
    """The text of a guide without its captions, marks and clause numbers."""
    found = guide_of(game, language)
    assert found is not None
    assert found.language == language, f"there is no guide in {language}"
    html = " ".join(block.html for chapter in found.chapters for block in chapter.blocks if not block.picture)
    return re.sub(rf"\(?\b{game.clauses}-R?\d+\b[,)]?", "", unescape(re.sub(r"<[^>]+>", " ", html)))


@EVERY_GAME
def test_every_figure_is_a_legal_position_and_can_be_drawn(game: Game[Any]) -> None:
    """`check-game` draws them all; the whole record is a game that ended with the scores that stand in it."""
    record = read((resource(game.package, "guide.rec") or b"").decode())

    assert list(guide_faults(game)) == []
    assert replay(game, record).actor == OVER
    assert record.scores is not None


@EVERY_GAME
@EVERY_LANGUAGE
def test_a_guide_is_short_and_illustrated(game: Game[Any], language: str) -> None:
    """Readable in some minutes; begins with what is done before the first turn and ends with a game's end and advice."""
    found = guide_of(game, language)
    assert found is not None

    assert 500 <= len(words_of(game, language).split()) <= 950
    assert len(found.pictures) >= 5
    assert len(found.chapters) >= 6


@EVERY_GAME
def test_every_guide_has_the_same_chapters_clauses_and_figures(game: Game[Any]) -> None:
    """In the same order in every language, so that what is linked in one is linked in all."""
    shapes = set()
    for language in LANGUAGES:
        found = guide_of(game, language)
        assert found is not None
        blocks = [block for chapter in found.chapters for block in chapter.blocks]
        cited = sorted(re.findall(r"#([A-Z0-9-]+)\"", " ".join(block.html for block in blocks)))
        shapes.add((len(found.chapters), tuple(block.picture for block in blocks), tuple(cited)))

    assert len(shapes) == 1


@EVERY_GAME
@EVERY_LANGUAGE
def test_guides_and_rules_are_for_players(game: Game[Any], language: str) -> None:
    """No file of the program, and nothing that people would count from zero."""
    suffix = "" if language == "en" else f".{language}"
    for page in (f"rules{suffix}.md", f"guide{suffix}.md"):
        text = (resource(game.package, page) or b"").decode()
        assert text, page
        found = re.findall(
            r"board\.json|numbered from 0|numérotée?s? à partir de 0|\bseat 0\b|\bplace 0\b|\bPlatz 0\b|ab 0 nummeriert", text
        )
        assert found == [], page


def test_the_words_of_a_worked_turn_are_those_of_the_record() -> None:
    """The turn of Cy in Ticket to Ride: four purple cards, 7 points, a path of 16, and then one train of Ada left."""
    game = GAMES[0]
    shown = {name: figure_request(game, figure, "en")[1].view.position for name, figure in figures(game).items()}
    before, after, last = shown["before"], shown["after"], shown["last-round"]

    assert [int(a - b) for a, b in zip(after.scores(), before.scores(), strict=True)] == [0, 0, 7]
    assert after.trains[2] == before.trains[2] - 4
    assert last.trains[0] == 1
    assert list(shown["result"].scores()) == [128, 100, 99]


def test_a_figure_that_cannot_be_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A key that nobody reads, a place behind the end of the record, and a move that is not legal."""
    game = GAMES[0]
    with pytest.raises(BadSetup, match="the figure 'x' has other keys"):
        Figure.of("x", {"after": 1, "show": "seats", "zoom": 2})
    with pytest.raises(BadSetup, match="has other keys"):
        Figure.of("x", {"show": "seats"})
    with pytest.raises(BadSetup, match="only 332 moves"):
        figure_request(game, Figure(999, "seats", (1, 1), -1, ""), "en")
    record = read((resource(game.package, "guide.rec") or b"").decode())
    record.entries[32] = record.entries[33]
    monkeypatch.setattr(guides, "_record", lambda _: record)
    with pytest.raises(BadRecord):
        figure_request(game, Figure(40, "seats", (1, 1), -1, ""), "en")


@EVERY_GAME
def test_another_language_is_one_more_file(game: Game[Any]) -> None:
    """A language without a guide of its own shows the English one; nothing but files decides it."""
    found = guide_of(game, "xx")
    home = folder(game.package)

    assert found is not None
    assert found.language == "en"
    assert home is not None
    assert home.joinpath("guide.fr.md").is_file()
