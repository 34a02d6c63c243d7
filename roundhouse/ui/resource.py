"""Files of a game's package: its rules and its translations."""

from __future__ import annotations

from importlib.resources import files


def resource(package: str, name: str) -> bytes | None:
    """Return the content of a file beside a package's modules, None where there is no such file or no package."""
    if not package:
        return None
    file = files(package).joinpath(name)
    return file.read_bytes() if file.is_file() else None
