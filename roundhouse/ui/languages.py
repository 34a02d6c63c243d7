"""The languages of pages and commands. Each has a table beside this file, such as `fr.toml`; a new one needs only files."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final

_FOLDER: Final = Path(__file__).parent

SOURCE: Final = "en"  # the language of the templates in the code, and of a page that has no translation
LANGUAGES: Final = tuple(sorted((path.stem for path in _FOLDER.glob("*.toml")), key=lambda name: (name != SOURCE, name)))
TRANSLATIONS: Final = tuple(name for name in LANGUAGES if name != SOURCE)


@cache
def table_of(language: str) -> dict[str, Any]:
    """Return the content of a language's table."""
    return tomllib.loads((_FOLDER / f"{language}.toml").read_text("utf-8"))


def language_name(language: str) -> str:
    """Return what a language calls itself, such as "Français"."""
    return str(table_of(language)["name"])
