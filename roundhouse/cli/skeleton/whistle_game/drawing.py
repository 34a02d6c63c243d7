"""The drawing: SVG from a view and nothing else. Each legal move is an element with `data-move`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from roundhouse.core.state import View
from roundhouse.ui.svg import box, button, moved, write
from roundhouse.ui.text import translate

from whistle_game.moves import notation
from whistle_game.sketch import SIGNS
from whistle_game.view import position_of
from whistle_game.words import describe, prompt

CANVAS: Final = {"wide": (760, 240), "narrow": (390, 420)}
SIZE: Final = 84  # of a die
CORNER: Final = {"wide": (432, 16), "narrow": (16, 240)}  # of the panels, which begin at `prompt`


def backdrop(seen: View, layout: str) -> str:
    """Return what never changes during a game: the table top."""
    return box(8, 8, 4 * (SIZE + 12) + 16, 208, "land")


def render(
    seen: View, moves: Sequence[int], names: Sequence[str], language: str, layout: str, last: int
) -> dict[str, str]:
    """Return the moving parts by id, always the same ids."""
    across, below = CORNER[layout]
    words = write(0, 16, translate(prompt(seen), language, names), "t14 strong")
    buttons = "".join(
        button(
            notation(move),
            notation(move),
            (place * 150, 0, 140, 44),
            translate(describe(seen, move), language, names),
        )
        for place, move in enumerate(moves)
    )
    return {
        "dice": "".join(_die(seen, seat, name) for seat, name in enumerate(names[: _seats(seen)])),
        "prompt": moved(across, below, words),
        "moves": moved(across, below + 32, buttons),
    }


def _seats(seen: View) -> int:
    return position_of(seen).seats


def _die(seen: View, seat: int, name: str) -> str:
    position = position_of(seen)
    x, y = 24 + seat * (SIZE + 12), 56
    face = SIGNS.get(position.die[seat], str(position.die[seat]))
    frame = "chip" if seat == position.actor else "panel"
    return (
        write(x, y - 14, name, "t14")
        + box(x, y, SIZE, SIZE, frame)
        + write(x + SIZE / 2, y + SIZE / 2 + 8, face, "t24 strong middle")
    )
