"""Who may import whom."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import roundhouse

HOUSE = Path(roundhouse.__file__).parent


def test_the_layers_hold() -> None:
    """The contracts in pyproject.toml, by import-linter."""
    linter = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([str(linter)], cwd=HOUSE.parent, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout + done.stderr


def test_drawings_know_views_and_never_states() -> None:
    """No drawing imports a state class or builds a view, but for its type."""
    drawings = [*HOUSE.glob("games/*/svg.py"), *HOUSE.glob("games/*/svg/*.py")]
    assert len(drawings) >= len(roundhouse.GAMES)
    for path in drawings:
        names = {
            name
            for name in imported(ast.parse(path.read_text("utf-8")))
            if ".games." in name and name.split(".")[-2:-1] == ["state"]
        }
        assert not {name for name in names if name.split(".")[-1][0].isupper() and not name.split(".")[-1].isupper()}, path


LAYERS = ("core", "bots", "play", "review", "puzzles", "arena", "research", "testing", "ui", "web", "cli")
SOURCES = {".py", ".po", ".toml", ".html", ".css", ".js", ".svg"}


def test_no_shared_layer_names_a_game() -> None:
    """Everything but `games` serves all games alike: no module, catalogue, template, style or script has an id, title or clause."""
    names = [rf"\b{game.name}\b|{re.escape(game.title)}|\b{game.clauses}-R?\d" for game in roundhouse.GAMES]
    paths = [path for layer in LAYERS for path in (HOUSE / layer).rglob("*") if path.suffix in SOURCES]

    assert len(paths) > 200
    found = {str(path.relative_to(HOUSE)): re.findall("|".join(names), path.read_text("utf-8")) for path in paths}
    assert {path: match for path, match in found.items() if match} == {}


def imported(tree: ast.AST) -> list[str]:
    """What a module really imports: not what stands under TYPE_CHECKING."""
    names = []
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            continue
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names += [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            names += imported(node)
    return names
