"""The cities: cubes and markers on them, new colours, western links, and what may be done there."""

from __future__ import annotations

from typing import Final

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
from roundhouse.games.tycoon.moves import DELIVER, GROW, HOP, OWNERS, TILE_COLOURS, UPGRADE, URBANIZE, WEST
from roundhouse.games.tycoon.notation import notation
from roundhouse.games.tycoon.phrases import CITY_WORDS, CUBE_WORDS, cubes, money
from roundhouse.games.tycoon.position import INDUSTRY
from roundhouse.games.tycoon.svg.ground import city_hex, printed_city
from roundhouse.games.tycoon.svg.map import at, city_at, labels_of
from roundhouse.games.tycoon.svg.reader import COLOUR_SIGNS, Reader
from roundhouse.games.tycoon.svg.ways import nearest
from roundhouse.ui.svg import attempt, box, choice, escape, number, press, seat_mark, sign, write

_ROOMY: Final = 6  # cubes in two rows; more lie closer
_CLOSE: Final = 11  # cubes that can be shown one by one


def draw_city(reader: Reader, city: int) -> str:
    """What lies in a city, over the hex that is printed; hex and cubes can be pressed where a move is."""
    position = reader.position
    colour = position.colour_of(city)
    x, y = city_at(city)
    content = f"<title>{escape(reader.tell(_title(reader, city, colour)))}</title>"
    if city == _last_city(reader):
        content += city_hex(reader.layout, x, y, "just")
    if colour != CITY_COLOUR[city]:  # RRT-99: a new-city tile
        content += printed_city(reader.layout, city, colour) + city_hex(reader.layout, x, y, "renewed")
    content += _on_hex(reader, city, x, y)
    content += _marker(x, y) if position.marked >> city & 1 else _cubes(reader, city, x, y)
    return reader.on_map(content)


def _title(reader: Reader, city: int, colour: int) -> Sentence:
    position = reader.position
    counts = [position.goods[city * COLOURS + each] for each in range(COLOURS)]
    lies = say("empty-city marker") if position.marked >> city & 1 else cubes(counts)
    told = say("{city}: {colour}, {cubes}", city=CITY_NAMES[city], colour=CITY_WORDS[colour], cubes=lies)
    for hotel, owner in enumerate(position.hotel):
        if owner >= 0 and HOTEL_CITY[hotel] == city:
            return say("{city}; hotel of {name}", city=told, name=reader.names[owner])
    return told


def _last_city(reader: Reader) -> int:
    """The city of the last move, or -1."""
    move = reader.last
    if DELIVER <= move < HOP:
        return (move - DELIVER) // COLOURS
    if HOP <= move < URBANIZE:
        return (move - HOP) // OWNERS
    if URBANIZE <= move < GROW:
        return (move - URBANIZE) // TILE_COLOURS
    return move - GROW if GROW <= move < UPGRADE else -1


# Cubes.


def _cubes(reader: Reader, city: int, x: float, y: float) -> str:
    """The cubes, colour by colour; those that can be delivered are one thing to press a colour."""
    position = reader.position
    counts = [position.goods[city * COLOURS + colour] for colour in range(COLOURS)]
    spots = cube_spots(sum(counts))
    size = 7.6 if sum(counts) <= _ROOMY else 5.8
    content = ""
    first = 0
    for colour, count in enumerate(counts):
        here = [(x + dx, y + dy) for dx, dy in spots[first : first + count]]
        first += count
        if not count:
            continue
        drawn = "".join(draw_cube(colour, cx, cy, size) for cx, cy in here)
        move = DELIVER + city * COLOURS + colour
        if move in reader.moves and here:
            glow = "".join(box(cx - size / 2 - 1, cy - size / 2 - 1, size + 2, size + 2, "glow thin", 2) for cx, cy in here)
            drawn = press(notation(move), reader.tell(deliver_title(reader, city, colour)), drawn + glow)
        elif reader.seat >= 0:
            title = say("{cube} in {city}", cube=CUBE_WORDS[colour], city=CITY_NAMES[city])
            drawn = attempt(notation(move), reader.tell(title), drawn)
        content += drawn
    if sum(counts) > len(spots):
        content += write(x + 4, y + 13, f"+{sum(counts) - len(spots)}", "t9 strong label")
    return content


def cube_spots(count: int) -> list[tuple[float, float]]:
    """Where cubes lie in a city, from its middle: rows of three, or closer rows of four, four and three."""
    if count <= 3:
        return _row(count, 8.6, 2)
    if count <= _ROOMY:
        return _row(3, 8.6, -1) + _row(count - 3, 8.6, 7.6)
    shown = min(count, _CLOSE)
    return _row(4, 6.4, -2.6) + _row(min(4, shown - 4), 6.4, 3.8) + _row(max(0, shown - 8), 6.4, 10.2)


def _row(count: int, pitch: float, y: float) -> list[tuple[float, float]]:
    return [((i - (count - 1) / 2) * pitch, y) for i in range(count)]


def draw_cube(colour: int, x: float, y: float, size: float) -> str:
    """A cube: its colour and its sign."""
    name = COLOUR_NAMES[colour]
    part = 0.42 if COLOUR_SIGNS[colour] == "square" else 0.54  # a square sign would fill a square cube
    face = box(x - size / 2, y - size / 2, size, size, f"cube {name}", 1.4)
    return face + sign(COLOUR_SIGNS[colour], x, y, size * part, f"on-{name}")


def _marker(x: float, y: float) -> str:
    """RRT-118: an empty-city marker."""
    return (
        f'<circle cx="{number(x)}" cy="{number(y + 3)}" r="5.6" class="empty"/>'
        f'<path d="M{number(x - 3.4)} {number(y + 6.4)}l6.8-6.8" class="empty"/>'
    )


# What may be done.


def _on_hex(reader: Reader, city: int, x: float, y: float) -> str:
    """The hex as a thing to press: new colours open a choice, growth and a link for a cube are moves."""
    outline = city_hex(reader.layout, x, y, "glow field")
    name = CITY_NAMES[city]
    if reader.moves_from(URBANIZE + city * TILE_COLOURS, URBANIZE + (city + 1) * TILE_COLOURS):
        title = urbanize_title(reader, city)
        return choice(f"city-{city}", reader.tell(title), city_hex(reader.layout, x, y, "glow thin field"))
    if GROW + city in reader.moves:
        return press(notation(GROW + city), reader.tell(say("Two cubes for {city}", city=name)), outline)
    if reader.seat < 0:
        return ""
    title = _title(reader, city, reader.position.colour_of(city))
    return attempt(notation(URBANIZE + city * TILE_COLOURS), reader.tell(title), city_hex(reader.layout, x, y, "hit"))


def deliver_title(reader: Reader, city: int, colour: int) -> Sentence:
    """Where a cube could go."""
    ends = [
        say_many("{city} ({count} link)", "{city} ({count} links)", count=links, city=CITY_NAMES[end])
        for end, links in nearest(reader.position, reader.position.actor, city, colour)
    ]
    return say("Deliver {cube} from {city}; within reach: {ends}", cube=CUBE_WORDS[colour], city=CITY_NAMES[city], ends=comma(ends))


def urbanize_title(reader: Reader, city: int) -> Sentence:
    """RRT-99: for money, RRT-159: or free by New Industry."""
    return urbanize_words(city, reader.position.phase == INDUSTRY)


def urbanize_words(city: int, free: bool) -> Sentence:
    """A new colour for a city in words."""
    if free:
        return say("New Industry: a new colour for {city}", city=CITY_NAMES[city])
    return say("Urbanize {city} for {price}", city=CITY_NAMES[city], price=money(URBANIZE_PRICE))


def draw_hops(reader: Reader) -> str:
    """The cities that the cube under way may go to next, each with the marks of those whose links lead there."""
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
    """A ring around the city where it is."""
    position = reader.position
    if position.cube < 0:
        return ""
    x, y = city_at(position.place)
    content = city_hex(reader.layout, x, y, "just") + draw_cube(position.cube, x + 13, y + 12, 11)
    return reader.on_map(content)


def draw_western(reader: Reader, number_: int) -> str:
    """RRT-129: the hex of a western link: its owner's mark, or its price where it can be built."""
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
    """A part a city and a part a western link."""
    parts = {f"west-{i}": draw_western(reader, i) for i in range(WESTERN)}
    return parts | {f"city-{city}": draw_city(reader, city) for city in range(CITIES)}
