"""`python -m bench.compare`: two engines measured in turn. Here both are this one, so that nothing is said about speed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent


def compare(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "bench.compare", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.compiled
def test_an_engine_is_compared_with_another_build() -> None:
    """One slice of one figure, as JSON."""
    done = compare("--against", str(ROOT), "--game", "express", "--seats", "3", "--figure", "copies", "--slices", "1", "--json")

    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["figure"], found["game"], found["seats"]) == ("copies", "express", 3)
    assert found["before"] > 0
    assert found["now"] > 0


def test_a_folder_without_an_engine_is_refused(tmp_path: Path) -> None:
    """None at all, and one with nothing in it."""
    missing = compare("--against", str(tmp_path / "nowhere"))
    empty = compare("--against", str(tmp_path))

    assert "there is no such file or folder" in missing.stderr
    assert "has no compiled engine" in empty.stderr
    assert missing.returncode == empty.returncode == 1
