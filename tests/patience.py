"""Waiting for what other processes and threads do: a test that waits too long fails and says what for."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 60.0  # seconds, on a busy machine
_REST = 0.02  # seconds between two looks


def wait_until(done: Callable[[], object], what: str = "it") -> None:
    """Return as soon as `done()` is true; fail if it is not within PATIENCE."""
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end, f"{what} has not happened within {PATIENCE:.0f} seconds"
        time.sleep(_REST)
