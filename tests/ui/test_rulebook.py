"""The rules as pages to read: every clause once, in order, with its lists and tables."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest

from roundhouse.core.game import Game
from roundhouse.games import GAMES
from roundhouse.ui.languages import LANGUAGES
from roundhouse.ui.rulebook import chapters, clauses


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_is_on_the_page_once(game: Game[Any], language: str) -> None:
    """In the order of the file, and those of the rulings are marked as such."""
    blocks = [block for chapter in chapters(game, language) for block in chapter.blocks if block.clause]

    assert [block.clause for block in blocks] == list(clauses(game, language))
    assert all(block.ruling == ("-R" in block.clause) for block in blocks)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_both_languages_have_the_same_chapters(game: Game[Any]) -> None:
    """The same number of chapters, each with the same clauses."""
    shapes = [[[block.clause for block in chapter.blocks] for chapter in chapters(game, language)] for language in LANGUAGES]

    assert shapes[0] == shapes[1]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_well_formed_and_leads_only_to_clauses_that_exist(game: Game[Any], language: str) -> None:
    """No mark of emphasis is left over, every element is closed, every link within the page has its end."""
    known = set(clauses(game, language))
    for chapter in chapters(game, language):
        for block in chapter.blocks:
            ElementTree.fromstring(f"<div>{block.html}</div>")
            assert "**" not in block.html
            assert set(re.findall(r'href="#([^"]+)"', block.html)) <= known, block.html


def test_lists_and_tables_become_lists_and_tables() -> None:
    """The summary of Ticket to Ride is a table with a head; an example of Railroad Dice 2 has a list within its clause."""
    tickets, dice = (chapters(game, "en") for game in (GAMES[0], GAMES[-1]))
    tables = [block.html for chapter in tickets for block in chapter.blocks if block.html.startswith("<table")]
    example = next(block.html for chapter in dice for block in chapter.blocks if block.clause == "RD2-86")

    assert len(tables) == 1
    assert tables[0].count("<th ") == 3
    assert example.count("<li>") == 6
