"""One explanation of a first game, and when it is shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from roundhouse.core.sentence import Sentence

READ: Final = "next"  # a step stays until it has been read,
MOVE: Final = "move"  # or until a move was made


@dataclass(frozen=True)
class Step:
    """A few sentences beside the board."""

    text: Sentence
    until: str = READ
    see: str = ""  # comes up only once the page holds this, as a CSS selector; else at the reader's next turn
    point: str = ""  # what blinks when it comes up, as a CSS selector


def offers(verb: str) -> str:
    """The selector of a drawn move that begins with a word."""
    return f'svg [data-move^="{verb}"]'


def part(name: str) -> str:
    """The selector of a part of the drawing."""
    return f'[data-fragment="draw-{name}"]'
