"""The cities: cubes and markers on them, new colours, western links, and what may be done there."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from roundhouse.core.sentence import Sentence, say
from roundhouse.games.tycoon.board import (
    CITIES,
    CITY_COLOUR,
    CITY_NAMES,
    COLOUR_NAMES,
    COLOURS,
    HOTEL_CITY,
    WESTERN,
    WESTERN_CELL,
    WESTERN_CITY,
    WESTERN_PRICE,
)
from roundhouse.games.tycoon.moves import DELIVER, GROW, WEST
from roundhouse.games.tycoon.notation import notation
from roundhouse.games.tycoon.phrases import CITY_WORDS, cubes, money
from roundhouse.games.tycoon.svg.ground import city_hex, printed_city
from roundhouse.games.tycoon.svg.map import SHEETS
from roundhouse.games.tycoon.svg.reader import COLOUR_SIGNS, Reader, city_of, city_selection
from roundhouse.games.tycoon.whereabouts import city_place
from roundhouse.ui.svg import attempt, box, escape, number, place, press, seat_mark, select, sign, write
from roundhouse.ui.text import translate

_ROOMY: Final = 6  # cubes in two rows; more lie closer
_CLOSE: Final = 11  # cubes that can be shown one by one
_SELECT, _SELECTED, _GROWS = "select", "selected", "grows"  # what pressing a city does


class _City(NamedTuple):
    """Everything that decides how a city is drawn; most cities are drawn as they were before."""

    language: str
    layout: str
    city: int
    colour: int
    goods: tuple[int, ...]  # by colour
    marked: bool
    last: bool  # the last move was made here
    hotel: str  # the name of its owner
    press: str  # what pressing it does: SELECT, SELECTED, GROW or nothing
    recent: bool  # another player did something here since the reader's last turn
    ready: tuple[int, ...]  # the colours that can be delivered

    def tell(self, sentence: Sentence) -> str:
        """Return a sentence in the reader's language."""
        return translate(sentence, self.language)


def draw_city(reader: Reader, city: int) -> str:
    """Draw what lies in a city, over the printed hex; the whole hex can be pressed, to see what can be done there."""
    position = reader.position
    goods = tuple([position.goods[city * COLOURS + colour] for colour in range(COLOURS)])
    drawn = _drawn(
        _City(
            reader.language,
            reader.layout,
            city,
            position.colour_of(city),
            goods,
            bool(position.marked >> city & 1),
            city == reader.last_city and not reader.draft,
            _hotel(reader, city),
            _press(reader, city),
            any(city_of(move) == city for _, move in reader.recent),
            tuple(colour for colour in range(COLOURS) if DELIVER + city * COLOURS + colour in reader.moves),
        )
    )
    return place(city_place(city), reader.on_map(drawn))


def _hotel(reader: Reader, city: int) -> str:
    for hotel, owner in enumerate(reader.position.hotel):
        if owner >= 0 and HOTEL_CITY[hotel] == city:
            return reader.names[owner]
    return ""


def _press(reader: Reader, city: int) -> str:
    if reader.selects:
        return _SELECTED if reader.chosen_city == city else _SELECT
    return _GROWS if GROW + city in reader.moves else ""


@lru_cache(maxsize=8192)
def _drawn(facts: _City) -> str:
    x, y = SHEETS[facts.layout].city_at(facts.city)
    content = city_hex(facts.layout, x, y, "just") if facts.last else ""
    if facts.recent and not facts.last:
        content += city_hex(facts.layout, x, y, "just recent")
    if facts.colour != CITY_COLOUR[facts.city]:  # RRT-99: a new-city tile
        content += printed_city(facts.layout, facts.city, facts.colour) + city_hex(facts.layout, x, y, "renewed")
    content += _marker(x, y) if facts.marked else _cubes(facts, x, y)
    title, name = facts.tell(_title(facts)), facts.city
    if facts.press in (_SELECT, _SELECTED):
        chosen = facts.press == _SELECTED
        content += city_hex(facts.layout, x, y, "glow field" if chosen else "glow faint field")
        return select(city_selection(name), title, content, selected=chosen)
    if facts.press == _GROWS:
        grow = say("Two cubes for {city}", city=CITY_NAMES[name])
        return press(notation(GROW + name), facts.tell(grow), content + city_hex(facts.layout, x, y, "glow field"))
    return f"<title>{escape(title)}</title>{content}"


def _title(facts: _City) -> Sentence:
    lies = say("empty-city marker") if facts.marked else cubes(facts.goods)
    told = say("{city}: {colour}, {cubes}", city=CITY_NAMES[facts.city], colour=CITY_WORDS[facts.colour], cubes=lies)
    return say("{city}; hotel of {name}", city=told, name=facts.hotel) if facts.hotel else told


# Cubes.


def _cubes(facts: _City, x: float, y: float) -> str:
    """Draw the cubes, colour by colour; those that can be delivered have a frame."""
    count = sum(facts.goods)
    spots = cube_spots(count, facts.layout)
    size = cube_size(count, facts.layout)
    content, first = "", 0
    for colour, cubes_here in enumerate(facts.goods):
        for dx, dy in spots[first : first + cubes_here]:
            content += draw_cube(colour, x + dx, y + dy, size)
            if colour in facts.ready:
                content += box(x + dx - size / 2 - 0.8, y + dy - size / 2 - 0.8, size + 1.6, size + 1.6, "ready", 2)
        first += cubes_here
    if count > len(spots):
        content += write(x + 8, y + 15, f"+{count - len(spots)}", "t14 strong label")
    return content


def cube_size(count: int, layout: str) -> float:
    """Return the size of the cubes of a city that holds so many."""
    return (11.6 if count <= 3 else 10.2 if count <= _ROOMY else 7.6) * _tightness(layout)


def cube_spots(count: int, layout: str) -> list[tuple[float, float]]:
    """Return where cubes lie in a city, from its middle: rows of three, or closer rows of four, four and three."""
    shown = min(count, _CLOSE)
    if count <= 3:
        spots = _row(count, 12.6, 3.4)
    elif count <= _ROOMY:
        spots = _row(3, 11.2, -0.8) + _row(count - 3, 11.2, 10.2)
    else:
        spots = _row(4, 8.2, -3.4) + _row(min(4, shown - 4), 8.2, 4.6) + _row(max(0, shown - 8), 8.2, 12.6)
    return [(x * _tightness(layout), y * _tightness(layout)) for x, y in spots]


def _tightness(layout: str) -> float:
    """Return how much closer cubes lie where the hexes are narrow."""
    return SHEETS[layout].stretch / SHEETS["wide"].stretch


def _row(count: int, pitch: float, y: float) -> list[tuple[float, float]]:
    return [((i - (count - 1) / 2) * pitch, y) for i in range(count)]


def draw_cube(colour: int, x: float, y: float, size: float) -> str:
    """Draw a cube with its colour and sign."""
    name = COLOUR_NAMES[colour]
    part = 0.38 if COLOUR_SIGNS[colour] == "square" else 0.5  # a square sign would fill a square cube
    scale = f"{size / 10:.3g}"
    face = f'<use href="#tycoon-cube" class="cube {name}" transform="translate({number(x)} {number(y)}) scale({scale})"/>'
    return face + sign(COLOUR_SIGNS[colour], x - 0.08 * size, y + 0.08 * size, size * part, f"on-{name}")


def _marker(x: float, y: float) -> str:
    """Draw an empty-city marker (RRT-118)."""
    return (
        f'<circle cx="{number(x)}" cy="{number(y + 3)}" r="5.6" class="empty"/>'
        f'<path d="M{number(x - 3.4)} {number(y + 6.4)}l6.8-6.8" class="empty"/>'
    )


# Western links.


def draw_western(reader: Reader, number_: int) -> str:
    """Draw the hex of a western link: its owner's mark, or its price where it can be built (RRT-129)."""
    x, y = reader.sheet.at(WESTERN_CELL[number_])
    owner = reader.position.western[number_]
    city = CITY_NAMES[WESTERN_CITY[number_]]
    if owner >= 0:
        title = say("Western link of {city}, owned by {name}", city=city, name=reader.names[owner])
        path = f'<path d="M{number(x - 22)} {number(y)}h37.6" class='
        rail = f'{path}"rail-bed"/>{path}"rail seat-{owner + 1}"/>{_disc(x, y)}{seat_mark(owner, x, y, 10)}'
        return reader.on_map(f"<title>{escape(reader.tell(title))}</title>{rail}")
    words = sign("wedge", x, y, 9, "quiet", 90)
    if WEST + number_ not in reader.moves:
        title = say("Western link of {city}, not built", city=city)
        if reader.seat < 0:
            return reader.on_map(f"<title>{escape(reader.tell(title))}</title>{words}")
        content = city_hex(reader.layout, x, y, "hit") + words
        return reader.on_map(attempt(notation(WEST + number_), reader.tell(title), content))
    title = say("Build the western link of {city} for {price}", city=city, price=money(WESTERN_PRICE))
    content = press(notation(WEST + number_), reader.tell(title), city_hex(reader.layout, x, y, "glow field") + words)
    return reader.on_map(content)


def _disc(x: float, y: float) -> str:
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="8" class="city"/>'


def city_parts(reader: Reader) -> dict[str, str]:
    """Return a part for each city and each western link."""
    parts = {f"west-{i}": draw_western(reader, i) for i in range(WESTERN)}
    return parts | {f"city-{city}": draw_city(reader, city) for city in range(CITIES)}
