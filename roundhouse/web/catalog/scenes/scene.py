"""A picture of a moment of a game, beside the rules that it shows."""

from __future__ import annotations

from dataclasses import dataclass

from roundhouse.core.sentence import Sentence


@dataclass(frozen=True)
class Scene:
    """The first position, in a game by the heuristic, where a move that begins with `offers` may be made; "" is the end."""

    name: str  # of the picture, in its address
    chapter: int  # of the rules
    caption: Sentence
    offers: str
    show: str  # a panel of the drawing by its name, or a piece of the map as `x y width height`
    after: int = 0  # so many moves at least
    size: tuple[float, float] = (0, 0)  # of a panel that ends where no other begins
