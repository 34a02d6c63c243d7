"""Compiles the engine with mypyc where that can be done; elsewhere the same source is installed and runs interpreted."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup

MARK = re.compile(r"^from mypy_extensions import .*\bi64\b", re.MULTILINE)  # a module that counts in machine integers is hot
DIRECT = ["-fno-semantic-interposition"] if sys.platform == "linux" else []  # nobody replaces our functions: short ones are inlined
WITH_CORE = "tickets"  # its moves are so short that calls across libraries cost it 13 %; the other games lose nothing


def hot(home: Path) -> list[str]:
    """The modules of one folder that are compiled."""
    return sorted(str(path) for path in home.glob("*.py") if MARK.search(path.read_text("utf-8")))


def libraries() -> list[tuple[list[str], str | None]]:
    """Core and bots in one library, each game in its own: they are built side by side, and anew only where something changed."""
    games = {home.name: hot(home) for home in sorted(Path("roundhouse/games").iterdir()) if home.is_dir()}
    core = hot(Path("roundhouse/core")) + hot(Path("roundhouse/bots")) + games.pop(WITH_CORE)
    return [(core, "roundhouse_core"), *((modules, f"roundhouse_{name}") for name, modules in games.items() if modules)]


def compiler_is_missing() -> bool:
    """Whether the C compiler that would be called cannot be found; Windows looks for its own in other places."""
    command = os.environ.get("CC") or sysconfig.get_config_var("CC")
    return os.name == "posix" and bool(command) and shutil.which(shlex.split(command)[0]) is None


def extensions() -> list[Extension]:
    """None if ROUNDHOUSE_PURE is set or there is no C compiler. One that does not work fails them, not the installation."""
    if len(sys.argv) > 1 and sys.argv[1] in ("egg_info", "dist_info"):  # an installer asks for names first: nothing to translate
        return []
    if os.environ.get("ROUNDHOUSE_PURE", "") not in ("", "0"):
        print("roundhouse: ROUNDHOUSE_PURE is set, the engine stays interpreted", file=sys.stderr)
        return []
    if compiler_is_missing():
        print("roundhouse: there is no C compiler, the engine stays interpreted", file=sys.stderr)
        return []
    from mypyc.build import mypycify

    groups = libraries()
    modules = [module for group, _ in groups for module in group]
    # Only what is compiled is checked here: the rest may need packages that an install without extras does not have.
    # Without a cache: what the compiler reads back from it of classes with i64 is not whole.
    flags = ["--strict", "--follow-imports=silent", f"--cache-dir={os.devnull}"]
    compiled: list[Extension] = mypycify([*flags, *modules], opt_level="2", debug_level="0", separate=groups)
    for extension in compiled:
        extension.optional = True
        extension.extra_compile_args += DIRECT
    return sorted(compiled, key=length, reverse=True)  # the longest first, so that no core waits for it alone at the end


def length(extension: Extension) -> int:
    """Of its C text, in bytes."""
    return sum(Path(source).stat().st_size for source in extension.sources)


setup(ext_modules=extensions(), options={"build_ext": {"parallel": os.cpu_count()}})
