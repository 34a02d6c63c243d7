"""Selects the compiled engine or, with ROUNDHOUSE_PURE=1, the same source interpreted."""

from __future__ import annotations

import importlib.machinery
import os
import sys
from collections.abc import Sequence
from importlib.machinery import FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType
from typing import Final

PURE: Final = "ROUNDHOUSE_PURE"


class _SourceFinder:
    """An import finder that prefers the source of our modules to the compiled files beside it."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:  # noqa: ARG004
        if not name.startswith("roundhouse.") or path is None:
            return None
        for folder in path:
            spec = FileFinder(folder, (SourceFileLoader, importlib.machinery.SOURCE_SUFFIXES)).find_spec(name)
            if spec is not None:
                return spec
        return None


def choose() -> None:
    """Apply ROUNDHOUSE_PURE. Must be called before any module of the engine is imported."""
    if os.environ.get(PURE, "") not in ("", "0"):
        sys.meta_path.insert(0, _SourceFinder)


def is_compiled(module: str = "roundhouse.core.state") -> bool:
    """Return whether an imported module of the engine is compiled."""
    file = sys.modules[module].__file__ or ""
    return not file.endswith(".py")
