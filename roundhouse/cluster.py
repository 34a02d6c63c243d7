"""A connection to Ray: to the cluster of RAY_ADDRESS, else to one started on this machine for the time of a run."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from roundhouse.core.sentence import BadSetup, say

ADDRESS: Final = "RAY_ADDRESS"  # Ray's own name for where a cluster is
START_LIMITS: Final = {  # seconds in which Ray's processes must be up; its own 30 are too short for a machine with much else to do
    "RAY_gcs_server_port_wait_time_s": "120",
    "RAY_raylet_start_wait_time_s": "120",
}


@contextmanager
def connected(workers: int) -> Iterator[Any]:
    """Yield Ray, connected until the end of the block; start it with so many workers if no address is set.

    Raise BadSetup if Ray is not installed.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # a run tells nobody about itself
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
    """Give a Ray that is started here more time, unless the environment says how much. Ray reads this when it is imported."""
    for name, seconds in START_LIMITS.items():
        os.environ.setdefault(name, seconds)


def _ray() -> Any:
    try:
        import ray
    except ImportError:
        raise BadSetup(say("--ray needs Ray: install it with pip install 'roundhouse[ray]'")) from None
    return ray
