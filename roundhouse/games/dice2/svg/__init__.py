"""The table of Railroad Dice 2 as SVG: the ground, and moving parts by id, drawn from a view alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, cast

from roundhouse.core.sentence import say
from roundhouse.core.state import View
from roundhouse.games.dice2.board import SQUARES, TILES
from roundhouse.games.dice2.moves import BRING, END, FEED
from roundhouse.games.dice2.notation import notation
from roundhouse.games.dice2.position import CLOSING, Position
from roundhouse.games.dice2.svg.dice import dice_panel, front_panel
from roundhouse.games.dice2.svg.ground import draw_ground
from roundhouse.games.dice2.svg.locomotives import locomotives_panel
from roundhouse.games.dice2.svg.menus import draw_menu
from roundhouse.games.dice2.svg.outlook import legend, outlook_panel, shortage_panel
from roundhouse.games.dice2.svg.pools import arriving, bring_moves, bring_title, draw_pool
from roundhouse.games.dice2.svg.reader import Reader
from roundhouse.games.dice2.svg.seats import seats_panel
from roundhouse.games.dice2.svg.squares import draw_square
from roundhouse.games.dice2.words import prompt
from roundhouse.ui.panels import MARGIN, NOTHING, Panel, fit, prompt_panel
from roundhouse.ui.svg import box, button, heading, moved, press, write

if TYPE_CHECKING:
    from roundhouse.games.dice2.state import Dice2

__all__ = ["CANVAS", "backdrop", "render"]

CANVAS: Final = {"wide": (1280, 800), "narrow": (390, 1460)}
_BELOW: Final = 598.0  # where the map ends on the wide sheet
_SPARE: Final = ("legend", "shortage", "outlook")  # what gives way, in this order
_COLUMN: Final = (912.0, 352.0)  # of the panels at the right: left edge and width


def backdrop(view: View[Dice2], layout: str) -> str:
    """Draw the ground: the tiles as they lie in this game."""
    position = cast("Position", view.position)
    return draw_ground(layout, tuple(position.lie), tuple(position.fee), tuple(position.beside))


def render(
    view: View[Dice2], moves: Sequence[int], names: Sequence[str], language: str, layout: str, last: int = -1, /
) -> dict[str, str]:
    """Return the moving parts by id, always the same ids; every legal move is an element with `data-move`."""
    reader = Reader(view, names, language, frozenset(moves), layout, last)
    parts = {f"square-{square}": draw_square(reader, square) for square in range(SQUARES)}
    parts |= {f"pool-{tile}": draw_pool(reader, tile) for tile in range(TILES)}
    parts |= _wide(reader) if reader.wide else _narrow(reader)
    several = {square: ways for square, ways in reader.by_square.items() if len(ways) > 1}
    parts["menus"] = "".join(draw_menu(reader, square, ways, CANVAS[layout]) for square, ways in several.items())
    return parts


def _wide(reader: Reader) -> dict[str, str]:
    """Place the map with dice and locomotives below it, and a column on the right."""
    left, room = _COLUMN
    below = [("dice", dice_panel(reader, 484)), ("front", front_panel(reader, 484))]
    column = [
        ("prompt", prompt_panel(reader, prompt(reader.view), room)),
        ("actions", _actions_panel(reader, room)),
        ("seats", seats_panel(reader, room)),
        ("outlook", outlook_panel(reader, room)),
        ("shortage", shortage_panel(reader, room)),
    ]
    parts = {"legend": moved(MARGIN, _BELOW, legend(reader, 864)[0])}
    parts |= fit(below, MARGIN, _BELOW + 28, 790, _SPARE)
    parts |= {"locomotives": moved(532, _BELOW + 28, locomotives_panel(reader, 348)[0])}
    return parts | fit(column, left, MARGIN, CANVAS["wide"][1] - MARGIN, _SPARE)


def _narrow(reader: Reader) -> dict[str, str]:
    """Place the map on top and everything else below it; leave out panels that are no longer needed."""
    width, height = CANVAS["narrow"]
    room = width - 2 * MARGIN
    panels = [
        ("prompt", prompt_panel(reader, prompt(reader.view), room)),
        ("actions", _actions_panel(reader, room)),
        ("front", front_panel(reader, room)),
        ("dice", dice_panel(reader, room)),
        ("locomotives", locomotives_panel(reader, room)),
        ("seats", seats_panel(reader, room)),
        ("outlook", outlook_panel(reader, room)),
        ("shortage", shortage_panel(reader, room)),
        ("legend", legend(reader, room)),
    ]
    done = {"front", "dice"} if reader.position.phase == CLOSING else set()
    done |= {"locomotives"} if reader.over else set()
    shown = [(name, NOTHING if name in done else panel) for name, panel in panels]
    return fit(shown, MARGIN, reader.sheet.bottom + 14, height - MARGIN, _SPARE)


def _actions_panel(reader: Reader, room: float) -> Panel:
    """Draw what is not done on the map or with cards and dice: bring in passengers, give up the roll, end the turn."""
    content, y = "", 0.0
    tiles = bring_moves(reader)
    if tiles:
        content += heading(0, 10, reader.tell(say("Bring in passengers on tile")))
        width = (room - 8 * (TILES - 1)) / TILES
        content += "".join(moved(i * (width + 8), 18, _bring(reader, tile, width)) for i, tile in enumerate(tiles))
        y = 72.0
    buttons = [
        (move, words)
        for move, words in ((FEED, say("Passengers instead of a roll")), (END, say("End the turn")))
        if move in reader.moves
    ]
    width = (room - 8 * (len(buttons) - 1)) / max(len(buttons), 1)
    for i, (move, words) in enumerate(buttons):
        content += button(notation(move), reader.tell(words), (i * (width + 8), y, width, 44))
    return content, y + 44 if buttons else 0.0


def _bring(reader: Reader, tile: int, width: float) -> str:
    """Draw a button with the number of a tile, and how many passengers would come."""
    content = box(0, 0, width, 44, "button") + write(width / 2, 19, tile + 1, "t14 strong middle on-button")
    content += write(width / 2, 36, f"+{arriving(reader, tile)}", "t12 middle on-button")
    return press(notation(BRING + tile), reader.tell(bring_title(reader, tile)), content)
