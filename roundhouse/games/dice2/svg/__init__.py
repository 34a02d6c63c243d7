"""The table of Railroad Dice 2 as SVG: the ground, and moving parts by id, drawn from a view alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from roundhouse.core.game import DrawingRequest
from roundhouse.core.state import View
from roundhouse.games.dice2.board import SQUARES, TILES
from roundhouse.games.dice2.position import CLOSING, Position
from roundhouse.games.dice2.svg.actions import actions_panel
from roundhouse.games.dice2.svg.dice import dice_panel, faces_panel, front_panel
from roundhouse.games.dice2.svg.ground import draw_ground
from roundhouse.games.dice2.svg.locomotives import locomotives_panel
from roundhouse.games.dice2.svg.menus import draw_menu
from roundhouse.games.dice2.svg.outlook import legend, outlook_panel, shortage_panel
from roundhouse.games.dice2.svg.pools import draw_pool
from roundhouse.games.dice2.svg.reader import Reader
from roundhouse.games.dice2.svg.seats import seats_panel
from roundhouse.games.dice2.svg.squares import draw_square, draw_ways, is_split
from roundhouse.games.dice2.words import prompt
from roundhouse.ui.panels import MARGIN, NOTHING, Panel, fit, prompt_panel
from roundhouse.ui.svg import moved

if TYPE_CHECKING:
    from roundhouse.games.dice2.state import Dice2

__all__ = ["CANVAS", "backdrop", "render"]

CANVAS: Final = {"wide": (1280, 884), "narrow": (390, 1620)}
_BELOW: Final = 598.0  # where the map ends on the wide sheet
_SPARE: Final = ("legend", "shortage", "outlook")  # what gives way, in this order
_PROMPT: Final = 44.0  # height that is kept for it, so that what follows stays in its place
_COLUMN: Final = (912.0, 352.0)  # of the panels at the right: left edge and width


def backdrop(view: View[Dice2], layout: str) -> str:
    """Draw the ground: the tiles as they lie in this game."""
    position = cast("Position", view.position)
    return draw_ground(layout, tuple(position.lie), tuple(position.fee), tuple(position.beside))


def render(request: DrawingRequest[Dice2]) -> dict[str, str]:
    """Return the moving parts by id, always the same ids."""
    reader = Reader.of(request)
    parts = {f"square-{square}": draw_square(reader, square) for square in range(SQUARES)}
    parts["ways"] = draw_ways(reader)
    parts |= {f"pool-{tile}": draw_pool(reader, tile) for tile in range(TILES)}
    parts |= _wide(reader) if reader.wide else _narrow(reader)
    several = {square: ways for square, ways in reader.by_square.items() if len(ways) > 1 and not is_split(reader, ways)}
    parts["menus"] = "".join(draw_menu(reader, square, ways, CANVAS[reader.layout]) for square, ways in several.items())
    return parts


def _wide(reader: Reader) -> dict[str, str]:
    """Place the map with what is coming and the locomotives below it; the dice, what to do and the seats in the column."""
    left, room = _COLUMN
    below = [("outlook", outlook_panel(reader, 484)), ("shortage", shortage_panel(reader, 484))]
    column = [
        ("prompt", _prompt(reader, room)),
        ("front", front_panel(reader, room)),
        ("dice", dice_panel(reader, room)),
        ("actions", actions_panel(reader, room)),
        ("seats", seats_panel(reader, room)),
    ]
    if reader.over:  # nothing is left to do
        column = [(name, panel if name in ("prompt", "seats") else NOTHING) for name, panel in column]
    parts = {"legend": moved(MARGIN, _BELOW, legend(reader, 864)[0])}
    parts |= fit(below, MARGIN, _BELOW + 30, CANVAS["wide"][1] - 10, ("shortage",))
    bank = [("locomotives", locomotives_panel(reader, 348)), ("faces", faces_panel(reader, 348))]
    parts |= fit(bank, 532, _BELOW + 30, CANVAS["wide"][1] - 10, ())
    return parts | fit(column, left, MARGIN, CANVAS["wide"][1] - MARGIN, ())


def _prompt(reader: Reader, room: float) -> Panel:
    content, height = prompt_panel(reader, prompt(reader.view), room)
    return content, max(height, _PROMPT)


def _narrow(reader: Reader) -> dict[str, str]:
    """Place the map on top and everything else below it; leave out panels that are no longer needed."""
    width, height = CANVAS["narrow"]
    room = width - 2 * MARGIN
    panels = [
        ("prompt", _prompt(reader, room)),
        ("front", front_panel(reader, room)),
        ("dice", dice_panel(reader, room)),
        ("faces", faces_panel(reader, room)),
        ("actions", actions_panel(reader, room)),
        ("locomotives", locomotives_panel(reader, room)),
        ("seats", seats_panel(reader, room)),
        ("outlook", outlook_panel(reader, room)),
        ("shortage", shortage_panel(reader, room)),
        ("legend", legend(reader, room)),
    ]
    done = {"front", "dice", "faces"} if reader.position.phase == CLOSING else set()
    done |= {"locomotives", "actions"} if reader.over else set()
    shown = [(name, NOTHING if name in done else panel) for name, panel in panels]
    return fit(shown, MARGIN, reader.sheet.bottom + 14, height - MARGIN, _SPARE)
