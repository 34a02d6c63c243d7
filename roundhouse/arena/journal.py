"""The folder of a run: its job, a line of JSON a game, and the records. It can be left at any moment and gone on with."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from roundhouse.arena.job import Job
from roundhouse.arena.match import Played
from roundhouse.arena.result import Result, from_line, to_line
from roundhouse.core.sentence import HouseError, say

JOB: Final = "job.json"
GAMES: Final = "games.jsonl"
RECORDS: Final = "records"


class BadFolder(HouseError):
    """A folder that cannot be used for this run."""


class Journal:
    """Games are written in the order of their numbers, each whole or not at all, so that what is there is always a beginning."""

    def __init__(self, folder: Path, job: Job, *, fresh: bool = False) -> None:
        self.folder = folder
        self.job = job
        with using(folder):
            (folder / RECORDS).mkdir(parents=True, exist_ok=True)
            if fresh:
                self._clear()
            self._settle_job()
            self.results = self._read()

    def add(self, played: Played) -> None:
        """Keeps a game: first the record, then the line that says it is there."""
        with using(self.folder):
            self.record_file(played.result.number).write_text(played.record, "utf-8")
            with (self.folder / GAMES).open("a", encoding="utf-8") as file:
                file.write(to_line(played.result) + "\n")
        self.results.append(played.result)

    def record_file(self, number: int) -> Path:
        """Where the record of a game is."""
        return self.folder / RECORDS / f"{number:05d}.rec"

    def _clear(self) -> None:
        (self.folder / GAMES).unlink(missing_ok=True)
        (self.folder / JOB).unlink(missing_ok=True)
        for file in (self.folder / RECORDS).glob("*.rec"):
            file.unlink()

    def _settle_job(self) -> None:
        """A folder belongs to one job; a longer or shorter one of the same games may go on in it."""
        file = self.folder / JOB
        if file.exists() and not job_in(self.folder).same_games(self.job):
            raise BadFolder(
                say("the folder '{folder}' holds another run; give --out another folder, or --fresh", folder=str(self.folder))
            )
        part = file.with_suffix(".part")
        part.write_text(self.job.to_json(), "utf-8")
        part.replace(file)

    def _read(self) -> list[Result]:
        """The games that are there. What a line cut off in the middle has left is removed, and its game played again."""
        file = self.folder / GAMES
        if file.exists() and (whole := len(_whole_lines(file))) < file.stat().st_size:
            os.truncate(file, whole)
        return results_in(self.folder)


def job_in(folder: Path) -> Job:
    """The job of a run."""
    file = folder / JOB
    with using(folder):
        text = file.read_text("utf-8", "replace")
    try:
        return Job.from_json(text)
    except (ValueError, TypeError, KeyError):
        raise BadFolder(say("'{file}' is damaged", file=str(file))) from None


def results_in(folder: Path) -> list[Result]:
    """The games of a run, as far as it has got; a file is made with the first."""
    file = folder / GAMES
    with using(folder):
        lines = _whole_lines(file).decode("utf-8", "replace").splitlines() if file.exists() else []
    results = []
    for number, line in enumerate(lines, 1):
        try:
            results.append(from_line(line))
        except (ValueError, TypeError, KeyError):
            raise BadFolder(say("'{file}' is damaged in line {line}", file=str(file), line=number)) from None
        if results[-1].number != number:
            raise BadFolder(say("'{file}' is damaged in line {line}", file=str(file), line=number))
    return results


def _whole_lines(file: Path) -> bytes:
    data = file.read_bytes()
    return data[: data.rfind(b"\n") + 1]


@contextmanager
def using(folder: Path) -> Iterator[None]:
    """Says of which folder the system says that something cannot be done."""
    try:
        yield
    except OSError as error:
        raise BadFolder(say("the folder '{folder}' cannot be used: {reason}", folder=str(folder), reason=error.strerror)) from error
