"""The table of Railroad Dice as SVG: the mats of the tiles, and moving parts by id, drawn from a view alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roundhouse.core.game import DrawingRequest
from roundhouse.core.state import View
from roundhouse.games.dice1.svg.actions import actions_panel, rest_menu
from roundhouse.games.dice1.svg.companies import companies_panel, share_menus
from roundhouse.games.dice1.svg.dice import dice_panel
from roundhouse.games.dice1.svg.ground import below_tiles, tile_corner
from roundhouse.games.dice1.svg.menus import square_menus
from roundhouse.games.dice1.svg.minimap import map_panel
from roundhouse.games.dice1.svg.outlook import ground_panel, outlook_panel, stacks_panel, supply_panel
from roundhouse.games.dice1.svg.reader import Reader
from roundhouse.games.dice1.svg.roll_panel import roll_menus
from roundhouse.games.dice1.svg.seats import seats_panel
from roundhouse.games.dice1.svg.tiles import draw_ground, draw_pieces
from roundhouse.games.dice1.words import prompt
from roundhouse.ui.panels import MARGIN, NOTHING, Panel, fit, prompt_panel
from roundhouse.ui.svg import moved, number, rule

if TYPE_CHECKING:
    from roundhouse.games.dice1.state import Dice1

__all__ = ["CANVAS", "backdrop", "render"]

CANVAS: Final = {"wide": (1280, 788), "narrow": (390, 2000)}
_SLOTS: Final = 2
_SPARE: Final = ("outlook",)  # what gives way where room is short
_COLUMN: Final = (896.0, 368.0)  # of the panels at the right: left edge and width
_MAP: Final = 376.0  # width of the general map on a desktop
_PROMPT: Final = 66.0  # height that is kept for it, so that what follows stays in its place
_PHONE_MAP: Final = 260.0
_OUTLOOK: Final = 78.0  # height that is kept below the map for what ends the game
_BESIDE: Final = 196.0  # width of what stands beside the tile that both ends share


def backdrop(view: View[Dice1], layout: str) -> str:  # noqa: ARG001  (tiles come and go, so nothing of them stays)
    """Draw what never changes: contour lines of the land to come, and a line below the large tiles."""
    if layout == "narrow":
        return rule(MARGIN, below_tiles(layout) + 8, CANVAS[layout][0] - 2 * MARGIN)
    lines = ""
    for step in range(4):
        reach = 30 + 34 * step
        lines += f"M0 {number(60 + reach)}C{reach} {number(20 + reach)} {number(0.6 * reach)} 20 {number(40 + reach)} 0"
        right, low = 880.0, 460.0
        lines += (
            f"M{number(right)} {number(low - reach)}C{number(right - reach)} {number(low - 0.6 * reach)} "
            f"{number(right - 0.5 * reach)} {number(low - 10)} {number(right - 30 - reach)} {number(low)}"
        )
    return f'<path d="{lines}" class="table-line"/>' + rule(MARGIN, below_tiles("wide") + 3, _COLUMN[0] - 2 * MARGIN)


def render(request: DrawingRequest[Dice1]) -> dict[str, str]:
    """Return the moving parts by id, always the same ids."""
    reader = Reader.of(request)
    parts = {f"tile-{slot}": draw_ground(reader, slot) for slot in range(_SLOTS)}
    parts |= {f"pieces-{slot}": draw_pieces(reader, slot) for slot in range(_SLOTS)}
    parts |= _wide(reader) if reader.wide else _narrow(reader)
    canvas = CANVAS[reader.layout]
    room = _COLUMN[1] if reader.wide else canvas[0] - 2 * MARGIN
    parts["menus"] = (
        square_menus(reader, canvas) + share_menus(reader, canvas) + roll_menus(reader, canvas) + rest_menu(reader, room, canvas)
    )
    return parts


def _wide(reader: Reader) -> dict[str, str]:
    """Place the tiles on top, the general map and the companies below them, and a column on the right."""
    left, room = _COLUMN
    top, bottom = below_tiles("wide") + 16, CANVAS["wide"][1] - MARGIN
    parts = {"map": moved(MARGIN, top, map_panel(reader, _MAP, bottom - top - _OUTLOOK)[0])}
    parts["outlook"] = moved(MARGIN, bottom - _OUTLOOK + 8, outlook_panel(reader, _MAP)[0])
    beside = MARGIN + _MAP + 24
    space = left - MARGIN - beside - 8
    companies = companies_panel(reader, space)
    parts["companies"] = moved(beside, top, companies[0])
    parts["supply"] = moved(beside, top + companies[1] + 10, supply_panel(reader, space)[0])
    parts |= _margins(reader)
    column = [
        ("prompt", _prompt(reader, room)),
        ("dice", dice_panel(reader, room)),
        ("actions", actions_panel(reader, room)),
        ("seats", seats_panel(reader, room)),
    ]
    return parts | fit(_needed(reader, column), left, MARGIN, bottom, ())


def _needed(reader: Reader, panels: list[tuple[str, Panel]]) -> list[tuple[str, Panel]]:
    """Leave out the panels with which nothing can be done any more."""
    return [(name, NOTHING if reader.over and name in ("dice", "actions") else panel) for name, panel in panels]


def _prompt(reader: Reader, room: float) -> Panel:
    content, height = prompt_panel(reader, prompt(reader.view), room)
    return content, max(height, _PROMPT)


def _margins(reader: Reader) -> dict[str, str]:
    """Draw what newcomers need beside the one tile of the opening: the tiles to come and what the ground costs."""
    position = reader.position
    if position.slot[0] != position.slot[1]:
        return {"stacks": "", "legend": ""}
    left, top = tile_corner(position, position.slot[0], "wide")
    right = _COLUMN[0] - MARGIN - _BESIDE - 8
    return {
        "stacks": moved(MARGIN, top - 4, stacks_panel(reader, left - MARGIN - 44)[0]),
        "legend": moved(right, top - 4, ground_panel(reader, _BESIDE)[0]),
    }


def _narrow(reader: Reader) -> dict[str, str]:
    """Place the tile on top and everything else below it."""
    width, height = CANVAS["narrow"]
    room = width - 2 * MARGIN
    panels = [
        ("prompt", _prompt(reader, room)),
        ("dice", dice_panel(reader, room)),
        ("actions", actions_panel(reader, room)),
        ("companies", companies_panel(reader, room)),
        ("map", map_panel(reader, room, _PHONE_MAP)),
        ("seats", seats_panel(reader, room)),
        ("outlook", outlook_panel(reader, room)),
        ("supply", supply_panel(reader, room)),
    ]
    parts = fit(_needed(reader, panels), MARGIN, below_tiles("narrow") + 18, height - MARGIN, _SPARE)
    return parts | {"stacks": "", "legend": ""}
