"""The games of a job on a Ray cluster: that of RAY_ADDRESS, else one started on this machine for the time of the run."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from roundhouse.arena.job import Job
from roundhouse.arena.match import Played, play
from roundhouse.arena.schedule import Fixture
from roundhouse.arena.workers import Workers
from roundhouse.cluster import connected

_AHEAD: Final = 8  # games a core handed out before the first of them is back


def on_ray(count: int) -> Workers:
    """On Ray; `count` is the number of workers where it has to be started here."""

    @contextmanager
    def workers(job: Job, fixtures: Sequence[Fixture]) -> Iterator[Iterator[Played]]:
        with connected(count) as ray:
            yield _in_order(ray, job, fixtures)

    return workers


def _in_order(ray: Any, job: Job, fixtures: Sequence[Fixture]) -> Iterator[Played]:
    remote = ray.remote(max_retries=3)(play)  # a node that is lost takes no game with it
    shared = ray.put(job)
    ahead = _AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    waiting: deque[Any] = deque()
    for fixture in fixtures:
        waiting.append(remote.remote(shared, fixture))
        if len(waiting) >= ahead:
            yield ray.get(waiting.popleft())
    while waiting:
        yield ray.get(waiting.popleft())
