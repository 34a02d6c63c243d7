"""What is done beside the map: bids and passes in an auction, the end of an expansion."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import say
from roundhouse.games.express.board import COMPANY_IDS
from roundhouse.games.express.moves import BID, PASS, STOP
from roundhouse.games.express.notation import notation
from roundhouse.games.express.svg.map import SHEETS
from roundhouse.games.express.svg.reader import Reader
from roundhouse.ui.menus import menu
from roundhouse.ui.panels import NOTHING, Panel
from roundhouse.ui.svg import Box, box, button, choice, heading, press, write

_GAP: Final = 8.0
_MENU: Final = "bids"
_ACROSS: Final = {"wide": (6, 34.0), "narrow": (6, 44.0)}  # bids side by side, and their height
_ROWS: Final = 2
_CELLS: Final = {  # width and height of a bid in the menu: the first that fits the drawing
    "wide": ((48.0, 36.0), (44.0, 26.0), (40.0, 20.0)),
    "narrow": ((44.0, 44.0), (44.0, 28.0), (36.0, 17.0)),
}
_HEAD: Final = 32.0


def actions_panel(reader: Reader, room: float) -> Panel:
    """Draw the lowest bids as buttons, with one more for the others; in an expansion the button that ends it."""
    tall = 36.0 if reader.wide else 44.0
    if STOP in reader.moves:
        return button(notation(STOP), reader.tell(say("End the expansion")), (0, 0, room, tall)), tall
    if PASS not in reader.moves:
        return NOTHING
    content, y = _terms(reader)
    shown, hidden = _bids(reader)
    across, high = _ACROSS[reader.layout]
    width = (room + _GAP) / across - _GAP
    places = [(column * (width + _GAP), y + row * (high + _GAP), width, high) for row in range(_ROWS) for column in range(across)]
    for bid, place in zip(shown, places, strict=False):
        content += _bid(reader, bid, place)
    if hidden:
        content += _more(reader, places[len(shown)])
    y += -(-(len(shown) + bool(hidden)) // across) * (high + _GAP)
    return content + _pass(reader, (0, y, room, tall)), y + tall


def _terms(reader: Reader) -> Panel:
    """Say what a share would pay at a dividend now: as much as the bidding opened at (CEX-54)."""
    each = reader.money(reader.position.opening_bid(reader.position.company))
    words = say("Bids; the share would pay {dollars} at a dividend now", dollars=each)
    return heading(0, 10, reader.tell(words)), 20.0


def _bids(reader: Reader) -> tuple[list[int], list[int]]:
    """Return the bids that are shown, and those of the menu."""
    bids = sorted(move for move in reader.moves if move > BID)
    most = _ROWS * _ACROSS[reader.layout][0]
    return (bids, []) if len(bids) <= most else (bids[: most - 1], bids[most - 1 :])


def quiet_face(place: Box) -> str:
    """Draw the face of one button among equals: outlined, not filled."""
    return box(*place, "option") + box(*place, "glow thin")


def _pass(reader: Reader, place: Box) -> str:
    """Draw the button to pass (CEX-32), as quiet as the bids, for it is not the better choice."""
    x, y, width, height = place
    word = reader.tell(say("Pass"))
    return press(notation(PASS), word, quiet_face(place) + write(x + width / 2, y + height / 2 + 5, word, "t14 strong middle"))


def _bid(reader: Reader, bid: int, place: Box) -> str:
    x, y, width, height = place
    figure, title = _bid_words(reader, bid)
    return press(notation(bid), title, quiet_face(place) + write(x + width / 2, y + height / 2 + 5, figure, "t14 strong middle"))


def _bid_words(reader: Reader, bid: int) -> tuple[str, str]:
    """Return the amount of a bid, and the bid in words."""
    figure, company = reader.money(bid - BID), COMPANY_IDS[reader.position.company]
    return figure, reader.tell(say("Bid {dollars} for a share of {company}", dollars=figure, company=company))


def _more(reader: Reader, place: Box) -> str:
    """Draw the button that opens the menu of the higher bids."""
    x, y, width, height = place
    word = write(x + width / 2, y + height / 2 + 5, reader.tell(say("more…")), "t14 middle")
    return choice(_MENU, reader.tell(say("Higher bids")), quiet_face(place) + word)


def bids_menu(reader: Reader, canvas: tuple[int, int]) -> str:
    """Draw all the higher bids, over the map and beside the buttons."""
    _, hidden = _bids(reader)
    if not hidden:
        return ""
    (width, height), across = _fit(reader.layout, len(hidden), canvas)
    size = across * width + 16, _HEAD + -(-len(hidden) // across) * height + 8
    content = write(16, 21, reader.tell(say("Higher bids")), "t14 strong")
    for i, bid in enumerate(hidden):
        row, column = divmod(i, across)
        content += _option(reader, bid, (10 + column * width, _HEAD + 2 + row * height, width - 4, height - 4))
    return menu(_MENU, _corner(reader.layout, size, canvas), size, content)


def _fit(layout: str, count: int, canvas: tuple[int, int]) -> tuple[tuple[float, float], int]:
    """Return the largest cell in which so many bids fit the drawing, and how many go in a row: ten, or all there is room for."""
    for cell in _CELLS[layout]:
        most = int((canvas[0] - 24) / cell[0])
        rows = int((canvas[1] - _HEAD - 16) / cell[1])
        if count <= min(most, 10) * rows / 2:
            return cell, min(most, 10, count)
        if count <= most * rows:
            break
    return cell, most


def _corner(layout: str, size: tuple[float, float], canvas: tuple[int, int]) -> tuple[float, float]:
    """Return the corner of the menu: right of the map, on a phone at its foot; where room is short, as far out as needed."""
    sheet = SHEETS[layout]
    x = sheet.width - size[0] - 8
    y = 76.0 if layout == "wide" else sheet.height - size[1]
    return x if x > 4 else (canvas[0] - size[0]) / 2, max(4.0, min(y, canvas[1] - size[1] - 4))


def _option(reader: Reader, bid: int, place: Box) -> str:
    x, y, width, height = place
    figure, title = _bid_words(reader, bid)
    return press(notation(bid), title, box(*place, "option", 4) + write(x + width / 2, y + height / 2 + 4, figure, "t12 middle"))
