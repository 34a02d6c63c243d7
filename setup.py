"""Compiles the engine with mypyc where a C compiler is at hand; without one the same source is installed as it is."""

from __future__ import annotations

import os
from glob import glob

from setuptools import setup

COMPILED = [
    "roundhouse/core/bits.py",
    "roundhouse/core/draw.py",
    "roundhouse/core/state.py",
    "roundhouse/core/graph.py",
    "roundhouse/core/playout.py",
    *(sorted(path for part in ("board", "moves", "state", "view", "plan", "bot") for path in glob(f"roundhouse/games/*/{part}.py"))),
]

def extensions() -> list:
    from mypyc.build import mypycify

    return mypycify(["--strict", *COMPILED], opt_level="3", group_name="engine")

setup(ext_modules=extensions())
