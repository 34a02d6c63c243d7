"""A QR code for the terminal."""

from __future__ import annotations

from itertools import zip_longest
from typing import Final

_HALVES: Final = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}  # (top, bottom) is dark
_BORDER: Final = 2  # modules; the standard asks for 4, phones read it with 2
_WHITE_ON_BLACK: Final = "\x1b[97;40m"  # the code must be dark on light, whatever the colours of the terminal are
_RESET: Final = "\x1b[0m"


def qr_lines(text: str) -> list[str]:
    """Return a QR code in half blocks, two rows of modules to a line, with colour codes: what is light is drawn in white."""
    import segno

    rows = [[bool(module) for module in row] for row in segno.make(text, error="l", micro=False).matrix_iter(border=_BORDER)]
    lines = []
    for top, bottom in zip_longest(rows[::2], rows[1::2]):
        below = bottom if bottom is not None else [True] * len(top)  # black, as the screen is
        lines.append(_WHITE_ON_BLACK + "".join(_HALVES[pair] for pair in zip(top, below, strict=True)) + _RESET)
    return lines
