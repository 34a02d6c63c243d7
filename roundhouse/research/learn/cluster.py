"""Rollouts on a Ray cluster: that of RAY_ADDRESS, else one started on this machine for the time of the training."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from roundhouse.bots.weights import Array
from roundhouse.core.sentence import BadSetup, say
from roundhouse.research.learn.rollout import Collect, Collector, Rollout
from roundhouse.research.learn.settings import Settings

ADDRESS: Final = "RAY_ADDRESS"  # Ray's own name for where a cluster is


@contextmanager
def on_ray(settings: Settings, workers: int) -> Iterator[Collect]:
    """The games shared out among so many workers. The same settings and number of workers give the same games."""
    if not 1 <= workers <= settings.games:
        raise BadSetup(say("a batch has at least one game, and no more processes than games"))
    ray = _ray()
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # a run tells nobody about itself
    where = {"address": "auto"} if os.environ.get(ADDRESS) else {"num_cpus": workers, "include_dashboard": False}
    ray.init(**where, log_to_driver=False, logging_level="error")
    try:
        remote = ray.remote(Collector)
        cuts = [settings.games * number // workers for number in range(workers + 1)]
        hands = [remote.remote(settings, cuts[at + 1] - cuts[at], at, "cpu") for at in range(workers)]

        def collect(arrays: Mapping[str, Array], update: int, anew: bool) -> Rollout:
            shared = ray.put(dict(arrays))
            parts: list[Rollout] = ray.get([hand.collect.remote(shared, update, anew=anew) for hand in hands])
            return Rollout.joined(parts)

        yield collect
    finally:
        ray.shutdown()


def _ray() -> Any:
    try:
        import ray
    except ImportError:
        raise BadSetup(say("--ray needs Ray: install it with pip install 'roundhouse[ray]'")) from None
    return ray
