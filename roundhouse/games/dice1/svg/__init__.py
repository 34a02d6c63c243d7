"""The table of Railroad Dice as SVG: the mats of the tiles, and moving parts by id, drawn from a view alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from roundhouse.core.state import View
from roundhouse.games.dice1.svg.actions import actions_panel, rest_menu
from roundhouse.games.dice1.svg.companies import companies_panel
from roundhouse.games.dice1.svg.dice import dice_panel
from roundhouse.games.dice1.svg.ground import below_tiles
from roundhouse.games.dice1.svg.menus import draw_menu
from roundhouse.games.dice1.svg.minimap import map_panel
from roundhouse.games.dice1.svg.outlook import legend, outlook_panel, supply_panel
from roundhouse.games.dice1.svg.reader import Reader
from roundhouse.games.dice1.svg.seats import seats_panel
from roundhouse.games.dice1.svg.tiles import draw_ground, draw_pieces
from roundhouse.games.dice1.words import prompt
from roundhouse.ui.panels import MARGIN, fit, prompt_panel
from roundhouse.ui.svg import moved, rule

if TYPE_CHECKING:
    from roundhouse.games.dice1.state import Dice1

__all__ = ["CANVAS", "backdrop", "render"]

CANVAS: Final = {"wide": (1280, 820), "narrow": (390, 1500)}
_SLOTS: Final = 2
_SPARE: Final = ("legend", "supply", "outlook")  # what gives way, in this order
_COLUMN: Final = (860.0, 404.0)  # of the panels at the right: left edge and width
_CHART: Final = 420.0  # width of the general map on a desktop
_PHONE_CHART: Final = 240.0  # its height on a phone, at most


def backdrop(view: View[Dice1], layout: str) -> str:  # noqa: ARG001  (tiles come and go, so nothing of them stays)
    """Draw what never changes: a line below the large tiles."""
    width = _COLUMN[0] - 2 * MARGIN if layout == "wide" else CANVAS[layout][0] - 2 * MARGIN
    return rule(MARGIN, below_tiles(layout) + 4, width)


def render(
    view: View[Dice1], moves: Sequence[int], names: Sequence[str], language: str, layout: str, last: int = -1, /
) -> dict[str, str]:
    """Return the moving parts by id, always the same ids; every legal move is an element with `data-move`."""
    reader = Reader(view, names, language, frozenset(moves), layout, last)
    parts = {f"tile-{slot}": draw_ground(reader, slot) for slot in range(_SLOTS)}
    parts |= {f"pieces-{slot}": draw_pieces(reader, slot) for slot in range(_SLOTS)}
    parts |= _wide(reader) if reader.wide else _narrow(reader)
    several = {place: ways for place, ways in reader.by_square.items() if len(ways) > 1}
    room = _COLUMN[1] if reader.wide else CANVAS["narrow"][0] - 2 * MARGIN
    menus = [draw_menu(reader, place, ways, CANVAS[layout]) for place, ways in several.items()]
    parts["menus"] = "".join(menus) + rest_menu(reader, room, CANVAS[layout])
    return parts


def _wide(reader: Reader) -> dict[str, str]:
    """Place the tiles on top, the general map and the dice below them, and a column on the right."""
    left, room = _COLUMN
    top, bottom = below_tiles("wide") + 18, CANVAS["wide"][1] - MARGIN
    beside = MARGIN + _CHART + 24
    space = left - 28 - beside
    parts = {"map": moved(MARGIN, top, map_panel(reader, _CHART, bottom - top)[0])}
    below = [("dice", dice_panel(reader, space)), ("supply", supply_panel(reader, space)), ("legend", legend(reader, space))]
    parts |= fit(below, beside, top, bottom, _SPARE)
    column = [
        ("prompt", prompt_panel(reader, prompt(reader.view), room)),
        ("actions", actions_panel(reader, room)),
        ("companies", companies_panel(reader, room)),
        ("seats", seats_panel(reader, room)),
        ("outlook", outlook_panel(reader, room)),
    ]
    return parts | fit(column, left, MARGIN, bottom, _SPARE)


def _narrow(reader: Reader) -> dict[str, str]:
    """Place the tiles on top and everything else below them."""
    width, height = CANVAS["narrow"]
    room = width - 2 * MARGIN
    panels = [
        ("prompt", prompt_panel(reader, prompt(reader.view), room)),
        ("actions", actions_panel(reader, room)),
        ("dice", dice_panel(reader, room)),
        ("map", map_panel(reader, room, _PHONE_CHART)),
        ("companies", companies_panel(reader, room)),
        ("seats", seats_panel(reader, room)),
        ("outlook", outlook_panel(reader, room)),
        ("supply", supply_panel(reader, room)),
        ("legend", legend(reader, room)),
    ]
    return fit(panels, MARGIN, below_tiles("narrow") + 16, height - MARGIN, _SPARE)
