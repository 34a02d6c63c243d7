"""Rollouts on a Ray cluster: the one at RAY_ADDRESS, or one started on this machine for the duration of the run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from roundhouse.bots.weights import Array
from roundhouse.cluster import connected
from roundhouse.core.sentence import BadSetup, say
from roundhouse.research.learn.rollout import Collect, Collector, Rollout
from roundhouse.research.learn.settings import Settings


@contextmanager
def on_ray(settings: Settings, workers: int) -> Iterator[Collect]:
    """Split the games among Ray workers. The same settings and number of workers give the same games."""
    if not 1 <= workers <= settings.games:
        raise BadSetup(say("a batch needs at least one game, and no more processes than games"))
    with connected(workers) as ray:
        remote = ray.remote(Collector)
        bounds = [settings.games * index // workers for index in range(workers + 1)]
        collectors = [remote.remote(settings, bounds[index + 1] - bounds[index], index, "cpu") for index in range(workers)]

        def collect(arrays: Mapping[str, Array], update: int, reset: bool) -> Rollout:
            shared = ray.put(dict(arrays))
            parts: list[Rollout] = ray.get([collector.collect.remote(shared, update, reset=reset) for collector in collectors])
            return Rollout.concatenate(parts)

        yield collect
