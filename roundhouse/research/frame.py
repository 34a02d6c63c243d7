"""A view as one frame: SVG, plain text, or pixels."""

from __future__ import annotations

import io
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from roundhouse.core.game import Game
from roundhouse.core.sentence import BadSetup, say
from roundhouse.core.state import View
from roundhouse.ui.picture import picture, png

MODES: Final = ("human", "rgb_array", "svg", "ansi")
_WIDTH: Final = 960  # pixels


def check_mode(mode: str | None) -> None:
    """Refuses what cannot be drawn."""
    if mode is not None and mode not in MODES:
        raise BadSetup(say("there is no render mode '{mode}'; choose one of: {known}", mode=mode, known=", ".join(MODES)))


def frame(game: Game[Any], seen: View, mode: str | None) -> str | NDArray[np.uint8] | None:
    """The table in a render mode; for people it is printed as plain text."""
    names = [f"player_{seat}" for seat in range(seen.position.seats)]
    if mode is None:
        return None
    if mode in ("human", "ansi"):
        text = game.sketch(seen, names, "en")
        if mode == "ansi":
            return text
        print(text)
        return None
    drawing = picture(game, seen, [], names)
    if mode == "svg":
        return drawing
    with Image.open(io.BytesIO(png(drawing, _WIDTH))) as image:
        return np.asarray(image.convert("RGB"))
