"""What every run of the tests reports: how many clauses of each game are in text, code and tests."""

from __future__ import annotations

import os
import signal

import pytest
from hypothesis import settings

from tests.clauses import all_clauses
from tests.outside import hide_installed


def pytest_configure() -> None:
    """One thread of arithmetic a process: the workers share the cores, and threads that wait for each other burn them.

    Examples that are made up are the same in every run, and a slow machine is no fault of theirs. A job in the background ignores
    Ctrl-C; the commands under test must not inherit that. Games that are installed here have tests of their own.
    """
    hide_installed()
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    settings.register_profile("house", deadline=None, derandomize=True)
    settings.load_profile("house")
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files with long tests come first, then those that drive a browser: at the end short ones are left to share out."""
    long = {item.path for item in items if item.get_closest_marker("long")}
    browsers = {item.path for item in items if "meet" in getattr(item, "fixturenames", ())}
    items.sort(key=lambda item: (item.path not in long, item.path not in browsers))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """One line a game, counted from the files."""
    for clauses in all_clauses():
        terminalreporter.write_line(str(clauses))
