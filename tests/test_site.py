"""The documentation site: it builds without a warning, its links lead somewhere, and every game has its page."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import jsonschema
import nbformat
import pytest

import roundhouse
from roundhouse import Rng, cli
from roundhouse.core.playout import random_moves
from tools import facts, site

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built with warnings as errors."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONWARNINGS": "ignore", site.RUN_NOTEBOOKS: ""}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


class Links(HTMLParser):
    """The targets that a page links to, and the anchors that it has."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.anchors |= {values["id"] or ""} if "id" in values else set()
        self.targets += [values[name] or "" for name in ("href", "src") if name in values]


def test_every_link_leads_to_a_page_and_an_anchor_of_the_site(built: Path) -> None:
    """Those to other sites are left alone."""
    pages = {path: Links(path.read_text("utf-8")) for path in built.rglob("*.html")}
    broken = []
    for path, page in pages.items():
        for target in page.targets:
            parts = urlsplit(target)
            if parts.scheme or parts.netloc or path.name == "404.html":
                continue
            found = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            found = found / "index.html" if found.is_dir() else found
            if not found.is_file() or (parts.fragment and found in pages and unquote(parts.fragment) not in pages[found].anchors):
                broken.append(f"{path.relative_to(built)}: {target}")

    assert len(pages) > 50
    assert broken == []


def test_nothing_is_loaded_from_another_server(built: Path) -> None:
    """Neither fonts nor scripts nor pictures."""
    text = (built / "index.html").read_text("utf-8")

    assert re.findall(r'<(?:script|img)[^>]* src="https?://|<link[^>]* rel="stylesheet"[^>]* href="https?://', text) == []


@pytest.mark.parametrize("game", roundhouse.GAMES, ids=lambda game: game.name)
def test_every_game_has_a_page_with_its_rules_spaces_and_picture(built: Path, game: roundhouse.Game[roundhouse.State]) -> None:
    """Read from the game, so that it cannot go stale."""
    page = (built / "games" / game.name / "index.html").read_text("utf-8")

    assert f"Discrete({game.move_count})" in page
    assert f"{game.size:,} numbers" in page
    assert "How it plays" in page
    assert f'{game.name}.svg"' in page
    assert (built / "games" / f"{game.name}.svg").read_text("utf-8").startswith("<svg")
    assert all(f"<code>{name}</code>" in page for name, _, _ in facts.option_rows(game))
    view = json.loads((built / "games" / f"{game.name}-view.schema.json").read_text("utf-8"))
    assert all(f"<code>{name}</code>" in page for name in view["properties"])
    state = game.start(game.seats[0])
    random_moves(state, Rng(1), 30)
    jsonschema.validate(dict(game.describe_view(game.view(state, 0))), view)
    assert "Discrete(" in page.partition('id="example"')[2]  # what the example printed
    assert f"{game.clauses}-1" in (built / "games" / f"{game.name}-rules" / "index.html").read_text("utf-8")
    assert f"{game.name}.svg" in (built / "games" / "index.html").read_text("utf-8")


def test_every_public_name_is_in_the_reference(built: Path) -> None:
    """With what its docstring says."""
    page = (built / "reference" / "python" / "index.html").read_text("utf-8")

    for name in ("Game", "State", "View", "Rng", "Refusal", "Refused", "BadSetup", "BadText", "find"):
        assert f'id="roundhouse.{name}"' in page, name
    for constant in ("CHANCE", "OVER", "SPECTATOR"):
        assert constant in page
    research = (built / "reference" / "research" / "index.html").read_text("utf-8")
    for name in ("batch.Batch", "pettingzoo.env", "gymnasium.SeatEnv", "openspiel.SpielGame"):
        assert f'id="roundhouse.research.{name}"' in research, name


def test_every_command_is_in_the_reference(built: Path) -> None:
    """Its whole help."""
    page = (built / "reference" / "commands" / "index.html").read_text("utf-8")

    for name in cli.COMMANDS:
        assert f"usage: roundhouse {name}" in page
    assert str(Path.home()) not in page


def test_a_notebook_page_shows_its_outputs() -> None:
    """Text, pictures and HTML."""
    outputs = [
        nbformat.v4.new_output("stream", text="42\n"),  # type: ignore[no-untyped-call]
        nbformat.v4.new_output("display_data", {"image/svg+xml": "<svg>\n\n</svg>", "text/plain": "a view"}),  # type: ignore[no-untyped-call]
        nbformat.v4.new_output("display_data", {"image/png": "aGk=\n"}),  # type: ignore[no-untyped-call]
    ]

    text, picture, png = site._outputs(outputs)

    assert text == "```text\n42\n```"
    assert picture == '<div class="notebook-output"><svg>\n</svg></div>'
    assert 'src="data:image/png;base64,aGk="' in png
