"""Runs the command in this process, with lines as its standard input."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from typing import NamedTuple

import pytest

from roundhouse.cli import main


class Result(NamedTuple):
    """The exit code and output of a command."""

    code: int
    out: str
    err: str


Command = Callable[..., Result]


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use English and no colours, unless a test says otherwise."""
    monkeypatch.setenv("LC_ALL", "C")
    for name in ("FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Return a function that runs a command: `command("play", "tickets", stdin="1\\n")`."""

    def run(*words: str, stdin: str | bytes = "") -> Result:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), "utf-8"))
        code = main(list(words))
        printed = capsys.readouterr()
        return Result(code, printed.out, printed.err)

    return run
