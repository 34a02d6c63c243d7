"""Rollouts on a Ray cluster: the one at RAY_ADDRESS, or one started on this machine for the duration of the run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from roundhouse.cluster import connected
from roundhouse.core.sentence import BadSetup, say
from roundhouse.research.learn.group import GROUPS
from roundhouse.research.learn.rollout import Collect, Collector, Order, Rollout
from roundhouse.research.learn.settings import Settings


@contextmanager
def on_ray(settings: Settings, workers: int) -> Iterator[Collect]:
    """Split the games among Ray workers. The same settings and number of workers give the same games."""
    pairs = settings.games // GROUPS
    if not 1 <= workers <= pairs:
        raise BadSetup(say("a batch needs at least one game, and no more processes than games"))
    with connected(workers) as ray:
        remote = ray.remote(Collector)
        bounds = [pairs * index // workers for index in range(workers + 1)]
        collectors = [
            remote.remote(settings, GROUPS * (bounds[index + 1] - bounds[index]), index, "cpu") for index in range(workers)
        ]

        def collect(order: Order) -> Rollout:
            weights, *league = [{name: tensor.cpu() for name, tensor in net.items()} for net in (order.weights, *order.league)]
            shared = ray.put(replace(order, weights=weights, league=league))
            parts: list[Rollout] = ray.get([collector.collect.remote(shared) for collector in collectors])
            return Rollout.concatenate(parts)

        yield collect
