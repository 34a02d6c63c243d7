"""The drawing: SVG from a view and nothing else. Each legal move is an element with `data-move`."""

from __future__ import annotations

from typing import Final

from roundhouse.core.game import DrawingRequest
from roundhouse.core.state import View
from roundhouse.ui.svg import box, button, moved, shorten, write
from roundhouse.ui.text import translate

from whistle_game.moves import notation
from whistle_game.sketch import SIGNS
from whistle_game.state import WhistleState
from whistle_game.words import describe, prompt

CANVAS: Final = {"wide": (740, 180), "narrow": (390, 300)}
SIZE: Final = 74  # of a die
CORNER: Final = {"wide": (410, 16), "narrow": (16, 190)}  # of the panels, which begin at `prompt`


def backdrop(view: View[WhistleState], layout: str) -> str:
    """Return what never changes during a game: the table top."""
    return box(8, 8, 374, 158, "land")


def render(request: DrawingRequest[WhistleState]) -> dict[str, str]:
    """Return the moving parts by id, always the same ids."""
    across, below = CORNER[request.layout]
    position, names = request.view.position, request.names
    words = write(0, 16, translate(prompt(request.view), request.language, names), "t14 strong")
    return {
        "dice": "".join(_die(position, seat, names[seat]) for seat in range(position.seats)),
        "prompt": moved(across, below, words),
        "moves": moved(across, below + 32, _buttons(request)),
    }


def _die(position: WhistleState, seat: int, name: str) -> str:
    x, y = 24 + seat * (SIZE + 12), 56
    face = position.die[seat]
    frame = box(x, y, SIZE, SIZE, "chip" if seat == position.actor else "panel")
    sign = write(x + SIZE / 2, y + SIZE / 2 + 8, SIGNS.get(face, face), "t24 strong middle")
    return write(x, y - 14, shorten(name, 14, SIZE), "t14") + frame + sign


def _buttons(request: DrawingRequest[WhistleState]) -> str:
    """`button` makes the element with `data-move`; its title says the move in words."""
    content = ""
    for place, move in enumerate(request.moves):
        title = translate(describe(request.view, move), request.language, request.names)
        content += button(notation(move), notation(move), (place * 150, 0, 140, 44), title)
    return content
