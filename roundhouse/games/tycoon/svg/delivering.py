"""Cubes that are delivered: where one can go from its city or on its way, and the way that a draft takes."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import say, say_many
from roundhouse.games.tycoon.board import CITY_NAMES, COLOURS
from roundhouse.games.tycoon.moves import DELIVER, HOP, OWNERS, URBANIZE
from roundhouse.games.tycoon.notation import notation
from roundhouse.games.tycoon.svg.building import ways as drawn_ways
from roundhouse.games.tycoon.svg.chips import Chips
from roundhouse.games.tycoon.svg.cities import draw_cube
from roundhouse.games.tycoon.svg.ground import city_hex
from roundhouse.games.tycoon.svg.reader import Reader
from roundhouse.games.tycoon.svg.routes import Way, delivered, first_of_each, tiles_of, ways
from roundhouse.ui.svg import box, flown, piece, press, press_all, spot

_UNDER_WAY: Final = "cube"  # the place of the cube that is being delivered


def draw_hops(reader: Reader, chips: Chips) -> str:
    """Draw where the cube under way, or the selected one, can go: the next links by owner, and the cities that take it."""
    return _next_links(reader, chips) + _destinations(reader, chips)


def _next_links(reader: Reader, chips: Chips) -> str:
    content = ""
    for i, move in enumerate(moves := reader.moves_from(HOP, URBANIZE)):
        city, owner = divmod(move - HOP, OWNERS)
        same = [other for other in moves[:i] if (other - HOP) // OWNERS == city]
        x, y = reader.sheet.city_at(city)
        outline = reader.on_map(city_hex(reader.layout, x, y, "glow field")) if not same else ""
        title = say("To {city} over a link of {name}", city=CITY_NAMES[city], name=reader.names[owner])
        content += press(notation(move), reader.tell(title), outline + chips.owner((x, y), owner))
    return content


def _destinations(reader: Reader, chips: Chips) -> str:
    """Draw the best way of the cube to each city that takes it, where it is more than the next link."""
    position = reader.position
    if reader.chosen_cube:
        city, colour = reader.chosen_cube
        found = first_of_each(delivered(position, DELIVER + city * COLOURS + colour))
    elif reader.moves_from(HOP, URBANIZE):
        found = [way for way in first_of_each(ways(position)) if len(way.moves) > 1]
    else:
        return ""
    content = ""
    for way in found:
        x, y = reader.sheet.city_at(way.city)
        outline = reader.on_map(city_hex(reader.layout, x, y, "glow field"))
        chip = chips.points((x, y), enumerate(way.gains))
        end = CITY_NAMES[way.city]
        title = say_many("Deliver to {city} over {count} link", "Deliver to {city} over {count} links", count=way.links, city=end)
        content += press_all([notation(move) for move in way.moves], reader.tell(title), outline + chip)
        content += drawn_ways(reader, tiles_of(position, way), "")
    return content


def draw_pending_delivery(reader: Reader) -> str:
    """Draw the way that a cube takes in the draft."""
    chosen = [move for move in reader.draft if DELIVER <= move < HOP]
    hops = [move for move in reader.draft if HOP <= move < URBANIZE]
    if not chosen or not hops:
        return ""
    start, colour = divmod(chosen[-1] - DELIVER, COLOURS)
    cities = (start, *((move - HOP) // OWNERS for move in hops))
    way = Way(tuple(hops), cities, len(hops), ())
    path = "".join(reader.sheet.track(*tile) for tile in tiles_of(reader.position, way))
    x, y = reader.sheet.city_at(cities[-1])
    outline = city_hex(reader.layout, x, y, "planned") + draw_cube(colour, x + 15, y + 12, 13)
    return reader.on_map(f'<path d="{path}" class="way planned"/>{outline}')


def draw_cube_under_way(reader: Reader) -> str:
    """Draw a ring around the city where the cube is, or its last leg when it is delivered."""
    position, last = reader.position, reader.last
    if position.cube < 0 and HOP <= last < URBANIZE:  # RRT-117: delivered
        x, y = reader.sheet.city_at(reader.last_city)
        return reader.on_map(flown(_UNDER_WAY, box(x - 4, y - 4, 8, 8, "cube")))
    if position.cube < 0:
        return ""
    x, y = reader.sheet.city_at(position.place)
    source = notation(last) if DELIVER <= last < HOP else _UNDER_WAY if HOP <= last < URBANIZE else ""
    cube = spot(_UNDER_WAY, piece(source, draw_cube(position.cube, x + 13, y + 12, 11)), cargo=True)
    return reader.on_map(city_hex(reader.layout, x, y, "just") + cube)
