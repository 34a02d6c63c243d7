"""Files of a game's package: its rules and its translations."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable


def folder(package: str) -> Traversable | None:
    """Return the folder with a package's modules; None for no package, one that is not there, or a module without a folder."""
    try:
        return files(package) if package else None
    except (ModuleNotFoundError, TypeError):
        return None


def resource(package: str, name: str) -> bytes | None:
    """Return the content of a file beside a package's modules; None where there is no such file or no package."""
    home = folder(package)
    file = None if home is None else home.joinpath(name)
    return file.read_bytes() if file is not None and file.is_file() else None
