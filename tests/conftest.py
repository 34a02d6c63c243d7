"""What every run of the tests reports: how many clauses of each game are in text, code and tests."""

from __future__ import annotations

import signal

import pytest

from tests.clauses import all_clauses


def pytest_configure() -> None:
    """A job in the background ignores Ctrl-C; the commands under test must not inherit that."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """One line a game, counted from the files."""
    for clauses in all_clauses():
        terminalreporter.write_line(str(clauses))
