"""Which engine is loaded: the compiled one, or the same source interpreted. ROUNDHOUSE_PURE=1 asks for the source."""

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
    """Finds the modules of the house as source, although a compiled one lies beside it."""

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
    """Obeys ROUNDHOUSE_PURE; called before the first module of the engine is imported."""
    if os.environ.get(PURE, "") not in ("", "0"):
        sys.meta_path.insert(0, _SourceFinder)


def is_compiled(module: str = "roundhouse.core.state") -> bool:
    """Whether a module of the engine, once imported, is the compiled one."""
    file = sys.modules[module].__file__ or ""
    return not file.endswith(".py")
