"""The table of Chicago Express as SVG: a map that never changes, and moving parts by id, drawn from a view alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

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
from roundhouse.games.express.svg.reader import Panel, Reader
from roundhouse.games.express.svg.seats import seats_panel
from roundhouse.games.express.words import prompt
from roundhouse.ui.svg import box, moved, wrap, write

__all__ = ["CANVAS", "backdrop", "render"]

CANVAS: Final = {"wide": (1280, 864), "narrow": (390, 1984)}
_MARGIN: Final = 16.0


def backdrop(view: View, layout: str) -> str:  # noqa: ARG001
    """The map: the same in every game."""
    return _map(layout)


def render(view: View, moves: Sequence[int], names: Sequence[str], language: str, layout: str, last: int = -1, /) -> dict[str, str]:
    """The moving parts by id, always the same ids; every legal move is an element with `data-move`."""
    reader = Reader(view, frozenset(moves), names, language, layout, last)
    parts = {f"network-{company}": draw_network(reader, company) for company in range(COMPANIES)}
    parts |= {f"hex-{HEX_IDS[cell]}": draw_hex(reader, cell) for cell in range(HEXES)}
    parts |= _wide(reader) if reader.wide else _narrow(reader)
    parts["outcome"] = draw_outcome(reader)
    parts["menus"] = bids_menu(reader, CANVAS[layout])
    return parts


def _wide(reader: Reader) -> dict[str, str]:
    """The map with income and charters below it, and a column on the right."""
    sheet = SHEETS["wide"]
    below, room = sheet.width - 2 * _MARGIN, CANVAS["wide"][0] - sheet.width - 2 * _MARGIN
    column = [
        ("prompt", _prompt_panel(reader, room)),
        ("actions", actions_panel(reader, room)),
        ("dials", dials_panel(reader, room)),
        ("seats", seats_panel(reader, room)),
        ("industry", industry_panel(reader, room)),
        ("ending", ending_panel(reader, room)),
    ]
    companies = [("income", income_panel(reader, below)), ("charters", charters_panel(reader, below))]
    parts = {"legend": moved(_MARGIN, sheet.height - 96, legend(reader)[0])}
    return parts | _flow(companies, _MARGIN, sheet.height + 14) | _flow(column, sheet.width + _MARGIN, _MARGIN)


def _narrow(reader: Reader) -> dict[str, str]:
    """The map on top, everything else below it."""
    sheet = SHEETS["narrow"]
    room = sheet.width - 2 * _MARGIN
    panels = [
        ("prompt", _prompt_panel(reader, room)),
        ("actions", actions_panel(reader, room)),
        ("dials", dials_panel(reader, room)),
        ("seats", seats_panel(reader, room)),
        ("charters", charters_panel(reader, room)),
        ("income", income_panel(reader, room)),
        ("industry", industry_panel(reader, room)),
        ("ending", ending_panel(reader, room)),
        ("legend", legend(reader)),
    ]
    return _flow(panels, _MARGIN, sheet.height + _MARGIN)


def _flow(panels: list[tuple[str, Panel]], x: float, y: float) -> dict[str, str]:
    """Panels one below another, empty ones without a gap."""
    parts = {}
    for name, (content, height) in panels:
        parts[name] = moved(x, y, content)
        y += height + 16 if content else 0
    return parts


def _prompt_panel(reader: Reader, room: float) -> Panel:
    """What to do now, or whom all wait for; long ones in smaller type."""
    text = reader.tell(prompt(reader.view))
    size, step = (17, 22) if len(wrap(text, 17, room - 14)) <= 3 else (14, 18)
    lines = wrap(text, size, room - 14)
    content = box(0, 0, 4, step * len(lines), "good" if reader.moves else "rest", 2)
    content += "".join(write(14, step * i + size - 1, line, f"t{size} strong") for i, line in enumerate(lines))
    return content, float(step * len(lines))
