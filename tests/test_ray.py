"""Ray with two workers: arena games, training rollouts, and nothing left running."""

from __future__ import annotations

import mmap
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
import ray
import torch

from roundhouse.arena import cluster as arena
from roundhouse.arena.journal import Journal
from roundhouse.arena.result import Result
from roundhouse.arena.run import run
from roundhouse.arena.workers import in_process
from roundhouse.cluster import START_LIMITS
from roundhouse.games import find
from roundhouse.research.learn.cluster import on_ray
from roundhouse.research.learn.ppo import Learner
from roundhouse.research.learn.rollout import Order
from tests.arena.simulate import essence
from tests.arena.test_run import JOBS, written
from tests.research.test_page import ON_RAY
from tests.research.test_train import TINY

HEAD = """
import ray
print(ray.init(num_cpus=2, include_dashboard=False, logging_level="error").address_info["gcs_address"], flush=True)
input()
"""
OPEN = {"RAY_AUTH_MODE": "disabled"}  # otherwise a cluster only accepts clients with its key


@contextmanager
def cluster() -> Iterator[subprocess.Popen[str]]:
    """A process that starts a Ray, prints its address, and ends it."""
    command = [sys.executable, "-c", HEAD]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, **OPEN}, text=True) as head:
        try:
            yield head
            head.communicate("\n", timeout=120)
        finally:
            head.kill()


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Where a cluster is that was started elsewhere, and that outlives its users."""
    with cluster() as head:
        assert head.stdout
        yield head.stdout.readline().strip()


@pytest.fixture
def shared(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make Ray use that cluster."""
    for name, value in {"RAY_ADDRESS": address, **OPEN}.items():
        monkeypatch.setenv(name, value)


def test_games_of_the_arena_are_the_same_as_in_one_process(shared: None, tmp_path: Path) -> None:
    """Results, except for their times, and records."""
    far, near = tmp_path / "far", tmp_path / "near"
    found = run(Journal(far, JOBS), arena.on_ray(2))

    assert not ray.is_initialized()
    assert [essence(result) for result in found] == [essence(result) for result in run(Journal(near, JOBS), in_process)]
    assert written(far) == written(near)


def test_rollouts_come_from_both_workers(shared: None) -> None:
    """Side by side, and the same again."""
    with on_ray(TINY, 2) as collect:
        learner = Learner(TINY, "cpu")
        order = Order(learner.policy.tensors(), [], 0, True)
        first = collect(order)
        again = collect(order)
        learner.update(collect)

    assert not ray.is_initialized()
    assert first.observations.shape == (TINY.steps, TINY.games, find("tickets").size)
    assert torch.equal(first.moves, again.moves)
    assert not torch.equal(first.moves[:, :4], first.moves[:, 4:])
    assert learner.updates == 1


def test_the_example_of_the_research_page_runs(shared: None, capsys: pytest.CaptureFixture[str]) -> None:
    """As if copied into a script."""
    exec(ON_RAY, {"__name__": "page"})

    assert capsys.readouterr().out.strip()


def test_a_cluster_started_for_a_run_ends_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even after Ctrl-C; the run is then resumed without Ray."""
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    numbers: list[int] = []

    def interrupt(result: Result) -> None:
        numbers.append(result.number)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(Journal(tmp_path, JOBS), arena.on_ray(2), on_result=interrupt)

    assert numbers == [1]
    assert not ray.is_initialized()
    assert len(run(Journal(tmp_path, JOBS), in_process)) == JOBS.games


@pytest.mark.parametrize("name", START_LIMITS)
def test_the_limits_of_a_start_are_settings_that_ray_knows(name: str) -> None:
    """A name that Ray no longer reads would be set without effect."""
    home = Path(ray.__file__).parent
    with (home / "_raylet.so").open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as compiled:
        assert compiled.find(name.encode()) >= 0 or name in (home / "_private" / "node.py").read_text("utf-8")


@pytest.mark.deep  # it takes 40 seconds, in which nothing is computed
@pytest.mark.skipif(sys.platform != "linux", reason="the raylet is found in /proc")
def test_a_ray_that_is_slow_to_start_is_waited_for() -> None:
    """A process of it stands still for longer than Ray would wait by itself."""
    with cluster() as head:
        slow = raylet_of(head.pid)
        os.kill(slow, signal.SIGSTOP)
        time.sleep(40)
        os.kill(slow, signal.SIGCONT)

        assert head.stdout
        assert head.stdout.readline().strip()


def raylet_of(head: int) -> int:
    """The process id of the raylet that `head` starts, as soon as there is one."""
    for _ in range(6000):
        for process in Path(f"/proc/{head}/task").glob("*/children"):
            for child in process.read_text("utf-8").split():
                with suppress(OSError):  # it may have ended meanwhile
                    if b"raylet/raylet" in Path(f"/proc/{child}/cmdline").read_bytes().split(b"\0")[0]:
                        return int(child)
        time.sleep(0.01)
    raise AssertionError("Ray has started no raylet in a minute")
