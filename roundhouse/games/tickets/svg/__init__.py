"""The table of Ticket to Ride as SVG: a map that never changes, and moving parts by id, drawn from a view alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roundhouse.core.game import DrawingRequest
from roundhouse.core.sentence import say
from roundhouse.core.state import View
from roundhouse.games.tickets.svg.cards import display_panel, hand_panel
from roundhouse.games.tickets.svg.cities import draw_cities, draw_ways
from roundhouse.games.tickets.svg.map import SHEETS
from roundhouse.games.tickets.svg.menus import draw_menu
from roundhouse.games.tickets.svg.reader import Reader
from roundhouse.games.tickets.svg.seats import seats_panel
from roundhouse.games.tickets.svg.tickets import actions_panel, tickets_panel
from roundhouse.games.tickets.svg.tracks import claims_by_track, draw_map, draw_track
from roundhouse.games.tickets.words import prompt
from roundhouse.ui.panels import MARGIN, NOTHING, Panel, flow, prompt_panel
from roundhouse.ui.svg import moved, write

if TYPE_CHECKING:
    from roundhouse.games.tickets.state import Tickets

__all__ = ["CANVAS", "backdrop", "render"]

CANVAS: Final = {"wide": (1280, 800), "narrow": (390, 1420)}
_GAP: Final = 20.0  # between panels
_PROMPT: Final = 44.0  # least height of the prompt


def backdrop(view: View[Tickets], layout: str) -> str:
    """Draw the map, the same in every game on a board."""
    return draw_map(view.position.board, layout)


def render(request: DrawingRequest[Tickets]) -> dict[str, str]:
    """Return the moving parts by id, always the same ids; every legal move is an element with `data-move`."""
    reader = Reader.of(request)
    claims = claims_by_track(reader)
    parts = {f"track-{track}": draw_track(reader, track, claims.get(track, [])) for track in range(reader.position.board.tracks)}
    parts["ways"], parts["cities"] = draw_ways(reader), draw_cities(reader)
    parts |= _wide(reader) if reader.wide else _narrow(reader)
    several = {track: ways for track, ways in claims.items() if len(ways) > 1}
    parts["menus"] = "".join(draw_menu(reader, track, ways, CANVAS[reader.layout]) for track, ways in several.items())
    return parts


def _wide(reader: Reader) -> dict[str, str]:
    """Place the map with the cards below it, and a column on the right."""
    sheet = SHEETS["wide"]
    width, height = CANVAS["wide"]
    below, room = sheet.width - 2 * MARGIN, width - sheet.width - 2 * MARGIN
    cards = [("display", display_panel(reader, below)), ("hand", hand_panel(reader, below))]
    actions, seats = actions_panel(reader, room), seats_panel(reader, room)
    asked = _prompt(reader, room)
    taken = sum(panel[1] + _GAP for panel in (asked, actions, seats) if panel[0])
    tickets = tickets_panel(reader, room, height - 2 * MARGIN - taken)
    column = [("prompt", asked), ("tickets", tickets), ("actions", actions), ("seats", seats)]
    if reader.over:
        column = [("prompt", asked), ("actions", actions), ("seats", seats), ("tickets", tickets)]
    parts = {"scale": moved(MARGIN, sheet.height - 50, _scale(reader, 18))}
    parts |= flow(cards, MARGIN, sheet.height + 12, _GAP)[0]
    return parts | flow(column, sheet.width + MARGIN, MARGIN, _GAP)[0]


def _narrow(reader: Reader) -> dict[str, str]:
    """Place the map on top and everything else below it."""
    sheet = SHEETS["narrow"]
    width, height = CANVAS["narrow"]
    room = width - 2 * MARGIN
    asked, seats = ("prompt", _prompt(reader, room)), ("seats", seats_panel(reader, room))
    panels = [
        asked,
        ("actions", actions_panel(reader, room)),
        ("display", display_panel(reader, room)),
        ("hand", hand_panel(reader, room)),
        seats,
        ("scale", (_scale(reader, 44), 34.0)),
    ]
    if reader.over:  # the cards have done their work: their room goes to the tickets of all
        panels = [(name, panel if name in ("prompt", "seats") else NOTHING) for name, panel in panels]
    taken = sum(panel[1] + _GAP for _, panel in panels if panel[0])
    tickets = tickets_panel(reader, room, height - sheet.height - 2 * MARGIN - taken)
    panels.insert(len(panels) if reader.over else panels.index(seats), ("tickets", tickets))
    return flow(panels, MARGIN, sheet.height + MARGIN, _GAP)[0]


def _prompt(reader: Reader, room: float) -> Panel:
    """Draw the prompt with room for two lines, so that nothing below it moves during a turn."""
    content, height = prompt_panel(reader, prompt(reader.view), room)
    return content, max(height, _PROMPT)


def _scale(reader: Reader, step: float) -> str:
    """Draw the points of a track by its length (TTR-55)."""
    content = write(0, 11, reader.tell(say("Spaces")), "t12 quiet") + write(0, 29, reader.tell(say("Points")), "t12 quiet")
    board = reader.position.board
    for length in range(1, board.longest + 1):
        x = 36 + step * int(length)
        content += write(x, 11, length, "t12 end") + write(x, 29, board.points[length], "t12 strong end")
    return content
