"""The puzzles that come with the games: legal, clear, graded, told in every language, and blind to what their seat cannot know."""

from __future__ import annotations

import datetime
import math
from itertools import islice
from typing import Any
from xml.etree import ElementTree

import pytest

from roundhouse.core.draw import Rng
from roundhouse.core.game import DrawingRequest, Game
from roundhouse.games import GAMES
from roundhouse.play.offers import drawings
from roundhouse.puzzles.explanation import explain
from roundhouse.puzzles.grading import EASIEST, HARDEST, grade, rating_of
from roundhouse.puzzles.library import NoSuchPuzzle, all_puzzles, find_puzzle, of_the_day, position, shipped
from roundhouse.puzzles.miner import MARGIN, SURE
from roundhouse.puzzles.puzzle import Position, id_of
from roundhouse.puzzles.themes import NAMES
from roundhouse.ui.languages import LANGUAGES
from roundhouse.ui.text import translate

games = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@games
def test_the_answer_of_every_puzzle_is_legal_and_not_the_usual_move(game: Game[Any]) -> None:
    """On the view that is shown, with as many legal moves as stated."""
    assert shipped(game)
    for puzzle in shipped(game):
        place = position(puzzle.id)
        assert place.view.position.actor == puzzle.seat == place.view.seat, puzzle.id
        assert {*place.right, place.usual} <= set(place.moves), puzzle.id
        assert place.usual not in place.right, puzzle.id
        assert len(place.moves) == puzzle.legal, puzzle.id
        assert len(puzzle.right) < puzzle.legal, puzzle.id


@games
def test_the_heuristic_of_today_misses_every_puzzle(game: Game[Any]) -> None:
    """It makes the usual move that the puzzle names; a changed heuristic leaves puzzles behind that have to go."""
    for puzzle in shipped(game):
        view = position(puzzle.id).view
        advised = {game.notation(game.advise(view, Rng(seed))) for seed in range(5)}

        assert puzzle.usual in advised, puzzle.id
        assert not advised & set(puzzle.right), puzzle.id


@games
def test_a_puzzle_shows_nothing_that_its_seat_cannot_know(game: Game[Any]) -> None:
    """In every world that fits the view the seat sees the same: what is stored is a view, byte by byte, and not a state."""
    for puzzle in shipped(game):
        place = position(puzzle.id)
        for seed in range(3):
            twin = game.view(game.determinize(place.view, Rng(seed)), puzzle.seat)
            assert twin == place.view, puzzle.id
            assert id_of(game, twin) == puzzle.id


@games
def test_the_best_move_of_every_puzzle_is_clearly_ahead(game: Game[Any]) -> None:
    """Of every wrong move that was verified, by the margin and several standard errors; in whole games too."""
    for puzzle in shipped(game):
        best, *others = puzzle.measured
        assert (best.move, best.lead) == (puzzle.best, 0.0), puzzle.id
        wrong = [one for one in others if one.move not in puzzle.right]
        assert wrong, puzzle.id
        assert all(one.lead >= MARGIN - 1e-4 and one.lead >= SURE * one.error - 1e-3 for one in wrong), puzzle.id
        assert puzzle.end_lead > puzzle.end_error > 0, puzzle.id
        assert puzzle.measure(puzzle.usual) is not None, puzzle.id


@games
def test_every_puzzle_is_graded_by_how_often_levels_fail(game: Game[Any]) -> None:
    """Shares of one; the heuristic, which is the level `regular`, misses it; the rating follows from them."""
    for puzzle in shipped(game):
        assert list(puzzle.fails) == ["novice", "regular", "expert", "master"], puzzle.id
        assert all(0 <= share <= 1 and math.isfinite(share) for share in puzzle.fails.values()), puzzle.id
        assert puzzle.fails["regular"] >= 0.9, puzzle.id
        assert puzzle.rating == rating_of(puzzle.fails), puzzle.id
        assert EASIEST <= puzzle.rating <= HARDEST
        assert puzzle.themes, puzzle.id
        assert set(puzzle.themes) <= NAMES.keys(), puzzle.id


def test_a_puzzle_that_levels_miss_more_often_has_a_higher_rating() -> None:
    """Whichever level it is."""
    fails = {"novice": 0.9, "regular": 0.9, "expert": 0.5, "master": 0.1}
    for level in fails:
        assert rating_of({**fails, level: 0.95}) > rating_of(fails)


def test_a_position_that_the_heuristic_solves_is_no_puzzle() -> None:
    """There is no grade for it."""
    place = position(next(iter(all_puzzles())))

    assert grade(place.game, place.view, [place.usual], 1, 0) is None


@games
def test_puzzles_are_explained_in_every_language(game: Game[Any]) -> None:
    """The chances of both moves stand in it, and no value is left open."""
    for puzzle in islice(shipped(game), 0, None, 9):
        for language in LANGUAGES:
            said = explain(position(puzzle.id), language)
            names = [f"P{seat}" for seat in range(puzzle.seats)]
            lines = [translate(one, language, names) for one in (said.best, *said.as_good, *said.reasons, *said.evidence)]
            assert len(lines) >= 4, puzzle.id
            assert all(line and "{" not in line for line in lines), puzzle.id
            assert f"{round(100 * puzzle.measured[0].chance)}" in " ".join(lines), puzzle.id


@games
def test_the_best_move_can_be_pressed_on_the_drawing(game: Game[Any]) -> None:
    """At once, as the beginning of a compound, or after a selection; in both layouts."""
    for puzzle in islice(shipped(game), 0, None, 15):
        place = position(puzzle.id)
        for layout in ("wide", "narrow"):
            names = [f"P{seat}" for seat in range(puzzle.seats)]
            request = DrawingRequest(view=place.view, moves=place.moves, names=names, layout=layout, recent=place.recent)
            offered = [offers for _, offers in drawings(game, request)]
            firsts = {text for offers in offered for text in (*offers.moves, *(compound[0] for compound in offers.compounds))}
            assert puzzle.best in firsts, puzzle.id
            parts = game.render(request)
            ElementTree.fromstring("<svg>" + "".join(parts.values()) + "</svg>")


def test_no_puzzle_is_there_twice() -> None:
    """Neither the id nor the question."""
    puzzles = [puzzle for game in GAMES for puzzle in shipped(game)]
    questions = {(one.game, one.seats, one.best, one.usual) for one in puzzles}

    assert len(all_puzzles()) == len(questions) == len(puzzles)


def test_every_puzzle_has_its_day_before_one_comes_again() -> None:
    """The same day has the same puzzle."""
    first = datetime.date(2026, 11, 19)
    days = [of_the_day(first + datetime.timedelta(days)) for days in range(len(all_puzzles()))]

    assert {one.id for one in days if one is not None} == set(all_puzzles())
    assert of_the_day(first) == days[0]


def test_there_is_no_puzzle_of_another_id() -> None:
    """Not even of an id that looks like one."""
    with pytest.raises(NoSuchPuzzle):
        find_puzzle("00000000")


def test_a_puzzle_of_another_version_is_not_restored() -> None:
    """Its fields might mean something else."""
    puzzle = next(iter(all_puzzles().values()))
    place = position(puzzle.id)
    puzzle = type(puzzle)(**{name: getattr(puzzle, name) for name in puzzle.__struct_fields__} | {"version": 0})

    with pytest.raises(Exception, match="another version"):
        Position(puzzle, place.game)
