"""The table of Chicago Express as plain text: players, companies, dials, how near the end is, and the map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from roundhouse.core.bits import members
from roundhouse.core.sentence import say
from roundhouse.core.state import OVER, View
from roundhouse.games.express.board import (
    CITY,
    COMPANIES,
    COMPANY_IDS,
    COST,
    DETROIT,
    DEVELOPMENT,
    DIALS,
    HEX_BIT,
    HEX_CELLS,
    HEX_IDS,
    HEX_NAMES,
    HEXES,
    INCOME,
    INDUSTRIAL,
    LAST_HOUSES,
    PLANE,
    PLANES,
    RED,
    ROW,
    ROW_HEX,
    ROW_LAST,
    ROWS,
    SHARES,
    START,
    TERRAIN,
)
from roundhouse.games.express.phases import BIDDING, BUILDING, NONE
from roundhouse.games.express.phrases import ACTION_WORDS, TERRAIN_WORDS
from roundhouse.games.express.state import ENDING, Express
from roundhouse.games.express.words import prompt
from roundhouse.ui.columns import paragraphs, player, printable, table
from roundhouse.ui.reader import Reader
from roundhouse.ui.textmap import TextMap

LETTERS: Final = "PBCNW"  # of the companies, on the map
_MARKS: Final = ".fmcis"  # of the kinds of terrain
_STEP: Final = 4  # from a column of the map to the next; a hex may take two of them, for its neighbours are on other lines
_MARGIN: Final = 3
_LISTS: Final = 3  # cities side by side


def sketch(view: View[Express], names: Sequence[str], language: str) -> str:
    """Return the table, the same for everyone but for the word `you`, at most 100 columns wide."""
    reader: Reader[Express] = Reader(view, [printable(name) for name in names], language)
    parts = [
        _heading(reader),
        _players(reader),
        _companies(reader),
        _dials(reader),
        _map(reader.position),
        _legend(reader),
        _cities(reader),
    ]
    return paragraphs(parts)


def _heading(reader: Reader[Express]) -> list[str]:
    """Say who is to move, and what is under way."""
    position = reader.position
    if reader.over:
        return [reader.tell(prompt(reader.view))]
    lines = [reader.tell(say("To move: {name}", name=reader.names[position.actor]))]
    if position.phase == BIDDING and position.leader == NONE:
        on_offer = say(
            "A share of {company} is on offer, from {least}.", company=COMPANY_IDS[position.company], least=position.least_bid()
        )
        lines.append(reader.tell(on_offer))
    elif position.phase == BIDDING:
        company, leader = COMPANY_IDS[position.company], reader.names[position.leader]
        lines.append(
            reader.tell(say("A share of {company}: {name} has bid {high}.", company=company, name=leader, high=position.high))
        )
    elif position.phase == BUILDING:
        laid = ", ".join(HEX_IDS[cell] for cell in position.laid) or "-"
        lines.append(
            reader.tell(
                say("{company} is being expanded; built so far: {hexes}.", company=COMPANY_IDS[position.company], hexes=laid)
            )
        )
    return lines


# Players and companies.


def _players(reader: Reader[Express]) -> list[str]:
    """List cash and shares of every player (CEX-63)."""
    position = reader.position
    rows = [["", "", reader.tell(say("cash")), *COMPANY_IDS]]
    for seat in range(position.seats):
        held = position.share[seat * COMPANIES : (seat + 1) * COMPANIES]
        mark = ">" if seat == position.actor else "x" if position.passed >> seat & 1 else ""
        rows.append([mark, player(reader, seat), str(position.cash[seat]), *(str(count or "-") for count in held)])
    return table(rows, "<<>>>>>>")


def _companies(reader: Reader[Express]) -> list[str]:
    """List the charters and the income track, with what a share pays and the lowest price of the next one."""
    position = reader.position
    heads = [say("income"), say("a share"), say("sold"), say("next from"), say("treasury"), say("locomotives left")]
    rows = [["", "", *(reader.tell(head) for head in heads)]]
    for company in range(COMPANIES):
        row = [LETTERS[company], COMPANY_IDS[company]]
        if position.is_open(company):
            row += [str(position.income[company]), str(position.dividend(company)), f"{position.sold(company)}/{SHARES[company]}"]
            row += [str(position.opening_bid(company)) if position.unsold[company] else "-"]
            row += [str(position.treasury[company]), str(position.left[company])]
        else:
            row += ["-", "-", f"0/{SHARES[company]}", "-", "-", str(position.left[company])]
        rows.append(row)
    return table(rows, "<<>>>>>>")


def _dials(reader: Reader[Express]) -> list[str]:
    position = reader.position
    dials = [
        f"{reader.tell(ACTION_WORDS[dial])} {position.needle[dial]}/{RED[dial]}{'!' if position.needle[dial] == RED[dial] else ''}"
        for dial in range(DIALS)
    ]
    industry = [f"{HEX_NAMES[ROW_HEX[row]]} {position.track[row]}/{ROW_LAST[row]}" for row in range(ROWS)]
    end = say(
        "End: companies without locomotives {no_locomotives}/{limit}, without shares {no_shares}/{limit}; "
        "houses left {houses} (end at {last}); Detroit {detroit}/{top}",
        no_locomotives=position.without_locomotives(),
        no_shares=position.without_shares(),
        limit=ENDING,
        houses=position.supply,
        last=LAST_HOUSES,
        detroit=position.track[DETROIT],
        top=ROW_LAST[DETROIT],
    )
    return [
        reader.tell(say("Dials: {dials}", dials=", ".join(dials))),
        reader.tell(say("Industry: {industry}", industry=", ".join(industry))),
        reader.tell(end),
    ]


# The map.


def _map(position: Express) -> list[str]:
    """Draw the hexes by column and row; odd columns stand half a hex lower, so every row takes two lines."""
    columns = max(column for column, _ in HEX_CELLS) + 1
    rows = max(row for _, row in HEX_CELLS) + 1
    width = _MARGIN + _STEP * (columns + 1)
    grid = TextMap(width, 2 * rows + 1)
    for column in range(columns):
        grid.put(0, _MARGIN + _STEP * column + 1, chr(ord("A") + column))
    for row in range(rows):
        for line in (2 * row + 1, 2 * row + 2):
            grid.put(line, 0, f"{row:2}")
    for cell, (column, row) in enumerate(HEX_CELLS):
        grid.put(2 * row + 1 + column % 2, _MARGIN + _STEP * column, _mark(position, cell))
    return [line for line in grid.lines() if line.strip(" 0123456789")]


def _mark(position: Express, cell: int) -> str:
    """Return `f2` for a forest that costs 2, `c*PN` for a city with a house, PRR and NYC; in brackets if it can be built now."""
    terrain = _MARKS[TERRAIN[cell]]
    if position.on[cell] or TERRAIN[cell] == START:
        house = "*" if position.has_house(cell) else ""
        text = terrain + house + "".join(LETTERS[company] for company in members(position.on[cell]))
    else:
        text = f"{terrain}{COST[cell]}"
    return f"[{text}]" if _can_build(position, cell) else f" {text}"


def _can_build(position: Express, cell: int) -> bool:
    if position.actor == OVER or position.phase != BUILDING:
        return False
    company = position.company
    open_here = position.open[company * PLANES + PLANE[cell]] & HEX_BIT[cell]
    return bool(open_here) and position.price(cell) <= position.treasury[company]


def _legend(reader: Reader[Express]) -> list[str]:
    terrain = ", ".join(f"{mark} {reader.tell(word)}" for mark, word in zip(_MARKS, TERRAIN_WORDS, strict=True))
    companies = ", ".join(f"{letter} {company}" for letter, company in zip(LETTERS, COMPANY_IDS, strict=True))
    return [
        f"{terrain}.",
        f"{companies}.",
        reader.tell(say("Figures: the cost for the first company. * a house. [ ] a hex where the company can build now.")),
    ]


def _cities(reader: Reader[Express]) -> list[str]:
    """List every city with its cost, its income, what a house adds, and the companies there."""
    position = reader.position
    cities = sorted(cell for cell in range(HEXES) if TERRAIN[cell] in (CITY, INDUSTRIAL))
    texts = [_city(position, cell) for cell in cities]
    height = -(-len(texts) // _LISTS)
    heading = reader.tell(say("Cities: cost, income, more with a house, companies there"))
    return [heading, *("".join(f"{text:33}" for text in texts[line::height]).rstrip() for line in range(height))]


def _city(position: Express, cell: int) -> str:
    row = ROW[cell]
    more = f"+{position.track[row]}" if row >= 0 else f"+{INCOME[cell]}"
    if row < 0 and DEVELOPMENT[cell]:
        more += f"+{DEVELOPMENT[cell]}{'*' if position.has_house(cell) else ''}"
    there = "".join(LETTERS[company] for company in members(position.on[cell]))
    return f"{HEX_IDS[cell]:3} {HEX_NAMES[cell]:12} {COST[cell]} {more:5} {there}"
