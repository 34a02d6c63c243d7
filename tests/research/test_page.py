"""docs/research.md is run, block by block."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "research.md"
BLOCKS = [
    (section.split("\n", 1)[0], code)
    for section in re.split(r"^## ", PAGE.read_text("utf-8"), flags=re.MULTILINE)[1:]
    for code in re.findall(r"```python\n(.*?)```", section, re.DOTALL)
]
ON_RAY = dict(BLOCKS)["Rollouts on Ray"]  # run in test_ray.py, on the cluster there


@pytest.mark.parametrize("code", [pytest.param(code, id=title) for title, code in BLOCKS if code != ON_RAY])
def test_every_block_runs(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Each block alone, as if copied into a script; it prints something."""
    exec(code, {"__name__": "page"})

    assert capsys.readouterr().out.strip()


def test_the_page_covers_each_library() -> None:
    """One short block each."""
    sections = [
        "Observations",
        "Vectorised games",
        "Vectorised games",
        "PettingZoo",
        "PettingZoo",
        "Gymnasium",
        "Gymnasium",
        "Copies",
        "OpenSpiel",
        "OpenSpiel",
        "Data sets",
        "A first agent",
        "Rollouts on Ray",
    ]
    assert [title for title, _ in BLOCKS] == sections
    assert all(len([line for line in code.splitlines() if line.strip()]) <= 13 for _, code in BLOCKS)
