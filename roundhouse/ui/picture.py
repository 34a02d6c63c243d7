"""A whole drawing as one SVG document, and that as a PNG that looks the same on every machine."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from roundhouse.core.game import DrawingRequest, Game
from roundhouse.core.sentence import BadSetup, say
from roundhouse.ui import drawing
from roundhouse.ui.fonts import FAMILY, font_files
from roundhouse.ui.svg import definitions, escape

_ROOT: Final = re.compile(r"^[ \t]*--([a-z0-9-]+):[ \t]*(?:light-dark\(([^,]+),[^)]*\)|([^;]+));", re.MULTILINE)


def picture(game: Game[Any], request: DrawingRequest[Any]) -> str:
    """Return the table as a seat sees it as one document: theme, map and moving parts, each in a group with its id."""
    width, height = drawing.canvas(game, request.layout)
    parts = drawing.render(game, request)
    return document(game, parts, game.backdrop(request.view, request.layout), f"0 0 {width} {height}", request.language)


def document(game: Game[Any], parts: Mapping[str, str], backdrop: str, window: str, language: str) -> str:
    """Return parts of a drawing as a document, cropped to `window`, a value of `viewBox`."""
    x, y, width, height = window.split()
    groups = "".join(f'<g id="{escape(name)}">{part}</g>' for name, part in parts.items())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{window}" width="{width}" height="{height}" lang="{escape(language)}">'
        f"<title>{escape(game.title)}</title><style>{theme()}</style>{definitions()}"
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" class="ground"/><g id="backdrop">{backdrop}</g>{groups}</svg>'
    )


@cache
def theme() -> str:
    """Return the theme as CSS."""
    return files("roundhouse.ui").joinpath("theme.css").read_text("utf-8")


def png(svg: str, width: int) -> bytes:
    """Render a document of `picture` as PNG at that width, in its light colours and our own typeface.

    Raise BadSetup if the rasteriser is not installed.
    """
    try:
        import resvg_py
    except ModuleNotFoundError:
        raise BadSetup(say("PNG pictures need resvg-py: install it with pip install 'roundhouse-games[draw]'")) from None
    data = resvg_py.svg_to_bytes(
        svg_string=_plain_colours(svg),
        width=width,
        skip_system_fonts=True,
        font_files=font_files(),
        font_family=FAMILY,
        sans_serif_family=FAMILY,
    )
    return bytes(data)


def _plain_colours(svg: str) -> str:
    """Replace CSS variables by their light values and drop :hover rules: the rasteriser has no variables and always hovers."""
    svg = re.sub(r"^[^{}\n]*:hover[^\n]*\n", "", svg, flags=re.MULTILINE)
    colours = {name: (light or plain).strip() for name, light, plain in _ROOT.findall(svg)}
    return re.sub(r"var\(--([a-z0-9-]+)\)", lambda found: colours.get(found[1], "inherit"), svg)
