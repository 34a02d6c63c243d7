"""`new-game` and `check-game`."""

from __future__ import annotations

import json
import sys
from dataclasses import make_dataclass, replace
from pathlib import Path
from typing import Any, TypedDict

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.cli import check_game
from roundhouse.core.features import Feature, Pen
from roundhouse.core.game import DrawingRequest, Game
from roundhouse.core.state import State
from roundhouse.testing import parts_of
from roundhouse.ui.languages import TRANSLATIONS
from tests.cli.conftest import Command
from tests.outside import add_bare, found_in, register
from tests.whistle import GAME, SKELETON, WhistleState


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands are run in an empty folder."""
    monkeypatch.chdir(tmp_path)


# new-game


def test_a_new_game_is_the_skeleton_under_its_name(command: Command) -> None:
    """The same files, and in them no name of the skeleton's own."""
    result = command("new-game", "night_mail", "--title", "Night Mail")
    files = {str(path.relative_to("night_mail")) for path in Path("night_mail").rglob("*") if path.is_file()}
    ours = {path for path in SKELETON.rglob("*") if path.is_file() and not {"__pycache__", ".ruff_cache"} & set(path.parts)}

    assert result.code == 0
    assert files == {str(path.relative_to(SKELETON)).replace("whistle_game", "night_mail_game") for path in ours}
    for file in files:
        text = Path("night_mail", file).read_text("utf-8")
        assert "whistle" not in text.casefold(), file
        assert "WHI" not in text, file
    assert "class NightMailState(State)" in Path("night_mail/night_mail_game/state.py").read_text("utf-8")
    assert "- **NIG-1** " in Path("night_mail/night_mail_game/rules.md").read_text("utf-8")
    assert 'title="Night Mail"' in Path("night_mail/night_mail_game/__init__.py").read_text("utf-8")
    assert 'name = "night-mail-game"' in Path("night_mail/pyproject.toml").read_text("utf-8")


def test_a_name_that_holds_the_skeletons_name_is_kept(command: Command) -> None:
    """Nothing is replaced twice."""
    command("new-game", "tin_whistle")

    assert 'name="tin_whistle",\n    package=__name__,\n    title="Tin Whistle"' in Path(
        "tin_whistle/tin_whistle_game/__init__.py"
    ).read_text("utf-8")


def test_the_next_steps_are_told(command: Command) -> None:
    """Each on a line, to be copied; in another folder than the name of the game too."""
    lines = command("new-game", "night_mail", "--dir", "games/mail").out.splitlines()

    assert lines == [
        "Created the game 'night_mail' in 'games/mail'. Next:",
        "  cd games/mail",
        "  python -m pip install --editable .",
        "  roundhouse check-game night_mail",
        "  roundhouse play night_mail --bots 2",
        "  python -m pytest",
    ]
    assert Path("games/mail/night_mail_game/rules.md").is_file()


@pytest.mark.parametrize(
    "name", ["Night", "night-mail", "2night", "_night", "night__mail", "night_", "nuit_é", "night_v2", "a/b", ""]
)
def test_a_bad_name_is_refused(command: Command, name: str) -> None:
    """In one line, and nothing is written."""
    result = command("new-game", name)

    assert result.code == 2
    assert "is not a name for a game" in result.err
    assert list(Path().iterdir()) == []


def test_a_name_that_is_taken_is_refused(command: Command) -> None:
    """By a built-in game."""
    assert "there is already a game 'tickets'" in command("new-game", "tickets").err


@pytest.mark.parametrize("title", ['Night "Mail"', "Night\nMail", "Night\\Mail", " "])
def test_a_title_that_would_break_the_files_is_refused(command: Command, title: str) -> None:
    """It stands in quotes in Python and TOML."""
    result = command("new-game", "night_mail", "--title", title)

    assert result.code == 2
    assert "a title is one line without" in result.err


def test_an_existing_folder_is_left_alone(command: Command) -> None:
    """Also an empty one, and a file."""
    Path("night_mail").mkdir()
    Path("file").write_text("mine", "utf-8")

    assert "'night_mail' already exists" in command("new-game", "night_mail").err
    assert "'file' already exists" in command("new-game", "night_mail", "--dir", "file").err
    assert list(Path("night_mail").iterdir()) == []
    assert Path("file").read_text("utf-8") == "mine"


# check-game


def test_a_whole_game_has_all_parts_and_nothing_is_wrong(command: Command) -> None:
    """A built-in one."""
    result = command("check-game", "express", "--games", "1")
    rows = [line.split("  ")[0] for line in result.out.splitlines()[1 : 15 + 2 * len(TRANSLATIONS)]]

    assert result.code == 0
    assert rows == [
        "contract",
        "rules.md",
        *(file for language in TRANSLATIONS for file in (f"rules.{language}.md", f"{language}.po")),
        "advise",
        "evaluate",
        "features",
        "named view",
        "sketch",
        "drawing",
        "page",
        "tour",
        "scenes",
        "guide",
        "perft table",
        "golden records",
    ]
    assert all(line.split("  ")[0] in ("contract", *rows) and " yes " in line for line in result.out.splitlines()[1:16])
    assert result.out.endswith("\n5 random games, the laws checked on each.\nNothing is wrong.\n")


def test_a_game_without_any_optional_part_is_no_fault(command: Command, tmp_path: Path) -> None:
    """What is missing is named, once, and the laws hold all the same."""
    add_bare(tmp_path)
    with found_in(tmp_path):
        result = command("check-game", "bare", "--json")
    facts = json.loads(result.out)

    assert result.code == 0
    assert [part["part"] for part in facts["parts"] if part["present"]] == ["contract"]
    assert len(facts["parts"]) == 14 + 2 * len(TRANSLATIONS)
    assert facts["laws"] == []
    assert not any(part["faults"] for part in facts["parts"])


def test_in_french_too(command: Command) -> None:
    """Heads and purposes."""
    lines = command("check-game", "express", "--games", "0", "--lang", "fr").out.splitlines()

    assert lines[0].split("  ")[0] == "partie du jeu"
    assert "la page des règles, et le texte d’une clause" in lines[2]
    assert lines[-1] == "Tout est en ordre."


def test_a_broken_law_is_a_fault(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the number of the law, the players and the seed; the exit code says it. A longer golden record is a fault too."""
    monkeypatch.setattr(check_game, "find", lambda name: replace(GAME, max_moves=3))
    result = command("check-game", "whistle", "--games", "1")

    assert result.code == 1
    assert "law 1, 2 players, seed 0: the game is not over after 3 moves (after move 3)" in result.out
    assert "golden records: tie.rec: line 9: no game of Whistle has more than 3 moves" in result.out
    assert result.out.endswith("4 faults.\n")


def test_a_wrong_part_is_a_fault(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Under its name, marked in the table and in JSON; the exit code says it."""
    monkeypatch.setattr(check_game, "find", lambda name: replace(GAME, evaluate=lambda state: vec[i64]([1])))
    result = command("check-game", "whistle", "--games", "0")
    facts = json.loads(command("check-game", "whistle", "--games", "0", "--json").out)

    assert result.code == 1
    assert "evaluate: it gives 1 numbers for 2 players" in result.out
    assert [line.split()[1] for line in result.out.splitlines() if line.startswith("evaluate ")] == ["wrong"]
    assert [part["faults"] for part in facts["parts"] if part["part"] == "evaluate"] == [["it gives 1 numbers for 2 players"]]


def test_a_game_that_cannot_be_loaded_is_told_in_one_line(command: Command, tmp_path: Path) -> None:
    """With the line that fails."""
    (tmp_path / "torn_game.py").write_text("GAME = 1 / 0", "utf-8")
    register(tmp_path, "torn_game", torn="torn_game:GAME")
    with found_in(tmp_path):
        result = command("check-game", "torn")

    assert result.code == 2
    assert result.err.count("\n") == 1
    assert "ZeroDivisionError: division by zero (torn_game.py, line 1)" in result.err


# What each check finds.


def failing(*_: Any) -> Any:
    raise KeyError("die")


def parts_in_turns(request: DrawingRequest[Any]) -> dict[str, str]:
    return {f"part-{request.view.position.turn}": "<g/>"}


class Nothing(TypedDict):
    """A type without fields."""


def blind(state: State, pen: Pen) -> None:
    """An encoder that writes nothing and says it has written everything."""
    pen.at += GAME.size


def leaking(state: WhistleState, pen: Pen) -> None:
    """An encoder that writes dice which the reader may not see."""
    pen.table(state, 4)
    pen.number(state.turn)
    pen.by_seat(state.die, 1)


WRONG: dict[str, tuple[str, str, Game[Any]]] = {
    "name": ("contract", "the name 'Whistle' is not made of small letters", replace(GAME, name="Whistle")),
    "version": ("contract", "or ends in a version", replace(GAME, name="whistle_v2")),
    "prefix": ("contract", "the prefix of clauses 'whi' is not made of capital letters", replace(GAME, clauses="whi")),
    "seats": ("contract", "more than 6", replace(GAME, seats=range(2, 8))),
    "package": ("contract", "there is no package 'no_such_game'", replace(GAME, package="no_such_game")),
    "texts": ("contract", "the text of move 1, 'stay', is read as move 0", replace(GAME, notation=lambda move: "stay")),
    "spaces": ("contract", "the text of move 0, ' 0', is empty, has", replace(GAME, notation=lambda move: f" {move}", parse=int)),
    "options": (
        "contract",
        "the option 'bank' has no default that is",
        replace(GAME, options=make_dataclass("Bank", [("bank", float, 0.5)])),
    ),
    "pickle": ("contract", "cannot be sent to another process", replace(GAME, prompt=lambda seen: GAME.prompt(seen))),
    "rules": ("rules.md", "no clause begins with ABC-", replace(GAME, clauses="ABC")),
    "advise": ("advise", "it advises move 7, which is not legal there, with 2 players", replace(GAME, advise=lambda seen, rng: 7)),
    "crash": ("advise", "KeyError: 'die'", replace(GAME, advise=failing)),
    "estimate": ("evaluate", "not the scores in hundredths", replace(GAME, evaluate=lambda state: state.scores())),
    "features": ("features", "two features have one name", replace(GAME, features=(*GAME.features, GAME.features[0]))),
    "scale": ("features", "a feature has no scale", replace(GAME, features=(Feature("x", (1,), 0, ""), *GAME.features[1:]))),
    "length": ("features", "0 numbers are written, but the features are", replace(GAME, encode=lambda state, pen: None)),
    "blind": ("features", "two views that differ give the same numbers", replace(GAME, encode=blind)),
    "leak": ("features", "the state gives other numbers than its view: something hidden is written", replace(GAME, encode=leaking)),
    "untyped": ("named view", "it does not have its type", replace(GAME, describe_view=lambda seen: {"game": 1})),
    "undeclared": ("named view", "it has fields that view_type does not declare", replace(GAME, view_type=Nothing)),
    "sketch": ("sketch", "it is empty", replace(GAME, sketch=lambda seen, names, language: "")),
    "canvas": ("drawing", "the canvas has no layout narrow", replace(GAME, canvas={"wide": (1, 1)})),
    "parts": ("drawing", "the wide drawing does not always have the same parts", replace(GAME, render=parts_in_turns)),
}


PAGES: dict[str, tuple[str, str, str]] = {
    "type": ("page", "TypeError: PAGE is a value of type int, not a Page", "PAGE = 1"),
    "option": (
        "page",
        "it labels the option 'bank', which the game does not have",
        "PAGE = Page(options={'bank': OptionLabel(TEXT)})",
    ),
    "players": ("page", "the game is not for 9 players", "PAGE = Page(players=9)"),
    "crop": ("page", "the crop '0 0' is not 'x y width height'", "PAGE = Page(crop='0 0')"),
    "colour": ("page", "'pink' is not a seat colour", "PAGE = Page(seat_colours=('pink', 'red', 'blue', 'white'))"),
    "colours": ("page", "there are 1 seat colours for 4 seats", "PAGE = Page(seat_colours=('red',))"),
    "board": ("page", "'cards' is not a class of boards", "PAGE = Page(board_class='cards')"),
    "when": (
        "tour",
        "step 1 waits for 'fold', but no move starts with that word",
        "PAGE = Page(tour=(TourStep(TEXT, when='fold'),))",
    ),
    "highlight": ("tour", "step 1 highlights 'cup', which is not a part", "PAGE = Page(tour=(TourStep(TEXT, highlight='cup'),))"),
    "offers": ("scenes", "the scene 'x' needs 'fold', but no move", "PAGE = Page(scenes=(Scene('x', 1, TEXT, 'fold', 'dice'),))"),
    "show": ("scenes", "the scene 'x' shows 'cup', which is neither", "PAGE = Page(scenes=(Scene('x', 1, TEXT, 'stay', 'cup'),))"),
}


@pytest.mark.parametrize("wrong", PAGES)
def test_a_fault_of_the_page_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrong: str) -> None:
    """In the module `page` of the package."""
    part, fault, source = PAGES[wrong]
    package = f"paged_{wrong}"
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / package).mkdir()
    (tmp_path / package / "__init__.py").write_text("", "utf-8")
    head = "from roundhouse.core.sentence import say\nfrom roundhouse.ui.page import *\nTEXT = say('no')\n"
    (tmp_path / package / "page.py").write_text(head + source, "utf-8")
    found = {one.name: one.faults for one in parts_of(replace(GAME, package=package))}

    assert any(fault in one for one in found[part]), found


@pytest.mark.parametrize("wrong", WRONG)
def test_a_fault_is_found_in_its_part(wrong: str) -> None:
    """One thing of the game replaced by a wrong one."""
    part, fault, game = WRONG[wrong]
    found = {one.name: one.faults for one in parts_of(game)}

    assert any(fault in one for one in found[part]), found


@pytest.mark.parametrize(
    ("file", "text", "part", "fault"),
    [
        ("perft.json", '[{"seats": 2, "depth": 2, "count": 35}]', "perft table", "to depth 2 there are 36 lines of play, not 35"),
        ("records/one.rec", "roundhouse 1\ngame whistle 1\nseats 2\noptions {}\n0 stay\n", "golden records", "one.rec: line 5: "),
    ],
)
def test_tables_and_records_are_those_of_the_project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, text: str, part: str, fault: str
) -> None:
    """In the folder `tests` beside the package, where the project registers the game."""
    (tmp_path / "paper_game").mkdir()
    (tmp_path / "paper_game" / "__init__.py").write_text("", "utf-8")
    (tmp_path / "pyproject.toml").write_text('[project.entry-points."roundhouse.games"]\nwhistle = "paper_game:GAME"\n', "utf-8")
    (tmp_path / "tests" / file).parent.mkdir(parents=True)
    (tmp_path / "tests" / file).write_text(text, "utf-8")
    monkeypatch.delitem(sys.modules, "paper_game", raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    found = {one.name: one for one in parts_of(replace(GAME, package="paper_game"))}

    assert found[part].present
    assert [one for one in found[part].faults if fault in one]
