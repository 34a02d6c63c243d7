"""The map: water and land, terrain, what every hex costs and brings, the companies there, and what may be done with it."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from roundhouse.core.bits import members
from roundhouse.core.grid import Point
from roundhouse.core.sentence import Sentence, both, say
from roundhouse.games.express.board import (
    CHICAGO,
    COMPANY_IDS,
    COST,
    DEVELOPMENT,
    FOREST,
    FOREST_GRANT,
    HEXES,
    HOME,
    INDUSTRIAL,
    MOUNTAIN,
    NEXT,
    ROW,
    ROW_STEP,
    SIDES,
    START,
    TERRAIN,
    WABASH,
)
from roundhouse.games.express.moves import BUILD, DEVELOP
from roundhouse.games.express.notation import hex_name, notation
from roundhouse.games.express.phrases import TERRAIN_WORDS, companies_in
from roundhouse.games.express.svg.companies import CLASSES, plate
from roundhouse.games.express.svg.map import (
    COST_AT,
    HOUSE_AT,
    INCOME_AT,
    NAME,
    SHEETS,
    Place,
    centres,
    corners,
    name_of,
    outlines,
    plate_size,
    slots,
)
from roundhouse.games.express.svg.reader import Reader, money
from roundhouse.ui.maps import framed, landscape
from roundhouse.ui.svg import box, moved, number, piece, press, sign, smooth, text_width, write
from roundhouse.ui.text import translate

_GROUNDS: Final = ("plains", "forest", "mountain", "town", "industry", "town")  # classes of the theme, by terrain
_LANE: Final = {"wide": 4.6, "narrow": 3.2}  # between the lines of two companies
_SEA: Final = (28.3, 16.8)  # where the compass lies
_HOUSES: Final = "dial-2"  # where houses come from: the dial of development
_ENGINE: Final = '<use href="#new-engine" class="outcome"/>'
_HOUSE: Final = '<use href="#new-house" class="outcome"/>'
_TREES: Final = ((-8, -13), (0, -15), (8, -13))
_PEAKS: Final = ((-5.5, -13), (4.5, -14))


# What never changes.


@cache
def backdrop(layout: str) -> str:
    """Draw water, land, the terrain of the hexes, and rivers."""
    sheet = SHEETS[layout]
    ground = landscape(outlines(layout, "land"), outlines(layout, "lakes"))
    rivers = "".join(smooth(line, closed=False) for line in outlines(layout, "rivers"))
    terrain = "".join(_terrain(layout, cell) for cell in range(HEXES))
    texture = "".join(_texture(layout, cell) for cell in range(HEXES))
    content = f'{ground}{terrain}<path d="{rivers}" class="river"/>{texture}'
    return framed(layout, (sheet.width, sheet.height), content) + _compass(layout)


def _compass(layout: str) -> str:
    """Draw an arrow to the north, out at sea."""
    sheet = SHEETS[layout]
    x, y = sheet.place(*_SEA)
    dx, dy = (26, 0) if sheet.turned else (0, -24)
    return sign("north", x, y, 22, "quiet", 90 if sheet.turned else 0) + write(x + dx, y + dy + 5, "N", "t14 strong quiet middle")


@lru_cache(maxsize=8192)
def polygon(points: tuple[Point, ...], classes: str) -> str:
    """Draw a closed shape with straight sides."""
    path = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return f'<polygon points="{path}" class="{classes}"/>'


def _terrain(layout: str, cell: int) -> str:
    x, y = centres(layout)[cell]
    return moved(x, y, polygon(corners(layout, cell), f"hex {_GROUNDS[TERRAIN[cell]]}"))


def _texture(layout: str, cell: int) -> str:
    """Draw trees, peaks or a border, so that colour is not the only sign of terrain."""
    x, y = centres(layout)[cell]
    scale = SHEETS[layout].radius / 30
    if TERRAIN[cell] == FOREST:
        content = "".join(sign("tree", tx * scale, ty * scale, 9 * scale, "tree") for tx, ty in _TREES)
    elif TERRAIN[cell] == MOUNTAIN:
        content = "".join(sign("peak", px * scale, py * scale, 13 * scale, "peak") for px, py in _PEAKS)
    elif TERRAIN[cell] == INDUSTRIAL:
        content = polygon(corners(layout, cell, -2.4 * scale), "edging")
    elif TERRAIN[cell] == START or cell == HOME[WABASH]:
        company = list(HOME).index(cell)
        content = polygon(corners(layout, cell, -2.2 * scale), f"edging {CLASSES[company]}-line")
    elif cell == CHICAGO:
        content = polygon(corners(layout, cell, -2.4 * scale), "edging goal")
    else:
        return ""
    return moved(x, y, content)


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
    size = "" if reader.wide else " thin"
    return f'<path d="{lines}" class="bedding{size}"/><path d="{lines}" class="line {CLASSES[company]}-line{size}"/>'


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
    content = ""
    if cell == reader.last_hex() or (reader.building and cell in position.laid):
        content += polygon(corners(layout, cell, -1.6), "marked")
    content += _standing(layout, reader.language, cell) + _income(reader, cell) + _house(reader, cell)
    there = members(position.on[cell])
    if there:
        size = plate_size(layout, len(there))
        kind = 9 if size[1] >= 9 else 7
        content += "".join(
            piece(_source(reader, cell, company, there), plate(company, *slot, size, kind))
            for company, slot in zip(there, slots(layout, len(there)), strict=True)
        )
    x, y = centres(layout)[cell]
    return moved(x, y, _with_moves(reader, cell, content))


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
    position = reader.position
    words = _words(reader.language, cell, position.value(cell), position.has_house(cell), position.on[cell])
    content = polygon(corners(reader.layout, cell, 0), "hit") + content
    return reader.attempt(notation(BUILD + cell), words, content)


def draw_outcome(reader: Reader) -> str:
    """Define once for all hexes what a choice would bring: a locomotive of the company that expands, and a house."""
    company = reader.position.company if reader.building else 0
    (x, y), size = slots(reader.layout, 1)[0], plate_size(reader.layout, 1)
    house = sign("house", 0, y, size[1] * 1.3, "house")
    return f'<defs><g id="new-engine">{plate(company, x, y, size)}</g><g id="new-house">{house}</g></defs>'


@cache
def _invitation(layout: str, cell: int) -> str:
    return polygon(corners(layout, cell, -1.2), "glow invite" if layout == "wide" else "glow thin invite")


def _tag(place: Place, text: str) -> str:
    """Draw a figure that is on offer now, in the place of the printed one."""
    left, top, width, height = place.box(text)
    pad = place.size * 0.18
    return box(left - pad, top - pad, width + 2 * pad, height + 2 * pad, "button", 4) + _figure(place, text, "on-button")


def _development_tag(reader: Reader, cell: int) -> str:
    """Draw a house with what it would bring."""
    place = HOUSE_AT[reader.layout]
    text = _gain(reader, cell)
    if not reader.wide:
        return _tag(place, text)
    wide = max(text_width(text, 9), 9) + 5
    content = box(place.x - wide / 2, place.y - 17.5, wide, 20.5, "button", 4) + sign(
        "house", place.x, place.y - 11.4, 8, "on-button"
    )
    return content + _figure(place, text, "on-button")


def _gain(reader: Reader, cell: int) -> str:
    """Return what developing a hex brings: income, or for a forest cash."""
    if TERRAIN[cell] == FOREST:
        return _dollars(reader.layout, reader.language, FOREST_GRANT)
    return f"+{ROW_STEP[ROW[cell]] if ROW[cell] >= 0 else DEVELOPMENT[cell]}"


def _dollars(layout: str, language: str, dollars: int) -> str:
    """Return an amount for the map; small drawings have no room for the space before the sign."""
    text = money(dollars, language)
    return text if layout == "wide" else text.replace("\u202f", "")


def _figure(place: Place, text: str, classes: str) -> str:
    return write(place.x, place.y, text, f"t{place.size} strong {place.anchor} {classes}")


@cache
def _standing(layout: str, language: str, cell: int) -> str:
    """Write what is printed on a hex: its name and its cost."""
    name = _figure(NAME[layout], name_of(layout, cell), "label") if name_of(layout, cell) else ""
    return name + (_figure(COST_AT[layout], _dollars(layout, language, COST[cell]), "cost halo") if COST[cell] else "")


def _income(reader: Reader, cell: int) -> str:
    """Write what a company that arrives would gain (CEX-15, CEX-79, CEX-80)."""
    value = reader.position.value(cell)
    return _figure(INCOME_AT[reader.layout], f"+{value}", "halo") if value else ""


def _house(reader: Reader, cell: int) -> str:
    """Draw the house on a hex, or what one would add."""
    place = HOUSE_AT[reader.layout]
    if reader.position.has_house(cell):
        up, size = (5.0, 12) if reader.wide else (2.6, 8)
        house = sign("house", place.x, place.y - up, size, "house")
        return piece(_HOUSES if reader.last == DEVELOP + cell else "", house)
    if not DEVELOPMENT[cell]:
        return ""
    plan = sign("house", place.x, place.y - 11, 7.5, "plan") if reader.wide else ""
    return plan + _figure(place, f"+{DEVELOPMENT[cell]}", "halo")


# A hex in words.


@lru_cache(maxsize=8192)
def _words(language: str, cell: int, value: int, house: bool, on: int) -> str:
    """Describe a hex: terrain, cost, income, houses and companies. Cached, since most hexes of a drawing do not change."""
    text = say("{hex}: {terrain}", hex=hex_name(cell), terrain=TERRAIN_WORDS[TERRAIN[cell]])
    if COST[cell]:
        text = say("{text}, cost {dollars}", text=text, dollars=money(COST[cell], language))
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
