"""Worker processes: they answer, they are stopped, and their death is noticed."""

from __future__ import annotations

import gc
import os
import signal
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection

import pytest

from roundhouse.core.process import Pool, Worker, WorkerDied
from tests.patience import PATIENCE


def echo(pipe: Connection, prefix: str) -> None:
    while True:
        message = pipe.recv()
        if message == "die":
            os._exit(7)
        pipe.send(f"{prefix}{message}")


def deaf(pipe: Connection) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    pipe.send("ready")
    while True:
        time.sleep(0.1)


def square(number: int) -> int:
    if number < 0:
        raise ValueError("negative")
    return number * number


def slow_first(number: int) -> int:
    time.sleep(0.3 if number == 0 else 0)
    return number


def ended(pid: int) -> bool:
    """Whether a process is gone within a while."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.01)
    return False


def test_a_worker_answers_until_it_is_stopped() -> None:
    worker = Worker(echo, ">")

    assert [worker.ask(word) for word in ("a", "b")] == [">a", ">b"]

    worker.stop()
    worker.stop()
    assert ended(worker.pid)


def test_the_death_of_a_worker_is_noticed() -> None:
    worker = Worker(echo, ">")
    with pytest.raises(WorkerDied, match="7"):
        worker.ask("die")
    with pytest.raises(WorkerDied):
        worker.ask("again")


def test_a_worker_that_is_dropped_is_stopped() -> None:
    worker = Worker(echo, ">")
    pid = worker.pid
    del worker
    gc.collect()

    assert ended(pid)


def test_a_worker_that_ignores_the_signal_is_killed() -> None:
    worker = Worker(deaf)
    assert worker.receive() == "ready"
    worker.stop(grace=0.2)

    assert ended(worker.pid)


def test_a_worker_ignores_an_interrupt_meant_for_its_parent() -> None:
    worker = Worker(echo, ">")
    assert worker.ask("up") == ">up"
    os.kill(worker.pid, signal.SIGINT)

    assert worker.ask("still") == ">still"
    worker.stop()


def test_a_pool_gives_results_in_the_order_of_its_tasks() -> None:
    with Pool(slow_first, 2) as pool:
        assert list(pool.map(range(20))) == list(range(20))


def test_a_pool_takes_tasks_only_as_it_needs_them() -> None:
    """A source without an end is no reason to wait for its end."""
    taken = 0

    def tasks() -> Iterator[int]:
        nonlocal taken
        while True:
            yield taken
            taken += 1

    with Pool(square, 2) as pool:
        results = pool.map(tasks())
        assert [next(results) for _ in range(3)] == [0, 1, 4]
    assert taken < 1000


def test_an_error_in_a_pool_is_raised_where_its_result_is_due() -> None:
    with Pool(square, 2) as pool:
        results = pool.map([2, -1, 3])
        assert next(results) == 4
        with pytest.raises(ValueError, match="negative"):
            next(results)


def test_no_process_of_a_pool_is_left_behind() -> None:
    with Pool(slow_first, 2) as pool:
        pids = [worker.pid for worker in pool._workers]
        next(pool.map(range(100)))

    assert all(map(ended, pids))
