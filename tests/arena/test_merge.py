"""Several runs on one scale: known steps add up, and runs that cannot be compared are refused."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from roundhouse.arena.job import Job
from roundhouse.arena.journal import GAMES, JOB, BadFolder, read_results
from roundhouse.arena.merge import merge_runs
from roundhouse.arena.ratings import rate
from roundhouse.arena.result import to_line
from tests.arena.simulate import results


def run_of(folder: Path, strengths: Mapping[str, float], games: int = 400, seed: int = 1, seats: int = 2) -> Path:
    """A folder with games of bots of known strength."""
    folder.mkdir()
    (folder / JOB).write_text(Job("tickets", 1, seats, tuple(strengths), games, seed).to_json(), "utf-8")
    lines = [to_line(result) for result in results(strengths, seats, games, seed)]
    (folder / GAMES).write_text("".join(line + "\n" for line in lines), "utf-8")
    return folder


def test_the_steps_of_a_ladder_add_up(tmp_path: Path) -> None:
    """Top and bottom never met; the intervals hold what is known."""
    steps = [{"random": 0.0, "low": 150.0}, {"low": 150.0, "high": 400.0}, {"high": 400.0, "top": 500.0}]
    job, found = merge_runs([run_of(tmp_path / str(step), strengths) for step, strengths in enumerate(steps)])
    ratings = rate(found, samples=200)

    assert (job.bots, job.games) == (("random", "low", "high", "top"), 1200)
    assert [result.number for result in found] == list(range(1, 1201))
    for name, known in (("random", 0), ("low", 150), ("high", 400), ("top", 500)):
        assert ratings.of[name].low <= known <= ratings.of[name].high
    assert ratings.of["top"].high - ratings.of["top"].low > ratings.of["low"].high - ratings.of["low"].low


def test_deals_of_one_seed_are_merged(tmp_path: Path) -> None:
    """They share their luck in every run; those of another seed do not."""
    folders = [run_of(tmp_path / str(seed), {"a": 0.0, "b": 0.0}, games=10, seed=seed // 2) for seed in range(4)]
    _, found = merge_runs(folders)
    alone = {result.deal for result in read_results(folders[0])}

    assert [result.deal for result in found[:10]] == [result.deal for result in found[10:20]]
    assert len({result.deal for result in found}) == 2 * len(alone)


def test_an_incomplete_last_line_is_ignored(tmp_path: Path) -> None:
    """The file is not changed: the run may still be in progress."""
    folder = run_of(tmp_path / "run", {"a": 0.0, "b": 0.0}, games=10)
    text = (folder / GAMES).read_text("utf-8")
    (folder / GAMES).write_text(text[:-20], "utf-8")
    _, found = merge_runs([folder])

    assert len(found) == 9
    assert (folder / GAMES).read_text("utf-8") == text[:-20]


def test_bots_that_never_met_even_indirectly_have_no_common_scale(tmp_path: Path) -> None:
    """The unconnected bots are named."""
    one = run_of(tmp_path / "one", {"a": 0.0, "b": 0.0}, games=4)
    other = run_of(tmp_path / "other", {"d": 0.0, "c": 0.0}, games=4)
    bridge = run_of(tmp_path / "bridge", {"c": 0.0, "b": 0.0}, games=4)

    with pytest.raises(BadFolder, match="c, d and a, b have never met"):
        merge_runs([one, other])
    assert merge_runs([one, other, bridge])[0].bots == ("a", "b", "d", "c")


def test_different_games_are_not_mixed(tmp_path: Path) -> None:
    """Nor are different numbers of players; both folders are named."""
    two = run_of(tmp_path / "two", {"a": 0.0, "b": 0.0}, games=4)
    three = run_of(tmp_path / "three", {"a": 0.0, "b": 0.0, "c": 0.0}, games=6, seats=3)

    with pytest.raises(BadFolder, match=r"three' and '.*two' hold different games"):
        merge_runs([two, three])


def test_a_run_without_games_says_so(tmp_path: Path) -> None:
    """It was stopped before the first game was finished."""
    folder = run_of(tmp_path / "run", {"a": 0.0, "b": 0.0}, games=0)
    (folder / GAMES).unlink()

    with pytest.raises(BadFolder, match="no game has been played yet"):
        merge_runs([folder])
