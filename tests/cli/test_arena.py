"""`arena`: ratings with intervals, JSON, a report; interrupted with Ctrl-C and resumed."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import roundhouse
from tests.cli.conftest import Command
from tests.patience import wait_until

HOUSE = str(Path(roundhouse.__file__).parent.parent)
WORDS = ["arena", "tickets", "--bots", "greedy,random", "--games", "10", "--seed", "1", "--processes", "1"]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs are written below the current folder."""
    monkeypatch.chdir(tmp_path)


def test_ratings_are_printed_with_intervals_and_the_report_is_written(command: Command, tmp_path: Path) -> None:
    """Greedy above random, one line each, then the path of the report."""
    result = command(*WORDS)
    lines = result.out.splitlines()

    assert (result.code, result.err) == (0, "")
    assert lines[0] == "Ticket to Ride (USA), 2 seats, 10 games, seed 1"
    assert re.fullmatch(r"greedy +\+\d[\d,]* +\+\d[\d,]* … \+\d[\d,]* +100\.0% +72% … 100% +\d+\.\d +(< )?\S+ ms +0", lines[3])
    assert re.match(r"random +0 +0 … 0 +0\.0%", lines[4])
    assert lines[-1] == "Report: arena/tickets-2-greedy-random-1/report.html"
    assert (tmp_path / "arena/tickets-2-greedy-random-1/report.html").read_text("utf-8").startswith("<!DOCTYPE html>")
    assert len(list((tmp_path / "arena/tickets-2-greedy-random-1/records").iterdir())) == 10


def test_json_is_one_object_per_game_and_a_summary(command: Command) -> None:
    """There is nothing else on standard output."""
    result = command(*WORDS, "--json")
    objects = [json.loads(line) for line in result.out.splitlines()]

    assert [game["number"] for game in objects[:-1]] == list(range(1, 11))
    assert all(len(game["scores"]) == len(game["ranks"]) == len(game["bots"]) == 2 for game in objects[:-1])
    assert set(objects[-1]["bots"]) == {"greedy", "random"}
    for figures in objects[-1]["bots"].values():
        assert {"win_share", "rating", "low", "high", "mean_score"} <= set(figures)
    assert objects[-1]["bots"]["greedy"]["rating"] > objects[-1]["bots"]["random"]["rating"] == 0


def test_a_record_of_a_run_replays_and_verifies(command: Command) -> None:
    """It is an ordinary record."""
    command(*WORDS, "--out", "here")

    assert command("verify", "here/records/00007.rec").code == 0
    assert "greedy" in command("replay", "here/records/00007.rec").out


def test_a_complete_run_is_not_played_again_unless_fresh(command: Command, tmp_path: Path) -> None:
    """The second time nothing is played and the output is the same; --fresh plays again."""
    first = command(*WORDS)
    file = next(tmp_path.rglob("games.jsonl"))
    written = file.stat().st_mtime_ns
    again = command(*WORDS)

    assert again.out == first.out
    assert "10 of 10 games are already in 'arena/tickets-2-greedy-random-1'." in again.err
    assert file.stat().st_mtime_ns == written
    assert command(*WORDS, "--fresh").err == ""
    assert file.stat().st_mtime_ns != written


def test_a_test_stops_the_run_when_it_is_decided(command: Command) -> None:
    """Of a thousand games 34 are enough."""
    result = command(*WORDS[:3], "greedy,random", "--games", "1000", "--processes", "1", "--sprt", "greedy,random")

    assert "2 seats, 34 games" in result.out
    assert "Greedy is better than random: 17 deals won, 0 lost (risk of error 5%)" in result.out


def test_one_bot_against_several_of_another(command: Command) -> None:
    """Fewer bots than seats: the last one fills the remaining seats."""
    result = command(*WORDS[:3], "greedy,random", "--games", "8", "--seats", "4", "--processes", "1", "--json")
    games = [json.loads(line) for line in result.out.splitlines()[:-1]]

    assert {tuple(sorted(game["bots"])) for game in games} == {("greedy", "random", "random", "random")}
    assert [game["bots"].index("greedy") for game in games] == [0, 1, 2, 3] * 2


def test_an_unequal_number_of_games_is_pointed_out(command: Command) -> None:
    """Seven games of two bots."""
    result = command(*WORDS[:3], "greedy,random", "--games", "7", "--processes", "1")

    assert result.err == "the number of games (7) is not a multiple of 2, so the bots do not play every seat equally often\n"


def test_balance_reports_on_every_number_of_players(command: Command, tmp_path: Path) -> None:
    """Greedy plays itself; one table by seat for each, and one report."""
    result = command("arena", "express", "--balance", "--games", "3", "--processes", "1", "--out", "balance")
    report = (tmp_path / "balance/report.html").read_text("utf-8")

    assert result.code == 0
    assert [line for line in result.out.splitlines() if "Chicago Express" in line] == [
        f"Chicago Express, {seats} seats, 3 games, seed 0" for seats in range(2, 7)
    ]
    assert all(f'id="seats-{seats}"' in report for seats in range(2, 7))


def test_a_bot_that_fails_is_reported(command: Command, tmp_path: Path) -> None:
    """The first faults in words, then the number of the others; the run continues to its end."""
    (tmp_path / "bad.py").write_text("1 // 0\n", "utf-8")
    name = f"cmd:{sys.executable} bad.py"
    result = command(*WORDS[:3], "greedy", "--bot", name, "--games", "2", "--processes", "1")

    assert result.code == 0
    assert f"Game 1: {name} crashed at move " in result.out
    assert "ZeroDivisionError: integer division or modulo by zero; a random move was played" in result.out
    assert re.search(r"\d+ more faults are in the results", result.out)


def test_in_french(command: Command, tmp_path: Path) -> None:
    """Numbers, sentences and report."""
    result = command(*WORDS, "--lang", "fr")

    assert "La première place a gagné 50,0\xa0% des parties" in result.out
    assert '<html lang="fr">' in next(tmp_path.rglob("report.html")).read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ([], "roundhouse: no bots given: use --bots, for example --bots greedy,random"),
        (["--bots", "greedy,nobody"], "roundhouse: there is no bot 'nobody'; choose one of: random, greedy, novice"),
        (["--bots", "greedy", "--bot", "cmd:./nothing"], "roundhouse: there is no program './nothing' to run as a bot"),
        (["--bots", "greedy,greedy,random"], "roundhouse: a bot is named twice, and there are more bots than seats"),
        (["--bots", "greedy", "--seats", "9"], "roundhouse: Ticket to Ride (USA) is for 2 to 5 players, not 9"),
        (["--bots", "greedy", "--games", "0"], "roundhouse arena: --games takes a whole number of at least 1, not 0;"),
        (["--bots", "greedy", "--budget", "fast"], "roundhouse arena: --budget takes a number of seconds, not 'fast';"),
        (["--bots", "greedy", "--budget", "-1"], "roundhouse arena: --budget takes a number of seconds, not '-1';"),
        (
            ["--bots", "greedy", "--option", "map=2"],
            "roundhouse: there is no map '2'; choose one of usa, austria, great-lakes, or give a map file",
        ),
        (
            ["--bots", "greedy,random", "--sprt", "greedy,master"],
            "roundhouse: --sprt takes two different bots of this run, such as greedy,random, not 'greedy,master'",
        ),
        (["--balance", "--seats", "3"], "roundhouse: --balance plays with every number of players: it cannot be used with"),
        (["--balance", "--bots", "a,b"], "roundhouse: --balance takes one bot, which plays all seats, not 2"),
    ],
)
def test_wrong_arguments_are_a_one_line_error(command: Command, words: list[str], line: str, tmp_path: Path) -> None:
    """Exit code 2, nothing played, no folder created."""
    result = command("arena", "tickets", *words)

    assert (result.code, result.out) == (2, "")
    assert result.err.count("\n") == 1
    assert result.err.startswith(line)
    assert list(tmp_path.iterdir()) == []


def test_without_ray_the_error_says_how_to_install_it(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is an extra."""
    monkeypatch.setitem(sys.modules, "ray", None)
    result = command(*WORDS, "--ray")

    assert (result.code, result.out) == (2, "")
    assert result.err == "roundhouse: --ray needs Ray: install it with pip install 'roundhouse-games[ray]'\n"


def test_a_run_stopped_by_ctrl_c_can_be_resumed(tmp_path: Path) -> None:
    """Two processes and an external bot, interrupted as a terminal does it; nothing is left running."""
    bot = tmp_path / "slow.py"
    bot.write_text(
        "import json, sys, time\nfor line in sys.stdin:\n    time.sleep(0.002)\n    moves = json.loads(line).get('moves')\n"
        "    print(json.dumps({'move': moves[0]} if moves else {}), flush=True)\n",
        "utf-8",
    )
    words = ["arena", "tickets", "--bots", "random", "--bot", f"cmd:{sys.executable} {bot}", "--games", "12", "--processes", "2"]
    line = [sys.executable, "-m", "roundhouse", *words, "--out", str(tmp_path / "run"), "--lang", "en"]
    environment = {**os.environ, "PYTHONPATH": HOUSE}
    process = subprocess.Popen(
        line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path, start_new_session=True, env=environment
    )
    games = tmp_path / "run" / "games.jsonl"
    wait_until(lambda: games.exists() or process.poll() is not None, "the first game")
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)

    assert process.returncode == 130, err
    assert re.search(r"Stopped after \d+ of 12 games; the same command resumes the run\.", err)
    assert "Traceback" not in err
    assert out == ""
    assert not [path for path in Path("/proc").glob("[0-9]*/cmdline") if str(bot).encode() in content(path)]

    done = subprocess.run(line, capture_output=True, text=True, cwd=tmp_path, env=environment, check=True)
    assert "12 games, seed 0" in done.stdout
    assert [json.loads(text)["number"] for text in games.read_text("utf-8").splitlines()] == list(range(1, 13))


def content(path: Path) -> bytes:
    """Return the content of a file that may disappear at any moment."""
    try:
        return path.read_bytes()
    except OSError:
        return b""
