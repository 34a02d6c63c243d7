"""Our own typeface, a subset of Source Sans Pro with the characters that our languages need. `tools/typeface.py` makes it."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

FAMILY: Final = "Roundhouse Sans"
WEIGHTS: Final = {"regular": 400, "semibold": 600}


@cache
def web_font(weight: str) -> bytes:
    """Return a weight of the typeface for browsers, as WOFF2 of about 14 kB."""
    return files("roundhouse.ui").joinpath("typeface", f"{weight}.woff2").read_bytes()


def font_files() -> list[str]:
    """Return the paths of the typeface as TrueType, the format that the rasteriser reads."""
    return [str(files("roundhouse.ui").joinpath("typeface", f"{weight}.ttf")) for weight in WEIGHTS]
