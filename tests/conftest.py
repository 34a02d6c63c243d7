"""What every run of the tests reports: how many clauses of each game are in text, code and tests."""

from __future__ import annotations

import pytest

from tests.clauses import all_clauses


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """One line a game, counted from the files."""
    for clauses in all_clauses():
        terminalreporter.write_line(str(clauses))
