"""The table of Railroad Tycoon as SVG: a map that never changes, and moving parts by id, drawn from a view alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from roundhouse.core.state import View
from roundhouse.games.tycoon.svg.actions import actions_panel, clock_panel, prompt_and_last_move
from roundhouse.games.tycoon.svg.cards import cards_panel, least_height, tycoon_panel
from roundhouse.games.tycoon.svg.cities import city_parts, draw_cube_under_way, draw_hops
from roundhouse.games.tycoon.svg.deliveries import deliveries_panel, destinations_panel
from roundhouse.games.tycoon.svg.gauge import gauge_panel
from roundhouse.games.tycoon.svg.ground import draw_map, draw_names
from roundhouse.games.tycoon.svg.legend import legend_panel
from roundhouse.games.tycoon.svg.map import SHEETS
from roundhouse.games.tycoon.svg.menus import draw_menus
from roundhouse.games.tycoon.svg.rails import draw_builds, draw_loose_ends, draw_next_tiles, draw_rails
from roundhouse.games.tycoon.svg.reader import Reader
from roundhouse.games.tycoon.svg.seats import seats_panel
from roundhouse.ui.panels import MARGIN, NOTHING, flow
from roundhouse.ui.svg import moved

if TYPE_CHECKING:
    from roundhouse.games.tycoon.state import Tycoon

__all__ = ["CANVAS", "backdrop", "render"]

CANVAS: Final = {"wide": (1280, 1052), "narrow": (390, 2360)}
_GAP: Final = 18.0
_LEGEND: Final = (506.0, 950.0)  # on the water in the south
_LEGEND_ROOM: Final = 330.0


def backdrop(view: View[Tycoon], layout: str) -> str:  # noqa: ARG001 - other games have maps that a view decides
    """Draw the map, the same in every game."""
    return draw_map(layout)


def render(
    view: View[Tycoon], moves: Sequence[int], names: Sequence[str], language: str, layout: str, last: int = -1, /
) -> dict[str, str]:
    """Return the moving parts by id, always the same ids; every legal move is an element with `data-move`."""
    reader = Reader(view, names, language, frozenset(moves), layout, last)
    parts = draw_rails(reader) | {"loose-ends": draw_loose_ends(reader)} | city_parts(reader)
    parts |= {
        "names": draw_names(layout),
        "under-way": draw_cube_under_way(reader),
        "builds": draw_builds(reader),
        "hops": draw_hops(reader),
        "tiles": draw_next_tiles(reader),
    }
    parts |= _wide(reader) if reader.wide else _narrow(reader)
    return parts | {"menus": draw_menus(reader, CANVAS[layout])}


def _wide(reader: Reader) -> dict[str, str]:
    """Place a column on the right of the map."""
    left = SHEETS["wide"].width + MARGIN
    width, height = CANVAS["wide"]
    room = width - left - MARGIN
    panels = [
        ("prompt", prompt_and_last_move(reader, room)),
        ("actions", actions_panel(reader, room)),
        ("destinations", destinations_panel(reader, room)),
        ("clock", clock_panel(reader, room)),
        ("seats", seats_panel(reader, room)),
        ("tycoon", tycoon_panel(reader, room)),
    ]
    parts, y = flow(panels, left, MARGIN, _GAP)
    gauge = gauge_panel(reader, room)
    bottom = height - 8 - gauge[1] - _GAP
    if y + least_height(reader) > bottom:  # points and incomes stand beside the names as well
        gauge, bottom = NOTHING, height - 8.0
    deliveries = deliveries_panel(reader, room, bottom - y - least_height(reader) - _GAP)
    more, y = flow([("deliveries", deliveries)], left, y, _GAP)
    rest, _ = flow([("cards", cards_panel(reader, room, bottom - y)), ("gauge", gauge)], left, y, _GAP)
    parts |= more | rest
    parts["legend"] = moved(*_LEGEND, legend_panel(reader, _LEGEND_ROOM)[0])
    return parts


def _narrow(reader: Reader) -> dict[str, str]:
    """Place the map on top and everything else below it."""
    room = CANVAS["narrow"][0] - 2 * MARGIN
    panels = [
        ("prompt", prompt_and_last_move(reader, room)),
        ("actions", actions_panel(reader, room)),
        ("destinations", destinations_panel(reader, room)),
        ("deliveries", deliveries_panel(reader, room, 1000)),
        ("clock", clock_panel(reader, room)),
        ("seats", seats_panel(reader, room)),
        ("tycoon", tycoon_panel(reader, room)),
        ("cards", cards_panel(reader, room, 1000)),
        ("gauge", gauge_panel(reader, room)),
        ("legend", legend_panel(reader, room)),
    ]
    return flow(panels, MARGIN, SHEETS["narrow"].height + MARGIN, _GAP)[0]
