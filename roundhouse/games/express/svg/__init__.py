"""The table of Chicago Express as SVG: a map that never changes, and moving parts by id, drawn from a view alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roundhouse.core.game import DrawingRequest
from roundhouse.core.state import View
from roundhouse.games.express.board import COMPANIES, HEX_IDS, HEXES
from roundhouse.games.express.svg.auction import bids_menu, decision_panel
from roundhouse.games.express.svg.companies import charters_panel, income_panel
from roundhouse.games.express.svg.dials import dials_panel, offers_panel
from roundhouse.games.express.svg.ending import ending_panel, industry_panel
from roundhouse.games.express.svg.hexes import draw_hex, draw_network, draw_outcome
from roundhouse.games.express.svg.land import backdrop as _map
from roundhouse.games.express.svg.land import waters
from roundhouse.games.express.svg.legend import legend
from roundhouse.games.express.svg.map import SHEETS
from roundhouse.games.express.svg.reader import Reader
from roundhouse.games.express.svg.result import dividends_panel
from roundhouse.games.express.svg.seats import seats_panel
from roundhouse.games.express.words import prompt
from roundhouse.ui.panels import MARGIN, NOTHING, Panel, flow, prompt_panel
from roundhouse.ui.svg import moved

if TYPE_CHECKING:
    from roundhouse.games.express.state import Express

__all__ = ["CANVAS", "backdrop", "render"]

CANVAS: Final = {"wide": (1280, 756), "narrow": (390, 2060)}
_GAP: Final = 12.0  # between panels
_COMPANIES: Final = 600.0  # width of the charters on a wide sheet
_PROMPT: Final = {"wide": 66.0, "narrow": 44.0}  # least height of the prompt


def backdrop(view: View[Express], layout: str) -> str:  # noqa: ARG001
    """Draw the map, the same in every game."""
    return _map(layout)


def render(request: DrawingRequest[Express]) -> dict[str, str]:
    """Return the moving parts by id, always the same ids; every legal move is an element with `data-move`."""
    reader = Reader.of(request)
    parts = {"waters": waters(reader)}
    parts |= {f"network-{company}": draw_network(reader, company) for company in range(COMPANIES)}
    parts |= {f"hex-{HEX_IDS[cell]}": draw_hex(reader, cell) for cell in range(HEXES)}
    parts |= _wide(reader) if reader.wide else _narrow(reader)
    parts["outcome"] = draw_outcome(reader)
    parts["menus"] = bids_menu(reader, CANVAS[reader.layout])
    return parts


def _wide(reader: Reader) -> dict[str, str]:
    """Place the map, below it companies, industry and the ends of the game, which stay in view, and the turn beside it."""
    sheet = SHEETS["wide"]
    beside, below = CANVAS["wide"][0] - sheet.width - 2 * MARGIN, sheet.height + 10
    left = MARGIN + _COMPANIES + 2 * _GAP
    room = sheet.width - MARGIN - left
    ends = [("industry", industry_panel(reader, room)), ("ending", ending_panel(reader, room))]
    parts = {"legend": moved(sheet.inner[0] + 8, sheet.height - 106, legend(reader)[0])}
    parts |= flow([("charters", charters_panel(reader, _COMPANIES))], MARGIN, below + 2, 0)[0]
    parts |= flow(ends, left, below, 6)[0]
    column = [*_turn(reader, beside), ("income", income_panel(reader, beside))]
    return parts | flow(column, sheet.width + MARGIN, MARGIN, _GAP)[0]


def _narrow(reader: Reader) -> dict[str, str]:
    """Place the map on top and everything else below it."""
    sheet = SHEETS["narrow"]
    room = sheet.width - 2 * MARGIN
    panels = [
        *_turn(reader, room),
        ("ending", ending_panel(reader, room)),
        ("industry", industry_panel(reader, room)),
        ("charters", charters_panel(reader, room)),
        ("income", income_panel(reader, room)),
        ("legend", legend(reader)),
    ]
    return flow(panels, MARGIN, sheet.height + MARGIN, _GAP)[0]


def _turn(reader: Reader, room: float) -> list[tuple[str, Panel]]:
    """Return the panels of a turn, which keep their places during it, and of the players; at the end the last dividend."""
    prompted, seats = ("prompt", _prompt(reader, room)), ("seats", seats_panel(reader, room))
    if reader.over:
        return [prompted, seats, ("actions", dividends_panel(reader, room)), ("dials", NOTHING), ("offers", NOTHING)]
    return [
        prompted,
        ("actions", decision_panel(reader, room)),
        ("dials", dials_panel(reader, room)),
        ("offers", offers_panel(reader, room)),
        seats,
    ]


def _prompt(reader: Reader, room: float) -> Panel:
    """Draw the prompt with room for the lines of a turn, so that nothing below it moves."""
    content, height = prompt_panel(reader, prompt(reader.view), room)
    return content, max(height, _PROMPT[reader.layout])
