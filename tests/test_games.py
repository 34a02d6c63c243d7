"""Games are found by entry points, imported when they are asked for, and one that is broken harms no other."""

from __future__ import annotations

import logging
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any, assert_type

import pytest

import roundhouse
from roundhouse.core.game import Game
from roundhouse.core.sentence import BadSetup
from roundhouse.games import BUILT_IN, EARLIER, GAMES, GROUP, find, find_version, names, title_of
from roundhouse.games.dice1.state import Dice1
from roundhouse.games.dice2.state import Dice2
from roundhouse.games.express.state import Express
from roundhouse.games.tickets.state import Tickets
from roundhouse.games.tycoon.state import Tycoon
from tests.outside import add_bare, found_in, register
from tests.whistle import GAME as WHISTLE
from tests.whistle import SKELETON

ROOT = Path(roundhouse.__file__).parent.parent


def test_a_game_that_is_found_by_its_name_is_typed() -> None:
    """Checked by mypy: an editor completes the fields of its states. A name that is only known later gives any game."""
    assert_type(find("tickets"), Game[Tickets])
    assert_type(find("express"), Game[Express])
    assert_type(find("tycoon"), Game[Tycoon])
    assert_type(find("dice1"), Game[Dice1])
    assert_type(find("dice2"), Game[Dice2])
    assert_type(find(names()[0]), Game[Any])
    assert find("tickets").start(2).board.trains == 45


def test_options_are_given_by_name_as_a_mapping_or_as_a_value() -> None:
    """Three ways to one state, which is not that of the defaults; a name that does not exist is refused with those that do."""
    game = find("tycoon")
    state = game.start(3, beginner=True)

    assert state == game.start(3, {"beginner": True}) == game.start(3, game.options(beginner=True))
    assert state != game.start(3)
    with pytest.raises(BadSetup, match=r"has no option 'beginners'; it has: .*beginner"):
        game.start(3, beginners=True)


def test_the_built_in_games_are_registered_like_all_others() -> None:
    """The table that a checkout without metadata falls back on is the entry points of pyproject.toml, in their order."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

    assert list(project["entry-points"][GROUP].items()) == [*BUILT_IN.items(), *EARLIER.items()]
    assert [game.name for game in GAMES] == list(BUILT_IN)
    assert all(find(name) is game for name, game in zip(BUILT_IN, GAMES, strict=True))


@pytest.mark.parametrize(
    ("code", "loaded"),
    [
        ("import roundhouse", []),
        ("import roundhouse; roundhouse.games.names(); repr(roundhouse.GAMES)", []),
        ("import roundhouse; roundhouse.find('express')", ["express"]),
    ],
)
def test_a_game_is_imported_when_it_is_asked_for(code: str, loaded: list[str]) -> None:
    """The package itself imports none, names need none, and one that is found brings no other."""
    show = f"import sys; print(*[name for name in {list(BUILT_IN)} if 'roundhouse.games.' + name in sys.modules])"
    printed = subprocess.run([sys.executable, "-c", f"{code}; {show}"], capture_output=True, text=True, check=True).stdout

    assert printed.split() == loaded


def test_the_package_alone_imports_nothing_heavy() -> None:
    """Neither what reads metadata nor translations, numbers or the web: together they took longer than the rest."""
    heavy = ("importlib.metadata", "babel", "numpy", "starlette", "rich")
    show = f"import roundhouse; print(*[name for name in {heavy} if name in sys.modules])"
    command = [sys.executable, "-I", "-S", "-c", f"import sys; sys.path[:0] = {[str(ROOT), *sys.path]!r}; {show}"]

    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.split() == []


def test_a_sequence_of_games_is_what_it_was() -> None:
    """Indexed, sliced, counted, searched."""
    assert GAMES[0] is find("tickets")
    assert [game.name for game in GAMES[-2:]] == ["dice1", "dice2"]
    assert len(GAMES) == len(BUILT_IN)
    assert find("tycoon") in GAMES
    assert repr(GAMES) == "<games: tickets, express, tycoon, dice1, dice2>"


def test_games_of_other_packages_come_after_the_built_in_ones_by_name(tmp_path: Path) -> None:
    """Two of them, registered in the other order."""
    register(tmp_path, "whistle_pack", whistle="whistle_game:GAME")
    add_bare(tmp_path)

    with found_in(tmp_path):
        assert names() == (*BUILT_IN, "bare", "whistle")
        assert find("whistle") is WHISTLE
        assert [game.name for game in GAMES] == [*BUILT_IN, "bare", "whistle"]
    assert names() == tuple(BUILT_IN)


EARLIER_WHISTLE = """
from dataclasses import replace
from whistle_game import GAME as CURRENT

GAME = replace(CURRENT, version=7)
"""


def test_an_earlier_version_is_found_by_its_number_alone(tmp_path: Path) -> None:
    """It is in no list of games and has no name of its own; a version that is registered under another number is not taken."""
    (tmp_path / "whistle_seven.py").write_text(EARLIER_WHISTLE, "utf-8")
    entries = {"whistle": "whistle_game:GAME", "whistle@7": "whistle_seven:GAME", "whistle@8": "whistle_seven:GAME"}
    register(tmp_path, "whistle_pack", **entries)

    with found_in(tmp_path):
        earlier = find_version("whistle", 7)
        assert earlier is not None
        assert earlier.version == 7
        assert find_version("whistle", WHISTLE.version) is WHISTLE
        assert find_version("whistle", 8) is None
        assert find_version("whistle", 9) is None
        assert names() == (*BUILT_IN, "whistle")
        with pytest.raises(BadSetup, match="no game 'whistle@7'"):
            find("whistle@7")


def test_a_game_that_is_not_installed_has_no_version_and_its_name_as_title() -> None:
    """So that lists of stored games can show it."""
    assert find_version("chess", 1) is None
    assert title_of("chess") == "chess"
    assert title_of("tickets") == find("tickets").title


def test_an_unknown_name_lists_games_of_other_packages_too(tmp_path: Path) -> None:
    """Chess."""
    add_bare(tmp_path)

    with found_in(tmp_path), pytest.raises(BadSetup, match=r"no game 'chess'; choose one of: tickets, .*, dice2, bare$"):
        find("chess")


BROKEN = {  # the module, and what is said
    "raises": (
        "1 / 0",
        r"'raises' cannot be loaded from raises_game:GAME: ZeroDivisionError: division by zero \(raises_game.py, line 1\)",
    ),
    "syntax": (
        "GAME =",
        r"'syntax' cannot be loaded from syntax_game:GAME: SyntaxError: invalid syntax \(syntax_game.py, line 1\)",
    ),
    "empty": ("", r"'empty' cannot be loaded from empty_game:GAME: AttributeError: module 'empty_game' has no attribute 'GAME'"),
    "other": ("GAME = 5", r"'other' cannot be loaded from other_game:GAME: it is not a Game but a value of type int"),
    "misnamed": (
        "from whistle_game import GAME",
        r"'misnamed' cannot be loaded from misnamed_game:GAME: that game is named 'whistle'",
    ),
    "missing": (None, r"'missing' cannot be loaded from missing_game:GAME: ModuleNotFoundError: No module named 'missing_game'"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_game_is_named_once_and_the_others_are_played(name: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """`find` says why; a list of all games leaves it out, and logs the reason once."""
    code, message = BROKEN[name]
    if code is not None:
        (tmp_path / f"{name}_game.py").write_text(code, "utf-8")
    register(tmp_path, f"{name}_game", **{name: f"{name}_game:GAME"})

    with found_in(tmp_path), caplog.at_level(logging.WARNING):
        with pytest.raises(BadSetup, match=message):
            find(name)
        assert [game.name for game in GAMES] == [game.name for game in GAMES] == list(BUILT_IN)
    assert len(caplog.messages) == 1
    assert name in caplog.messages[0]


def test_two_games_of_one_name_are_both_left_out(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Neither is taken silently; the message names both places."""
    register(tmp_path, "first_pack", whistle="whistle_game:GAME")
    register(tmp_path, "second_pack", whistle="elsewhere:GAME")

    with found_in(tmp_path), caplog.at_level(logging.WARNING):
        with pytest.raises(
            BadSetup, match=r"several packages have a game 'whistle': (whistle_game:GAME, elsewhere|elsewhere:GAME, whistle)"
        ):
            find("whistle")
        assert [game.name for game in GAMES] == list(BUILT_IN)
    assert len(caplog.messages) == 1


def test_a_game_with_the_name_of_a_built_in_one_is_left_out(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The built-in one is played as before."""
    register(tmp_path, "rival_pack", tickets="whistle_game:GAME")

    with found_in(tmp_path), caplog.at_level(logging.WARNING):
        assert find("tickets").package == "roundhouse.games.tickets"
        assert [game.name for game in GAMES] == list(BUILT_IN)
    assert caplog.messages == ["the game 'tickets' of whistle_game:GAME is left out: a built-in game has that name"]


def test_one_game_registered_twice_is_one_game(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A checkout on the path beside an installed copy of it; and the built-in games' own entry points."""
    register(tmp_path, "first_pack", whistle="whistle_game:GAME")
    register(tmp_path, "second_pack", whistle="whistle_game:GAME")
    register(tmp_path, "old_house", **BUILT_IN)

    with found_in(tmp_path), caplog.at_level(logging.WARNING):
        assert [game.name for game in GAMES] == [*BUILT_IN, "whistle"]
    assert caplog.messages == []


def test_the_command_says_what_is_broken_in_one_line(tmp_path: Path) -> None:
    """On standard error, without a traceback; the table is whole."""
    (tmp_path / "raises_game.py").write_text("1 / 0", "utf-8")
    register(tmp_path, "raises_game", raises="raises_game:GAME")
    path = f"{ROOT}:{tmp_path}:{SKELETON}"
    command = [sys.executable, "-m", "roundhouse", "games", "--lang", "en"]
    done = subprocess.run(command, env={"PYTHONPATH": path}, capture_output=True, text=True, check=True)

    assert [line.split()[0] for line in done.stdout.splitlines()[1:6]] == list(BUILT_IN)
    assert done.stderr == (
        "the game 'raises' cannot be loaded from raises_game:GAME: ZeroDivisionError: division by zero (raises_game.py, line 1)\n"
    )
