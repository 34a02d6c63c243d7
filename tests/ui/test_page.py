"""A game's page is found in its package, loaded late, and optional."""

from __future__ import annotations

import logging
import subprocess
import sys
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from roundhouse.core.game import Game
from roundhouse.games import GAMES
from roundhouse.ui.page import SEAT_COLOURS, Page, has_page, page_of
from roundhouse.ui.picture import theme
from tests.whistle import GAME

EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
Write = Callable[[str, str], Game[Any]]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Write a package with that source as its module `page`, and return a game of it."""
    monkeypatch.syspath_prepend(tmp_path)

    def package(name: str, source: str) -> Game[Any]:
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("", "utf-8")
        (tmp_path / name / "page.py").write_text(source, "utf-8")
        return replace(GAME, package=name)

    return package


@EVERY_GAME
def test_every_built_in_game_has_a_whole_page(game: Game[Any]) -> None:
    """Description, time, players, picture, scenes and a tour; options that the game has."""
    page = page_of(game)

    assert has_page(game)
    assert page.description != Page().description
    assert page.minutes > 0
    assert page.players in game.seats
    assert page.crop
    assert page.scenes
    assert page.tour
    assert set(page.options) == {option.name for option in fields(game.options)}
    assert len(page.seat_colours) in (0, game.seats[-1])


def test_a_seat_colour_is_a_colour_of_the_theme() -> None:
    """The style sheet of the site has a rule for each."""
    for colour in SEAT_COLOURS:
        assert f"  --{colour}: " in theme()


@pytest.mark.parametrize("package", ["", "no_such_package", "tests.whistle", "tests"])
def test_a_game_without_a_page_gets_the_defaults(package: str) -> None:
    """Without a package, with one that is missing or a single module, and with one that has no module `page`."""
    game = replace(GAME, package=package)

    assert not has_page(game)
    assert page_of(game) == Page()


@pytest.mark.parametrize(
    ("name", "source"),
    [("page_of_zeros", "PAGE = 1 / 0"), ("page_of_text", "PAGE = 'a page'"), ("page_of_nothing", "")],
)
def test_a_faulty_page_is_logged_and_replaced_by_the_defaults(
    write: Write, caplog: pytest.LogCaptureFixture, name: str, source: str
) -> None:
    """One that fails, one of another type, one without `PAGE`: the site still shows the game, and every other."""
    game = write(name, source)
    with caplog.at_level(logging.ERROR):
        assert page_of(game) == page_of(game) == Page()

    assert [record.getMessage() for record in caplog.records] == [f"the page of {name} cannot be loaded"]


def test_a_game_is_loaded_without_its_page() -> None:
    """Playing needs no page: neither importing a game nor drawing it loads one."""
    code = (
        "import sys, roundhouse\n"
        "from roundhouse.core.game import DrawingRequest\n"
        "for game in roundhouse.GAMES:\n"
        "    game.render(DrawingRequest(view=game.view(game.start(2), 0), names=['Ada', 'Bo']))\n"
        "print([name for name in sys.modules if name.endswith('.page')])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"
