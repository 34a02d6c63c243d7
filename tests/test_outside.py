"""A game that is installed from another package is played at every door; so is one that has no optional part at all."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import roundhouse
from roundhouse.bots import make
from roundhouse.bots.bot import SupportsClose
from roundhouse.bots.greedy import GreedyBot
from roundhouse.core.sentence import BadSetup
from roundhouse.games import find
from roundhouse.play.laws import check_game
from roundhouse.ui.languages import LANGUAGES
from roundhouse.ui.rulebook import chapters, clauses, rules_language
from tests.outside import add_bare, found_in, install_tin

ROOT = Path(roundhouse.__file__).parent.parent
GAMES = ("tin", "bare")
each_game = pytest.mark.parametrize("name", GAMES)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder of installed packages: the game of `new-game`, by pip, and one without any optional part."""
    site = install_tin(tmp_path_factory.mktemp("outside"))
    add_bare(site, "tin_game")
    with found_in(site):
        yield site


def command(site: Path, *words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Runs the command in a process of its own, in which the packages are installed."""
    path = os.pathsep.join([str(ROOT), str(site)])
    environment = {**os.environ, "PYTHONPATH": path, "LC_ALL": "C"}
    line = [sys.executable, "-m", "roundhouse", *words]
    return subprocess.run(line, input=stdin, env=environment, capture_output=True, text=True, check=True, timeout=300)


def test_the_package_is_not_the_skeleton_of_this_repository(site: Path) -> None:
    """It was copied, renamed, built and installed."""
    assert Path(sys.modules[find("tin").setup.__module__].__file__ or "").is_relative_to(site)


@each_game
def test_it_is_played_at_the_terminal(site: Path, name: str) -> None:
    """Against two bots, with a hint and a refusal on the way."""
    said = command(site, "play", name, "--bots", "2", "--seed", "1", stdin="? roll 3\nhint\nstay\n\n\n").stdout

    assert "You have a 3. Stay, or roll again?" in said
    assert "Not allowed: no die is rolled now" in said
    assert "A bot would choose" in said
    assert "place  name" in said


def test_it_speaks_french(site: Path) -> None:
    """The translations of its package, at the terminal and in the rules."""
    said = command(site, "play", "tin", "--bots", "2", "--seed", "1", "--lang", "fr", stdin="stay\n\n\n").stdout

    assert "Vous avez un 3. Rester, ou relancer ?" in said
    assert clauses(find("tin"), "fr")["TIN-1"].startswith("Chaque joueur lance un dé en secret")


@each_game
def test_it_is_played_in_the_arena_by_two_processes(site: Path, name: str, tmp_path: Path) -> None:
    """Ten games, each with a result."""
    words = ("arena", name, "--bots", "greedy,random", "--games", "10", "--processes", "2", "--out", str(tmp_path), "--json")
    *games, figures = map(json.loads, command(site, *words).stdout.splitlines())

    assert len(games) == 10
    assert all(max(game["scores"]) > 0 and not game["faults"] for game in games)
    assert figures["game"] == name


@each_game
def test_it_is_fuzzed_by_two_processes_with_both_engines(site: Path, name: str, tmp_path: Path) -> None:
    """All laws."""
    assert command(site, "fuzz", name, "--games", "12", "--jobs", "2", "--out", str(tmp_path)).stdout == "12 games, 0 failures\n"


@each_game
def test_its_lines_of_play_are_counted(site: Path, name: str) -> None:
    """Two rolls, two decisions."""
    assert json.loads(command(site, "perft", name, "--seats", "2", "--depth", "4", "--json").stdout)["leaves"] == [6, 36, 72, 288]


@each_game
def test_it_is_drawn(site: Path, name: str, tmp_path: Path) -> None:
    """As a picture of vectors and of points."""
    command(site, "draw", name, "--svg", str(tmp_path / "a.svg"), "--png", str(tmp_path / "a.png"))

    assert "<svg" in (tmp_path / "a.svg").read_text("utf-8")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


@each_game
@pytest.mark.usefixtures("site")
def test_the_laws_hold(name: str) -> None:
    """With every number of players."""
    game = find(name)
    for seats in game.seats:
        for seed in range(10):
            assert check_game(game, seats, seed, look_every=2).scores is not None


@each_game
@pytest.mark.usefixtures("site")
def test_a_search_in_processes_of_its_own_plays_it(name: str) -> None:
    """Two of them, which are sent the game."""
    game = find(name)
    state = game.start(2)
    for roll in ("roll 6", "roll 2"):
        state.apply(game.parse(roll))
    bot = make("search:200:2", game, 1)
    chosen = bot.choose(game.view(state, 0), list(state.legal_moves()))
    assert isinstance(bot, SupportsClose)
    bot.close()

    assert game.notation(chosen) == "stay"


# PettingZoo, and the other doors for learning.


@pytest.mark.filterwarnings("ignore:Observation:UserWarning")  # they are of the same kind as those of all games
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning")
@pytest.mark.usefixtures("site")
def test_pettingzoo_accepts_it() -> None:
    """By its own test."""
    api_test = pytest.importorskip("pettingzoo.test").api_test
    from roundhouse.research.pettingzoo import env

    api_test(env("tin", seats=3), num_cycles=50)


@pytest.mark.usefixtures("site")
def test_batches_of_it_are_stepped_by_two_processes() -> None:
    """Whole games come out of them."""
    from roundhouse.research.batch import Batch

    batch = Batch("tin", games=8, processes=2)
    ended = 0
    for _ in range(6):
        batch.step(batch.sample())
        ended += int(batch.dones.sum())
    batch.close()

    assert ended >= 8


@pytest.mark.usefixtures("site")
@pytest.mark.parametrize("door", ["pettingzoo", "gymnasium", "batch", "dataset", "learn"])
def test_without_features_a_door_for_learning_says_what_is_missing(door: str, tmp_path: Path) -> None:
    """One clear error, before anything is played or written."""
    from roundhouse.research import batch, dataset, gymnasium, pettingzoo
    from roundhouse.research.learn.settings import default_settings

    game = find("bare")
    opened: dict[str, Callable[[], Any]] = {
        "pettingzoo": lambda: pettingzoo.env("bare"),
        "gymnasium": lambda: gymnasium.SeatEnv("bare"),
        "batch": lambda: batch.Batch("bare", games=1),
        "dataset": lambda: dataset.generate(dataset.Plan(game, ["random"] * 2, 1, {}, 0), tmp_path),
        "learn": lambda: default_settings(game, (2,), {}, 0, "cpu"),
    }

    with pytest.raises(BadSetup, match="Bare has no features, so there are no observations to learn from"):
        opened[door]()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("site")
def test_openspiel_plays_a_game_without_features_by_its_strings() -> None:
    """Random play to the end; there is no tensor to ask for."""
    pytest.importorskip("pyspiel")
    from roundhouse.research.openspiel import SpielGame, game_type

    game = SpielGame("bare")
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.chance_outcomes()[0][0] if state.is_chance_node() else state.legal_actions()[0])

    assert sum(state.returns()) == 1
    assert not game_type(find("bare")).provides_observation_tensor
    assert "die" in state.observation_string(0)


# What stands in for the missing parts.


@pytest.mark.usefixtures("site")
def test_without_advice_the_greedy_bot_plays_anything_legal() -> None:
    """Over a few seeds both moves."""
    game = find("bare")
    state = game.start(2)
    for roll in ("roll 6", "roll 2"):
        state.apply(game.parse(roll))
    chosen = {GreedyBot(game, seed).choose(game.view(state, 0), list(state.legal_moves())) for seed in range(20)}

    assert chosen == set(state.legal_moves())


@pytest.mark.usefixtures("site")
def test_without_rules_there_are_no_clauses_and_no_page() -> None:
    """In both languages."""
    game = find("bare")
    for language in LANGUAGES:
        assert clauses(game, language) == {}
        assert [chapter.blocks for chapter in chapters(game, language)] == [()]
        assert rules_language(game, language) is None
    assert rules_language(find("tin"), "fr") == "fr"


def test_rules_in_english_only_are_shown_in_english(tmp_path: Path) -> None:
    """To who reads French."""
    site = install_tin(tmp_path)
    for page in (site / "tin_game").glob("rules.*.md"):
        page.unlink()
    (site / "tin_game").rename(site / "english_game")
    for file in (site / "english_game").glob("*.py"):
        file.write_text(file.read_text("utf-8").replace("tin_game", "english_game"), "utf-8")
    sys.path.insert(0, str(site))
    try:
        from english_game import GAME  # type: ignore[import-not-found]
    finally:
        sys.path.remove(str(site))

    assert rules_language(GAME, "fr") == "en"
    assert clauses(GAME, "fr") == clauses(GAME, "en") != {}


@pytest.mark.usefixtures("site")
def test_without_a_sketch_the_fields_of_the_view_are_shown_and_no_secret() -> None:
    """The other's die is covered."""
    game = find("bare")
    state = game.start(2)
    for roll in ("roll 6", "roll 2"):
        state.apply(game.parse(roll))

    assert game.sketch(game.view(state, 0), ["Ada", "Bo"], "en").splitlines() == ["actor: 0", "die: 6 -1", "seats: 2", "turn: 2"]
