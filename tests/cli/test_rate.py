"""`rate`: several arena runs on one scale."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.conftest import Command


@pytest.fixture(autouse=True)
def ladder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Command) -> None:
    """Two runs in the current folder."""
    monkeypatch.chdir(tmp_path)
    for bots, folder in (("greedy,novice", "upper"), ("novice,random", "lower")):
        command("arena", "tickets", "--bots", bots, "--games", "6", "--seed", "1", "--processes", "1", "--out", folder)


def test_all_bots_are_rated_on_one_scale(command: Command) -> None:
    """The best first, random at 0; then the difference of each step. A run that is named twice counts once."""
    result = command("rate", "upper", "lower", "lower/../upper")
    lines = result.out.splitlines()

    assert (result.code, result.err) == (0, "")
    assert lines[0] == "Ticket to Ride (USA), 2 seats, 12 games from 2 runs"
    assert [line.split()[0] for line in lines[3:6]] == ["greedy", "novice", "random"]
    assert re.match(r"random +0 +0 … 0 +", lines[5])
    assert re.match(r"greedy over novice +\+\d+ +", lines[8])
    assert re.match(r"novice over random +\+\d+ +", lines[9])


def test_a_step_between_bots_that_never_met_has_no_share(command: Command) -> None:
    """The search and novice have only met greedy: the difference is shown, but not how often one was placed above the other."""
    command("arena", "tickets", "--bots", "greedy,search:2", "--games", "2", "--seed", "1", "--processes", "1", "--out", "more")
    facts = json.loads(command("rate", "upper", "more", "--json").out)
    pairs = {(pair["a"], pair["b"]): pair for pair in facts["pairs"]}

    assert pairs["search:2", "novice"]["games"] == 0
    assert pairs["greedy", "novice"]["games"] == 6


def test_json_is_one_object(command: Command) -> None:
    """With the same keys as those of the arena."""
    facts = json.loads(command("rate", "upper", "lower", "--json").out)

    assert (facts["game"], facts["games"], facts["anchor"]) == ("tickets", 12, "random")
    assert set(facts["bots"]) == {"greedy", "novice", "random"}
    assert facts["bots"]["novice"]["games"] == 12
    assert facts["bots"]["greedy"]["low"] < facts["bots"]["greedy"]["rating"] < facts["bots"]["greedy"]["high"]


def test_french(command: Command) -> None:
    """Numbers and words."""
    lines = command("--lang", "fr", "rate", "upper", "lower").out.splitlines()

    assert lines[0] == "Ticket to Ride (USA), 2 places, 12 parties de 2 séries"
    assert lines[8].startswith("greedy devant novice")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "roundhouse rate: DIR is missing; see 'roundhouse rate --help'"),
        (["nowhere"], "roundhouse: the folder 'nowhere' cannot be used: No such file or directory"),
    ],
)
def test_unreadable_runs_are_a_one_line_error(command: Command, words: list[str], message: str) -> None:
    """With exit code 2."""
    result = command("rate", *words)

    assert (result.code, result.out, result.err) == (2, "", message + "\n")


def test_a_run_of_others_is_verified_first(command: Command, tmp_path: Path) -> None:
    """A true run is rated; of another the first problem is said, and nothing is rated."""
    assert command("rate", "upper", "lower", "--verify").out == command("rate", "upper", "lower").out
    job = tmp_path / "lower" / "job.json"
    job.write_text(job.read_text("utf-8").replace('"seed": 1', '"seed": 2'), "utf-8")
    result = command("rate", "upper", "lower", "--verify")

    assert (result.code, result.out) == (2, "")
    assert "'lower' is not what was played: game 1: " in result.err
