"""Compiles the engine with mypyc where that can be done; elsewhere the same source is installed and runs interpreted."""

from __future__ import annotations

import os
import sys
from glob import glob

from setuptools import Extension, setup

CORE = ("bits", "draw", "state", "graph", "perft", "playout")
GAME = ("board", "moves", "state", "view", "bot")  # of every game; what else is hot is listed by the game itself


def engine() -> list[str]:
    """The modules that are compiled: one group, so that calls between them are direct."""
    return [f"roundhouse/core/{name}.py" for name in CORE] + sorted(
        path for name in GAME for path in glob(f"roundhouse/games/*/{name}.py")
    )


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
