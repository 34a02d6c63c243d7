"""Code blocks of the documentation are run or checked: Python, data, and the lines that people type into a shell."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml

from roundhouse import cli
from tests.cli.conftest import Command

ROOT = Path(__file__).parents[2]
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md"), *(ROOT / "bench").glob("*.md")])
# Blocks of Python are run elsewhere, each page by the test that it is for; a page that is not named here may have none.
RUN_BY = {
    "README.md": "tests/test_docs.py",
    "docs/adding-a-game.md": "tests/test_new_game.py",
    "docs/bots.md": "tests/arena/test_page.py",
    "docs/research.md": "tests/research/test_page.py",
    "docs/scripting.md": "tests/test_docs.py",
}
# Lines of a shell that are not run, by their program, with the reason.
NOT_RUN = {
    "uvx": "needs the package on an index; tests/test_install.py checks the names",
    "pip": "needs the package on an index; tests/test_install.py checks the names",
    "pipx": "needs the package on an index; tests/test_install.py checks the names",
    "curl": "the requests are made in tests/web/test_api.py",
    "cloudflared": "needs a tunnel to the outside",
    "docker": "tests/test_docker.py checks the image and the compose file",
    "git": "publishes, or copies from an address that is left open",
    "createdb": "a program of PostgreSQL",
    "systemctl": "changes the machine",
    "cp": "changes the machine",
    "echo": "changes the machine",
    "chmod": "changes the machine",
    "export": "sets variables for the next line",
    "npm": "its scripts are run by `make test`",
    "cd": "part of a line whose other part is checked",
    "python": "of docs/adding-a-game.md, which tests/test_new_game.py follows",
}
STANDS_FOR = {"GAME": "tickets", "TABLE": "NqRTjhr85qqB", "FILE": "game.rec", "tickets-<id>.rec": "game.rec"}
SMALL = 2  # games, where a page says many


class Line(NamedTuple):
    """A line that people type into a shell."""

    page: str
    text: str


def shell_lines(page: Path) -> list[Line]:
    """Return the lines of a page's blocks for the shell: fenced as `sh`, or indented and beginning with a program."""
    text = page.read_text("utf-8")
    fenced = re.findall(r"^```(?:sh|bash|console)\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    rest = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    blocks = [*fenced, *re.findall(r"(?<=\n\n)((?: {4}.*\n?)+)", rest)]
    lines = [line.strip() for block in blocks for line in block.replace("\\\n", " ").splitlines()]
    name = str(page.relative_to(ROOT))
    return [Line(name, part) for line in lines for part in re.split(r"\s&&\s", line) if program(part) in KNOWN]


def words_of(text: str) -> list[str]:
    """Return the words of a line, without what is set before them and without a comment."""
    words = shlex.split(text.removesuffix("&"), comments=True)
    while words and re.match(r"[A-Z_]+=", words[0]):
        del words[0]
    kept = words[: words.index(">")] if ">" in words else words  # where the output goes is the shell's
    return [STANDS_FOR.get(word, word) for word in kept if word != "…"]


def program(text: str) -> str:
    """Return the program of a line; empty if it is none."""
    try:
        return (words_of(text) or [""])[0]
    except ValueError:  # a text with a single quote
        return ""


KNOWN = {"roundhouse", "make", "pytest", *NOT_RUN}
LINES = sorted({line for page in PAGES for line in shell_lines(page)})
COMMANDS = [line for line in LINES if program(line.text) == "roundhouse"]
MAP_PAGE = [line for line in LINES if line.page == "docs/maps.md" and "my-map.json" in line.text]
SLOW_OR_FAR = re.compile("expert|master|search|--ray|--balance|py:|whistle")  # other tests run these bots, options and games
ARENAS = sorted({line.text for line in COMMANDS if line.text.startswith("roundhouse arena") and not SLOW_OR_FAR.search(line.text)})


def test_no_page_has_python_that_is_not_run() -> None:
    """Each is read by the test that runs it."""
    found = {str(page.relative_to(ROOT)) for page in PAGES if "```python" in page.read_text("utf-8")}

    assert found == set(RUN_BY)
    for page, test in RUN_BY.items():
        assert Path(page).name in (ROOT / test).read_text("utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_data_on_a_page_can_be_read(page: Path) -> None:
    """JSON and YAML."""
    for kind, text in re.findall(r"^```(json|yaml)\n(.*?)^```", page.read_text("utf-8"), re.DOTALL | re.MULTILINE):
        assert (json.loads if kind == "json" else yaml.safe_load)(text)


@pytest.mark.parametrize("line", COMMANDS, ids=lambda line: f"{line.page}: {line.text}")
def test_a_command_of_a_page_is_understood(line: Line) -> None:
    """Its options exist and take these values."""
    name, *words = words_of(line.text)[1:]
    args = cli.make_parser("en", [name], lenient=False).parse_args([name, *words])

    assert callable(args.run)


def test_the_other_lines_name_tests_and_targets_that_there_are() -> None:
    """Of pytest and make."""
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    checked = 0
    for line in LINES:
        first, *words = words_of(line.text)
        if first == "pytest" and line.page != "docs/adding-a-game.md":
            assert all((ROOT / word).exists() for word in words if word.startswith("tests/")), line
            checked += 1
        if first == "make":
            assert [word for word in words if word in targets], line
            checked += 1

    assert checked > 10


def small(words: list[str]) -> list[str]:
    """Return a command with few games."""
    return [str(SMALL) if before == "--games" else word for before, word in zip(["", *words], words, strict=False)]


def test_the_commands_for_a_map_run_as_written(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a map file that comes with the game."""
    monkeypatch.chdir(tmp_path)
    Path("my-map.json").write_bytes((ROOT / "roundhouse/games/tickets/maps/austria.json").read_bytes())

    assert len(MAP_PAGE) >= 5
    for line in MAP_PAGE:
        result = command(*small(words_of(line.text)[1:]), stdin="quit\n")
        assert result.code == 0, (line.text, result.err)
    assert Path("my-map.png").is_file()


def test_the_arenas_of_the_pages_run(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the example programs of this project, and few games."""
    monkeypatch.chdir(tmp_path)
    Path("examples").symlink_to(ROOT / "examples")

    assert any("examples/bot.py" in text for text in ARENAS)
    for text in ARENAS:
        result = command(*small(words_of(text)[1:]))
        assert result.code == 0, (text, result.err)
