"""First games: their steps name clauses and parts that exist, in both languages, and always follow the same deal."""

from __future__ import annotations

import re
from typing import Any

import pytest

from roundhouse.core.game import DrawingRequest, Game
from roundhouse.games import GAMES
from roundhouse.ui.languages import LANGUAGES
from roundhouse.ui.rulebook import clauses
from roundhouse.web.catalog.tours import tour_contexts, tour_secret
from roundhouse.web.http.clause_links import cite


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tour_cites_clauses_that_exist(game: Game[Any], language: str) -> None:
    """Eight to twelve steps, of which at least four wait for a move; every id is a clause of the game."""
    tour = tour_contexts(game, language)
    cited = {clause for step in tour for clause in re.findall(rf"{game.clauses}-R?\d+", step["text"])}

    assert 8 <= len(tour) <= 12
    assert sum(step["until"] == "move" for step in tour) >= 4
    assert len(cited) >= 8
    assert cited <= set(clauses(game, language))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_both_languages_cite_the_same_clauses(game: Game[Any]) -> None:
    """Step by step."""
    first, *others = (
        [re.findall(rf"{game.clauses}-R?\d+", step["text"]) for step in tour_contexts(game, language)] for language in LANGUAGES
    )

    assert all(other == first for other in others)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_tour_points_at_parts_of_the_drawing(game: Game[Any]) -> None:
    """Every part that blinks is one that the game draws; every move that is waited for begins with a word of its notation."""
    state = game.start(2)
    parts = set(game.render(DrawingRequest(view=game.view(state, 0), names=["Ada", "Bo"])))
    verbs = {game.notation(move).split()[0] for move in range(game.move_count)}
    for step in tour_contexts(game, "en"):
        assert set(re.findall(r"draw-([\w-]+)", step["point"])) <= parts, step
        assert set(re.findall(r'\^="(\w+)"', step["see"])) <= verbs, step


def test_every_tour_has_a_deal_of_its_own() -> None:
    """Known to all, and the same every time."""
    assert len({tour_secret(game) for game in GAMES}) == len(GAMES)
    assert all(len(tour_secret(game)) == 32 for game in GAMES)


def test_clauses_in_a_sentence_lead_to_the_rules() -> None:
    """What else is in the sentence stays text."""
    assert str(cite("<b> TTR-30, CEX-1", "tickets")) == (
        '&lt;b&gt; <a class="clause" href="/rules/tickets#TTR-30">TTR-30</a>, CEX-1'
    )
