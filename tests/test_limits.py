"""A test that hangs fails and shows where, also in a worker, and also where no signal reaches it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import PATIENT

ROOT = Path(__file__).parent.parent
ASLEEP = "import time\n\ndef test_it() -> None:\n    time.sleep(600)\n"
DEAF = "from itertools import repeat\n\ndef test_it() -> None:\n    all(repeat(True))\n"  # a loop in C


def run(folder: Path, text: str, *words: str) -> subprocess.CompletedProcess[str]:
    """The one test of a folder, with the settings of this project but for some."""
    (folder / "test_it.py").write_text(text, "utf-8")
    command = [sys.executable, "-m", "pytest", "-c", str(ROOT / "pyproject.toml"), "--rootdir", str(folder), *words, str(folder)]
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.parametrize("workers", ["0", "1"])
def test_a_test_that_waits_for_ever_fails_with_a_stack(tmp_path: Path, workers: str) -> None:
    """In this process or in a worker: the line that it waits in is shown."""
    done = run(tmp_path, ASLEEP, "-n", workers, "-o", "timeout=1")

    assert done.returncode == 1, done.stdout
    assert "time.sleep(600)" in done.stdout
    assert "Timeout (>1.0s)" in done.stdout


@pytest.mark.parametrize("workers", ["0", "1"])
def test_a_loop_that_no_signal_reaches_ends_the_process_with_a_stack(tmp_path: Path, workers: str) -> None:
    """As a loop of the compiled engine would be; with workers the others go on, and the test has failed."""
    done = run(tmp_path, DEAF, "-n", workers, "-o", "timeout=1", "-o", "faulthandler_timeout=2")

    assert done.returncode == 1, done.stdout
    assert 'test_it.py", line 4 in test_it' in done.stderr
    assert workers == "0" or "crashed while running" in done.stdout


def test_every_test_has_a_limit_below_that_of_its_process(pytestconfig: pytest.Config) -> None:
    """Else a deep test would be ended with all others of its worker."""
    assert 0 < float(pytestconfig.getini("timeout")) < PATIENT < float(pytestconfig.getini("faulthandler_timeout"))
    assert pytestconfig.getini("faulthandler_exit_on_timeout")
