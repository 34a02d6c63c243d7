"""The page about security keeps its word: every guarantee names a test that exists, or gives a reason."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "security.md").read_text("utf-8")
NAMED = re.findall(r"`(tests/[\w/]+\.py)::([\w:]+)`", PAGE)


def names_in(file: Path) -> set[str]:
    """The names of all tests of a file; those of a class behind its name."""
    found = set()
    for node in ast.parse(file.read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.ClassDef):
            found |= {f"{node.name}::{inner.name}" for inner in node.body if isinstance(inner, ast.FunctionDef)}
    return found


def test_every_test_that_the_page_names_exists() -> None:
    """A test that was renamed or lost is listed."""
    assert len(NAMED) > 50

    assert [f"{file}::{name}" for file, name in NAMED if name not in names_in(ROOT / file)] == []


def test_every_guarantee_names_a_test_or_gives_a_reason() -> None:
    """No row of a table is left empty."""
    rows = [line for line in PAGE.splitlines() if line.startswith("| ") and not line.startswith("| guarantee")]

    assert len(rows) > 35
    assert [row for row in rows if len(row.split("|")[2].strip()) < 20] == []
