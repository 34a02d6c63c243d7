"""Which engine is loaded, whether it is the one of its source, and what its compiler must not meet."""

from __future__ import annotations

import json
import os
import re
import runpy
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import roundhouse
from roundhouse import engine

HOUSE = Path(roundhouse.__file__).parent
ROOT = HOUSE.parent
RECIPE = runpy.run_path(str(ROOT / "setup.py"), run_name="setup")
SKELETON = HOUSE / "cli" / "skeleton"  # what `new-game` writes is not compiled
HOMES = sorted({path.parent for path in HOUSE.rglob("*.py") if SKELETON not in path.parents})
HOT = [Path(module) for home in HOMES for module in RECIPE["hot"](home)]
PLAIN = {name: value for name, value in os.environ.items() if name not in (engine.PURE, "CC", "PYTHONWARNINGS")}


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


def test_the_lowest_bit_is_one_instruction_in_every_library(tmp_path: Path) -> None:
    """Calls in the libraries of core and of games are replaced; the function itself, which interpreted code calls, is not."""
    name = "CPyDef_roundhouse___core___bits___low_bit"
    source = tmp_path / "library.c"
    source.write_text(
        f"int64_t {name}(int64_t cpy_r_mask) {{\nx = {name}(cpy_r_rest);\ny = exports_roundhouse_core.{name}(cpy_r_r5);\n"
    )

    text = RECIPE["mended"](source).read_text()

    if os.name == "posix":
        assert text.splitlines() == [
            f"int64_t {name}(int64_t cpy_r_mask) {{",
            "x = __builtin_ctzll((unsigned long long)cpy_r_rest);",
            "y = __builtin_ctzll((unsigned long long)cpy_r_r5);",
        ]


def test_vecs_are_filled_and_cut_in_place(tmp_path: Path) -> None:
    """The functions that do it are put in after the calls were replaced: else those that call librt would call themselves."""
    source = tmp_path / "library.c"
    include = '#include "__native_internal_roundhouse_core.h"'
    source.write_text(f"{include}\nx = VecI64Api.append(v, 1);\ny = VecI64Api.slice(v, 0, 1);\nz = VecI64Api.alloc(0, 8);\n")

    text = RECIPE["mended"](source).read_text()

    functions = (HOUSE / "core" / "vec.h").read_text("utf-8")
    assert text == f"{include}\n{functions}\nx = vec_append(v, 1);\ny = vec_slice(v, 0, 1);\nz = vec_alloc(0, 8);\n"


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


# an engine that is older than its source


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of what the command, the tests and the build need, with the engine as it is compiled here."""
    place = tmp_path / "checkout"
    shutil.copytree(HOUSE, place / "roundhouse")
    for file in ["setup.py", "pyproject.toml", "README.md", "LICENSE", *(library.name for library in ROOT.glob("*.so"))]:
        shutil.copy2(ROOT / file, place / file)
    (place / "tests").mkdir()
    for name in ("__init__.py", "clauses.py", "conftest.py", "outside.py"):
        shutil.copy2(ROOT / "tests" / name, place / "tests" / name)
    (place / "tests" / "test_it.py").write_text("def test_it() -> None:\n    assert True\n", "utf-8")
    return place


def edit(file: Path) -> None:
    """A change, and a time of change that tells nothing of it."""
    before = file.stat()
    file.write_text(file.read_text("utf-8") + "\n# edited\n", "utf-8")
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))


def run(place: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Python in a copy of the checkout, with nothing of this one before it on the path."""
    return subprocess.run(
        [sys.executable, *words],
        cwd=place,
        env={**PLAIN, "PYTHONPATH": str(place), "LC_ALL": "C", **environment},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["games/tickets/state.py", "games/tickets/phases.py"], ids=["compiled", "its constants are"])
def test_games_reports_an_engine_that_is_older_than_its_source(checkout: Path, name: str) -> None:
    """For people and for programs; every import warns."""
    edit(checkout / "roundhouse" / name)
    said = run(checkout, "-m", "roundhouse", "games")
    facts = json.loads(run(checkout, "-m", "roundhouse", "games", "--json").stdout)

    assert said.stdout.rstrip().endswith("The compiled engine is older than its source: run make setup.")
    assert said.stderr.count(f"RuntimeWarning: {engine.OUTDATED}") == 1
    assert (facts["engine"], facts["outdated"]) == ("compiled", [f"roundhouse/{name}"])


@pytest.mark.compiled
def test_an_engine_without_digests_or_without_a_source_is_outdated(checkout: Path) -> None:
    """It cannot be what the sources say."""
    (checkout / "roundhouse" / "bots" / "arm.py").unlink()
    gone = json.loads(run(checkout, "-m", "roundhouse", "games", "--json").stdout)
    (checkout / "roundhouse" / "engine.sha256").unlink()
    unknown = json.loads(run(checkout, "-m", "roundhouse", "games", "--json").stdout)

    assert gone["outdated"] == ["roundhouse/bots/arm.py"]
    assert unknown["outdated"] == ["roundhouse/engine.sha256"]


@pytest.mark.compiled
def test_nothing_is_said_of_an_engine_that_is_current_installed_or_not_used(checkout: Path) -> None:
    """Interpreted modules may change; what was installed has no setup.py beside it; ROUNDHOUSE_PURE runs the source."""
    edit(checkout / "roundhouse" / "games" / "tickets" / "words.py")
    current = run(checkout, "-W", "error", "-m", "roundhouse", "games")
    edit(checkout / "roundhouse" / "games" / "tickets" / "state.py")
    source = run(checkout, "-W", "error", "-m", "roundhouse", "games", **{engine.PURE: "1"})
    (checkout / "setup.py").unlink()
    installed = run(checkout, "-W", "error", "-m", "roundhouse", "games")

    assert (current.stderr, source.stderr, installed.stderr) == ("", "", "")
    assert current.stdout.rstrip().endswith("The engine is compiled.")
    assert source.stdout.rstrip().endswith(f"because {engine.PURE} is set.")
    assert installed.stdout.rstrip().endswith("The engine is compiled.")


@pytest.mark.compiled
def test_the_tests_stop_at_once_on_an_engine_that_is_older_than_its_source(checkout: Path) -> None:
    """In one line, before any test; the source alone can be tested."""
    edit(checkout / "roundhouse" / "games" / "tickets" / "state.py")
    stopped = run(checkout, "-m", "pytest", "-q", "tests/test_it.py")
    tested = run(checkout, "-m", "pytest", "-q", "tests/test_it.py", **{engine.PURE: "1"})

    assert (stopped.returncode, stopped.stdout, stopped.stderr) == (4, "", f"Exit: {engine.OUTDATED}\n")
    assert (tested.returncode, tested.stderr) == (0, "")
    assert "1 passed" in tested.stdout


# the build


BUILD = ("setup.py", "--quiet", "build_ext", "--inplace")
SMALL = "from mypy_extensions import i64\n\n\ndef answer(value: i64) -> i64:\n    return value + %d\n"


@pytest.fixture
def little(tmp_path: Path) -> Path:
    """A checkout with one compiled module: the same build in seconds."""
    for package in ("roundhouse", "roundhouse/core", "roundhouse/bots", "roundhouse/games", "roundhouse/games/tickets"):
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").touch()
    (tmp_path / "roundhouse/core/small.py").write_text(SMALL % 1, "utf-8")
    shutil.copy2(ROOT / "setup.py", tmp_path)
    shutil.copy2(HOUSE / "core" / "vec.h", tmp_path / "roundhouse/core")
    return tmp_path


def answer(place: Path) -> str:
    """What the one module gives, and whether it is compiled."""
    code = "from roundhouse.core import small; print(small.answer(41), small.__file__.endswith('.py'))"
    return run(place, "-c", code).stdout.strip()


@pytest.mark.compiled
def test_only_what_differs_from_the_digests_is_compiled_and_a_failure_says_why(little: Path) -> None:
    """Compiled, left alone, compiled again. No build leaves a module that is compiled no more, and one that fails leaves none."""
    first, second = run(little, *BUILD), run(little, *BUILD)
    digests = (little / "roundhouse/engine.sha256").read_text("utf-8").splitlines()

    assert (first.returncode, answer(little)) == (0, "42 False"), first.stderr
    assert "engine: compiled in" in first.stderr
    assert second.stderr == "engine: compiled and up to date.\n"
    assert [line.split()[1] for line in digests[1:]] == ["roundhouse/core/small.py", "roundhouse/core/vec.h", "setup.py"]

    (little / "roundhouse/core/small.py").write_text(SMALL % 2, "utf-8")
    shutil.copy2(next((little / "roundhouse/core").glob("small.*.so")), little / f"roundhouse/core/cooled{RECIPE['SUFFIX']}")
    again = run(little, *BUILD)

    assert (again.returncode, answer(little)) == (0, "43 False"), again.stderr
    assert not list((little / "roundhouse").rglob("cooled*"))

    (little / "roundhouse/core/small.py").write_text(SMALL % 3, "utf-8")
    failed = run(little, *BUILD, CC="false")

    assert (failed.returncode, answer(little)) == (0, "44 True"), failed.stderr
    assert "The C compiler failed" in failed.stderr
    assert "The engine runs interpreted" in failed.stderr
    assert not (little / "roundhouse/engine.sha256").exists()


@pytest.mark.compiled
def test_the_whole_engine_is_compiled_again_only_after_a_change_of_what_is_compiled(checkout: Path) -> None:
    """Drawings and words are not; without a compiler an old engine goes, and the command says what that costs."""
    edit(checkout / "roundhouse" / "games" / "tickets" / "words.py")
    same = run(checkout, *BUILD)
    edit(checkout / "roundhouse" / "games" / "tickets" / "phases.py")
    changed = run(checkout, *BUILD, CC="no-such-compiler")
    said = run(checkout, "-W", "error", "-m", "roundhouse", "games")

    assert (same.returncode, same.stderr) == (0, "engine: compiled and up to date.\n")
    assert changed.returncode == 0
    assert changed.stderr.startswith("engine: There is no C compiler (no-such-compiler was not found).")
    assert "interpreted" in said.stdout


def test_missing_headers_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The C compiler alone is not enough."""
    monkeypatch.setenv("CC", sys.executable)  # any program that is there
    before = RECIPE["obstacle"]()
    monkeypatch.setattr(sysconfig, "get_path", lambda name: str(tmp_path))

    assert before is None
    assert RECIPE["obstacle"]() == f"Python's headers are missing (no Python.h in {tmp_path}). Debian: apt install python3-dev"
