"""Rollouts on a Ray cluster: the one at RAY_ADDRESS, or one started on this machine for the duration of the run."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from roundhouse.bots.weights import Array
from roundhouse.core.sentence import BadSetup, say
from roundhouse.research.learn.rollout import Collect, Collector, Rollout
from roundhouse.research.learn.settings import Settings

ADDRESS: Final = "RAY_ADDRESS"  # Ray's own variable for the address of a cluster


@contextmanager
def on_ray(settings: Settings, workers: int) -> Iterator[Collect]:
    """Split the games among Ray workers. The same settings and number of workers give the same games."""
    if not 1 <= workers <= settings.games:
        raise BadSetup(say("a batch needs at least one game, and no more processes than games"))
    ray = _import_ray()
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # send no usage statistics
    where = {"address": "auto"} if os.environ.get(ADDRESS) else {"num_cpus": workers, "include_dashboard": False}
    ray.init(**where, log_to_driver=False, logging_level="error")
    try:
        remote = ray.remote(Collector)
        bounds = [settings.games * index // workers for index in range(workers + 1)]
        collectors = [remote.remote(settings, bounds[index + 1] - bounds[index], index, "cpu") for index in range(workers)]

        def collect(arrays: Mapping[str, Array], update: int, reset: bool) -> Rollout:
            shared = ray.put(dict(arrays))
            parts: list[Rollout] = ray.get([collector.collect.remote(shared, update, reset=reset) for collector in collectors])
            return Rollout.concatenate(parts)

        yield collect
    finally:
        ray.shutdown()


def _import_ray() -> Any:
    try:
        import ray
    except ImportError:
        raise BadSetup(say("--ray needs Ray: install it with pip install 'roundhouse[ray]'")) from None
    return ray
