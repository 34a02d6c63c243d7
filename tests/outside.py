"""Games that live outside of this repository: packages installed for a test, and found by it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from roundhouse import games
from roundhouse.cli.new_game import write_package

# A game with nothing but what every game must have, on the rules of the one that `new-game` writes.
BARE = """
from roundhouse.core.game import Game
from {rules}.moves import notation, parse
from {rules}.state import start
from {rules}.view import determinize, view
from {rules}.words import describe, prompt, refusal

GAME = Game(
    name="bare", title="Bare", version=1, clauses="WHI", seats=range(2, 4), move_count=2, outcome_count=6, shadow_count=1,
    max_moves=20, setup=start, notation=notation, parse=parse, view=view, determinize=determinize, refusal=refusal,
    describe=describe, prompt=prompt,
)
"""

_installed = games._installed


def hide_installed() -> None:
    """From now on only the built-in games are found."""
    vars(games)["_installed"] = dict


def install(project: Path, site: Path) -> None:
    """Install a project as pip does, from its folder into another."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--no-build-isolation"]
    subprocess.run([*command, "--target", str(site), str(project)], check=True, capture_output=True, text=True)


def install_tin(folder: Path) -> Path:
    """Write the game of `new-game` under the name `tin`, install it, and return the folder that it is installed in."""
    write_package(folder / "tin", "tin", "Tin Whistle")
    install(folder / "tin", folder / "site")
    return folder / "site"


def register(site: Path, package: str, **entries: str) -> None:
    """Write what an installed package tells of itself: its name and its entry points."""
    info = site / f"{package}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", "utf-8")
    lines = [f"[{games.GROUP}]", *(f"{name} = {place}" for name, place in entries.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n", "utf-8")


def add_bare(site: Path, rules: str = "whistle_game") -> None:
    """Add a game without any optional part to a folder of installed packages; its rules are those of a package."""
    (site / "bare_game.py").write_text(BARE.format(rules=rules), "utf-8")
    register(site, "bare_game", bare="bare_game:GAME")


@contextmanager
def found_in(site: Path) -> Iterator[None]:
    """While this lasts, the packages of a folder are installed here; processes started meanwhile find them as well."""
    before = set(sys.modules)
    sys.path.insert(0, str(site))
    vars(games)["_installed"] = _installed
    _forget()
    try:
        yield
    finally:
        sys.path.remove(str(site))
        hide_installed()
        _forget()
        for name in set(sys.modules) - before:
            if str(site) in str(getattr(sys.modules[name], "__file__", "")):
                del sys.modules[name]


def _forget() -> None:
    _installed.cache_clear()
    games._working.cache_clear()
    games._loaded.cache_clear()
