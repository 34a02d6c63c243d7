"""Compile the engine with mypyc where possible; elsewhere the same source is installed and runs interpreted.

`python setup.py build_ext --inplace` compiles only if a source has changed since the last time, and not if a wheel in `dist` holds
an engine that was made from the same sources. The engine is built whole or not at all. Beside it `roundhouse/engine.sha256` is
written, the digest of every file that it was made from, in the format of sha256sum; without one, `roundhouse/interpreted.txt` says
why. ROUNDHOUSE_PURE=1 compiles nothing; ROUNDHOUSE_COMPILE=1 makes it an error if the engine cannot be compiled.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
import sysconfig
import threading
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import ClassVar, Final

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.errors import BaseError, CCompilerError

MARK: Final = re.compile(r"^from mypy_extensions import .*\bi64\b", re.MULTILINE)  # a module that counts in machine integers is hot
IMPORT: Final = re.compile(r"^from (roundhouse[\w.]*) import (\([^)]*\)|.*)$", re.MULTILINE)
DIRECT: Final = ["-fno-semantic-interposition"] if sys.platform == "linux" else []  # lets the C compiler inline our short functions
WITH_CORE: Final = "tickets"  # its moves are so short that calls across libraries cost it 13 %; the other games lose nothing
BORROWED: Final = re.compile(  # where the C text takes a vec from a Python object: an argument or the new value of an attribute
    r"\b(?P<vec>arg_\w+|tmp) = (?P<kind>Vec\w+)Api\.unbox\([^;]*\);\s*if \(VEC_IS_ERROR\((?P=vec)\)\) \{[^}]*\}"
)
LOW_BIT: Final = re.compile(r"(?:exports_roundhouse_core\.)?CPyDef_roundhouse___core___bits___low_bit\((?P<mask>cpy_r_\w+)\);")
VEC_CALL: Final = re.compile(r"\bVecI64Api\.(append|slice|alloc)\(")
DECLARATIONS: Final = re.compile(r'^#include "__native_internal_\w+\.h"$', re.MULTILINE)  # the last line that includes anything
VECS: Final = Path("roundhouse/core/vec.h")  # functions for those calls
DIGESTS: Final = Path("roundhouse/engine.sha256")
REASON: Final = Path("roundhouse/interpreted.txt")  # why there is no compiled engine
WHEELS: Final = Path("dist")
SUFFIX: Final = str(sysconfig.get_config_var("EXT_SUFFIX"))
IN_PLACE: Final = {"--inplace", "-i", "editable_wheel"}  # arguments of builds that put the engine beside its source
METADATA: Final = {"egg_info", "dist_info"}  # an installer asks for names first: nothing to translate
INTERPRETED: Final = "The engine runs interpreted: the same rules, about 40 times slower."
TICK: Final = 0.5 if sys.stderr.isatty() else 10.0  # seconds between signs of life


def hot(home: Path) -> list[str]:
    """Return the modules of one folder that are compiled."""
    return sorted(path.as_posix() for path in home.glob("*.py") if MARK.search(path.read_text("utf-8")))


def libraries() -> list[tuple[list[str], str]]:
    """Return the modules and the name of each library: core and bots in one, each game in its own.

    They are compiled side by side, and again only where something changed.
    """
    games = {home.name: hot(home) for home in sorted(Path("roundhouse/games").iterdir()) if home.is_dir()}
    core = hot(Path("roundhouse/core")) + hot(Path("roundhouse/bots")) + games.pop(WITH_CORE)
    return [(core, "roundhouse_core"), *((modules, f"roundhouse_{name}") for name, modules in games.items() if modules)]


def products() -> set[Path]:
    """Return the compiled files of a whole engine, relative to the folder that the package lies in."""
    found = set()
    for modules, library in libraries():
        found.add(Path(f"{library}__mypyc{SUFFIX}"))
        found.update(Path(module).with_suffix(SUFFIX) for module in modules)
    return found


def built(folder: Path) -> set[Path]:
    """Return the compiled files that are in a folder, also those of modules that are no longer compiled."""
    files = [*folder.glob(f"roundhouse_*__mypyc{SUFFIX}"), *(folder / "roundhouse").rglob(f"*{SUFFIX}")]
    return {file.relative_to(folder) for file in files}


def inlined(module: str) -> set[str]:
    """Return the modules whose constants `module` imports: the compiler copies the values, also those of interpreted modules."""
    found = set()
    for package, names in IMPORT.findall(Path(module).read_text("utf-8")):
        home = Path(*package.split("."))
        for name in re.findall(r"\w+", names):
            if (home / f"{name}.py").is_file():
                found.add((home / f"{name}.py").as_posix())
            elif name.isupper():
                found.add((home / "__init__.py" if home.is_dir() else home.with_suffix(".py")).as_posix())
    return found


def digests() -> str:
    """Return the text of the digest file: the compiler's version, then a SHA-256 for each source and for this recipe."""
    compiled = [module for modules, _ in libraries() for module in modules]
    sources = {"setup.py", VECS.as_posix(), *compiled}.union(*map(inlined, compiled))
    lines = [f"{sha256(Path(source).read_bytes()).hexdigest()}  {source}" for source in sorted(sources)]
    return "\n".join([f"# mypy {version('mypy')}, librt {version('librt')}, {SUFFIX}", *lines, ""])


def is_current() -> bool:
    """Return whether the engine in this checkout is whole and made from the sources as they are."""
    try:
        return DIGESTS.read_text("utf-8") == digests() and built(Path()) == products()
    except FileNotFoundError:
        return False


def discard(folder: Path) -> None:
    """Remove a compiled engine, so that no module of an old one is loaded."""
    for file in built(folder) | {DIGESTS}:
        (folder / file).unlink(missing_ok=True)


def unpack_from_wheel() -> Path | None:
    """Unpack the engine of a wheel in `dist` that was made from the sources as they are. Return the wheel, or None."""
    wanted = digests()
    for wheel in sorted(WHEELS.glob("*.whl")):
        with zipfile.ZipFile(wheel) as archive:
            names = set(archive.namelist())
            if DIGESTS.as_posix() not in names or archive.read(DIGESTS.as_posix()).decode() != wanted:
                continue
            needed = {file.as_posix() for file in products()}
            if not needed <= names:
                continue
            discard(Path())
            archive.extractall(members=sorted(needed | {DIGESTS.as_posix()}))
            return wheel
    return None


def explain(folder: Path, reason: str) -> None:
    """Write why the engine in this folder is not compiled, for `roundhouse games`; an empty reason removes the note."""
    if reason:
        (folder / REASON).write_text(reason + "\n", "utf-8")
    else:
        (folder / REASON).unlink(missing_ok=True)


def obstacle() -> str | None:
    """Return why the engine cannot be compiled on this machine, if that is known beforehand. Windows has other places to look."""
    command = shlex.split(os.environ.get("CC") or str(sysconfig.get_config_var("CC") or ""))
    headers = Path(sysconfig.get_path("include"))
    if os.name != "posix":
        return None
    if command and shutil.which(command[0]) is None:
        return (
            f"There is no C compiler ({command[0]} was not found). Debian: apt install gcc libc6-dev; macOS: xcode-select --install"
        )
    if not (headers / "Python.h").is_file():
        return f"Python's headers are missing (no Python.h in {headers}). Debian: apt install python3-dev"
    return None


def failure(error: Exception) -> str:
    """Return why a compilation failed, as far as its exception tells."""
    if re.search(r"signal 9|exit code -9|Killed", str(error)):
        return f"The C compiler was killed, probably for lack of memory ({error})"
    return f"The C compiler failed; its messages are above ({error})"


def report(text: str) -> None:
    """Tell on standard error what the build is doing, at once."""
    print(f"engine: {text}", file=sys.stderr, flush=True)


@contextmanager
def signs_of_life(text: Callable[[], str]) -> Iterator[None]:
    """Show again and again what is going on and for how long: in one line of a terminal, or every ten seconds in a log."""
    start, done = time.monotonic(), threading.Event()
    terminal = sys.stderr.isatty()

    def show() -> None:
        while not done.wait(TICK):
            line = f"engine: {text()}, {time.monotonic() - start:.0f} s"
            print(f"\r{line}\x1b[K" if terminal else line, end="" if terminal else "\n", file=sys.stderr, flush=True)

    thread = threading.Thread(target=show, daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()
        if terminal:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


class BuildPython(build_py):  # type: ignore[misc]  # setuptools has no types
    """Copies the source, and the reason why there is no compiled engine beside it."""

    reason: ClassVar = ""

    def run(self) -> None:
        """Copy the source."""
        super().run()
        if self.reason and not self.editable_mode:
            explain(Path(self.build_lib), self.reason)


class BuildEngine(build_ext):  # type: ignore[misc]
    """Builds every extension or none: a game does not run on libraries that are missing or older."""

    digests: ClassVar = ""  # of the sources as they were before the compiler read them
    compiled = 0

    def run(self) -> None:
        """Compile and write the digests. If the C compiler fails, say why, discard what there is and succeed."""
        if not self.extensions:
            return
        folders = [Path(self.build_lib), Path()] if self.inplace else [Path(self.build_lib)]
        for folder in folders:
            for file in built(folder) - products() | {DIGESTS}:  # without its digests a build that is broken off counts as outdated
                (folder / file).unlink(missing_ok=True)
        total = len(self.extensions)
        report(
            f"compiling what changed in {total} C extensions (35 seconds to three minutes on two cores, if everything is new) ..."
        )
        start = time.monotonic()
        try:
            with signs_of_life(lambda: f"compiled {self.compiled} of {total}, the large ones first"):
                super().run()
        except (CCompilerError, BaseError) as error:
            for folder in folders:
                discard(folder)
            give_up(failure(error), folders[-1])
            return
        (folders[-1] / DIGESTS).write_text(self.digests, "utf-8")
        explain(folders[-1], "")
        report(f"compiled in {time.monotonic() - start:.0f} seconds.")

    def build_extension(self, extension: Extension) -> None:
        """Compile one extension, and count it."""
        super().build_extension(extension)
        self.compiled += 1


def give_up(reason: str, folder: Path | None) -> None:
    """Go on without a compiled engine, and say why; stop if one is required."""
    if os.environ.get("ROUNDHOUSE_COMPILE", "") not in ("", "0"):
        raise SystemExit(f"engine: {reason}. ROUNDHOUSE_COMPILE is set, so this is an error.")
    report(f"{reason}. {INTERPRETED}")
    if folder is not None:
        explain(folder, reason)
    BuildPython.reason = reason


def extensions() -> list[Extension]:
    """Translate the hot modules to C. Return no extension if there is nothing to compile, or nothing to compile with."""
    arguments = set(sys.argv[1:])
    if METADATA & arguments:
        return []
    if os.environ.get("ROUNDHOUSE_PURE", "") not in ("", "0"):
        report("not compiled, because ROUNDHOUSE_PURE is set.")
        BuildPython.reason = "This is the package for all platforms, without compiled code"
        return []
    if IN_PLACE & arguments:
        if is_current():
            report("compiled and up to date.")
            return []
        wheel = unpack_from_wheel()
        if wheel is not None:
            explain(Path(), "")
            report(f"unpacked from {wheel}, which was compiled from the same sources.")
            return []
    reason = obstacle()
    if reason:
        if IN_PLACE & arguments:
            discard(Path())
        give_up(reason, Path() if IN_PLACE & arguments else None)
        return []
    return translate()


def translate() -> list[Extension]:
    """Translate the hot modules to C and return their extensions."""
    from mypyc.build import mypycify

    BuildEngine.digests = digests()
    groups: list[tuple[list[str], str | None]] = [*libraries()]
    modules = [module for group, _ in groups for module in group]
    report(f"translating {len(modules)} modules to C (ten to thirty seconds) ...")
    # Only what is compiled is checked here: the rest may need packages that an install without extras does not have.
    # Without a cache: what the compiler reads back from it of classes with i64 is not whole.
    flags = ["--strict", "--follow-imports=silent", f"--cache-dir={os.devnull}"]
    with signs_of_life(lambda: "translating"):
        compiled: list[Extension] = mypycify([*flags, *modules], opt_level="2", debug_level="0", separate=groups)
    for extension in compiled:
        extension.extra_compile_args += DIRECT
        extension.include_dirs += sorted({str(Path(source).parent) for source in extension.sources})
        extension.sources = [str(mended(Path(source))) for source in extension.sources]
    return sorted(compiled, key=length, reverse=True)  # the longest first, so that no core waits for it alone at the end


def mended(source: Path) -> Path:
    """Return a copy of a C file with three changes.

    It is without a leak of mypyc 2.4, which counts a reference to a vec that it should only borrow: nothing gives that reference
    back, so a vec that interpreted code passes to a compiled function, or assigns to a compiled attribute, would never be freed.
    And where GCC or Clang compiles it, a call of `low_bit` is the one instruction that processors have for it, also in the
    libraries of games, where it would be a call through a pointer. And what is done most often with vecs is done in place (vec.h).

    A copy that is the same already is left alone, so that it is not compiled again.
    """
    text = BORROWED.sub(
        lambda found: f"{found[0]} VEC_{found['kind'][3:].upper()}_DECREF({found['vec']});", source.read_text("utf-8")
    )
    if os.name == "posix":
        text = LOW_BIT.sub(r"__builtin_ctzll((unsigned long long)\g<mask>);", text)
    if "VecI64Api" in text and DECLARATIONS.search(text):
        text = VEC_CALL.sub(r"vec_\1(", text)  # before the functions are there, which call librt's
        text = DECLARATIONS.sub(lambda found: f"{found[0]}\n{VECS.read_text('utf-8')}", text, count=1)
    copy = source.with_name(f"mended_{source.name}")
    if not copy.is_file() or copy.read_text("utf-8") != text:
        copy.write_text(text, "utf-8")
    return copy


def length(extension: Extension) -> int:
    """Return the length of its C text in bytes."""
    return sum(Path(source).stat().st_size for source in extension.sources)


if __name__ == "__main__":
    setup(
        ext_modules=extensions(),
        cmdclass={"build_ext": BuildEngine, "build_py": BuildPython},
        options={"build_ext": {"parallel": os.cpu_count()}},
    )
