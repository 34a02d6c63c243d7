"""docs/adding-a-game.md is followed to the letter, in a fresh folder and an environment of its own."""

from __future__ import annotations

import os
import re
import shutil
import site
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import roundhouse
from roundhouse.ui.languages import TRANSLATIONS
from tests.whistle import SKELETON

ROOT = Path(roundhouse.__file__).parent.parent
PAGE = ROOT / "docs" / "adding-a-game.md"
FAILS = "# fails"  # after a command of the page that is meant to fail
LEFT_OUT = {"README.md", "py.typed", "perft.json", "tie.rec"}  # files that the page need not show, beside translations

_BLOCK = re.compile(r"^(?:`(?P<file>[\w./]+)`\n\n)?```(?P<kind>\w+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """A block of the page: commands of a shell, a file as it is, or a change of it."""

    kind: str
    text: str
    file: str


def blocks() -> list[Block]:
    """All of them, in order."""
    return [Block(found["kind"], found["text"], found["file"] or "") for found in _BLOCK.finditer(PAGE.read_text("utf-8"))]


def test_the_page_shows_every_file_that_matters() -> None:
    """Each once; what it does not show, it names, or it is a translation or a table."""
    shown = [block.file for block in blocks() if block.kind not in ("sh", "diff")]
    written = {
        str(path.relative_to(SKELETON))
        for path in SKELETON.rglob("*")
        if path.is_file() and not {"__pycache__", ".ruff_cache"} & set(path.parts)
    }

    translations = {name for language in TRANSLATIONS for name in (f"{language}.po", f"rules.{language}.md")}

    assert len(set(shown)) == len(shown)
    assert {file for file in written - set(shown) if Path(file).name not in LEFT_OUT | translations} == set()
    assert set(shown) <= written


class Shell:
    """Runs the commands of the page, one after the other: `cd` changes the folder of those that follow."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self.folder = folder
        self._environment = environment

    def run(self, line: str) -> str:
        """Runs a line; fails where the page says nothing else. Returns what was printed."""
        command, fails, _ = line.partition(FAILS)
        if command.startswith("cd "):
            self.folder /= command.removeprefix("cd ").strip()
            assert self.folder.is_dir()
            return ""
        done = subprocess.run(
            command, shell=True, cwd=self.folder, env=self._environment, stdin=subprocess.DEVNULL, capture_output=True, text=True
        )
        assert (done.returncode == 1) if fails else (done.returncode == 0), f"{line}\n{done.stdout}\n{done.stderr}"
        return done.stdout


@pytest.fixture
def shell(tmp_path: Path) -> Iterator[Shell]:
    """An environment in which this house and its tools are installed, and into which the page can install."""
    home = tmp_path / "environment"
    venv.create(home, with_pip=False, symlinks=True)
    library = Path(sysconfig.get_path("purelib", vars={"base": str(home), "platbase": str(home)}))
    folders = site.getsitepackages()  # of the environment that the tests run in
    (library / "house.pth").write_text("".join(f"import site; site.addsitedir({folder!r})\n" for folder in folders), "utf-8")
    command = home / "bin" / "roundhouse"
    command.write_text(f'#!/bin/sh\nexec {home / "bin" / "python"} -m roundhouse "$@"\n', "utf-8")
    command.chmod(0o755)
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COV"))} | {
        "PATH": f"{home / 'bin'}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "PIP_NO_INDEX": "1",  # nothing is fetched: what is needed is here
        "PIP_NO_BUILD_ISOLATION": "0",  # pip reads it the wrong way round: this means without isolation
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "LC_ALL": "C",
    }
    (tmp_path / "here").mkdir()
    yield Shell(tmp_path / "here", environment)
    shutil.rmtree(home)


@pytest.mark.compiled  # it starts a dozen processes, which the source would keep waiting
def test_the_page_is_right(shell: Shell) -> None:
    """Its commands are run, the files it shows are those that were written, its changes are made, and the checks pass again."""
    found = blocks()
    assert [block.kind for block in found].count("sh") == 3
    for block in found:
        path = shell.folder / block.file
        if block.kind == "sh":
            for line in block.text.splitlines():
                shell.run(line)
        elif block.kind == "diff":
            lines = block.text.splitlines(keepends=True)
            before, after = ("".join(line[1:] for line in lines if line[0] == sign) for sign in "-+")
            text = path.read_text("utf-8")
            assert text.count(before) == 1, block
            path.write_text(text.replace(before, after), "utf-8")
        else:
            assert block.text == path.read_text("utf-8"), f"docs/adding-a-game.md: {block.file}"


@pytest.mark.compiled
def test_what_is_written_is_clean_under_its_own_settings(shell: Shell) -> None:
    """Types and style, of a game with another name: the lines are as long as theirs."""
    shell.run("roundhouse new-game night_mail --title 'Night Mail'")
    shell.folder /= "night_mail"
    tools = Path(sys.executable).parent
    shell.run(f"{tools / 'ruff'} check --no-cache .")
    shell.run(f"{tools / 'ruff'} format --check --no-cache .")

    assert "Success" in shell.run(f"{sys.executable} -m mypy --no-incremental")
