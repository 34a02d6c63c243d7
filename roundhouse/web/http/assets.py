"""Styles, scripts and type for browsers: kept for ever by them, because the address changes with the content."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from roundhouse.ui.fonts import WEIGHTS, recipe, web_font
from roundhouse.ui.picture import theme

KINDS: Final = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "woff2": "font/woff2",
    "webmanifest": "application/manifest+json",
}
_FONTS: Final = {f"fonts/{weight}.woff2": weight for weight in WEIGHTS}


def address(name: str) -> str:
    """Where browsers find a file. The mark is one for all, so that scripts may import each other by relative path."""
    return f"/static/{mark()}/{name}"


def content(name: str) -> bytes | None:
    """A file; None if there is none. A font is made when the first browser asks for it."""
    return web_font(_FONTS[name]) if name in _FONTS else _contents().get(name)


@cache
def mark() -> str:
    """A hash over everything."""
    total = hashlib.sha256(recipe())
    for name, data in sorted(_contents().items()):
        total.update(name.encode() + b"\0" + data)
    return total.hexdigest()[:16]


@cache
def _contents() -> dict[str, bytes]:
    found = {"theme.css": theme().encode()}
    _collect(files("roundhouse.web").joinpath("static"), "", found)
    return found


def _collect(folder: Traversable, path: str, found: dict[str, bytes]) -> None:
    for item in folder.iterdir():
        if item.is_dir():
            _collect(item, f"{path}{item.name}/", found)
        elif item.name.rpartition(".")[2] in KINDS:
            found[path + item.name] = item.read_bytes()
