"""Every command in the table of the README runs as it is written there."""

from __future__ import annotations

import re
import shlex
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

import roundhouse
from roundhouse import cli
from roundhouse.core.record import write
from tests.cli.conftest import Command
from tests.review.games import finished

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "README.md").read_text("utf-8")
LINES = re.findall(r"^\| `roundhouse ([^`]+)` \|", TEXT, re.MULTILINE)
SMALLER = {
    "--games 1000": "--games 3",
    "--games 100": "--games 4",
    "--minutes 5": "--minutes 0.02",
    "--budget 60s": "--budget 300",
}  # only as many as a test needs
SLOW = {"train": pytest.mark.deep, "bench": pytest.mark.deep}
RUNS = [line for line in LINES if not line.startswith("serve")]


def test_the_table_has_every_command() -> None:
    """In the order of the help, more or less, and none that is not there."""
    assert {line.split()[0] for line in LINES} == set(cli.COMMANDS)


@pytest.mark.parametrize("line", [pytest.param(line, marks=SLOW.get(line.split()[0], ())) for line in RUNS])
def test_a_command_runs_as_it_is_written(line: str, command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In an empty folder, after those that write the files it reads."""
    if "train" in line:
        pytest.importorskip("torch")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    prepare(line, command)
    for written, small in SMALLER.items():
        line = line.replace(written, small)

    result = command(*shlex.split(line), stdin="quit\n")

    assert result.code == 0, result.err
    assert result.out or Path("board.png").is_file()


def prepare(line: str, command: Command) -> None:
    """Write what a command reads: a record, a map file, a finished run of the arena, a database."""
    if "game.rec" in line:
        assert command("play", "tickets", "--bots", "1", "--seed", "1", stdin="1\n1\nsave game.rec\nquit\n").code == 0
    if "finished.rec" in line:
        Path("finished.rec").write_text(write(finished(roundhouse.find("tickets"), 2, 3).record()), "utf-8")
    if "my-map.json" in line:
        Path("my-map.json").write_bytes((ROOT / "roundhouse/games/tickets/maps/austria.json").read_bytes())
    if line.startswith("rate"):
        arena = next(other for other in LINES if other.startswith("arena")).replace("--games 100", "--games 4")
        assert command(*shlex.split(arena)).code == 0
    if line.startswith("admin"):
        from roundhouse.web.app import make_app
        from roundhouse.web.settings import Settings

        make_app(Settings(db=str(Path("home/roundhouse/house.db"))))


def test_the_server_of_the_table_starts(tmp_path: Path) -> None:
    """On its usual port, or on the next free one."""
    (line,) = [line for line in LINES if line.startswith("serve")]
    words = [sys.executable, "-m", "roundhouse", *shlex.split(line), "--lang", "en", "--db", str(tmp_path / "house.db")]
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "PYTHONPATH": str(ROOT), "BROWSER": "true"}
    with subprocess.Popen(words, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        printed = server.stdout.readline()
        while "Serving at" not in printed:
            printed = server.stdout.readline()
        with urllib.request.urlopen(printed.split()[-1], timeout=60) as home:
            assert home.status == 200
        server.send_signal(signal.SIGINT)
        server.communicate(timeout=60)

    assert server.returncode == 0


# what goes with it


def test_completion_completes_commands_options_and_games(command: Command) -> None:
    """In a real bash."""
    script = command("completion", "bash").out

    def completed(*words: str) -> list[str]:
        line = " ".join(f'"{word}"' for word in ("roundhouse", *words))
        test = f'{script}\nCOMP_WORDS=({line}); COMP_CWORD={len(words)}; _roundhouse; echo "${{COMPREPLY[@]}}"'
        return subprocess.run(["bash", "-c", test], check=True, capture_output=True, text=True).stdout.split()

    assert completed("ar") == ["arena"]
    assert set(completed("")) >= set(cli.COMMANDS)
    assert completed("play", "ti") == ["tickets"]
    assert completed("play", "--se") == ["--seats", "--seat", "--seed"]
    assert completed("play", "tickets", "--bot", "ex") == ["expert"]
    assert completed("--lang", "f") == ["fr"]
    assert completed("admin", "ba") == ["backup"]


def test_completion_for_other_shells(command: Command) -> None:
    """zsh reads the script of bash; fish has lines of its own; another shell is refused with those that there are."""
    zsh, fish = command("completion", "zsh").out, command("completion", "fish").out

    assert "bashcompinit" in zsh
    assert "complete -o default -F _roundhouse roundhouse" in zsh
    assert all(name in fish for name in cli.COMMANDS)
    assert "complete -c roundhouse -n '__fish_seen_subcommand_from serve' -l lan\n" in fish
    assert "takes one of bash, zsh, fish, not 'tcsh'" in command("completion", "tcsh").err


@pytest.mark.parametrize("game", roundhouse.GAMES, ids=lambda game: game.name)
def test_a_game_is_explained_with_its_options(command: Command, game: roundhouse.Game[roundhouse.State]) -> None:
    """Each with its default value and what it means, in both languages."""
    from dataclasses import fields

    english, french = command("games", game.name).out, command("games", game.name, "--lang", "fr").out

    assert game.title in english
    assert f"{game.seats[0]} to {game.seats[-1]} players" in english
    for option in fields(game.options):
        (line,) = [line for line in english.splitlines() if line.startswith(f"  {option.name}=")]
        assert line.split(maxsplit=1)[1].endswith("."), line
    assert english != french


def test_an_explained_game_as_json(command: Command) -> None:
    """With the value that a program would set."""
    import json

    facts = json.loads(command("games", "tycoon", "--json").out)

    assert facts["name"] == "tycoon"
    assert {"name": "beginner", "default": False}.items() <= facts["options"][0].items()
    assert "no game 'chess'" in command("games", "chess").err


@pytest.mark.parametrize("bot", ["expert", "novice", "greedy", "search:20"])
def test_any_bot_plays_in_the_terminal(command: Command, bot: str) -> None:
    """A few moves of a game against it."""
    result = command("play", "express", "--bots", "1", "--bot", bot, "--seed", "1", stdin="1\n\n1\n\nquit\n")

    assert result.code == 0, result.err
    assert "Bot 2" in result.out


def test_a_bot_that_fails_is_replaced_by_the_heuristic(command: Command) -> None:
    """And the game goes on."""
    result = command(
        "play", "express", "--bots", "1", "--seat", "2", "--bot", f"cmd:{sys.executable} -c pass", "--seed", "1", stdin="quit\n"
    )

    assert result.code == 0, result.err
    assert "a heuristic move is played instead" in result.out


def test_a_narrow_terminal_is_told_how_wide_the_table_is(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once, on a terminal of 80 columns."""
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    monkeypatch.setenv("COLUMNS", "80")
    out = re.sub(r"\x1b\[[\d;]*[A-Za-z]", "", command("play", "express", "--bots", "1", "--seed", "1", stdin="board\nquit\n").out)

    assert len(re.findall(r"This table needs \d+ columns, and your terminal has 80", out)) == 1
