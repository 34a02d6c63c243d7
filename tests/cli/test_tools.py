"""`games`, `fuzz`, `perft` and `draw`."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import roundhouse
from roundhouse import cli, engine
from roundhouse.cli import fuzz, main
from roundhouse.core.perft import perft
from roundhouse.core.record import Record, read
from roundhouse.play.laws import LawBroken
from roundhouse.play.offers import offers_of
from tests.cli.conftest import Command
from tests.patience import wait_until

GAME = roundhouse.find("tickets")
HOUSE = str(Path(roundhouse.__file__).parent.parent)


# games


def test_the_games_are_listed_with_players_and_clauses(command: Command) -> None:
    """Ticket to Ride: two to five players, 98 clauses, one option."""
    line = next(line for line in command("games").out.splitlines() if line.startswith("tickets"))

    assert line.split() == ["tickets", "Ticket", "to", "Ride", "(USA)", "2-5", "98", 'map="usa"']


def test_the_games_as_json(command: Command) -> None:
    """For programs."""
    facts = json.loads(command("games", "--json").out)

    assert facts["games"][0] == {
        "name": "tickets",
        "title": "Ticket to Ride (USA)",
        "version": 1,
        "players": [2, 5],
        "clauses": 98,
        "options": {"map": "usa"},
    }
    assert facts["engine"] == ("compiled" if engine.is_compiled() else "interpreted")
    assert facts["outdated"] == []


@pytest.mark.parametrize(
    ("compiled", "outdated", "pure", "line"),
    [
        (True, [], "", "The engine is compiled."),
        (True, ["roundhouse/core/bits.py"], "", "The compiled engine is older than its source: run make setup."),
        (False, [], "", "The engine is interpreted: the same rules, about 40 times slower."),
        (False, [], "1", "because ROUNDHOUSE_PURE is set."),
    ],
)
def test_the_loaded_engine_is_named(
    command: Command, monkeypatch: pytest.MonkeyPatch, compiled: bool, outdated: list[str], pure: str, line: str
) -> None:
    """Compiled, compiled from an older source, interpreted, or interpreted on request."""
    monkeypatch.setattr(engine, "is_compiled", lambda: compiled)
    monkeypatch.setattr(engine, "outdated", lambda: outdated)
    monkeypatch.setattr(engine, "reason", str)
    monkeypatch.setenv(engine.PURE, pure)

    assert command("games").out.rstrip().endswith(line)


def test_an_engine_that_is_not_compiled_says_why(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reason that the build wrote down."""
    monkeypatch.setattr(engine, "is_compiled", lambda: False)
    monkeypatch.setattr(engine, "outdated", list)
    monkeypatch.setattr(engine, "reason", lambda: "Python's headers are missing")
    monkeypatch.setenv(engine.PURE, "")

    assert command("games").out.rstrip().endswith("about 40 times slower. Python's headers are missing.")


# fuzz


@pytest.fixture
def some_break_a_law(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """Make games whose seed is a multiple of five break law 6; return the (seats, seed) that were played."""
    played: list[tuple[int, int]] = []

    def check_game(game: Any, seats: int, seed: int, options: Any) -> Record:
        record = Record(game.name, game.version, seats, options)
        played.append((seats, seed))
        if seed % 5 == 0:
            raise LawBroken(6, "a secret shows", record)
        return record

    monkeypatch.setattr(fuzz, "check_game", check_game)
    return played


def test_fuzzing_counts_games_and_saves_failures(command: Command, some_break_a_law: list[tuple[int, int]], tmp_path: Path) -> None:
    """Twelve games from seed 20 on, with every number of players in turn; 20, 25 and 30 fail."""
    out = tmp_path / "kept" / "here"
    result = command("fuzz", "tickets", "--games", "12", "--seed", "20", "--jobs", "1", "--out", str(out))

    assert some_break_a_law == [(2 + number % 4, 20 + number) for number in range(12)]
    assert result.code == 1
    assert result.out.splitlines()[-1] == "12 games, 3 failures"
    assert sorted(path.name for path in out.iterdir()) == ["tickets-2-20.rec", "tickets-3-25.rec", "tickets-4-30.rec"]
    assert read((out / "tickets-3-25.rec").read_text("utf-8")).seats == 3
    assert f"{out}/tickets-3-25.rec: law 6 is broken with 3 players and seed 25: a secret shows" in result.out


def test_fuzzing_one_number_of_players(command: Command, some_break_a_law: list[tuple[int, int]], tmp_path: Path) -> None:
    """Nothing fails, so no folder is created."""
    result = command(
        "fuzz", "tickets", "--games", "3", "--seats", "5", "--seed", "1", "--jobs", "1", "--out", str(tmp_path / "kept")
    )

    assert some_break_a_law == [(5, 1), (5, 2), (5, 3)]
    assert (result.code, result.out) == (0, "3 games, 0 failures\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("some_break_a_law")
def test_a_folder_that_cannot_be_created_is_reported(command: Command, tmp_path: Path) -> None:
    """There is a file of that name."""
    (tmp_path / "kept").write_text("", "utf-8")
    result = command("fuzz", "tickets", "--games", "1", "--jobs", "1", "--out", str(tmp_path / "kept"))

    assert (result.code, result.out) == (2, "")
    assert result.err.startswith(f"roundhouse: the folder '{tmp_path}/kept' cannot be created: ")


@pytest.mark.usefixtures("some_break_a_law")
def test_fuzzing_as_json(command: Command, tmp_path: Path) -> None:
    """For programs."""
    result = command("fuzz", "tickets", "--games", "6", "--jobs", "1", "--out", str(tmp_path), "--json")
    facts = json.loads(result.out)

    assert result.code == 1
    assert facts["games"] == 6
    assert [(failure["seats"], failure["seed"], failure["law"]) for failure in facts["failures"]] == [(2, 0, 6), (3, 5, 6)]


@pytest.mark.usefixtures("some_break_a_law")
def test_an_interrupt_reports_the_number_of_games(command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """In one process, during the second task."""
    play_task = fuzz.play_task

    def interrupted(task: fuzz.Task) -> tuple[int, list[fuzz.Failure]]:
        if task.first:
            raise KeyboardInterrupt
        return play_task(task)

    monkeypatch.setattr(fuzz, "play_task", interrupted)
    result = command("fuzz", "tickets", "--games", "100", "--jobs", "1", "--out", str(tmp_path))

    assert result.code == 130
    assert result.out.splitlines()[-1] == "2 games, 1 failures"
    assert result.err.splitlines()[0] == "Stopped after 2 of 100 games."


def test_games_do_not_depend_on_the_number_of_processes(tmp_path: Path) -> None:
    """One process and two: the same findings and the matching exit code."""
    command = [
        sys.executable,
        "-m",
        "roundhouse",
        "fuzz",
        "tickets",
        "--seats",
        "2",
        "--games",
        "2",
        "--seed",
        "3",
        "--out",
        str(tmp_path),
        "--json",
    ]
    one, two = (subprocess.run([*command, "--jobs", jobs], capture_output=True, text=True, cwd=HOUSE, check=False) for jobs in "12")

    assert one.stderr == ""
    assert (one.returncode, one.stdout) == (two.returncode, two.stdout)
    assert json.loads(one.stdout)["games"] == 2
    assert one.returncode == (1 if json.loads(one.stdout)["failures"] else 0)


def test_ctrl_c_stops_all_processes_and_leaves_no_partial_file(tmp_path: Path) -> None:
    """The whole group is interrupted, as a terminal does it."""
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "roundhouse",
            "fuzz",
            "tickets",
            "--games",
            "1000000",
            "--jobs",
            "2",
            "--out",
            str(tmp_path / "kept"),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=HOUSE,
        start_new_session=True,
    )
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    wait_until(lambda: len(children.read_text("ascii").split()) >= 3)  # two workers, and the one that tracks what they share
    time.sleep(1.0)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=30)

    assert process.returncode == 130
    assert re.fullmatch(r"\d+ games, \d+ failures", out.splitlines()[-1])
    assert "of 1000000 games." in err
    assert "Traceback" not in err
    assert [path for path in tmp_path.rglob("*") if path.is_file() and not path.name.endswith(".rec")] == []
    assert all(read(path.read_text("utf-8")).game == "tickets" for path in tmp_path.rglob("*.rec"))


# perft


def test_perft_prints_one_line_per_depth(command: Command) -> None:
    """Cards are dealt first: nine kinds each."""
    result = command("perft", "tickets", "--seats", "2", "--depth", "3")

    assert result.code == 0
    assert [line.split() for line in result.out.splitlines()] == [["depth", "leaves"], ["1", "9"], ["2", "81"], ["3", "729"]]


def test_perft_as_json(command: Command) -> None:
    """The same numbers as the engine gives."""
    facts = json.loads(command("perft", "tickets", "--seats", "5", "--depth", "2", "--json").out)

    assert facts == {"game": "tickets", "seats": 5, "leaves": [perft(GAME.start(5), depth) for depth in (1, 2)]}


# draw


def drawn_moves(svg: str) -> set[str]:
    """The moves that a picture offers."""
    return set(offers_of([svg]).moves)


def selections(svg: str) -> set[str]:
    """What can be selected in a picture before a move is made."""
    return set(offers_of([svg]).selections)


@pytest.mark.parametrize("layout", ["wide", "narrow"])
def test_a_picture_offers_moves_to_the_seat_that_acts(command: Command, tmp_path: Path, layout: str) -> None:
    """At the start: keeping all three tickets, and unticking each of them."""
    file = tmp_path / "table.svg"
    result = command("draw", "tickets", "--layout", layout, "--svg", str(file))
    svg = file.read_text("utf-8")

    assert result == (0, "", "")
    assert drawn_moves(svg) == {"keep 1 2 3"}
    assert len(selections(svg)) == 3
    assert list(tmp_path.iterdir()) == [file]


def test_a_picture_for_others_offers_nothing(command: Command, tmp_path: Path) -> None:
    """A spectator, and a seat that is not to move."""
    file = tmp_path / "table.svg"
    for seat in ("spectator", "2"):
        command("draw", "tickets", "--seat", seat, "--svg", str(file))
        assert drawn_moves(file.read_text("utf-8")) == set()


def test_a_picture_goes_to_standard_output(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """`-` as the name of the file."""
    code = main(["draw", "tickets", "--moves", "3", "--svg", "-"])
    out, err = capfdbinary.readouterr()

    assert (code, err) == (0, b"")
    assert ET.fromstring(out.decode()).tag.endswith("svg")


def test_a_position_of_a_record_is_drawn(command: Command, tmp_path: Path) -> None:
    """After one move it is the second player's choice; the names are those of the record."""
    record, file = tmp_path / "game.rec", tmp_path / "table.svg"
    command("play", "tickets", "--seed", "1", "--open", stdin=f"1\n1\nsave {record}\nquit\n")
    command("draw", "tickets", "--record", str(record), "--moves", "1", "--svg", str(file))
    offered = drawn_moves(file.read_text("utf-8"))
    command("draw", "tickets", "--record", str(record), "--svg", str(file))

    assert offered == {"keep 1 2 3"}
    assert "draw" in drawn_moves(file.read_text("utf-8"))


def test_a_png_has_the_requested_width(command: Command, tmp_path: Path) -> None:
    """According to the header of the file."""
    file = tmp_path / "table.png"
    command("draw", "tickets", "--png", str(file), "--width", "640")
    data = file.read_bytes()

    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(data[16:20], "big") == 640


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="a device of Unix")
@pytest.mark.parametrize(
    "words", [("map", "check"), ("play", "tickets", "--option"), ("replay",), ("components", "dice1", "--check")]
)
def test_a_file_without_end_is_refused(command: Command, words: tuple[str, ...]) -> None:
    """A device is read no further than the largest file that would be taken."""
    file = "map=/dev/zero" if "--option" in words else "/dev/zero"
    result = command(*words, file)

    assert result.code == cli.WRONG
    assert "/dev/zero" in result.err
    assert "larg" in result.err or "long" in result.err


@pytest.mark.parametrize("text", ["", "[]", "null", "[" * 200_000, "\0" * 100], ids=["empty", "list", "null", "deep", "nul"])
def test_a_map_file_that_holds_no_object_is_refused(command: Command, tmp_path: Path, text: str) -> None:
    """It is not taken for the name of a map."""
    file = tmp_path / "map.json"
    file.write_text(text, "utf-8")
    result = command("map", "check", str(file))

    assert result.code == cli.WRONG
    assert result.err == f"roundhouse: '{file}' is not a JSON object, which begins with a brace\n"
