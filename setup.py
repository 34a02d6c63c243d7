"""Compiles the engine with mypyc where that can be done; elsewhere the same source is installed and runs interpreted."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from setuptools import Extension, setup

MARK = "from mypy_extensions import i64"  # a module that counts in machine integers is hot


def engine() -> list[str]:
    """The modules that are compiled: one group, so that calls between them are direct."""
    modules = [*Path("roundhouse/core").glob("*.py"), *Path("roundhouse/games").glob("*/*.py")]
    return sorted(str(path) for path in modules if MARK in path.read_text("utf-8"))


def extensions() -> list[Extension]:
    """None if ROUNDHOUSE_PURE is set. A missing C compiler fails the extensions, not the installation."""
    if os.environ.get("ROUNDHOUSE_PURE", "") not in ("", "0"):
        print("roundhouse: ROUNDHOUSE_PURE is set, the engine stays interpreted", file=sys.stderr)
        return []
    from mypyc.build import mypycify

    compiled: list[Extension] = mypycify(["--strict", *engine()], opt_level="3", group_name="roundhouse")
    for extension in compiled:
        extension.optional = True
    return compiled


setup(ext_modules=extensions())
