"""What holds for every run of the tests: a current engine, time limits, the order, and a report of the clauses of each game."""

from __future__ import annotations

import os
import signal

import pytest
from hypothesis import settings

from roundhouse import cluster, engine

PATIENT = 900  # seconds: the limit of deep tests, and of all tests if the engine is interpreted; for others see pyproject.toml


def pytest_configure() -> None:
    """Stop if the engine is not the one whose source is here: nothing that it does would be a result.

    One thread of arithmetic a process: the workers share the cores, and threads that wait for each other burn them.
    For the same reason Ray may be slow to start.

    Examples that are made up are the same in every run, and a slow machine is no fault of theirs. A job in the background ignores
    Ctrl-C; the commands under test must not inherit that. Games that are installed here have tests of their own.
    """
    if engine.outdated():
        pytest.exit(engine.OUTDATED, returncode=pytest.ExitCode.USAGE_ERROR)
    from tests.outside import hide_installed  # after the check: on an old engine it might not even be imported

    hide_installed()
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    cluster.extend_start_limits()
    settings.register_profile("house", deadline=None, derandomize=True)
    settings.load_profile("house")
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files with long tests come first, then those that drive a browser: at the end short ones are left to share out.

    Tests that take long by their nature get more time before they count as hanging.
    """
    for item in items:
        if item.get_closest_marker("deep") or not engine.is_compiled():
            item.add_marker(pytest.mark.timeout(PATIENT))
    long = {item.path for item in items if item.get_closest_marker("long")}
    browsers = {item.path for item in items if "meet" in getattr(item, "fixturenames", ())}
    items.sort(key=lambda item: (item.path not in long, item.path not in browsers))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """One line a game, counted from the files."""
    from tests.clauses import all_clauses

    for clauses in all_clauses():
        terminalreporter.write_line(str(clauses))
