"""A run that somebody else has made is played again: what was changed is found."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from roundhouse.arena.job import Job
from roundhouse.arena.journal import GAMES, Journal
from roundhouse.arena.match import play
from roundhouse.arena.verification import problems

PROGRAM = "py:tests.arena.test_verification.Last"


class Last:
    """A program that verification must not run: it makes the last legal move, while it is played."""

    running = True

    def __init__(self, game: object, seed: int) -> None:
        assert Last.running
        self.name = PROGRAM

    def choose(self, view: object, moves: tuple[int, ...]) -> int:
        return moves[-1]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A run of four games of a program against the heuristic."""
    job = Job("dice2", 1, 2, (PROGRAM, "greedy"), games=4, seed=5)
    journal = Journal(tmp_path / "run", job)
    for fixture in job.fixtures():
        journal.add(play(job, fixture))
    monkeypatch.setattr(Last, "running", False)
    return journal.folder


def found(folder: Path) -> list[str | None]:
    return [None if problem is None else str(problem) for problem in problems(folder)]


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")


def test_a_run_is_what_was_played(folder: Path) -> None:
    """Every game, without the program that played."""
    assert found(folder) == [None] * 4


def test_another_result_is_found(folder: Path) -> None:
    """The ranks of the second game are exchanged."""
    lines = (folder / GAMES).read_text("utf-8").splitlines()
    line = json.loads(lines[1])
    lines[1] = json.dumps({**line, "ranks": line["ranks"][::-1], "scores": line["scores"][::-1]})
    (folder / GAMES).write_text("\n".join(lines) + "\n", "utf-8")

    assert found(folder) == [None, "game 2: the result is not that of the record", None, None]


def test_a_game_on_another_deal_is_found(folder: Path) -> None:
    """The record of the first deal stands in for that of the second: a deal that was lost cannot be replaced."""
    (folder / "records" / "00003.rec").write_bytes((folder / "records" / "00001.rec").read_bytes())

    first, second, third, fourth = found(folder)
    assert (first, second, fourth) == (None, None, None)
    assert str(third).startswith("game 3: ")


def test_moves_that_the_house_would_not_make_are_found(folder: Path) -> None:
    """The run says that random played, but its moves are those of the heuristic."""
    change(folder / "job.json", '"greedy"', '"random"')

    assert all(problem is not None for problem in found(folder))


def test_a_record_that_is_cut_off_is_found(folder: Path) -> None:
    """Its last moves are missing."""
    file = folder / "records" / "00004.rec"
    file.write_text("\n".join(file.read_text("utf-8").splitlines()[:-5]) + "\n", "utf-8")

    assert str(found(folder)[3]).startswith("game 4: ")
