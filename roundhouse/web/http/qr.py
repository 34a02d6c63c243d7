"""A QR code for a page: a phone reads an address from another screen."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import segno
from markupsafe import Markup

_BORDER: Final = 2  # modules; the standard asks for 4, phones read it with 2


@lru_cache(maxsize=256)
def qr_code(text: str, title: str) -> Markup:
    """Return a QR code as SVG; the style sheet puts it on white in every theme."""
    code = segno.make(text, error="l", micro=False)
    drawn = code.svg_inline(border=_BORDER, omitsize=True, svgclass="qr", lineclass=None, title=title)
    return Markup(drawn.strip().replace("<svg ", '<svg role="img" ', 1))
