"""The folder of a run: the job, one line of JSON per game, and the records. A run can be interrupted and resumed at any time."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from roundhouse.arena.job import Job
from roundhouse.arena.match import FinishedGame
from roundhouse.arena.result import Result, from_line, to_line
from roundhouse.core.sentence import HouseError, say

JOB: Final = "job.json"
GAMES: Final = "games.jsonl"
RECORDS: Final = "records"


class BadFolder(HouseError):
    """A folder that cannot be used for this run."""


class Journal:
    """The games kept so far. They are written in order and atomically, so the folder always holds the first games of the run."""

    def __init__(self, folder: Path, job: Job, *, fresh: bool = False) -> None:
        self.folder = folder
        self.job = job
        with folder_errors(folder):
            (folder / RECORDS).mkdir(parents=True, exist_ok=True)
            if fresh:
                self._clear()
            self._claim_folder()
            self.results = self._read()

    def add(self, game: FinishedGame) -> None:
        """Write a game: first its record, then the line that makes it count."""
        with folder_errors(self.folder):
            self.record_file(game.result.number).write_text(game.record, "utf-8")
            with (self.folder / GAMES).open("a", encoding="utf-8") as file:
                file.write(to_line(game.result) + "\n")
        self.results.append(game.result)

    def record_file(self, number: int) -> Path:
        """Return the path of the record of a game."""
        return self.folder / RECORDS / f"{number:05d}.rec"

    def _clear(self) -> None:
        (self.folder / GAMES).unlink(missing_ok=True)
        (self.folder / JOB).unlink(missing_ok=True)
        for file in (self.folder / RECORDS).glob("*.rec"):
            file.unlink()

    def _claim_folder(self) -> None:
        """Write the job. Raise BadFolder if the folder belongs to a job with other games."""
        file = self.folder / JOB
        if file.exists() and not read_job(self.folder).same_games(self.job):
            raise BadFolder(
                say(
                    "the folder '{folder}' holds another run; choose another --out, or --fresh to replace it",
                    folder=str(self.folder),
                )
            )
        part = file.with_suffix(".part")
        part.write_text(self.job.to_json(), "utf-8")
        part.replace(file)

    def _read(self) -> list[Result]:
        """Read the games, after removing an incomplete last line, whose game will be played again."""
        file = self.folder / GAMES
        if file.exists() and (complete := len(_complete_lines(file))) < file.stat().st_size:
            os.truncate(file, complete)
        return read_results(self.folder)


def read_job(folder: Path) -> Job:
    """Read the job of a run. Raise BadFolder if it is damaged."""
    file = folder / JOB
    with folder_errors(folder):
        text = file.read_text("utf-8", "replace")
    try:
        return Job.from_json(text)
    except (ValueError, TypeError, KeyError):
        raise BadFolder(say("'{file}' is damaged", file=str(file))) from None


def read_results(folder: Path) -> list[Result]:
    """Read the games of a run so far; none if it has just begun. Raise BadFolder if the file is damaged."""
    file = folder / GAMES
    with folder_errors(folder):
        lines = _complete_lines(file).decode("utf-8", "replace").splitlines() if file.exists() else []
    results = []
    for number, line in enumerate(lines, 1):
        try:
            results.append(from_line(line))
        except (ValueError, TypeError, KeyError):
            raise BadFolder(say("'{file}' is damaged in line {line}", file=str(file), line=number)) from None
        if results[-1].number != number:
            raise BadFolder(say("'{file}' is damaged in line {line}", file=str(file), line=number))
    return results


def _complete_lines(file: Path) -> bytes:
    data = file.read_bytes()
    return data[: data.rfind(b"\n") + 1]


@contextmanager
def folder_errors(folder: Path) -> Iterator[None]:
    """Turn an OSError into a BadFolder error that names the folder."""
    try:
        yield
    except OSError as error:
        raise BadFolder(say("the folder '{folder}' cannot be used: {reason}", folder=str(folder), reason=error.strerror)) from error
