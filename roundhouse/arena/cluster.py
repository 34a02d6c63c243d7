"""The games of a job on a Ray cluster: the one at RAY_ADDRESS, or one started on this machine for the duration of the run."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from roundhouse.arena.job import Job
from roundhouse.arena.match import FinishedGame, play
from roundhouse.arena.schedule import Fixture
from roundhouse.arena.workers import Workers
from roundhouse.cluster import connected

_QUEUED: Final = 8  # games per core that are submitted before the first result is awaited


def on_ray(count: int) -> Workers:
    """Play on Ray; `count` is the number of workers if it has to be started on this machine."""

    @contextmanager
    def workers(job: Job, fixtures: Sequence[Fixture]) -> Iterator[Iterator[FinishedGame]]:
        with connected(count) as ray:
            yield _in_order(ray, job, fixtures)

    return workers


def _in_order(ray: Any, job: Job, fixtures: Sequence[Fixture]) -> Iterator[FinishedGame]:
    remote = ray.remote(max_retries=3)(play)  # the games of a lost node are played again
    shared = ray.put(job)
    limit = _QUEUED * max(1, int(ray.cluster_resources().get("CPU", 1)))
    pending: deque[Any] = deque()
    for fixture in fixtures:
        pending.append(remote.remote(shared, fixture))
        if len(pending) >= limit:
            yield ray.get(pending.popleft())
    while pending:
        yield ray.get(pending.popleft())
