"""Installing: small, from a wheel, in a clean environment outside of this checkout; and every line that says how is right."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import roundhouse
from roundhouse import cli
from tests.patience import PATIENCE
from tools.wheels import build_wheel, repair

ROOT = Path(__file__).parent.parent
PARTS = (
    "core/state.py",
    "games/tickets/maps/usa.json",
    "games/tickets/rules.md",
    "games/tickets/rules.fr.md",
    "games/tickets/fr.po",
    "ui/theme.css",
    "ui/typeface/regular.woff2",
    "ui/typeface/semibold.ttf",
    "ui/typeface/OFL.txt",
    "arena/report.css",
    "arena/fr.po",
    "testing/fr.po",
    "cli/skeleton/pyproject.toml",
    "cli/skeleton/whistle_game/state.py",
    "cli/skeleton/whistle_game/py.typed",
    "cli/skeleton/tests/records/tie.rec",
)
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
NAME = PROJECT["name"]
MOST = 10  # packages of an install without extras
CLEAN = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "ROUNDHOUSE_PURE", "VIRTUAL_ENV")}


class Environment:
    """A new virtual environment outside of this checkout."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        uv = Path(sys.executable).with_name("uv")
        subprocess.run([uv, "venv", "--quiet", "--python", sys.executable, folder / "venv"], check=True, capture_output=True)
        self._uv = [str(uv), "pip", "install", "--quiet", "--python", str(folder / "venv")]

    def program(self, name: str) -> str:
        """Return the path of an installed program."""
        return str(self.folder / "venv" / "bin" / name)

    def install(self, wheel: Path, extra: str = "") -> None:
        """Install a wheel as people do, with its dependencies from the package index: by uv, or by pip if uv cannot reach it."""
        requirement = f"{NAME}{extra} @ {wheel.as_uri()}"
        if subprocess.run([*self._uv, requirement], check=False, capture_output=True).returncode:
            pip = [sys.executable, "-m", "pip", "--python", self.program("python"), "install", "--quiet", requirement]
            subprocess.run(pip, check=True, capture_output=True, text=True)

    def packages(self) -> set[str]:
        """Return the names of the installed packages."""
        listing = "from importlib.metadata import distributions; print(*{one.name.lower() for one in distributions()})"
        return set(self.run(self.program("python"), "-c", listing).stdout.split()) - {"pip", "setuptools"}

    def run(self, *words: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        """Run a command in the folder of the environment."""
        return subprocess.run(words, cwd=self.folder, env=CLEAN, check=check, capture_output=True, text=True, timeout=120)

    def smoke(self, kind: str) -> str:
        """Play a game of each kind with the installed package alone."""
        shutil.copy2(ROOT / "tools" / "smoke.py", self.folder)
        return self.run(self.program("python"), "smoke.py", kind).stdout


@pytest.fixture(scope="module")
def pure(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel without compiled code."""
    return build_wheel(tmp_path_factory.mktemp("pure"), compiled=False, CC="no-such-compiler")


@contextmanager
def serving(environment: Environment, db: Path) -> Iterator[str]:
    """Run the server of an environment on a free port. Yield its address."""
    words = [environment.program("roundhouse"), "serve", "--lang", "en", "--port", "0", "--db", str(db)]
    with subprocess.Popen(words, cwd=environment.folder, env=CLEAN, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield process.stdout.readline().split()[-1]
        finally:
            process.terminate()
            process.communicate(timeout=PATIENCE)


def check_engine_only(wheel: Path, folder: Path, kind: str) -> None:
    """The package without extras is small, plays, and its command says which extra it wants."""
    environment = Environment(folder)
    environment.install(wheel)

    assert len(environment.packages()) <= MOST
    assert not environment.packages() & {"rich", "starlette", "numpy", "sqlalchemy"}
    played = environment.smoke(kind)
    assert f"from {environment.folder}" in played
    assert all(f"{game.name}: " in played for game in roundhouse.GAMES)
    helped = environment.run(environment.program("roundhouse"), "--help", "--lang", "en")
    refused = environment.run(environment.program("roundhouse"), "games", "--lang", "en", check=False)
    assert all(f"\n    {name} " in helped.stdout for name in cli.COMMANDS)
    assert refused.returncode == cli.WRONG
    assert refused.stderr == f"roundhouse: 'games' needs rich: install it with pip install '{NAME}[terminal]'\n"


def check_server(wheel: Path, folder: Path, kind: str) -> None:
    """With its extra, it serves the house."""
    environment = Environment(folder)
    environment.install(wheel, "[server]")
    listed = environment.run(environment.program("roundhouse"), "games", "--lang", "en").stdout
    with serving(environment, folder / "house.db") as address:
        home = urllib.request.urlopen(address, timeout=30).read().decode()
        font = re.search(r'"(/static/\w+/fonts/regular\.woff2)"', home)
        assert font is not None
        assert urllib.request.urlopen(address.rstrip("/") + font[1], timeout=30).read()[:4] == b"wOF2"

    assert f"engine is {kind}" in listed
    assert all(game.title in home for game in roundhouse.GAMES)
    assert (folder / "house.db").is_file()


def test_without_a_c_compiler_the_same_rules_are_packed_interpreted(pure: Path, tmp_path: Path) -> None:
    """CC leads nowhere: the wheel has no compiled module, and says why."""
    archive = zipfile.ZipFile(pure)
    names = archive.namelist()

    assert {f"roundhouse/{part}" for part in PARTS} <= set(names)
    assert not [name for name in names if name.endswith((".so", ".pyd", ".sha256"))]
    assert not [name for name in names if name.startswith(("tests/", "tools/", "docs/"))]
    assert archive.read("roundhouse/interpreted.txt").startswith(b"There is no C compiler (no-such-compiler was not found)")
    with pytest.raises(subprocess.CalledProcessError) as failed:
        build_wheel(tmp_path, compiled=False, CC="no-such-compiler", ROUNDHOUSE_COMPILE="1")
    assert "ROUNDHOUSE_COMPILE is set, so this is an error" in failed.value.stderr


def test_the_engine_alone_is_small_and_plays(pure: Path, tmp_path: Path) -> None:
    """From the pure wheel, in a clean environment."""
    check_engine_only(pure, tmp_path, "interpreted")


def test_the_server_extra_serves_the_house(pure: Path, tmp_path: Path) -> None:
    """From the pure wheel, in a clean environment."""
    check_server(pure, tmp_path, "interpreted")


@pytest.mark.deep  # to translate the engine takes 20 seconds, and `make setup` has just done it
@pytest.mark.compiled
def test_a_compiled_wheel_runs_on_every_distribution_of_its_tag(tmp_path: Path) -> None:
    """Audited and tagged for manylinux; with it, both installs work as with the pure one."""
    wheel = repair(build_wheel(tmp_path, compiled=True, ROUNDHOUSE_COMPILE="1"), tmp_path / "repaired")
    names = zipfile.ZipFile(wheel).namelist()

    assert "manylinux" in wheel.name or sys.platform != "linux"
    assert {f"roundhouse/{part}" for part in PARTS} <= set(names)
    assert any(name.startswith("roundhouse/core/state.cpython") for name in names)
    assert "roundhouse/engine.sha256" in names
    assert "roundhouse/interpreted.txt" not in names
    for check in (check_engine_only, check_server):
        (tmp_path / check.__name__).mkdir()
        check(wheel, tmp_path / check.__name__, "compiled")


def test_every_line_that_says_how_to_install_names_our_package_and_an_extra_of_it() -> None:
    """In the documentation, the messages and their translations. The name `roundhouse` belongs to another package."""
    extras = set(PROJECT["optional-dependencies"])
    texts = [
        *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "Dockerfile", "Makefile")),
        *(path for folder in ("docs", "roundhouse", "examples", "bench", ".github") for path in (ROOT / folder).rglob("*")),
    ]
    named = 0
    for path in texts:
        if path.suffix not in {".md", ".py", ".po", ".ipynb", ".yml", ".yaml", ".toml", ""} or not path.is_file():
            continue
        for line in path.read_text("utf-8", errors="replace").splitlines():
            assert not re.search(
                r"(?:pip|uv|pipx|uvx)[^|`]*\s['\"]?roundhouse\[|(?:pip|pipx|uv pip) install '?roundhouse(?![-\w/])", line
            ), path
            for wanted in re.findall(rf"{NAME}\[([\w,]+)\]", line):
                assert set(wanted.split(",")) <= extras, (path, wanted)
                named += 1
    assert named > 10


def brought(extra: str) -> set[str]:
    """Return the names of the packages that an extra brings, those of the extras in it too."""
    found: set[str] = set()
    for requirement in PROJECT["optional-dependencies"][extra]:
        inner = re.fullmatch(rf"{NAME}\[([\w,]+)\]", requirement)
        found |= (
            {package for name in inner[1].split(",") for package in brought(name)} if inner else {re.split(r"\W", requirement)[0]}
        )
    return found


def test_every_command_has_an_extra_that_brings_what_it_needs() -> None:
    """So that the message about a missing package names the right one."""
    assert set(cli.EXTRAS) <= set(cli.COMMANDS)
    for extra in {"terminal", *cli.EXTRAS.values()}:
        assert "rich" in brought(extra), extra
    assert {"uvicorn", "httpx", "SQLAlchemy"} <= brought("server")
    assert {"pyarrow", "numpy", "resvg"} <= brought("research")
    assert {"torch"} <= brought("train")
    assert brought("all") >= set().union(*(brought(extra) for extra in PROJECT["optional-dependencies"] if extra != "all"))


def test_extras_are_ranges_and_the_lock_files_hold_the_versions() -> None:
    """An exact version in an extra keeps people from installing it beside other packages."""
    ranges = [*PROJECT["dependencies"], *(one for extra in PROJECT["optional-dependencies"].values() for one in extra)]

    assert not [one for one in ranges if "==" in one]
    for lock in ("requirements.lock", "requirements-build.lock", "requirements-dev.lock"):
        pins = re.findall(r"^([\w.-]+)(\S+)", (ROOT / lock).read_text("utf-8"), re.MULTILINE)
        assert pins
        assert all(pin.startswith(("==", "[")) for _, pin in pins), lock


def test_the_engine_is_imported_without_any_game_or_slow_package() -> None:
    """`import roundhouse` stays quick because it loads little."""
    listing = (
        "import sys, roundhouse; print(*(name for name in sys.modules if name.startswith('roundhouse.games.')));"
        "print(*{name.partition('.')[0] for name in sys.modules} & {'babel', 'rich', 'numpy', 'asyncio', 'http'})"
    )
    assert subprocess.run([sys.executable, "-c", listing], check=True, capture_output=True, text=True).stdout.split() == []


def test_a_wheel_with_the_same_sources_saves_the_compilation(tmp_path: Path) -> None:
    """An in-place build unpacks its engine; one of other sources is left alone."""
    source = "from mypy_extensions import i64\n\n\ndef answer(value: i64) -> i64:\n    return value + 1\n"
    for package in ("roundhouse", "roundhouse/core", "roundhouse/bots", "roundhouse/games", "roundhouse/games/tickets"):
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").touch()
    (tmp_path / "roundhouse/core/small.py").write_text(source, "utf-8")
    shutil.copy2(ROOT / "setup.py", tmp_path)
    shutil.copy2(ROOT / "roundhouse/core/vec.h", tmp_path / "roundhouse/core")
    build = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"]
    list_products = "import setup; print(*setup.products()); print(setup.digests())"
    listed = subprocess.run([sys.executable, "-c", list_products], cwd=tmp_path, check=True, capture_output=True, text=True).stdout
    products, digests = listed.split("\n", 1)
    (tmp_path / "dist").mkdir()
    with zipfile.ZipFile(tmp_path / "dist" / "other-1-cp311.whl", "w") as other:
        other.writestr("roundhouse/engine.sha256", "of other sources")
    with zipfile.ZipFile(tmp_path / "dist" / "same-1-cp311.whl", "w") as same:
        same.writestr("roundhouse/engine.sha256", digests.rstrip("\n") + "\n")
        for name in products.split():
            same.writestr(name, "compiled")

    done = subprocess.run(build, cwd=tmp_path, check=True, capture_output=True, text=True, env={**CLEAN, "CC": "no-such-compiler"})

    assert done.stderr == f"engine: unpacked from {Path('dist/same-1-cp311.whl')}, which was compiled from the same sources.\n"
    assert all((tmp_path / name).read_text("utf-8") == "compiled" for name in products.split())
