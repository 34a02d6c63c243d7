"""Print the notes of a version from the change log: `python -m tools.notes v0.2.0`. Fail if the tag is not the version."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent


def version() -> str:
    """Return the version of the package, read without importing it."""
    found = re.search(r'^__version__ = "([^"]+)"$', (ROOT / "roundhouse" / "__init__.py").read_text("utf-8"), re.MULTILINE)
    if found is None:
        raise SystemExit("roundhouse/__init__.py has no __version__")
    return found[1]


def notes(number: str) -> str:
    """Return the section of a version in the change log, without its heading. Raise SystemExit if there is none."""
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    section = re.search(rf"^## {re.escape(number)}\b[^\n]*\n(.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE)
    if section is None or not section[1].strip():
        raise SystemExit(f"CHANGELOG.md has no notes for {number}")
    return section[1].strip() + "\n"


def main() -> None:
    """Print the notes of the tag."""
    tag = sys.argv[1] if len(sys.argv) > 1 else f"v{version()}"
    if tag != f"v{version()}":
        raise SystemExit(f"the tag is {tag}, but the version is {version()}")
    print(notes(version()), end="")


if __name__ == "__main__":
    main()
