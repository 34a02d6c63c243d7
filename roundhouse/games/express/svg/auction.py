"""The decision of the moment: bids and passes in an auction; else the companies to expand, and the end of an expansion."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import SeatName, Sentence, say, say_many
from roundhouse.games.express.board import BUILDS, COMPANIES, COMPANY_IDS
from roundhouse.games.express.moves import BID, EXPAND, OFFER, PASS, STOP
from roundhouse.games.express.notation import notation
from roundhouse.games.express.phases import NONE
from roundhouse.games.express.svg.map import SHEETS
from roundhouse.games.express.svg.pieces import plate
from roundhouse.games.express.svg.reader import Reader
from roundhouse.ui.menus import menu
from roundhouse.ui.panels import Panel
from roundhouse.ui.svg import Box, box, button, choice, heading, moved, press, wrap, write

GAP: Final = 8.0
_MENU: Final = "bids"
_ACROSS: Final = 6  # bids side by side
_ROWS: Final = 2
_CELLS: Final = {  # width and height of a bid in the menu: the first that fits the drawing
    "wide": ((48.0, 36.0), (44.0, 26.0), (40.0, 20.0)),
    "narrow": ((44.0, 44.0), (44.0, 28.0), (36.0, 17.0)),
}
_HEAD: Final = 32.0
_TITLE: Final = 18.0


def tall(reader: Reader) -> float:
    """Return the height of a button."""
    return 32.0 if reader.wide else 44.0


def decision_panel(reader: Reader, room: float) -> Panel:
    """Draw the bids of an auction, or the companies to expand and the button that ends an expansion; always of the same height."""
    content = _auction(reader, room) if reader.bidding else _expansion(reader, room)
    return content, _TITLE + (_ROWS + 1) * (tall(reader) + GAP) - GAP


# An auction.


def _auction(reader: Reader, room: float) -> str:
    """Draw the lowest bids as buttons, one more for the others, and the button to pass; without moves how the bidding stands."""
    content = heading(0, 10, reader.tell(_terms(reader)))
    if PASS not in reader.moves:
        return content + _standing(reader, room)
    shown, hidden = _bids(reader)
    high = tall(reader)
    width = (room + GAP) / _ACROSS - GAP
    places = [
        (column * (width + GAP), _TITLE + row * (high + GAP), width, high) for row in range(_ROWS) for column in range(_ACROSS)
    ]
    for bid, place in zip(shown, places, strict=False):
        content += _bid(reader, bid, place)
    if hidden:
        content += _more(reader, places[len(shown)])
    return content + _pass(reader, (0, _TITLE + _ROWS * (high + GAP), room, high))


def _terms(reader: Reader) -> Sentence:
    """Say what a share would pay now: as much as the bidding opened at (CEX-54)."""
    company = reader.position.company
    each = reader.money(reader.position.opening_bid(company))
    return say("A share of {company} pays {dollars} per dividend", company=COMPANY_IDS[company], dollars=each)


def _standing(reader: Reader, room: float) -> str:
    """Write the highest bid and who is asked."""
    position = reader.position
    if position.leader == NONE:
        words = say("No bid yet; the bidding opens at {dollars}", dollars=reader.money(position.least_bid()))
    else:
        words = say("{name} has bid {dollars}", name=SeatName(position.leader), dollars=reader.money(position.high))
    lines = wrap(reader.tell(words), 14, room)
    return "".join(write(0, _TITLE + 16 + 20 * i, line, "t14 strong") for i, line in enumerate(lines[:3]))


def _bids(reader: Reader) -> tuple[list[int], list[int]]:
    """Return the bids that are shown, and those of the menu."""
    bids = sorted(move for move in reader.moves if move > BID)
    most = _ROWS * _ACROSS
    return (bids, []) if len(bids) <= most else (bids[: most - 1], bids[most - 1 :])


def quiet_face(place: Box) -> str:
    """Draw the face of one button among equals: outlined, not filled."""
    return box(*place, "option") + box(*place, "glow thin")


def blank_face(place: Box) -> str:
    """Draw the place of a button that cannot be pressed now."""
    return box(*place, "hit", 0) + box(*place, "void")


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


# An expansion.


def _expansion(reader: Reader, room: float) -> str:
    """Draw the companies with their treasuries, what to do next, and the button that ends the expansion (CEX-65, CEX-66)."""
    high = tall(reader)
    content = heading(0, 10, reader.tell(say("Expand a company, with its treasury")))
    content += moved(0, _TITLE, targets(reader, EXPAND, room))
    step = _next_step(reader)
    lines = wrap(reader.tell(step), 12, room) if step else []
    content += "".join(write(0, _TITLE + high + GAP + 13 + 16 * i, line, "t12") for i, line in enumerate(lines[:2]))
    return content + _stop(reader, (0, _TITLE + _ROWS * (high + GAP), room, high))


def _next_step(reader: Reader) -> Sentence | None:
    """Say what comes next on the map."""
    position = reader.position
    if not reader.building:
        return say("Or develop a hex: press it on the map.") if reader.can_develop else None
    left = min(BUILDS - len(position.laid), int(position.left[position.company]))
    return say_many(
        "Press a hex on the map: {count} locomotive can be placed. A hex further away builds the way there.",
        "Press a hex on the map: {count} locomotives can be placed. A hex further away builds the way there.",
        count=left,
    )


def _stop(reader: Reader, place: Box) -> str:
    """Draw the button that ends an expansion, empty before the first locomotive."""
    x, y, width, height = place
    word = reader.tell(say("End the expansion"))
    if STOP in reader.moves:
        return button(notation(STOP), word, place)
    face = blank_face(place) + write(x + width / 2, y + height / 2 + 5, word, "t14 quiet middle")
    return reader.attempt(notation(STOP), word, face)


# Companies as buttons.


def targets(reader: Reader, verb: int, room: float) -> str:
    """Draw the companies that can be offered or expanded, each with the figure that matters; only outline the others."""
    width, high = (room + GAP) / COMPANIES - GAP, tall(reader)
    content = ""
    for company in range(COMPANIES):
        if verb + company in reader.moves:
            drawn = _target(reader, verb, company, (width, high))
        else:
            under_way = verb == EXPAND and reader.building and reader.position.company == company
            face = box(0, 0, width, high, "turn") if under_way else ""
            face += blank_face((0, 0, width, high)) + write(width / 2, high / 2 + 4, COMPANY_IDS[company], "t12 quiet middle")
            drawn = reader.attempt(notation(verb + company), COMPANY_IDS[company], face)
        content += moved(company * (width + GAP), 0, drawn)
    return content


def _target(reader: Reader, verb: int, company: int, size: tuple[float, float]) -> str:
    position = reader.position
    if verb == OFFER:
        figure = reader.money(position.opening_bid(company))
        title = say("Offer a share of {company}; the bidding opens at {dollars}", company=COMPANY_IDS[company], dollars=figure)
    else:
        figure = reader.money(position.treasury[company])
        title = say("Expand {company}; its treasury holds {dollars}", company=COMPANY_IDS[company], dollars=figure)
    width, height = size
    face = quiet_face((0, 0, width, height))
    if height < 40:
        face += plate(company, 17, height / 2, (27, 15), 10) + write(width - 4, height / 2 + 4, figure, "t12 strong end")
    else:
        face += plate(company, width / 2, 14, (34, 16)) + write(width / 2, height - 7, figure, "t12 strong middle")
    return press(notation(verb + company), reader.tell(title), face)
