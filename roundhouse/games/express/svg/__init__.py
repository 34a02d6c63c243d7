"""The table of Chicago Express as SVG: a map that never changes, and moving parts by id, drawn from a view alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from roundhouse.core.state import View
from roundhouse.games.express.board import COMPANIES, HEX_IDS, HEXES
from roundhouse.games.express.svg.auction import actions_panel, bids_menu
from roundhouse.games.express.svg.companies import charters_panel, income_panel
from roundhouse.games.express.svg.dials import dials_panel
from roundhouse.games.express.svg.ending import ending_panel, industry_panel
from roundhouse.games.express.svg.hexes import backdrop as _map
from roundhouse.games.express.svg.hexes import draw_hex, draw_network, draw_outcome
from roundhouse.games.express.svg.legend import legend
from roundhouse.games.express.svg.map import SHEETS
from roundhouse.games.express.svg.reader import Reader
from roundhouse.games.express.svg.seats import seats_panel
from roundhouse.games.express.words import prompt
from roundhouse.ui.panels import MARGIN, flow, prompt_panel
from roundhouse.ui.svg import moved

if TYPE_CHECKING:
    from roundhouse.games.express.state import Express

__all__ = ["CANVAS", "backdrop", "render"]

CANVAS: Final = {"wide": (1280, 864), "narrow": (390, 1984)}
_GAP: Final = 16.0  # between panels


def backdrop(view: View[Express], layout: str) -> str:  # noqa: ARG001
    """Draw the map, the same in every game."""
    return _map(layout)


def render(
    view: View[Express], moves: Sequence[int], names: Sequence[str], language: str, layout: str, last: int = -1, /
) -> dict[str, str]:
    """Return the moving parts by id, always the same ids; every legal move is an element with `data-move`."""
    reader = Reader(view, names, language, frozenset(moves), layout, last)
    parts = {f"network-{company}": draw_network(reader, company) for company in range(COMPANIES)}
    parts |= {f"hex-{HEX_IDS[cell]}": draw_hex(reader, cell) for cell in range(HEXES)}
    parts |= _wide(reader) if reader.wide else _narrow(reader)
    parts["outcome"] = draw_outcome(reader)
    parts["menus"] = bids_menu(reader, CANVAS[layout])
    return parts


def _wide(reader: Reader) -> dict[str, str]:
    """Place the map with income and charters below it, and a column on the right."""
    sheet = SHEETS["wide"]
    below, room = sheet.width - 2 * MARGIN, CANVAS["wide"][0] - sheet.width - 2 * MARGIN
    column = [
        ("prompt", prompt_panel(reader, prompt(reader.view), room)),
        ("actions", actions_panel(reader, room)),
        ("dials", dials_panel(reader, room)),
        ("seats", seats_panel(reader, room)),
        ("industry", industry_panel(reader, room)),
        ("ending", ending_panel(reader, room)),
    ]
    companies = [("income", income_panel(reader, below)), ("charters", charters_panel(reader, below))]
    parts = {"legend": moved(MARGIN, sheet.height - 96, legend(reader)[0])}
    parts |= flow(companies, MARGIN, sheet.height + 14, _GAP)[0]
    return parts | flow(column, sheet.width + MARGIN, MARGIN, _GAP)[0]


def _narrow(reader: Reader) -> dict[str, str]:
    """Place the map on top and everything else below it."""
    sheet = SHEETS["narrow"]
    room = sheet.width - 2 * MARGIN
    panels = [
        ("prompt", prompt_panel(reader, prompt(reader.view), room)),
        ("actions", actions_panel(reader, room)),
        ("dials", dials_panel(reader, room)),
        ("seats", seats_panel(reader, room)),
        ("charters", charters_panel(reader, room)),
        ("income", income_panel(reader, room)),
        ("industry", industry_panel(reader, room)),
        ("ending", ending_panel(reader, room)),
        ("legend", legend(reader)),
    ]
    return flow(panels, MARGIN, sheet.height + MARGIN, _GAP)[0]
