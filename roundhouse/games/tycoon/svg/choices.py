"""What can be chosen now, as a list beside the map: deliveries, and what can be done in the selected city, or why not."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import Sentence, capital, comma, say, say_many
from roundhouse.games.tycoon.board import CITY_NAMES, COLOUR_NAMES, COLOURS, NEW_INDUSTRY, SIDES, URBANIZE_PRICE
from roundhouse.games.tycoon.changes import shares_needed
from roundhouse.games.tycoon.moves import BUILD, DELIVER, HOP, LAY, TAKE, TILE_COLOURS, URBANIZE
from roundhouse.games.tycoon.notation import notation
from roundhouse.games.tycoon.phrases import CITY_WORDS, COLOUR_WORDS, CUBE_WORDS, money, shares
from roundhouse.games.tycoon.position import ACTION, AUCTION, BUILDING, DELIVERING, INDUSTRY
from roundhouse.games.tycoon.refusal import refusal
from roundhouse.games.tycoon.svg.cities import draw_cube
from roundhouse.games.tycoon.svg.plans import Plans
from roundhouse.games.tycoon.svg.reader import COLOUR_SIGNS, Reader, city_selection, cube_selection
from roundhouse.games.tycoon.svg.routes import Way, best_deliveries, cube_of, delivered, ways
from roundhouse.games.tycoon.whereabouts import city_place
from roundhouse.ui.panels import NOTHING, Panel
from roundhouse.ui.svg import (
    box,
    escape,
    heading,
    moved,
    press,
    press_all,
    rule,
    seat_mark,
    select,
    shorten,
    sign,
    text_width,
    wrap,
    write,
)

_ROWS: Final = {"wide": 7, "narrow": 5}
_FEW: Final = 3  # rows with five or six players
_HIGH: Final = {"wide": 31.0, "narrow": 46.0}
_HEAD: Final = 20.0
_MORE: Final = 34.0  # width of the button for other routes
_LINE: Final = 16.0


def choices_panel(reader: Reader, room: float, found: Plans) -> Panel:
    """Draw what can be chosen now. While a turn is composed the panel keeps its height, so that nothing below it moves."""
    if not reader.composes:
        return NOTHING
    content, high = _content(reader, room, found)
    return content, max(high, _HEAD + _HIGH[reader.layout] * _rows(reader))


def _rows(reader: Reader) -> int:
    """Return how many rows the panel always has room for; many players need theirs below."""
    return _ROWS[reader.layout] if reader.position.seats <= 4 else _FEW


def _content(reader: Reader, room: float, found: Plans) -> Panel:
    phase = reader.position.phase
    if not reader.moves:  # the turn is complete, and the page asks to confirm it
        return "<g/>", 0.0
    if phase == AUCTION:
        text = say("The first player acts first in each of the three rounds, and pays the bid at once (RRT-60).")
        return _note(reader, say("Auction"), text, room)
    if phase == BUILDING:
        return _note(reader, say("Build"), _reach(found), room)
    if phase == DELIVERING:
        return _under_way(reader, room)
    if reader.chosen_cube:
        return _cube(reader, room)
    if reader.chosen_city >= 0:
        return _city(reader, room, found)
    if phase == INDUSTRY:
        return _note(reader, say("New Industry"), say("Choose a gray city on the map, then its new colour."), room)
    return _deliveries(reader, room)


def _note(reader: Reader, head: Sentence, text: Sentence, room: float) -> Panel:
    """Draw a heading with a few lines of text."""
    lines = wrap(reader.tell(text), 14, room)
    words = "".join(write(0, 32 + 20 * i, line, "t14") for i, line in enumerate(lines))
    return heading(0, 10, reader.tell(head)) + words, 20.0 * len(lines) + 20


def _reach(found: Plans) -> Sentence:
    """Say which cities the track can reach now, and that hexes can be pressed as well."""
    near = [CITY_NAMES[city] for city, plan in found.cities.items() if not plan.later]
    if not near:
        return say("No city is within reach of this action. Choose a hex on the map: the track is led there.")
    return say("Choose a city ({cities}), or a hex on the map: the track is led there.", cities=comma(near))


# Deliveries.


def _deliveries(reader: Reader, room: float) -> Panel:
    """Draw the cubes that can be delivered now, the best first; each is delivered by one press."""
    moves = reader.moves_from(DELIVER, HOP)
    if not moves:
        text = say("Choose a city on the map to see what you can do there: build from it, urbanize it, deliver its cubes.")
        return _note(reader, say("Your action"), text, room)
    rows = _rows(reader)
    found = best_deliveries(reader.position, moves)
    content = heading(0, 10, reader.tell(say("Deliveries, and what each player scores")))
    for i, way in enumerate(found[:rows]):
        content += moved(0, _HEAD + _HIGH[reader.layout] * i, _delivery(reader, way, room))
    return content, _HEAD + _HIGH[reader.layout] * min(rows, len(found))


def _delivery(reader: Reader, way: Way, room: float) -> str:
    """Draw a cube with its best way, and a button for its other routes."""
    (city, colour), high = cube_of(way), _HIGH[reader.layout]
    words = say("{city} to {end}", city=CITY_NAMES[city], end=CITY_NAMES[way.city])
    content = draw_cube(colour, 14, high / 2, 14) + _way(reader, way, words, 28, room - _MORE - 8, high)
    row = _press_way(reader, way, content, room - _MORE - 4)
    title = say("Other routes for {cube} from {city}", cube=CUBE_WORDS[colour], city=CITY_NAMES[city])
    face = box(1, 1, _MORE - 2, high - 2, "glow thin field", 4) + write(_MORE / 2, high / 2 + 4, "…", "t14 strong middle")
    return row + moved(room - _MORE, 0, select(cube_selection(city, colour), reader.tell(title), face))


def _press_way(reader: Reader, way: Way, content: str, room: float) -> str:
    title = say("Deliver by way of {cities}", cities=comma([CITY_NAMES[city] for city in way.cities]))
    face = content + box(1, 1, room - 2, _HIGH[reader.layout] - 2, "glow thin field", 4)
    shown = escape(" ".join(city_place(city) for city in way.cities))
    return f'<g data-shows="{shown}">{press_all([notation(move) for move in way.moves], reader.tell(title), face)}</g>'


def _way(reader: Reader, way: Way, what: Sentence, left: float, right: float, high: float) -> str:
    """Draw a line: the words, how many links, and on the right the points of every player who scores."""
    content, x, base = "", right, high / 2 + 5
    for seat, gain in reversed(list(enumerate(way.gains))):
        if gain:
            width = text_width(f"+{gain}", 14)
            content += write(x, base, f"+{gain}", "t14 strong end") + seat_mark(seat, x - width - 8, base - 5, 11)
            x -= width + 26
    links = reader.tell(say_many("{count} link", "{count} links", count=way.links))
    told = shorten(reader.tell(what), 14, x - left - text_width(links, 12) - 14)
    return content + write(left, base, told, "t14") + write(left + text_width(told, 14) + 8, base, links, "t12 quiet")


def _routes(reader: Reader, found: list[Way], room: float) -> str:
    """Draw the ways of one cube, each with the cities it passes."""
    content, high = "", _HIGH[reader.layout]
    for i, way in enumerate(found[: _rows(reader)]):
        passed = [CITY_NAMES[city] for city in way.cities[1:-1]]
        words = say("{end}", end=CITY_NAMES[way.city])
        if passed:
            words = say("{end} by way of {cities}", end=CITY_NAMES[way.city], cities=comma(passed))
        content += moved(0, _HEAD + high * i, _press_way(reader, way, _way(reader, way, words, 10, room - 8, high), room))
    return content


def _cube(reader: Reader, room: float) -> Panel:
    """Draw every way of the selected cube, and a button to choose link by link."""
    assert reader.chosen_cube is not None
    city, colour = reader.chosen_cube
    move = DELIVER + city * COLOURS + colour
    head = say("Where {cube} from {city} can go", cube=CUBE_WORDS[colour], city=CITY_NAMES[city])
    content = heading(0, 10, reader.tell(head)) + _back(reader, city, room)
    found = delivered(reader.position, move)[: _rows(reader) - 1]
    content += _routes(reader, found, room)
    high = _HIGH[reader.layout]
    face = write(10, high / 2 + 5, reader.tell(say("Choose link by link")), "t14")
    face += box(1, 1, room - 2, high - 2, "glow thin field", 4)
    title = say("Deliver {cube} from {city}, link by link", cube=CUBE_WORDS[colour], city=CITY_NAMES[city])
    content += moved(0, _HEAD + high * len(found), press(notation(move), reader.tell(title), face))
    return content, _HEAD + high * (len(found) + 1)


def _back(reader: Reader, city: int, room: float) -> str:
    """Draw a small way back from a cube to its city, on a phone with room for a finger around it."""
    words = CITY_NAMES[city]
    width = text_width(words, 12) + 12
    around = 0.0 if reader.wide else 8.0
    face = box(room - width - around, -10 - around, width + around, 29 + 2 * around, "hit", 0)
    face += box(room - width, -10, width, 29, "glow thin field", 4) + write(room - width / 2, 9, words, "t12 middle")
    return select(city_selection(city), words, face)


def _under_way(reader: Reader, room: float) -> Panel:
    """Draw the ways on from where the cube is."""
    cube = CUBE_WORDS[reader.position.cube]
    content = heading(0, 10, reader.tell(say("Where {cube} can go, and what each player scores", cube=cube)))
    found = [way for way in ways(reader.position) if len(way.moves) > 1]
    if found:
        return content + _routes(reader, found, room), _HEAD + _HIGH[reader.layout] * min(len(found), _rows(reader))
    return _note(reader, say("Delivery"), say("Choose the next link on the map."), room)


# The selected city.


def _city(reader: Reader, room: float, found: Plans) -> Panel:
    """Draw what can be done in a city: build from it, deliver its cubes, urbanize it; or why not."""
    city, position = reader.chosen_city, reader.position
    colour = reader.tell(CITY_WORDS[position.colour_of(city)])
    content = write(0, 12, CITY_NAMES[city], "t14 strong")
    content += write(text_width(CITY_NAMES[city], 14) + 12, 12, colour, "t12 quiet") + rule(0, 20, room)
    y = 26.0
    if position.phase == ACTION:
        lines = wrap(reader.tell(_build_line(reader, found)), 12, room)[:2]
        content += "".join(write(0, y + 10 + _LINE * i, line, "t12") for i, line in enumerate(lines))
        y += _LINE * len(lines) + 6
        rows, high = _cubes_of(reader, city, room)
        content += moved(0, y, rows)
        y += high + 4
    tiles, high = _new_colours(reader, city, room)
    return content + moved(0, y, tiles), y + high


def _build_line(reader: Reader, found: Plans) -> Sentence:
    """Say what can be built from the selected city, or why nothing."""
    city = reader.chosen_city
    if any((move - BUILD) // SIDES == city for move in reader.moves_from(BUILD, LAY)):
        return say("Build: {reach}", reach=_reach(found))
    return say("Build: no side of {city} is free for a link of yours.", city=CITY_NAMES[city])


def _cubes_of(reader: Reader, city: int, room: float) -> Panel:
    """Draw the cubes of a city, each with its best way; those that cannot be delivered together with the reason."""
    content, y, high = "", 0.0, _HIGH[reader.layout]
    stay: dict[str, list[int]] = {}
    for colour in range(COLOURS):
        move = DELIVER + city * COLOURS + colour
        if move in reader.moves:
            content += moved(0, y, _delivery(reader, delivered(reader.position, move)[0], room))
            y += high
        elif reader.position.goods[city * COLOURS + colour]:
            stay.setdefault(_reason(reader, move), []).append(colour)
    for reason, colours in stay.items():
        content += moved(0, y, "".join(draw_cube(colour, 10 + 18 * i, 10, 14) for i, colour in enumerate(colours)))
        left = 6 + 18.0 * len(colours)
        content += write(left, y + 14, shorten(reason, 12, room - left), "t12 quiet")
        y += 22
    return content, y


def _reason(reader: Reader, move: int) -> str:
    """Return why a move is not allowed."""
    why = refusal(reader.position, move)
    return capital(reader.tell(why.reason)) if why else ""


def _new_colours(reader: Reader, city: int, room: float) -> Panel:
    """Draw a tile for each new colour in stock (RRT-99), for money or by the card New Industry (RRT-159); or why there is none."""
    position, high = reader.position, _HIGH[reader.layout]
    moves = reader.moves_from(URBANIZE + city * TILE_COLOURS, URBANIZE + (city + 1) * TILE_COLOURS)
    if not moves:
        return write(0, 12, shorten(_reason(reader, URBANIZE + city * TILE_COLOURS), 12, room), "t12 quiet"), 16.0
    free = position.phase == INDUSTRY
    words = reader.tell(say("New colour, free") if free else _urbanize(reader))
    content = write(0, 12, words, "t12") + moved(0, 18, _swatches(reader, [(move,) for move in moves], free, high))
    take = TAKE + NEW_INDUSTRY
    if take not in reader.moves:
        return content, 20 + high
    content += write(0, high + 32, reader.tell(say("Or take the card New Industry: free")), "t12")
    return content + moved(0, high + 38, _swatches(reader, [(take, move) for move in moves], True, high)), 2 * high + 40


def _urbanize(reader: Reader) -> Sentence:
    needed = shares_needed(reader.position, reader.position.actor, URBANIZE_PRICE)
    told = say("Urbanize for {price}, with two cubes from the bag", price=money(URBANIZE_PRICE))
    return say("{what}; takes {shares}", what=told, shares=shares(needed)) if needed else told


def _swatches(reader: Reader, steps: list[tuple[int, ...]], free: bool, high: float) -> str:
    """Draw the tiles side by side."""
    content, width = "", 92.0 if reader.wide else 84.0
    for i, moves in enumerate(steps):
        city, tile = divmod(moves[-1] - URBANIZE, TILE_COLOURS)
        name, words = COLOUR_NAMES[tile + 1], reader.tell(COLOUR_WORDS[tile + 1])
        face = box(1, 1, width - 6, high - 2, "option edge", 5) + box(6, high / 2 - 8, 16, 16, f"card {name}", 3)
        face += sign(COLOUR_SIGNS[tile + 1], 14, high / 2, 10, f"on-{name}")
        face += write(28, high / 2 + 5, shorten(words, 14, width - 34), "t14")
        title = reader.tell(urbanize_title(city, tile + 1, free))
        texts = [notation(move) for move in moves]
        drawn = press(texts[0], title, face) if len(texts) == 1 else press_all(texts, title, face)
        content += moved(width * i, 0, drawn)
    return content


def urbanize_title(city: int, colour: int, free: bool) -> Sentence:
    """Describe a new colour for a city, for money (RRT-99) or by New Industry (RRT-159)."""
    if free:
        return say("New Industry: {city} becomes {colour}", city=CITY_NAMES[city], colour=CITY_WORDS[colour])
    price = money(URBANIZE_PRICE)
    return say("Urbanize {city} for {price}: it becomes {colour}", city=CITY_NAMES[city], price=price, colour=CITY_WORDS[colour])
