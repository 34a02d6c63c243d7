"""The documentation is run: what it shows is what happens."""

from __future__ import annotations

import doctest
import importlib
import re
from pathlib import Path

import pytest

import roundhouse
from roundhouse.play import laws

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md"), *(ROOT / "bench").glob("*.md")])

HOUSE = Path(roundhouse.__file__).parent
SHOWN = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for path in HOUSE.rglob("*.py")
    if re.search(r"^\s*>>> ", path.read_text("utf-8"), re.MULTILINE)
)


def test_the_readme_shows_what_happens() -> None:
    """Its sessions, by doctest."""
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)

    assert tried >= 8
    assert failed == 0


def test_the_tutorial_shows_what_happens() -> None:
    """Its sessions, by doctest."""
    failed, tried = doctest.testfile(str(ROOT / "docs" / "scripting.md"), module_relative=False)

    assert tried >= 20
    assert failed == 0


@pytest.mark.parametrize("module", SHOWN)
def test_docstrings_show_what_happens(module: str) -> None:
    """Modules with a session in them, by doctest."""
    failed, tried = doctest.testmod(importlib.import_module(module))

    assert tried > 0
    assert failed == 0


@pytest.mark.parametrize("file", PAGES, ids=lambda file: str(file.relative_to(ROOT)))
def test_links_lead_somewhere(file: Path) -> None:
    """Every relative link of a page, its pictures too."""
    prose = re.sub(r"```.*?```", "", file.read_text("utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)#:]+)\)", prose):
        assert (file.parent / target).exists(), target


def test_the_readme_names_every_game() -> None:
    """With its number of clauses."""
    text = (ROOT / "README.md").read_text("utf-8")
    for game in roundhouse.GAMES:
        assert f"`{game.name}`" in text
        assert f"{len(laws.clauses_of(game))} clauses" in text
