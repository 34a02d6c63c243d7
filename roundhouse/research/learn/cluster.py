"""Rollouts on a Ray cluster: that of RAY_ADDRESS, else one started on this machine for the time of the training."""

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
    """The games shared out among so many workers. The same settings and number of workers give the same games."""
    if not 1 <= workers <= settings.games:
        raise BadSetup(say("a batch has at least one game, and no more processes than games"))
    with connected(workers) as ray:
        remote = ray.remote(Collector)
        cuts = [settings.games * number // workers for number in range(workers + 1)]
        hands = [remote.remote(settings, cuts[at + 1] - cuts[at], at, "cpu") for at in range(workers)]

        def collect(arrays: Mapping[str, Array], update: int, anew: bool) -> Rollout:
            shared = ray.put(dict(arrays))
            parts: list[Rollout] = ray.get([hand.collect.remote(shared, update, anew=anew) for hand in hands])
            return Rollout.joined(parts)

        yield collect
