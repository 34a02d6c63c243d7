"""The boards of the companies: director, shares by owner, stations left with price and requirement, and what they pay."""

from __future__ import annotations

from typing import Final

from roundhouse.core.bits import members
from roundhouse.core.sentence import Sentence, capital, say, say_many
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
from roundhouse.games.dice1.dice import can_buy_with
from roundhouse.games.dice1.moves import BUY, BUY_FROM, ENDS, STATION
from roundhouse.games.dice1.notation import notation
from roundhouse.games.dice1.phrases import COMPANY_WORDS, REQUIREMENT_WORDS, passengers
from roundhouse.games.dice1.places import company_place, tile_place
from roundhouse.games.dice1.position import NONE
from roundhouse.games.dice1.shares import can_buy_from
from roundhouse.games.dice1.stations import largest_group, served
from roundhouse.games.dice1.svg.reader import Reader
from roundhouse.games.dice1.svg.titles import move_title
from roundhouse.ui.menus import kept_inside, menu
from roundhouse.ui.panels import Panel, stack
from roundhouse.ui.rails import empty_house, station_house
from roundhouse.ui.svg import (
    attempt,
    box,
    choice,
    heading,
    moved,
    place,
    press,
    press_all,
    rule,
    seat_mark,
    shorten,
    shows,
    sign,
    spot,
    titled,
    write,
)

COMPANY_SIGNS: Final = ("star", "cross", "diamond", "disc", "triangle")
ROW: Final = {"wide": 47.0, "narrow": 92.0}
_HOUSE: Final = {"wide": 16.0, "narrow": 17.0}
_CHIP: Final = {"wide": (27.0, 30.0), "narrow": (48.0, 52.0)}  # of a number of shares: its size, and from one to the next
_CHIPS: Final = {"wide": 4, "narrow": 3}  # numbers of shares side by side; more are in a menu
_GROUNDS: Final = ("meadow", "water", "hill")  # by requirement


def company_chip(company: int, size: float) -> str:
    """Draw the sign of a company on its colour."""
    name = COMPANY_NAMES[company]
    chip = box(0, 0, size, size, f"{name} seen", size * 0.22)
    return chip + sign(COMPANY_SIGNS[company], size / 2, size / 2, size * 0.62, f"on-{name}")


def companies_panel(reader: Reader, room: float) -> Panel:
    """Draw a row for each company (RD1-7)."""
    columns = _columns(reader, room)
    head = heading(0, 10, reader.tell(say("Companies")))
    head += write(columns[0], 10, reader.tell(say("Buy shares")), "t12 quiet") if reader.wide else ""
    head += titled(reader.tell(say("shares left in the bank")), write(columns[1], 10, reader.tell(say("Bank")), "t12 quiet middle"))
    head += "".join(_owner(reader, seat, columns[2 + seat]) for seat in range(reader.position.seats))
    title = reader.tell(say("passengers that the director gets at the end of the year"))
    head += titled(title, write(columns[-1], 10, reader.tell(say("Pays")), "t12 quiet middle"))
    return stack(head, [_row(reader, company, room, columns) for company in range(COMPANIES)], ROW[reader.layout])


def _owner(reader: Reader, seat: int, x: float) -> str:
    title = reader.tell(say("shares of {name}", name=reader.names[seat]))
    return titled(title, seat_mark(seat, x, 6, 11))


def _columns(reader: Reader, room: float) -> list[float]:
    """Return the left edge of the numbers to buy, then the middles of the figures: the bank, each seat, what is paid."""
    seats = int(reader.position.seats)
    seat, pays, bank = (24.0, 34.0, 30.0) if reader.wide else (28.0, 36.0, 36.0)
    first = room - pays - seats * seat
    chips = first - bank - _CHIPS["wide"] * _CHIP["wide"][1] if reader.wide else 0.0
    return [chips, first - bank / 2, *(first + (i + 0.5) * seat for i in range(seats)), room - pays / 2]


def _row(reader: Reader, company: int, room: float, columns: list[float]) -> str:
    """Name and director above the stations; what can be bought and the figures beside them, on a phone below."""
    position, wide = reader.position, reader.wide
    height = ROW[reader.layout]
    last = box(0, 1, 4, height - 2, "last", 2) if reader.last in (BUY + company, BUY_FROM + company) else ""
    name = reader.tell(COMPANY_WORDS[company])
    title = say("{company}: its stations on the general map", company=capital(name))
    places = [company_place(company), *(tile_place(entry) for entry in members(int(served(position, company))))]
    chip = moved(4, 4, spot(f"company-{company}", company_chip(company, 20)))
    label = chip + write(30, 19, capital(name), "t14 strong")
    content = last + rule(0, 0, room) + shows(places, reader.tell(title), label)
    content += _director(reader, company, columns[0] if wide else room - 162)
    content += moved(2, 27, _stations(reader, company)) if wide else moved(room - 162, 4, _stations(reader, company))
    down = 0.0 if wide else 45.0
    content += moved(columns[0], 8 if wide else 46, _purchases(reader, company))
    content += moved(0, down, "".join(_figures(reader, company, columns)))
    return place(company_place(company), content)


def _figures(reader: Reader, company: int, columns: list[float]) -> list[str]:
    """Draw the shares in the bank and of each seat (RD1-51), and what the company pays."""
    position = reader.position
    left = position.left[company]
    figures = [_bank(reader, columns[1], int(left))]
    for seat in range(position.seats):
        held = position.shares[seat * COMPANIES + company]
        kind = "strong" if position.director[company] == seat else "" if held else "quiet"
        figures.append(write(columns[2 + seat], 28, held or "–", f"t14 middle {kind}".strip()))
    return [*figures, _pays(reader, company, columns[-1])]


def _bank(reader: Reader, x: float, left: int) -> str:
    title = reader.tell(say_many("{count} share in the bank", "{count} shares in the bank", count=left))
    return titled(title, write(x, 28, left or "–", "t14 middle quiet"))


def _director(reader: Reader, company: int, room: float) -> str:
    director = reader.position.director[company]
    x, y = (92.0, 19.0) if reader.wide else (30.0, 37.0)
    if director == NONE:
        return write(x, y, shorten(reader.tell(say("no director yet")), 12, room - x - 4), "t12 quiet")
    name = reader.names[director]
    title = reader.tell(say("{name} is the director", name=name))
    return titled(title, seat_mark(director, x + 6, y - 4, 11) + write(x + 15, y, shorten(name, 12, room - x - 19), "t12"))


def _stations(reader: Reader, company: int) -> str:
    """Draw each required ground and a house for each of its stations with the price, empty once built (RD1-38, RD1-43)."""
    content, x, y, size = "", 0.0, 0.0, _HOUSE[reader.layout]
    for plan in range(PLANS):
        if PLAN_COMPANY[plan] != company:
            continue
        left = say_many("{count} station left", "{count} stations left", count=STOCK[plan] - reader.position.built[plan])
        title = reader.tell(say("{where}: {left}", where=REQUIREMENT_WORDS[PLAN_NEEDS[plan]], left=left))
        count = int(STOCK[plan])
        houses = "".join(moved(20 + i * size, 0, _house(reader, company, plan, i)) for i in range(count))
        content += moved(x, y, _plan(reader, plan, title, requirement_mark(PLAN_NEEDS[plan]) + houses))
        if reader.wide:
            x += 25 + count * size
        else:
            y += 20
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
        return empty_house(size)
    price = CHEAP_PRICE if number < CHEAP[plan] else DEAR_PRICE
    name = COMPANY_NAMES[company]
    return station_house(size, name) + write(size / 2, 0.78 * size, price, f"t11 strong middle on-{name}")


# Buying.


def _purchases(reader: Reader, company: int) -> str:
    """Draw numbers of shares to buy, each in one step; a menu where there are more, or two sellers (RD1-50, RD1-53)."""
    sizes, most = _CHIP[reader.layout], _CHIPS[reader.layout]
    offers = _offers(reader, company)
    if not offers:
        title = reader.tell(say("no share can be bought now"))
        face = box(0, 0, most * sizes[1] - 3, sizes[0], "plain off") + write(
            (most * sizes[1] - 3) / 2, sizes[0] / 2 + 4, "–", "t12 middle quiet"
        )
        return attempt(notation(BUY + company), title, face) if reader.seat >= 0 else face
    shown = offers if len(offers) <= most else offers[: most - 1]
    content = "".join(moved(i * sizes[1], 0, _purchase(reader, *offer, sizes[0])) for i, offer in enumerate(shown))
    if len(shown) < len(offers):
        told = reader.tell(say("buy more shares of this company"))
        face = box(0, 0, sizes[0], sizes[0], "option edge") + write(sizes[0] / 2, sizes[0] / 2 + 5, "…", "t14 strong middle")
        content += moved(len(shown) * sizes[1], 0, choice(f"shares-{company}", told, face))
    return content


def _offers(reader: Reader, company: int) -> list[tuple[int, int]]:
    """Return the purchases on offer as move and number of shares: from the bank, then from the director."""
    return [
        (move, count + 1)
        for move in (BUY + company, BUY_FROM + company)
        if move in reader.moves
        for count in range(_most(reader, move))
    ]


def _most(reader: Reader, move: int) -> int:
    """Return how many shares can be bought in a row by this move."""
    after, count = reader.position.copy(), 0
    company = move - BUY if move < BUY_FROM else move - BUY_FROM
    while can_buy_with(after) and (after.left[company] > 0 if move < BUY_FROM else can_buy_from(after, company)):
        after.apply(move)
        count += 1
    return count


def _purchase(reader: Reader, move: int, count: int, size: float) -> str:
    """Draw a number of shares; those of a director with the director's mark."""
    face = box(0, 0, size, size, "option edge") + write(size / 2, size / 2 + 5, count, "t14 strong middle")
    if move >= BUY_FROM:
        face += seat_mark(int(reader.position.director[move - BUY_FROM]), size - 5, 6, 8)
    if count == 1:
        return press(notation(move), reader.tell(move_title(reader, move)), face)
    return press_all([notation(move)] * count, reader.tell(_bulk(reader, move, count)), face)


def _bulk(reader: Reader, move: int, count: int) -> Sentence:
    if move < BUY_FROM:
        company = COMPANY_WORDS[move - BUY]
        return say_many(
            "Buy {count} {company} share from the bank", "Buy {count} {company} shares from the bank", count=count, company=company
        )
    company = COMPANY_WORDS[move - BUY_FROM]
    director = reader.names[reader.position.director[move - BUY_FROM]]
    return say_many(
        "Buy {count} {company} share from {director}",
        "Buy {count} {company} shares from {director}",
        count=count,
        company=company,
        director=director,
    )


def share_menus(reader: Reader, canvas: tuple[int, int]) -> str:
    """Draw the menus of the companies of which more shares can be bought than stand on their boards."""
    content = ""
    for company in range(COMPANIES):
        offers = _offers(reader, company)
        if len(offers) <= _CHIPS[reader.layout]:
            continue
        across = 6
        size = across * 50 + 14.0, 40 + -(-len(offers) // across) * 50.0
        title = say("{company}: how many shares?", company=COMPANY_WORDS[company])
        body = write(10, 20, capital(reader.tell(title)), "t12 strong")
        body += "".join(
            moved(10 + i % across * 50, 32 + i // across * 50, _purchase(reader, *offer, 44)) for i, offer in enumerate(offers)
        )
        corner = kept_inside((canvas[0] / 3, canvas[1] * 0.55), size, canvas)
        content += menu(f"shares-{company}", corner, size, body)
    return content


def _pays(reader: Reader, company: int, x: float) -> str:
    """Draw the tokens that the largest group of a company pays (RD1-82)."""
    count = largest_group(reader.position, company)
    title = reader.tell(say("The largest group pays {passengers} at the end of the year", passengers=passengers(count)))
    figure = write(x, 29, count or "–", "t17 strong middle" if count else "t14 middle quiet")
    return titled(title, figure)
