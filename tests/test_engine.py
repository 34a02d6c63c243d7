"""Which engine is loaded, and what its compiler must not meet."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import roundhouse
from roundhouse import engine

HOUSE = Path(roundhouse.__file__).parent
MARK = re.compile(r"^from mypy_extensions import .*\bi64\b", re.MULTILINE)
SKELETON = HOUSE / "cli" / "skeleton"  # what `new-game` writes is not compiled
HOT = [path for path in HOUSE.rglob("*.py") if SKELETON not in path.parents and MARK.search(path.read_text("utf-8"))]


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(HOUSE.parent).with_suffix("").parts)


@pytest.mark.compiled
@pytest.mark.parametrize("path", HOT, ids=module_of)
def test_every_hot_module_is_the_compiled_one(path: Path) -> None:
    """Source that comes earlier on the path would shadow it without a word."""
    __import__(module_of(path))

    assert engine.is_compiled(module_of(path)), "run `make setup`, with a C compiler"


@pytest.mark.parametrize("path", HOT, ids=module_of)
def test_no_hot_module_shifts_a_literal(path: Path) -> None:
    """The compiler shifts a constant in 32 bits: one-bit masks come from BIT. Tables made by comprehension are not compiled so."""
    code = re.sub(r"#.*|\"\"\".*?\"\"\"", "", path.read_text("utf-8"), flags=re.DOTALL)
    inside = "\n".join(line for line in code.splitlines() if not re.match(r"[A-Z_]+: Final = vec|[A-Z_]+: Final\[int\]", line))

    assert not re.findall(r"\b\d+\)?\s*<<|i64\(\d+\)\s*<<", "\n".join(line for line in inside.splitlines() if "sum(" not in line))


@pytest.mark.parametrize("path", HOT, ids=module_of)
def test_no_hot_loop_counts_in_an_underscore(path: Path) -> None:
    """Its type is Any: the compiler makes an object of every number, which took a fifth of the search's time. A name has a type."""
    assert not re.findall(r"^ +for _ in range", path.read_text("utf-8"), flags=re.MULTILINE)


def test_the_source_is_loaded_when_asked_for() -> None:
    """ROUNDHOUSE_PURE=1 in a process of its own."""
    script = (
        "import roundhouse; from roundhouse import engine; print(engine.is_compiled(), engine.is_compiled('roundhouse.core.draw'))"
    )
    command = [sys.executable, "-c", script]
    printed = subprocess.run(command, env={**os.environ, engine.PURE: "1"}, capture_output=True, text=True, check=True).stdout

    assert printed.split() == ["False", "False"]
