"""A run can be interrupted and resumed, in one process or many, and always gives the same games."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import roundhouse
from roundhouse.arena.job import Job
from roundhouse.arena.journal import GAMES, JOB, BadFolder, Journal
from roundhouse.arena.match import FinishedGame
from roundhouse.arena.result import Result
from roundhouse.arena.run import run
from roundhouse.arena.schedule import Fixture
from roundhouse.arena.sprt import Sprt
from roundhouse.arena.workers import RunInterrupted, Workers, in_process, process_pool
from roundhouse.core.draw import Rng
from roundhouse.core.game import Game
from roundhouse.core.state import View
from tests.arena.simulate import essence

JOBS = Job(
    "tickets", roundhouse.find("tickets").version, 3, ("greedy", "random", "py:tests.arena.test_run.Cautious"), games=9, seed=4
)


class Cautious:
    """A bot in Python: the last legal move, sometimes another."""

    name = "cautious"

    def __init__(self, game: Game[Any], seed: int) -> None:
        self._rng = Rng(seed)

    def choose(self, view: View, moves: Sequence[int]) -> int:
        return moves[-1] if self._rng.below(4) else moves[0]


class Suicidal:
    """A bot that kills its own process."""

    name = "suicidal"

    def __init__(self, game: object, seed: int) -> None:
        pass

    def choose(self, view: View, moves: Sequence[int]) -> int:
        os.kill(os.getpid(), signal.SIGKILL)
        return moves[0]


def interrupted_after(count: int) -> Workers:
    """Return workers that raise KeyboardInterrupt after some games."""

    @contextmanager
    def workers(job: Job, fixtures: Sequence[Fixture]) -> Iterator[Iterator[FinishedGame]]:
        def games(all_of_them: Iterator[FinishedGame]) -> Iterator[FinishedGame]:
            for _ in range(count):
                yield next(all_of_them)
            raise KeyboardInterrupt

        with in_process(job, fixtures) as played:
            yield games(played)

    return workers


def written(folder: Path) -> dict[str, str]:
    """Return the records of a run, by file name."""
    return {path.name: path.read_text("utf-8") for path in (folder / "records").iterdir()}


def same(one: Sequence[Result], other: Sequence[Result]) -> bool:
    """Return whether results are equal, except for the times."""
    return [essence(result) for result in one] == [essence(result) for result in other]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Result]]:
    """An uninterrupted run in one process."""
    folder = tmp_path_factory.mktemp("whole")
    return folder, run(Journal(folder, JOBS), in_process)


def test_a_resumed_run_is_identical_to_an_uninterrupted_one(tmp_path: Path, whole: tuple[Path, list[Result]]) -> None:
    """Interrupted twice; the files are the same in the end, and no game was played twice."""
    played: list[int] = []
    for count in (2, 3):
        with pytest.raises(KeyboardInterrupt):
            run(Journal(tmp_path, JOBS), interrupted_after(count))
    found = run(Journal(tmp_path, JOBS), in_process, on_result=lambda result: played.append(result.number))

    assert len(whole[1]) == 9
    assert same(found, whole[1])
    assert played == list(range(1, 10))
    assert written(tmp_path) == written(whole[0])


def test_the_records_do_not_depend_on_the_number_of_processes(tmp_path: Path, whole: tuple[Path, list[Result]]) -> None:
    """In two processes; a cluster is tested in test_ray.py."""
    found = run(Journal(tmp_path, JOBS), process_pool(2))

    assert same(found, whole[1])
    assert written(tmp_path) == written(whole[0])


def test_a_game_with_an_incomplete_line_is_played_again(tmp_path: Path, whole: tuple[Path, list[Result]]) -> None:
    """As after a crash while game 5 was written."""
    with pytest.raises(KeyboardInterrupt):
        run(Journal(tmp_path, JOBS), interrupted_after(5))
    file = tmp_path / GAMES
    file.write_bytes(file.read_bytes()[:-40])

    assert len(Journal(tmp_path, JOBS).results) == 4
    assert same(run(Journal(tmp_path, JOBS), in_process), whole[1])


def test_a_longer_job_extends_a_run_and_a_shorter_one_uses_its_start(tmp_path: Path, whole: tuple[Path, list[Result]]) -> None:
    """Three games, then all, then three."""
    short = Job(JOBS.game, JOBS.version, JOBS.seats, JOBS.bots, 3, JOBS.seed)
    run(Journal(tmp_path, short), in_process)

    assert same(run(Journal(tmp_path, JOBS), in_process), whole[1])
    assert same(run(Journal(tmp_path, short), in_process), whole[1][:3])
    assert len((tmp_path / GAMES).read_text("utf-8").splitlines()) == 9


def test_a_folder_of_another_run_is_refused_unless_fresh(tmp_path: Path) -> None:
    """Another seed is another run."""
    other = Job(JOBS.game, JOBS.version, JOBS.seats, JOBS.bots, 1, JOBS.seed + 1)
    run(Journal(tmp_path, other), in_process)

    with pytest.raises(BadFolder, match="holds another run; choose another --out, or --fresh"):
        Journal(tmp_path, JOBS)
    assert Journal(tmp_path, JOBS, fresh=True).results == []
    assert written(tmp_path) == {}


@pytest.mark.parametrize("line", ["{}", "nonsense", '{"number": 1}'])
def test_a_damaged_file_is_reported_with_its_line(tmp_path: Path, line: str) -> None:
    """The run is refused rather than rated without those games."""
    run(Journal(tmp_path, Job(JOBS.game, JOBS.version, JOBS.seats, JOBS.bots, 1, JOBS.seed)), in_process)
    with (tmp_path / GAMES).open("a", encoding="utf-8") as file:
        file.write(line + "\n")

    with pytest.raises(BadFolder, match=r"games.jsonl' is damaged in line 2"):
        Journal(tmp_path, JOBS)


def test_games_out_of_order_are_reported_as_damage(tmp_path: Path) -> None:
    """Two runs have written into one folder."""
    run(Journal(tmp_path, Job(JOBS.game, JOBS.version, JOBS.seats, JOBS.bots, 1, JOBS.seed)), in_process)
    file = tmp_path / GAMES
    file.write_text(file.read_text("utf-8") * 2, "utf-8")

    with pytest.raises(BadFolder, match="damaged in line 2"):
        Journal(tmp_path, JOBS)


def test_a_damaged_job_is_reported(tmp_path: Path) -> None:
    """Its file is named."""
    (tmp_path / JOB).write_text("[]", "utf-8")

    with pytest.raises(BadFolder, match=r"job.json' is damaged"):
        Journal(tmp_path, JOBS)


def test_a_folder_that_cannot_be_used_is_reported(tmp_path: Path) -> None:
    """There is a file of that name."""
    (tmp_path / "file").write_text("", "utf-8")

    with pytest.raises(BadFolder, match="cannot be used"):
        Journal(tmp_path / "file", JOBS)


@pytest.mark.parametrize("workers", [in_process, process_pool(2)], ids=["one process", "two processes"])
def test_a_decided_test_ends_the_run_at_the_same_game(tmp_path: Path, workers: Workers) -> None:
    """Greedy beats random in every deal: the run ends after seventeen deals of two games, with any workers."""
    sprt = Sprt("greedy", "random")
    found = run(Journal(tmp_path, Job("tickets", JOBS.version, 2, ("greedy", "random"), 1000)), workers, sprt)

    assert (sprt.won, len(found)) == (17, 34)
    assert len((tmp_path / GAMES).read_text("utf-8").splitlines()) == 34


def test_a_worker_that_dies_is_reported_and_nothing_hangs(tmp_path: Path) -> None:
    """A bot kills its whole process: one clear line."""
    job = Job("tickets", JOBS.version, 2, ("greedy", "py:tests.arena.test_run.Suicidal"), games=4)

    with pytest.raises(RunInterrupted, match="has died; finished games are kept"):
        run(Journal(tmp_path, job), process_pool(2))
