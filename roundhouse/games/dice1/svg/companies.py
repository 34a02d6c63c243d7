"""The boards of the companies: director, shares by owner, stations left with price and requirement, and what they pay."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import say, say_many
from roundhouse.games.dice1.board import (
    CHEAP,
    CHEAP_PRICE,
    COMPANIES,
    COMPANY_NAMES,
    DEAR_PRICE,
    PLAN_COMPANY,
    PLAN_NEEDS,
    PLANS,
    STOCK,
)
from roundhouse.games.dice1.moves import BUY, BUY_FROM, ENDS, STATION
from roundhouse.games.dice1.notation import notation
from roundhouse.games.dice1.phrases import COMPANY_WORDS, REQUIREMENT_WORDS, passengers
from roundhouse.games.dice1.position import NONE
from roundhouse.games.dice1.stations import largest_group
from roundhouse.games.dice1.svg.reader import Reader
from roundhouse.games.dice1.svg.titles import move_title
from roundhouse.ui.panels import Panel, stack
from roundhouse.ui.rails import station_house
from roundhouse.ui.svg import attempt, box, heading, moved, press, rule, seat_mark, shorten, sign, spot, titled, write

COMPANY_SIGNS: Final = ("star", "cross", "diamond", "disc", "triangle")
_ROW: Final = 47.0
_SIDES: Final = (44.0, 26.0, 42.0)  # widths of the columns of the bank, a seat, and what is paid
_HOUSE: Final = {"wide": 18.0, "narrow": 15.0}
_TARGET: Final = 40.0  # width of a figure that can be pressed
_GROUNDS: Final = ("meadow", "water", "hill")  # by requirement


def company_chip(company: int, size: float) -> str:
    """Draw the sign of a company on its colour."""
    name = COMPANY_NAMES[company]
    chip = box(0, 0, size, size, f"{name} seen", size * 0.22)
    return chip + sign(COMPANY_SIGNS[company], size / 2, size / 2, size * 0.62, f"on-{name}")


def companies_panel(reader: Reader, room: float) -> Panel:
    """Draw a row for each company (RD1-7)."""
    seats = reader.position.seats
    middles = _middles(seats, room)
    head = heading(0, 10, reader.tell(say("Companies")))
    head += write(middles[0], 10, reader.tell(say("Bank")), "t12 quiet middle")
    head += "".join(_owner(reader, seat, middles[1 + seat]) for seat in range(seats))
    head += write(middles[-1], 10, reader.tell(say("Pays")), "t12 quiet middle")
    return stack(head, [_row(reader, company, room, middles) for company in range(COMPANIES)], _ROW)


def _owner(reader: Reader, seat: int, x: float) -> str:
    title = reader.tell(say("shares of {name}", name=reader.names[seat]))
    return titled(title, seat_mark(seat, x, 6, 11))


def _middles(seats: int, room: float) -> list[float]:
    """Return the middles of the columns of figures: the bank, each seat, what is paid."""
    bank, seat, pays = _SIDES
    first = room - pays - seats * seat
    return [first - bank / 2, *(first + (i + 0.5) * seat for i in range(seats)), room - pays / 2]


def _row(reader: Reader, company: int, room: float, middles: list[float]) -> str:
    """Name and director above the stations; the figures beside."""
    position = reader.position
    last = box(0, 1, 4, _ROW - 2, "last", 2) if reader.last in (BUY + company, BUY_FROM + company) else ""
    content = last + rule(0, 0, room) + moved(4, 4, spot(f"company-{company}", company_chip(company, 20)))
    name = reader.tell(COMPANY_WORDS[company])
    content += write(30, 19, name[:1].upper() + name[1:], "t14 strong")
    content += _director(reader, company, middles[0] - _SIDES[0] / 2)
    content += moved(2, 27, _stations(reader, company))
    content += _bank(reader, company, middles[0])
    for seat in range(position.seats):
        content += _holding(reader, company, seat, middles[1 + seat])
    return content + _pays(reader, company, middles[-1])


def _director(reader: Reader, company: int, room: float) -> str:
    director = reader.position.director[company]
    if director == NONE:
        return write(92, 19, shorten(reader.tell(say("no director")), 12, room - 94), "t12 quiet")
    name = reader.names[director]
    title = reader.tell(say("{name} is the director", name=name))
    mark = seat_mark(director, 98, 15, 11) + write(107, 19, shorten(name, 12, room - 109), "t12")
    return titled(title, mark)


def _stations(reader: Reader, company: int) -> str:
    """Draw each required ground and a house for each of its stations with the price, empty once built (RD1-38, RD1-43)."""
    content, x, size = "", 0.0, _HOUSE[reader.layout]
    for plan in range(PLANS):
        if PLAN_COMPANY[plan] != company:
            continue
        left = say_many("{count} station left", "{count} stations left", count=STOCK[plan] - reader.position.built[plan])
        title = reader.tell(say("{where}: {left}", where=REQUIREMENT_WORDS[PLAN_NEEDS[plan]], left=left))
        count = int(STOCK[plan])
        houses = "".join(moved(20 + i * size, 0, _house(reader, company, plan, i)) for i in range(count))
        content += moved(x, 0, _plan(reader, plan, title, requirement_mark(PLAN_NEEDS[plan]) + houses))
        x += 26 + count * size
    return content


def _plan(reader: Reader, plan: int, title: str, content: str) -> str:
    """Draw the stations of a company for one ground; a player who presses one that cannot be built learns why."""
    moves = [STATION + end * PLANS + plan for end in range(ENDS)]
    if any(move in reader.moves for move in moves):
        return titled(title, content)
    return reader.attempt(notation(moves[0]), title, content)


def requirement_mark(requirement: int) -> str:
    """Draw the ground that a station requires."""
    mark = box(0, 1, 17, 14, f"{_GROUNDS[requirement]} swatch", 3)
    if requirement == 0:
        return mark + sign("tree", 8.5, 8, 10, "tree")
    if requirement == 1:
        return mark + "".join(f'<path d="M3 {y}q2.7-2.4 5.5 0t5.5 0" class="wave"/>' for y in (6.5, 11))
    return mark + sign("peak", 8.5, 8.5, 11, "peak")


def _house(reader: Reader, company: int, plan: int, number: int) -> str:
    """Draw a station on the board of its company; cheap ones are built first (RD1-R7)."""
    size = _HOUSE[reader.layout]
    if number < reader.position.built[plan]:
        return station_house(size, "plan")
    price = CHEAP_PRICE if number < CHEAP[plan] else DEAR_PRICE
    name = COMPANY_NAMES[company]
    return station_house(size, name) + write(size / 2, 0.74 * size, price, f"t9 strong middle on-{name}")


def _bank(reader: Reader, company: int, x: float) -> str:
    """Draw the shares in the bank, as a button where one can be bought (RD1-50)."""
    left = reader.position.left[company]
    if BUY + company in reader.moves:
        return _sale(reader, BUY + company, x, left, 38)
    figure = write(x, 28, left or "–", "t14 middle" if left else "t14 middle quiet")
    if reader.seat < 0:
        return figure
    title = reader.tell(say_many("{count} share in the bank", "{count} shares in the bank", count=left))
    return attempt(notation(BUY + company), title, box(x - 19, 3, 38, _ROW - 6, "hit", 0) + figure)


def _holding(reader: Reader, company: int, seat: int, x: float) -> str:
    """Draw the shares of a seat (RD1-51); those of a director may be for sale (RD1-53)."""
    position = reader.position
    held = position.shares[seat * COMPANIES + company]
    directs = position.director[company] == seat
    if directs and BUY_FROM + company in reader.moves:
        return _sale(reader, BUY_FROM + company, x, held, _SIDES[1])
    kind = "strong" if directs else "" if held else "quiet"
    return write(x, 28, held or "–", f"t14 middle {kind}".strip())


def _sale(reader: Reader, move: int, x: float, count: int, width: float) -> str:
    """Draw a figure that buys a share when pressed."""
    content = box(x - _TARGET / 2, 0, _TARGET, _ROW, "hit", 0)
    content += box(x - width / 2, 3, width, _ROW - 6, "glow invite") + write(x, 22, count, "t14 strong middle")
    content += write(x, 37, reader.tell(say("buy")), "t9 middle good")
    return press(notation(move), reader.tell(move_title(reader, move)), content)


def _pays(reader: Reader, company: int, x: float) -> str:
    """Draw the tokens that the largest group of a company pays (RD1-82)."""
    count = largest_group(reader.position, company)
    title = reader.tell(say("The largest group pays {passengers} at the end of the year", passengers=passengers(count)))
    figure = write(x, 29, count or "–", "t17 strong middle" if count else "t14 middle quiet")
    return titled(title, figure)
