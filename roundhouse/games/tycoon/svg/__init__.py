"""The table of Railroad Tycoon as SVG: a map that never changes, and moving parts by id, drawn from a view alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roundhouse.core.game import DrawingRequest
from roundhouse.core.state import View
from roundhouse.games.tycoon.svg.actions import actions_panel, clock_panel, prompt_and_last_move
from roundhouse.games.tycoon.svg.building import draw_builds, draw_next_tiles, reachable
from roundhouse.games.tycoon.svg.cards import cards_panel, least_height, tycoon_panel
from roundhouse.games.tycoon.svg.chips import Chips
from roundhouse.games.tycoon.svg.choices import choices_panel
from roundhouse.games.tycoon.svg.cities import city_parts
from roundhouse.games.tycoon.svg.delivering import draw_cube_under_way, draw_hops, draw_pending_delivery
from roundhouse.games.tycoon.svg.gauge import gauge_panel
from roundhouse.games.tycoon.svg.ground import draw_map
from roundhouse.games.tycoon.svg.legend import legend_panel
from roundhouse.games.tycoon.svg.map import SHEETS
from roundhouse.games.tycoon.svg.menus import draw_menus
from roundhouse.games.tycoon.svg.names import draw_names, names_of
from roundhouse.games.tycoon.svg.plans import Plans
from roundhouse.games.tycoon.svg.purse import purse_panel
from roundhouse.games.tycoon.svg.rails import draw_loose_ends, draw_rails
from roundhouse.games.tycoon.svg.reader import Reader
from roundhouse.games.tycoon.svg.seats import seats_panel
from roundhouse.ui.panels import MARGIN, NOTHING, Panel, flow
from roundhouse.ui.svg import moved

if TYPE_CHECKING:
    from roundhouse.games.tycoon.state import Tycoon

__all__ = ["CANVAS", "backdrop", "render"]

_COLUMN: Final = 412.0  # width of the panels on the wide sheet
CANVAS: Final = {"wide": (int(SHEETS["wide"].width + 2 * MARGIN + _COLUMN), 1044), "narrow": (390, 2500)}
_GAP: Final = 11.0
_LEGEND: Final = (700.0, 946.0)  # on the water in the south
_LEGEND_ROOM: Final = 380.0


def backdrop(view: View[Tycoon], layout: str) -> str:  # noqa: ARG001 - other games have maps that a view decides
    """Draw the map, the same in every game."""
    return draw_map(layout)


def render(request: DrawingRequest[Tycoon]) -> dict[str, str]:
    """Return the moving parts by id, always the same ids.

    Every legal move is an element with `data-move`, at once or after a city, or one of its cubes, has been selected.
    """
    reader = Reader.of(request)
    found, chips = reachable(reader), Chips(reader.sheet, names_of(reader.layout, tuple(reader.position.rail)))
    parts = draw_rails(reader) | {"loose-ends": draw_loose_ends(reader)} | city_parts(reader)
    parts |= {
        "names": draw_names(reader),
        "under-way": draw_cube_under_way(reader) + draw_pending_delivery(reader),
        "builds": draw_builds(reader, found, chips),
        "hops": draw_hops(reader, chips),
        "tiles": draw_next_tiles(reader, chips),
    }
    parts |= _wide(reader, found) if reader.wide else _narrow(reader, found)
    return parts | {"menus": draw_menus(reader, CANVAS[reader.layout])}


def _upper(reader: Reader, room: float, found: Plans) -> list[tuple[str, Panel]]:
    """Return the panels from the top: first what is needed to decide, then how all players stand."""
    return [
        ("prompt", prompt_and_last_move(reader, room)),
        ("actions", actions_panel(reader, room)),
        ("choices", choices_panel(reader, room, found)),
        ("purse", purse_panel(reader, room)),
        ("seats", seats_panel(reader, room)),
        ("clock", clock_panel(reader, room)),
        ("tycoon", tycoon_panel(reader, room)),
    ]


def _wide(reader: Reader, found: Plans) -> dict[str, str]:
    """Place a column on the right of the map, and the legend on its water."""
    left = SHEETS["wide"].width + MARGIN
    parts, y = flow(_upper(reader, _COLUMN, found), left, MARGIN, _GAP)
    gauge = gauge_panel(reader, _COLUMN)
    bottom = CANVAS["wide"][1] - 8 - gauge[1] - _GAP
    if y + least_height(reader) > bottom:  # points and incomes stand beside the names as well
        gauge, bottom = NOTHING, CANVAS["wide"][1] - 8.0
    cards = cards_panel(reader, _COLUMN, bottom - y)
    parts |= flow([("cards", cards), ("gauge", gauge)], left, y, _GAP)[0]
    return parts | {"legend": moved(*_LEGEND, legend_panel(reader, _LEGEND_ROOM)[0])}


def _narrow(reader: Reader, found: Plans) -> dict[str, str]:
    """Place the map on top and everything else below it."""
    room = CANVAS["narrow"][0] - 2 * MARGIN
    panels = [
        *_upper(reader, room, found),
        ("cards", cards_panel(reader, room, 1000)),
        ("gauge", gauge_panel(reader, room)),
        ("legend", legend_panel(reader, room)),
    ]
    return flow(panels, MARGIN, SHEETS["narrow"].height + MARGIN, _GAP)[0]
