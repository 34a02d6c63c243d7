"""The table of Ticket to Ride as SVG: a map that never changes, and moving parts by id, drawn from a view alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from roundhouse.core.sentence import say
from roundhouse.core.state import View
from roundhouse.games.tickets.board import LONGEST, POINTS, TRACKS
from roundhouse.games.tickets.svg.cards import display_panel, hand_panel
from roundhouse.games.tickets.svg.map import SHEETS
from roundhouse.games.tickets.svg.menus import draw_menu
from roundhouse.games.tickets.svg.reader import Reader
from roundhouse.games.tickets.svg.seats import seats_panel
from roundhouse.games.tickets.svg.tickets import actions_panel, tickets_panel
from roundhouse.games.tickets.svg.tracks import claims_by_track, draw_map, draw_track
from roundhouse.games.tickets.words import prompt
from roundhouse.ui.panels import MARGIN, NOTHING, flow, prompt_panel
from roundhouse.ui.svg import moved, write

if TYPE_CHECKING:
    from roundhouse.games.tickets.state import Tickets

__all__ = ["CANVAS", "backdrop", "render"]

CANVAS: Final = {"wide": (1280, 800), "narrow": (390, 1240)}
_GAP: Final = 20.0  # between panels


def backdrop(view: View[Tickets], layout: str) -> str:  # noqa: ARG001 - other games have maps that a view decides
    """Draw the map, the same in every game."""
    return draw_map(layout)


def render(
    view: View[Tickets], moves: Sequence[int], names: Sequence[str], language: str, layout: str, last: int = -1, /
) -> dict[str, str]:
    """Return the moving parts by id, always the same ids; every legal move is an element with `data-move`."""
    reader = Reader(view, names, language, frozenset(moves), layout, last)
    claims = claims_by_track(reader)
    parts = {f"track-{track}": draw_track(reader, track, claims.get(track, [])) for track in range(TRACKS)}
    parts |= _wide(reader) if reader.wide else _narrow(reader)
    several = {track: ways for track, ways in claims.items() if len(ways) > 1}
    parts["menus"] = "".join(draw_menu(reader, track, ways, CANVAS[layout]) for track, ways in several.items())
    return parts


def _wide(reader: Reader) -> dict[str, str]:
    """Place the map with the cards below it, and a column on the right."""
    sheet = SHEETS["wide"]
    width, height = CANVAS["wide"]
    below, room = sheet.width - 2 * MARGIN, width - sheet.width - 2 * MARGIN
    cards = [("display", display_panel(reader, below)), ("hand", hand_panel(reader, below))]
    column = [
        ("prompt", prompt_panel(reader, prompt(reader.view), room)),
        ("actions", actions_panel(reader, room)),
        ("seats", seats_panel(reader, room)),
    ]
    parts = {"scale": moved(MARGIN, sheet.height - 50, _scale(reader, 18))}
    parts |= flow(cards, MARGIN, sheet.height + 12, _GAP)[0]
    right, y = flow(column, sheet.width + MARGIN, MARGIN, _GAP)
    tickets = tickets_panel(reader, room, height - MARGIN - y)
    return parts | right | {"tickets": moved(sheet.width + MARGIN, y, tickets[0])}


def _narrow(reader: Reader) -> dict[str, str]:
    """Place the map on top and everything else below it."""
    sheet = SHEETS["narrow"]
    width, height = CANVAS["narrow"]
    room = width - 2 * MARGIN
    panels = [
        ("prompt", prompt_panel(reader, prompt(reader.view), room)),
        ("actions", actions_panel(reader, room)),
        ("display", display_panel(reader, room)),
        ("hand", hand_panel(reader, room)),
        ("scale", (_scale(reader, 44), 34.0)),
        ("seats", seats_panel(reader, room)),
    ]
    if reader.over:  # the cards have done their work: their room goes to the tickets of all
        panels = [(name, panel if name in ("prompt", "seats") else NOTHING) for name, panel in panels]
    parts, y = flow(panels, MARGIN, sheet.height + MARGIN, _GAP)
    tickets = tickets_panel(reader, room, height - MARGIN - y)
    return parts | {"tickets": moved(MARGIN, y, tickets[0])}


def _scale(reader: Reader, step: float) -> str:
    """Draw the points of a track by its length (TTR-55)."""
    content = write(0, 11, reader.tell(say("Spaces")), "t12 quiet") + write(0, 29, reader.tell(say("Points")), "t12 quiet")
    for length in range(1, LONGEST + 1):
        x = 36 + step * length
        content += write(x, 11, length, "t12 end") + write(x, 29, POINTS[length], "t12 strong end")
    return content
