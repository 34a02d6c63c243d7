"""The table of Chicago Express as plain text: players, companies, dials, how near the end is, and the map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, cast
from unicodedata import combining, east_asian_width

from roundhouse.core.bits import members
from roundhouse.core.sentence import Sentence, say
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
from roundhouse.ui.text import translate

LETTERS: Final = "PBCNW"  # of the companies, on the map
_MARKS: Final = ".fmcis"  # of the kinds of terrain
_STEP: Final = 4  # from a column of the map to the next; a hex may take two of them, for its neighbours are on other lines
_MARGIN: Final = 3
_LISTS: Final = 3  # cities side by side
_NAME_WIDTH: Final = 20


class _Scene(NamedTuple):
    """What every part of the sketch needs."""

    position: Express
    reader: int
    names: list[str]
    language: str

    def told(self, sentence: Sentence) -> str:
        return translate(sentence, self.language, self.names)


def sketch(view: View, names: Sequence[str], language: str) -> str:
    """The table, the same for all but for the word `you`; at most 100 columns wide."""
    scene = _Scene(cast("Express", view.position), view.seat, [_printable(name) for name in names], language)
    parts = [
        _heading(scene, view),
        _players(scene),
        _companies(scene),
        _dials(scene),
        _map(scene.position),
        _legend(scene),
        _cities(scene),
    ]
    return "\n\n".join("\n".join(part) for part in parts)


def _heading(scene: _Scene, view: View) -> list[str]:
    """Who acts, and what is under way."""
    position = scene.position
    if position.actor == OVER:
        return [scene.told(prompt(view))]
    lines = [scene.told(say("To move: {name}", name=scene.names[position.actor]))]
    if position.phase == BIDDING and position.leader == NONE:
        on_offer = say(
            "A share of {company} is on offer, from {least}.", company=COMPANY_IDS[position.company], least=position.least_bid()
        )
        lines.append(scene.told(on_offer))
    elif position.phase == BIDDING:
        company, leader = COMPANY_IDS[position.company], scene.names[position.leader]
        lines.append(
            scene.told(say("A share of {company}: {name} has bid {high}.", company=company, name=leader, high=position.high))
        )
    elif position.phase == BUILDING:
        laid = ", ".join(HEX_IDS[cell] for cell in position.laid) or "-"
        lines.append(
            scene.told(
                say("{company} is being expanded; built so far: {hexes}.", company=COMPANY_IDS[position.company], hexes=laid)
            )
        )
    return lines


# Players and companies.


def _players(scene: _Scene) -> list[str]:
    """CEX-63: cash and shares of everybody."""
    position = scene.position
    rows = [["", "", scene.told(say("cash")), *COMPANY_IDS]]
    for seat in range(position.seats):
        held = position.share[seat * COMPANIES : (seat + 1) * COMPANIES]
        mark = ">" if seat == position.actor else "x" if position.passed >> seat & 1 else ""
        name = f"{seat + 1} {scene.names[seat]}"
        name = scene.told(say("{name} (you)", name=name)) if seat == scene.reader else name
        rows.append([mark, name, str(position.cash[seat]), *(str(count or "-") for count in held)])
    return _table(rows, "<<>>>>>>")


def _companies(scene: _Scene) -> list[str]:
    """The charters and the income track, with what a share pays and what the next one would cost at least."""
    position = scene.position
    heads = [say("income"), say("a share"), say("sold"), say("next from"), say("treasury"), say("locomotives left")]
    rows = [["", "", *(scene.told(head) for head in heads)]]
    for company in range(COMPANIES):
        row = [LETTERS[company], COMPANY_IDS[company]]
        if position.is_open(company):
            row += [str(position.income[company]), str(position.dividend(company)), f"{position.sold(company)}/{SHARES[company]}"]
            row += [str(position.opening_bid(company)) if position.unsold[company] else "-"]
            row += [str(position.treasury[company]), str(position.left[company])]
        else:
            row += ["-", "-", f"0/{SHARES[company]}", "-", "-", str(position.left[company])]
        rows.append(row)
    return _table(rows, "<<>>>>>>")


def _dials(scene: _Scene) -> list[str]:
    position = scene.position
    dials = [
        f"{scene.told(ACTION_WORDS[dial])} {position.needle[dial]}/{RED[dial]}{'!' if position.needle[dial] == RED[dial] else ''}"
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
        scene.told(say("Dials: {dials}", dials=", ".join(dials))),
        scene.told(say("Industry: {industry}", industry=", ".join(industry))),
        scene.told(end),
    ]


# The map.


def _map(position: Express) -> list[str]:
    """Hexes by column and row; odd columns stand half a hex lower, so every row takes two lines."""
    columns = max(column for column, _ in HEX_CELLS) + 1
    rows = max(row for _, row in HEX_CELLS) + 1
    width = _MARGIN + _STEP * (columns + 1)
    lines = [[" "] * width for _ in range(2 * rows + 1)]
    for column in range(columns):
        _write(lines[0], _MARGIN + _STEP * column + 1, chr(ord("A") + column))
    for row in range(rows):
        for line in (2 * row + 1, 2 * row + 2):
            _write(lines[line], 0, f"{row:2}")
    for cell, (column, row) in enumerate(HEX_CELLS):
        _write(lines[2 * row + 1 + column % 2], _MARGIN + _STEP * column, _mark(position, cell))
    return ["".join(line).rstrip() for line in lines if any(letter not in " 0123456789" for letter in line)]


def _write(line: list[str], at: int, text: str) -> None:
    line[at : at + len(text)] = text


def _mark(position: Express, cell: int) -> str:
    """`f2`: a forest that costs 2; `c*PN`: a city with a house, PRR and NYC are there; brackets: open to the expansion."""
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


def _legend(scene: _Scene) -> list[str]:
    terrain = ", ".join(f"{mark} {scene.told(word)}" for mark, word in zip(_MARKS, TERRAIN_WORDS, strict=True))
    companies = ", ".join(f"{letter} {company}" for letter, company in zip(LETTERS, COMPANY_IDS, strict=True))
    return [
        f"{terrain}.",
        f"{companies}.",
        scene.told(say("Figures: the cost for the first company. * a house. [ ] a hex where the company can build now.")),
    ]


def _cities(scene: _Scene) -> list[str]:
    """Every city with its cost, what it brings, what a house adds, and who is there."""
    position = scene.position
    cities = sorted(cell for cell in range(HEXES) if TERRAIN[cell] in (CITY, INDUSTRIAL))
    texts = [_city(position, cell) for cell in cities]
    height = -(-len(texts) // _LISTS)
    heading = scene.told(say("Cities: cost, income, more with a house, companies there"))
    return [heading, *("".join(f"{text:33}" for text in texts[line::height]).rstrip() for line in range(height))]


def _city(position: Express, cell: int) -> str:
    row = ROW[cell]
    more = f"+{position.track[row]}" if row >= 0 else f"+{INCOME[cell]}"
    if row < 0 and DEVELOPMENT[cell]:
        more += f"+{DEVELOPMENT[cell]}{'*' if position.has_house(cell) else ''}"
    there = "".join(LETTERS[company] for company in members(position.on[cell]))
    return f"{HEX_IDS[cell]:3} {HEX_NAMES[cell]:12} {COST[cell]} {more:5} {there}"


# Columns of text.


def _printable(name: str) -> str:
    """A name without control characters, cut to fit the table."""
    return "".join(letter for letter in name if letter.isprintable())[:_NAME_WIDTH]


def _table(rows: list[list[str]], sides: str) -> list[str]:
    """Columns two spaces apart, each as wide as its widest text, set to the left (<) or to the right (>)."""
    widths = [max(_width(row[i]) for row in rows) for i in range(len(sides))]
    lines = []
    for row in rows:
        gaps = [" " * (width - _width(text)) for width, text in zip(widths, row, strict=True)]
        texts = [text + gap if side == "<" else gap + text for text, gap, side in zip(row, gaps, sides, strict=True)]
        lines.append("  ".join(texts).rstrip())
    return lines


def _width(text: str) -> int:
    """Columns on a terminal: two for a wide letter, none for a combining one."""
    return sum(0 if combining(letter) else 2 if east_asian_width(letter) in "WF" else 1 for letter in text)
