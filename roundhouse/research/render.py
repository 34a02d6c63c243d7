"""Render modes of the environments: a view as SVG, plain text or pixels."""

from __future__ import annotations

import io
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from roundhouse.core.game import DrawingRequest, Game
from roundhouse.core.sentence import BadSetup, say
from roundhouse.core.state import View
from roundhouse.ui.languages import SOURCE
from roundhouse.ui.picture import picture, png

RENDER_MODES: Final = ("human", "rgb_array", "svg", "ansi")
_WIDTH: Final = 960  # pixels


def check_render_mode(mode: str | None) -> None:
    """Raise BadSetup for an unknown render mode."""
    if mode is not None and mode not in RENDER_MODES:
        raise BadSetup(say("there is no render mode '{mode}'; choose one of: {known}", mode=mode, known=", ".join(RENDER_MODES)))


def render(game: Game[Any], view: View, mode: str | None) -> str | NDArray[np.uint8] | None:
    """Render a view in one of RENDER_MODES; "human" prints plain text and returns None."""
    names = [f"player_{seat}" for seat in range(view.position.seats)]
    if mode is None:
        return None
    if mode in ("human", "ansi"):
        text = game.sketch(view, names, SOURCE)
        if mode == "ansi":
            return text
        print(text)
        return None
    drawing = picture(game, DrawingRequest(view=view, names=names))
    if mode == "svg":
        return drawing
    with Image.open(io.BytesIO(png(drawing, _WIDTH))) as image:
        return np.asarray(image.convert("RGB"))
