"""The cities: cubes and markers on them, new colours, western links, and what may be done there."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from roundhouse.core.sentence import Sentence, comma, say, say_many
from roundhouse.games.tycoon.board import (
    CITIES,
    CITY_COLOUR,
    CITY_NAMES,
    COLOUR_NAMES,
    COLOURS,
    HOTEL_CITY,
    URBANIZE_PRICE,
    WESTERN,
    WESTERN_CELL,
    WESTERN_CITY,
    WESTERN_PRICE,
)
from roundhouse.games.tycoon.moves import DELIVER, GROW, HOP, OWNERS, TILE_COLOURS, URBANIZE, WEST
from roundhouse.games.tycoon.notation import notation
from roundhouse.games.tycoon.phrases import CITY_WORDS, CUBE_WORDS, cubes, money
from roundhouse.games.tycoon.position import INDUSTRY
from roundhouse.games.tycoon.svg.ground import city_hex, printed_city
from roundhouse.games.tycoon.svg.map import at, city_at, labels_of
from roundhouse.games.tycoon.svg.reader import COLOUR_SIGNS, Reader
from roundhouse.games.tycoon.svg.ways import nearest
from roundhouse.ui.svg import attempt, box, choice, escape, flown, number, piece, press, seat_mark, sign, spot, write
from roundhouse.ui.text import translate

_ROOMY: Final = 6  # cubes in two rows; more lie closer
_UNDER_WAY: Final = "cube"  # the place of the cube that is being delivered
_CLOSE: Final = 11  # cubes that can be shown one by one
_URBANIZE, _FREE, _GROW = "urbanize", "free", "grow"


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
    seated: bool  # whether the reader plays
    offer: str  # what may be done with the hex
    ways: tuple[tuple[int, str], ...]  # the colours that can be delivered, each with where to

    def tell(self, sentence: Sentence) -> str:
        """Return a sentence in the reader's language."""
        return translate(sentence, self.language)


def draw_city(reader: Reader, city: int) -> str:
    """Draw what lies in a city, over the printed hex; hex and cubes can be pressed where there is a move."""
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
            city == reader.last_city,
            _hotel(reader, city),
            reader.seat >= 0,
            _offer(reader, city),
            _ways(reader, city, goods),
        )
    )
    return reader.on_map(drawn)


def _hotel(reader: Reader, city: int) -> str:
    for hotel, owner in enumerate(reader.position.hotel):
        if owner >= 0 and HOTEL_CITY[hotel] == city:
            return reader.names[owner]
    return ""


def _offer(reader: Reader, city: int) -> str:
    """Return what may be done with a hex: a new colour for money or free, two more cubes, or nothing."""
    if not reader.moves:
        return ""
    if reader.moves_from(URBANIZE + city * TILE_COLOURS, URBANIZE + (city + 1) * TILE_COLOURS):
        return _FREE if reader.position.phase == INDUSTRY else _URBANIZE
    return _GROW if GROW + city in reader.moves else ""


def _ways(reader: Reader, city: int, goods: tuple[int, ...]) -> tuple[tuple[int, str], ...]:
    if not reader.moves:
        return ()
    return tuple(
        (colour, reader.tell(deliver_title(reader, city, colour)))
        for colour, count in enumerate(goods)
        if count and DELIVER + city * COLOURS + colour in reader.moves
    )


@lru_cache(maxsize=8192)
def _drawn(facts: _City) -> str:
    x, y = city_at(facts.city)
    content = f"<title>{escape(facts.tell(_title(facts)))}</title>"
    if facts.last:
        content += city_hex(facts.layout, x, y, "just")
    if facts.colour != CITY_COLOUR[facts.city]:  # RRT-99: a new-city tile
        content += printed_city(facts.layout, facts.city, facts.colour) + city_hex(facts.layout, x, y, "renewed")
    return content + _on_hex(facts, x, y) + (_marker(x, y) if facts.marked else _cubes(facts, x, y))


def _title(facts: _City) -> Sentence:
    lies = say("empty-city marker") if facts.marked else cubes(facts.goods)
    told = say("{city}: {colour}, {cubes}", city=CITY_NAMES[facts.city], colour=CITY_WORDS[facts.colour], cubes=lies)
    return say("{city}; hotel of {name}", city=told, name=facts.hotel) if facts.hotel else told


# Cubes.


def _cubes(facts: _City, x: float, y: float) -> str:
    """Draw the cubes, colour by colour; those of a colour that can be delivered are pressed as one."""
    count = sum(facts.goods)
    spots = cube_spots(count)
    size = 7.6 if count <= _ROOMY else 5.8
    titles = dict(facts.ways)
    content, first = "", 0
    for colour, cubes_here in enumerate(facts.goods):
        here = [(x + dx, y + dy) for dx, dy in spots[first : first + cubes_here]]
        first += cubes_here
        if not here:
            continue
        drawn = "".join(draw_cube(colour, cx, cy, size) for cx, cy in here)
        move = notation(DELIVER + facts.city * COLOURS + colour)
        if colour in titles:
            glow = "".join(box(cx - size / 2 - 1, cy - size / 2 - 1, size + 2, size + 2, "glow thin", 2) for cx, cy in here)
            drawn = press(move, titles[colour], drawn + glow)
        elif facts.seated:
            title = say("{cube} in {city}", cube=CUBE_WORDS[colour], city=CITY_NAMES[facts.city])
            drawn = attempt(move, facts.tell(title), drawn)
        content += drawn
    if count > len(spots):
        content += write(x + 4, y + 13, f"+{count - len(spots)}", "t9 strong label")
    return content


def cube_spots(count: int) -> list[tuple[float, float]]:
    """Return where cubes lie in a city, from its middle: rows of three, or closer rows of four, four and three."""
    if count <= 3:
        return _row(count, 8.6, 2)
    if count <= _ROOMY:
        return _row(3, 8.6, -1) + _row(count - 3, 8.6, 7.6)
    shown = min(count, _CLOSE)
    return _row(4, 6.4, -2.6) + _row(min(4, shown - 4), 6.4, 3.8) + _row(max(0, shown - 8), 6.4, 10.2)


def _row(count: int, pitch: float, y: float) -> list[tuple[float, float]]:
    return [((i - (count - 1) / 2) * pitch, y) for i in range(count)]


def draw_cube(colour: int, x: float, y: float, size: float) -> str:
    """Draw a cube with its colour and sign."""
    name = COLOUR_NAMES[colour]
    part = 0.42 if COLOUR_SIGNS[colour] == "square" else 0.54  # a square sign would fill a square cube
    face = box(x - size / 2, y - size / 2, size, size, f"cube {name}", 1.4)
    return face + sign(COLOUR_SIGNS[colour], x, y, size * part, f"on-{name}")


def _marker(x: float, y: float) -> str:
    """Draw an empty-city marker (RRT-118)."""
    return (
        f'<circle cx="{number(x)}" cy="{number(y + 3)}" r="5.6" class="empty"/>'
        f'<path d="M{number(x - 3.4)} {number(y + 6.4)}l6.8-6.8" class="empty"/>'
    )


# What may be done.


def _on_hex(facts: _City, x: float, y: float) -> str:
    """Make the hex pressable: new colours open a menu, growth is a move."""
    city = facts.city
    if facts.offer in (_URBANIZE, _FREE):
        title = urbanize_words(city, facts.offer == _FREE)
        return choice(f"city-{city}", facts.tell(title), city_hex(facts.layout, x, y, "glow thin field"))
    if facts.offer == _GROW:
        title = say("Two cubes for {city}", city=CITY_NAMES[city])
        return press(notation(GROW + city), facts.tell(title), city_hex(facts.layout, x, y, "glow field"))
    if not facts.seated:
        return ""
    return attempt(notation(URBANIZE + city * TILE_COLOURS), facts.tell(_title(facts)), city_hex(facts.layout, x, y, "hit"))


def deliver_title(reader: Reader, city: int, colour: int) -> Sentence:
    """Say where a cube could go."""
    ends = [
        say_many("{city} ({count} link)", "{city} ({count} links)", count=links, city=CITY_NAMES[end])
        for end, links in nearest(reader.position, reader.position.actor, city, colour)
    ]
    return say("Deliver {cube} from {city}; within reach: {ends}", cube=CUBE_WORDS[colour], city=CITY_NAMES[city], ends=comma(ends))


def urbanize_title(reader: Reader, city: int) -> Sentence:
    """Describe urbanizing, for money (RRT-99) or free by New Industry (RRT-159)."""
    return urbanize_words(city, reader.position.phase == INDUSTRY)


def urbanize_words(city: int, free: bool) -> Sentence:
    """Describe a new colour for a city."""
    if free:
        return say("New Industry: a new colour for {city}", city=CITY_NAMES[city])
    return say("Urbanize {city} for {price}", city=CITY_NAMES[city], price=money(URBANIZE_PRICE))


def draw_hops(reader: Reader) -> str:
    """Draw the cities that the cube under way may go to next, each with the marks of the owners of the links there."""
    content = ""
    for i, move in enumerate(moves := reader.moves_from(HOP, URBANIZE)):
        city, owner = divmod(move - HOP, OWNERS)
        same = [other for other in moves[:i] if (other - HOP) // OWNERS == city]
        x, y = city_at(city)
        way = -1 if labels_of(reader.layout)[city].box()[0] > x * reader.scale else 1  # never on the name
        left, top = x * reader.scale - 9 + way * (20 + 19 * len(same)), y * reader.scale - 24
        chip = box(left, top, 18, 18, "chip", 4) + seat_mark(owner, left + 9, top + 9, 11)
        outline = reader.on_map(city_hex(reader.layout, x, y, "glow field")) if not same else ""
        title = say("To {city} over a link of {name}", city=CITY_NAMES[city], name=reader.names[owner])
        content += press(notation(move), reader.tell(title), outline + chip)
    return content


def draw_cube_under_way(reader: Reader) -> str:
    """Draw a ring around the city where the cube is, or its last leg when it is delivered."""
    position, last = reader.position, reader.last
    if position.cube < 0 and HOP <= last < URBANIZE:  # RRT-117: delivered
        x, y = city_at(reader.last_city)
        return reader.on_map(flown(_UNDER_WAY, box(x - 4, y - 4, 8, 8, "cube")))
    if position.cube < 0:
        return ""
    x, y = city_at(position.place)
    source = notation(last) if DELIVER <= last < HOP else _UNDER_WAY if HOP <= last < URBANIZE else ""
    cube = spot(_UNDER_WAY, piece(source, draw_cube(position.cube, x + 13, y + 12, 11)), cargo=True)
    return reader.on_map(city_hex(reader.layout, x, y, "just") + cube)


def draw_western(reader: Reader, number_: int) -> str:
    """Draw the hex of a western link: its owner's mark, or its price where it can be built (RRT-129)."""
    x, y = at(WESTERN_CELL[number_])
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
