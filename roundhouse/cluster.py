"""A connection to Ray: to the cluster at RAY_ADDRESS, or to one started on this machine for the duration of a run."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from roundhouse.core.sentence import BadSetup, say

ADDRESS: Final = "RAY_ADDRESS"  # Ray's own variable for the address of a cluster
START_LIMITS: Final = {  # seconds for Ray's processes to start; its default of 30 is too short on a busy machine
    "RAY_gcs_server_port_wait_time_s": "120",
    "RAY_raylet_start_wait_time_s": "120",
}


@contextmanager
def connected(workers: int) -> Iterator[Any]:
    """Yield Ray, connected until the end of the block; start it with `workers` workers if no address is set.

    Raise BadSetup if Ray is not installed.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # send no usage statistics
    where: dict[str, Any] = {"address": "auto"}
    if not os.environ.get(ADDRESS):
        where = {"num_cpus": workers, "include_dashboard": False}
        extend_start_limits()
    ray = _ray()
    try:
        ray.init(**where, log_to_driver=False, logging_level="error")
        yield ray
    finally:
        ray.shutdown()


def extend_start_limits() -> None:
    """Give Ray more time to start, unless the environment sets the limits. Ray reads them when it is imported."""
    for name, seconds in START_LIMITS.items():
        os.environ.setdefault(name, seconds)


def _ray() -> Any:
    try:
        import ray
    except ImportError:
        raise BadSetup(say("--ray needs Ray: install it with pip install 'roundhouse-games[ray]'")) from None
    return ray
