"""Installing: a wheel with everything inside, compiled; and without a C compiler, interpreted, saying what is lost."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PARTS = (
    "core/state.py",
    "games/tickets/board.json",
    "games/tickets/rules.md",
    "games/tickets/rules.fr.md",
    "games/tickets/fr.po",
    "ui/theme.css",
    "arena/report.css",
    "arena/fr.po",
    "testing/fr.po",
    "cli/skeleton/pyproject.toml",
    "cli/skeleton/whistle_game/state.py",
    "cli/skeleton/whistle_game/py.typed",
    "cli/skeleton/tests/records/tie.rec",
)


def build(folder: Path, *, compiled: bool, **environment: str) -> Path:
    """The wheel of a copy of the tracked and new files, so that no leftover of this checkout gets in."""
    source = folder / "source"
    if compiled:
        bring_engine(source)
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True)
    for name in listed.stdout.splitlines():
        if (ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            (source / name).write_bytes((ROOT / name).read_bytes())
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", str(folder), str(source)]
    subprocess.run(command, env={**os.environ, **environment}, check=True, capture_output=True, text=True)
    return next(folder.glob("*.whl"))


def bring_engine(source: Path) -> None:
    """What this checkout has compiled from C text that is the same in the copy need not be compiled again: two minutes saved."""
    kept = source / "build" / f"lib.{sysconfig.get_platform()}-{sys.implementation.cache_tag}"
    for text in (ROOT / "build").rglob("*.[ch]"):
        copy = source / "build" / text.relative_to(ROOT / "build")
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(text, copy)  # with its time, which is what decides
    for library in [*ROOT.glob("*.so"), *(ROOT / "roundhouse").rglob("*.so")]:
        (kept / library.relative_to(ROOT)).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(library, kept / library.relative_to(ROOT))


def games(wheel: Path, folder: Path) -> str:
    """What `roundhouse games` prints from an unpacked wheel."""
    site = folder / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    command = [sys.executable, "-m", "roundhouse", "games", "--lang", "en"]
    environment = {**os.environ, "PYTHONPATH": str(site)}
    return subprocess.run(command, env=environment, cwd=folder, check=True, capture_output=True, text=True).stdout


@pytest.mark.deep  # to translate the engine takes 20 seconds, and `make setup` has just done it
@pytest.mark.compiled
def test_a_wheel_holds_the_compiled_engine_and_all_data(tmp_path: Path) -> None:
    """Rules, boards, translations and the theme are inside, and the compiled engine is the one that runs."""
    wheel = build(tmp_path, compiled=True)
    names = zipfile.ZipFile(wheel).namelist()

    assert {f"roundhouse/{part}" for part in PARTS} <= set(names)
    assert any(name.startswith("roundhouse/core/state.cpython") for name in names)
    assert "roundhouse/engine.sha256" in names
    assert "engine is compiled" in games(wheel, tmp_path)


@pytest.mark.compiled
def test_without_a_c_compiler_the_same_rules_are_installed_interpreted(tmp_path: Path) -> None:
    """CC leads nowhere: the wheel has no compiled module, and the command says what that costs."""
    wheel = build(tmp_path, compiled=False, CC="no-such-compiler")
    names = zipfile.ZipFile(wheel).namelist()

    assert {f"roundhouse/{part}" for part in PARTS} <= set(names)
    assert not [name for name in names if name.endswith((".so", ".pyd", ".sha256"))]
    assert "engine is interpreted" in games(wheel, tmp_path)
    assert "slower" in games(wheel, tmp_path)
