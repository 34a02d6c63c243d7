"""Make the files of roundhouse/ui/typeface from Source Sans Pro: `python -m tools.typeface`.

The subsets keep the characters that English and French need. They have a name of their own, because the licence of the original
(SIL Open Font License 1.1) reserves the name "Source" to unmodified copies. Needs `font-source-sans-pro`, `fonttools` and `brotli`.
"""

from __future__ import annotations

from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Final

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

TARGET: Final = Path(__file__).parent.parent / "roundhouse" / "ui" / "typeface"
FAMILY: Final = "Roundhouse Sans"
SOURCES: Final = {"regular": "SourceSansPro-Regular.ttf", "semibold": "SourceSansPro-Semibold.ttf"}
_LATIN: Final = (*range(0x20, 0x7F), *range(0xA0, 0x180))
_SIGNS: Final = (
    *range(0x2010, 0x2028),
    *range(0x202F, 0x2040),
    0x20AC,
    *range(0x2190, 0x2194),
    0x2212,
    0x2264,
    0x2265,
    0x2713,
    0x25B6,
)
_FEATURES: Final = ["kern", "liga", "ccmp", "locl", "mark", "tnum", "lnum"]
_COPYRIGHT, _FAMILY, _STYLE, _UNIQUE, _FULL, _POSTSCRIPT, _TRADEMARK = 0, 1, 2, 3, 4, 6, 7  # ids of names in a font
_TYPOGRAPHIC_FAMILY, _TYPOGRAPHIC_STYLE = 16, 17


def subset(weight: str, flavor: str | None) -> bytes:
    """Return one weight, reduced and renamed, as TrueType (None) or as "woff2"."""
    source = files("font_source_sans_pro").joinpath("files", SOURCES[weight]).read_bytes()
    font = TTFont(BytesIO(source), recalcTimestamp=False)
    subsetter = Subsetter(Options(layout_features=_FEATURES, hinting=False, name_IDs=["*"], notdef_outline=True))
    subsetter.populate(unicodes=(*_LATIN, *_SIGNS))
    subsetter.subset(font)
    _rename(font, weight)
    font.flavor = flavor
    out = BytesIO()
    font.save(out)
    return out.getvalue()


def _rename(font: TTFont, weight: str) -> None:
    """Give the font our own family name; its copyright and licence stay."""
    style = "Regular" if weight == "regular" else "Semibold"
    full = FAMILY if weight == "regular" else f"{FAMILY} {style}"
    names = font["name"]
    own = {
        _FAMILY: full,
        _STYLE: "Regular",
        _UNIQUE: f"2.020;{full.replace(' ', '')}",
        _FULL: full,
        _POSTSCRIPT: f"{FAMILY.replace(' ', '')}-{style}",
        _TYPOGRAPHIC_FAMILY: FAMILY,
        _TYPOGRAPHIC_STYLE: style,
    }
    names.names = [name for name in names.names if name.nameID < 15 and name.nameID != _TRADEMARK]
    for identifier, text in own.items():
        names.setName(text, identifier, 3, 1, 0x409)
        names.setName(text, identifier, 1, 0, 0)


def main() -> None:
    """Write two weights, each for browsers (WOFF2) and for the rasteriser, which reads TrueType only."""
    for weight in SOURCES:
        (TARGET / f"{weight}.woff2").write_bytes(subset(weight, "woff2"))
        (TARGET / f"{weight}.ttf").write_bytes(subset(weight, None))


if __name__ == "__main__":
    main()
