"""Static files: styles, scripts and fonts. Browsers cache them for ever, because their URLs change with the content."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from roundhouse.review.page import style
from roundhouse.ui.fonts import WEIGHTS, web_font
from roundhouse.ui.picture import theme

KINDS: Final = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "png": "image/png",
    "svg": "image/svg+xml",
    "woff2": "font/woff2",
    "webmanifest": "application/manifest+json",
}


def url(name: str) -> str:
    """Return the URL of a file. All files share one fingerprint, so that scripts may import each other by relative path."""
    return f"/static/{fingerprint()}/{name}"


def content(name: str) -> bytes | None:
    """Return the content of a file, or None if there is no such file."""
    return _contents().get(name)


@cache
def fingerprint() -> str:
    """Return a hash of all files."""
    digest = hashlib.sha256()
    for name, data in sorted(_contents().items()):
        digest.update(name.encode() + b"\0" + data)
    return digest.hexdigest()[:16]


@cache
def _contents() -> dict[str, bytes]:
    contents = {
        "theme.css": theme().encode(),
        "review.css": style().encode(),
        **{f"fonts/{weight}.woff2": web_font(weight) for weight in WEIGHTS},
    }
    _collect(files("roundhouse.web").joinpath("static"), "", contents)
    return contents


def _collect(folder: Traversable, path: str, contents: dict[str, bytes]) -> None:
    for item in folder.iterdir():
        if item.is_dir():
            _collect(item, f"{path}{item.name}/", contents)
        elif item.name.rpartition(".")[2] in KINDS:
            contents[path + item.name] = item.read_bytes()
