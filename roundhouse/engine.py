"""Selects the compiled engine or, with ROUNDHOUSE_PURE=1, the same source interpreted.

Python prefers a compiled module to its source and does not compare them: an edit without `make setup` would change nothing.
In a checkout the engine is therefore compared with the digests that setup.py wrote when it was compiled.
"""

from __future__ import annotations

import importlib.machinery
import os
import sys
import warnings
from collections.abc import Sequence
from importlib.machinery import FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Final

PURE: Final = "ROUNDHOUSE_PURE"
OUTDATED: Final = "the compiled engine is older than its source: run make setup"
_CHECKOUT: Final = Path(__file__).parent.parent
_DIGESTS: Final = "roundhouse/engine.sha256"  # one SHA-256 and path per line; setup.py decides which files it lists
_REASON: Final = Path(__file__).with_name("interpreted.txt")  # written by setup.py


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


def reason() -> str:
    """Return why the engine was not compiled when it was built or installed; empty if that is not known."""
    return _REASON.read_text("utf-8").strip() if _REASON.is_file() else ""


def outdated(checkout: Path = _CHECKOUT) -> list[str]:
    """Return the source files that have changed since the loaded engine was compiled, relative to the checkout.

    None if the source is what runs, or if this is no checkout: what was installed does not change. An engine without digests
    cannot be judged, so their file itself is named.
    """
    if not is_compiled() or not (checkout / "setup.py").is_file():
        return []
    try:
        lines = (checkout / _DIGESTS).read_text("utf-8").splitlines()
    except FileNotFoundError:
        return [_DIGESTS]
    pairs = (line.split("  ", 1) for line in lines if not line.startswith("#"))
    return [name for digest, name in pairs if _digest(checkout / name) != digest]


def warn_if_outdated() -> None:
    """Warn if the compiled engine is older than its source. Must be called after the engine is imported."""
    if outdated():
        warnings.warn(OUTDATED, RuntimeWarning, stacklevel=2)


def _digest(file: Path) -> str:
    """Return the SHA-256 of a file, or an empty string if it does not exist."""
    from hashlib import sha256  # takes three milliseconds, which only a checkout needs

    return sha256(file.read_bytes()).hexdigest() if file.is_file() else ""
