"""The hexes of the map: what each costs and brings, the companies there with their lines, and what may be done with it."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from roundhouse.core.bits import members
from roundhouse.core.sentence import Sentence, both, say
from roundhouse.games.express.board import (
    COMPANY_IDS,
    COST,
    DEVELOPMENT,
    FOREST,
    FOREST_GRANT,
    HEX_IDS,
    HEXES,
    NEXT,
    PLAINS,
    ROW,
    ROW_STEP,
    SIDES,
    TERRAIN,
)
from roundhouse.games.express.consequences import COMPANY_PLACES
from roundhouse.games.express.moves import BUILD, DEVELOP
from roundhouse.games.express.notation import hex_name, notation
from roundhouse.games.express.phrases import TERRAIN_WORDS, companies_in, money
from roundhouse.games.express.svg.land import polygon
from roundhouse.games.express.svg.map import (
    COST_AT,
    HOUSE_AT,
    INCOME_AT,
    NAME,
    Place,
    centres,
    corners,
    engine_size,
    engine_type,
    name_of,
    slots,
)
from roundhouse.games.express.svg.pieces import CLASSES, engine, house
from roundhouse.games.express.svg.reader import Reader
from roundhouse.ui.svg import box, moved, number, piece, place, press, press_all, text_width, write
from roundhouse.ui.text import translate

_LANE: Final = {"wide": 6.4, "narrow": 4.4}  # between the lines of two companies
_HOUSES: Final = "dial-2"  # where houses come from: the dial of development
_HEX: Final = '<use href="#hex" class="hit hex-ring"/>'  # where it can be pressed, and its outline while it is shown
_ENGINE: Final = '<use href="#new-engine" class="outcome"/>'
_HOUSE: Final = '<use href="#new-house" class="outcome"/>'


# Networks.


def draw_network(reader: Reader, company: int) -> str:
    """Draw lines between neighbouring locomotives of a company (CEX-67); each company keeps its own lane."""
    on = reader.position.on
    lines = "".join(
        _line(reader.layout, company, cell, NEXT[cell * SIDES + side], on[cell] & on[NEXT[cell * SIDES + side]])
        for cell in range(HEXES)
        if on[cell] >> company & 1
        for side in range(SIDES // 2)  # each pair once
        if NEXT[cell * SIDES + side] >= 0 and on[NEXT[cell * SIDES + side]] >> company & 1
    )
    if not lines:
        return ""
    size, colour = "" if reader.wide else " thin", f"{CLASSES[company]}-line"
    drawn = "".join(f'<path d="{lines}" class="{kind}{size}"/>' for kind in ("bedding", f"sleepers {colour}", f"line {colour}"))
    return place(COMPANY_PLACES[company], drawn)


def _line(layout: str, company: int, one: int, other: int, both: int) -> str:
    """Return a line from middle to middle, moved sideways into the lane of the company, as path data."""
    (ax, ay), (bx, by) = centres(layout)[one], centres(layout)[other]
    lanes = members(both)
    aside = (lanes.index(company) - (len(lanes) - 1) / 2) * _LANE[layout]
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    dx, dy = (ay - by) / length * aside, (bx - ax) / length * aside
    return f"M{number(ax + dx)} {number(ay + dy)}L{number(bx + dx)} {number(by + dy)}"


# A hex.


def draw_hex(reader: Reader, cell: int) -> str:
    """Name, figures, house and locomotives of a hex; an invitation where something may be done with it."""
    position, layout = reader.position, reader.layout
    content = _mark(reader, cell)
    content += _standing(layout, reader.language, cell) + _income(reader, cell) + _house(reader, cell)
    there = members(position.on[cell])
    if there:
        size, kind = engine_size(layout, len(there)), engine_type(layout, len(there))
        content += "".join(
            piece(_source(reader, cell, company, there), engine(company, *slot, size, kind))
            for company, slot in zip(there, slots(layout, len(there)), strict=True)
        )
    x, y = centres(layout)[cell]
    return moved(x, y, place(HEX_IDS[cell], _with_moves(reader, cell, _HEX + content)))


def _mark(reader: Reader, cell: int) -> str:
    """Outline a hex of the draft, of the expansion under way, of the last move, or of what others did since the last turn."""
    if cell in reader.pending or (reader.building and cell in reader.position.laid):
        return polygon(corners(reader.layout, cell, -1.6), "marked pending")
    if cell == reader.last_hex():
        return polygon(corners(reader.layout, cell, -1.6), "marked")
    return polygon(corners(reader.layout, cell, -1.6), "marked thin") if cell in reader.news else ""


def _source(reader: Reader, cell: int, company: int, there: list[int]) -> str:
    """Return where a locomotive just built comes from: its charter, as far as the position tells which."""
    if reader.last != BUILD + cell:
        return ""
    return f"company-{company}" if company == (reader.position.company if reader.building else there[0]) else ""


def _with_moves(reader: Reader, cell: int, content: str) -> str:
    """Make a hex that can be built or developed glow and show what it costs or brings."""
    if BUILD + cell in reader.moves:
        tag = _tag(COST_AT[reader.layout], _dollars(reader.layout, reader.language, reader.position.price(cell)))
        content = _invitation(reader.layout, cell) + content + tag + _ENGINE
        return press(notation(BUILD + cell), reader.tell(_build_words(reader, cell)), content)
    if DEVELOP + cell in reader.moves:
        tag = _development_tag(reader, cell)
        content = _invitation(reader.layout, cell) + content + tag + _HOUSE
        return press(notation(DEVELOP + cell), reader.tell(_develop_words(reader, cell)), content)
    if cell in reader.ways:
        return _way(reader, cell, content)
    position = reader.position
    words = _words(reader.language, cell, position.value(cell), position.has_house(cell), position.on[cell])
    return reader.attempt(notation(BUILD + cell), words, content)


def _way(reader: Reader, cell: int, content: str) -> str:
    """Offer to build all the way to a hex further away, with the price of it all; the hexes between show their locomotives."""
    way = reader.ways[cell]
    at = centres(reader.layout)
    engines = "".join(
        f'<use href="#new-engine" x="{number(at[step][0] - at[cell][0])}" y="{number(at[step][1] - at[cell][1])}" class="outcome"/>'
        for step in way.cells
    )
    tag = _tag(COST_AT[reader.layout], _dollars(reader.layout, reader.language, way.price), "chip", "")
    content = polygon(corners(reader.layout, cell, -1.2), "far-invite") + content + tag + engines
    values = {"hex": hex_name(cell), "count": len(way.cells), "price": reader.money(way.price)}
    words = say("Build {count} hexes, as far as {hex}, for {price}; income {income} more", income=way.income, **values)
    if not way.income:
        words = say("Build {count} hexes, as far as {hex}, for {price}", **values)
    return press_all([notation(move) for move in way.moves], reader.tell(words), content)


def draw_outcome(reader: Reader) -> str:
    """Define once for all hexes their shape, and what a choice would bring: a locomotive of the company that expands, a house."""
    company = reader.position.company if reader.building else 0
    (x, y), size = slots(reader.layout, 1)[0], engine_size(reader.layout, 1)
    new = engine(company, x, y, size, engine_type(reader.layout, 1))
    shape = polygon(corners(reader.layout, 0, -1.4), "").replace(' class=""', ' id="hex"')
    return f'<defs>{shape}<g id="new-engine">{new}</g><g id="new-house">{house(0, y, size[1] * 1.4)}</g></defs>'


@cache
def _invitation(layout: str, cell: int) -> str:
    return polygon(corners(layout, cell, -1.2), "glow invite" if layout == "wide" else "glow thin invite")


def _tag(at: Place, text: str, ground: str = "button", ink: str = "on-button") -> str:
    """Draw a figure that is on offer now, in the place of the printed one."""
    left, top, width, height = at.box(text)
    pad = at.size * 0.18
    return box(left - pad, top - pad, width + 2 * pad, height + 2 * pad, ground, 4) + _figure(at, text, ink)


def _development_tag(reader: Reader, cell: int) -> str:
    """Draw a house with what it would bring."""
    at = HOUSE_AT[reader.layout]
    text = _gain(reader, cell)
    if not reader.wide:
        return _tag(at, text)
    wide = max(text_width(text, at.size), 10) + 5
    content = box(at.x - wide / 2, at.y - 19.5, wide, 22.5, "button", 4) + house(at.x - 0.3, at.y - 12.8, 9)
    return content + _figure(at, text, "on-button")


def _gain(reader: Reader, cell: int) -> str:
    """Return what developing a hex brings: income, or for a forest cash."""
    if TERRAIN[cell] == FOREST:
        return _dollars(reader.layout, reader.language, FOREST_GRANT)
    return f"+{ROW_STEP[ROW[cell]] if ROW[cell] >= 0 else DEVELOPMENT[cell]}"


def _dollars(layout: str, language: str, dollars: int) -> str:
    """Return an amount for the map; small drawings have no room for the space before the sign."""
    text = translate(money(dollars), language)
    return text if layout == "wide" else text.replace("\u202f", "")


def _figure(at: Place, text: str, classes: str) -> str:
    return write(at.x, at.y, text, f"t{at.size} strong {at.anchor} {classes}")


@cache
def _standing(layout: str, language: str, cell: int) -> str:
    """Write what is printed on a hex: its name and its cost; on plains in a lighter hand, since they are most of the map."""
    name = _figure(NAME[layout], name_of(layout, cell), "label") if name_of(layout, cell) else ""
    if not COST[cell]:
        return name
    at, text = COST_AT[layout], _dollars(layout, language, COST[cell])
    if TERRAIN[cell] == PLAINS:
        return name + write(at.x, at.y, text, f"t{min(at.size, 10)} {at.anchor} cost halo")
    return name + _figure(at, text, "cost halo")


def _income(reader: Reader, cell: int) -> str:
    """Write what a company that arrives would gain (CEX-15, CEX-79, CEX-80)."""
    value = reader.position.value(cell)
    return _figure(INCOME_AT[reader.layout], f"+{value}", "halo") if value else ""


def _house(reader: Reader, cell: int) -> str:
    """Draw the house on a hex, or the plan of one with what it would add."""
    at = HOUSE_AT[reader.layout]
    if reader.position.has_house(cell):
        up, size = (4.6, 14) if reader.wide else (3.6, 9.4)
        return piece(_HOUSES if reader.last == DEVELOP + cell else "", house(at.x, at.y - up, size))
    if not DEVELOPMENT[cell]:
        return ""
    up, size = (12.6, 8.6) if reader.wide else (10.2, 6.6)
    return house(at.x, at.y - up, size, ghost=True) + _figure(at, f"+{DEVELOPMENT[cell]}", "halo")


# A hex in words.


@lru_cache(maxsize=8192)
def _words(language: str, cell: int, value: int, house: bool, on: int) -> str:
    """Describe a hex: terrain, cost, income, houses and companies. Cached, since most hexes of a drawing do not change."""
    text = say("{hex}: {terrain}", hex=hex_name(cell), terrain=TERRAIN_WORDS[TERRAIN[cell]])
    if COST[cell]:
        text = say("{text}, cost {dollars}", text=text, dollars=money(COST[cell]))
    if value:
        text = say("{text}, income {income}", text=text, income=value)
    if house:
        text = say("{text}, with a house", text=text)
    elif DEVELOPMENT[cell]:
        text = say("{text}, {more} more with a house", text=text, more=DEVELOPMENT[cell])
    if on:
        text = say("{text}; {companies} there", text=text, companies=both([COMPANY_IDS[company] for company in members(on)]))
    return translate(text, language)


def _build_words(reader: Reader, cell: int) -> Sentence:
    values = {"hex": hex_name(cell), "price": reader.money(reader.position.price(cell))}
    value = reader.position.value(cell)
    if value:
        return say("Build in {hex} for {price}; income {income} more", income=value, **values)
    return say("Build in {hex} for {price}", **values)


def _develop_words(reader: Reader, cell: int) -> Sentence:
    there = companies_in(reader.position, cell)
    values = {"hex": hex_name(cell), "companies": there}
    if TERRAIN[cell] == FOREST:
        return say("Develop {hex}: {dollars} for the treasury of {companies}", dollars=reader.money(FOREST_GRANT), **values)
    return say("Develop {hex}: {more} income for {companies}", more=_gain(reader, cell), **values)
