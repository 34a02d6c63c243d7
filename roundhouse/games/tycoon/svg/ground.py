"""What never changes on the map: water, land, hills, rivers, ridges, the grid, and the cities as they are printed."""

from __future__ import annotations

from functools import cache
from typing import Final

from roundhouse.games.tycoon.board import CITIES, CITY_COLOUR, COLOUR_NAMES, WESTERN_CELL
from roundhouse.games.tycoon.svg.landscape import coast, grid, hills, ridges, streams, stubs, texture_definitions, textures
from roundhouse.games.tycoon.svg.map import HEIGHT, SHEETS, Sheet
from roundhouse.games.tycoon.svg.reader import COLOUR_SIGNS
from roundhouse.ui.svg import box, number, sign, smooth

CITY_SIZE: Final = 0.96  # of the hex of a city
# The same cube in every colour: its front takes the colour of what uses it, the top is lit and the side lies in the shade.
_CUBE: Final = (
    '<g id="tycoon-cube"><path d="M-5-3.4L-3.2-5H5V3.4L3.4 5H-5Z"/><path d="M-5-3.4L-3.2-5H5L3.4-3.4Z" class="cube-lit"/>'
    '<path d="M5-5V3.4L3.4 5V-3.4Z" class="shade"/></g>'
)
# Where a link may begin: a dot styled by its user, inside an invisible target for a finger.
_SPOT: Final = '<g id="tycoon-spot"><circle r="8" class="reach"/><circle r="3.4"/></g>'
_WATER_LINES: Final = (52, 40, 30, 22)  # how far from the shore they run, times two


@cache
def draw_map(layout: str) -> str:
    """Draw the map, the same in every game."""
    sheet = SHEETS[layout]
    defs = (
        f'<defs><clipPath id="tycoon-frame-{layout}">{box(0, 0, sheet.span, HEIGHT, "", 0)}</clipPath>'
        f'<path id="tycoon-land-{layout}" d="{_land(sheet)}"/><path id="tycoon-city-{layout}" d="{sheet.hexagon(CITY_SIZE)}"/>'
        f'<path id="tycoon-hex-{layout}" d="{sheet.hexagon(1)}"/>{texture_definitions(sheet)}{_CUBE}{_SPOT}</defs>'
    )
    frame = f'transform="scale({sheet.scale:.4f})" clip-path="url(#tycoon-frame-{layout})"'
    return f"{defs}<g {frame}>{_ground(sheet)}{_cities(layout)}</g>"


def _land(sheet: Sheet) -> str:
    return "".join(smooth(line, closed=True) for line in coast(sheet))


def _ground(sheet: Sheet) -> str:
    land = f'href="#tycoon-land-{sheet.layout}"'
    lines = "".join(
        f'<use {land} class="water-line" stroke-width="{width}"/><use {land} class="water-fill" stroke-width="{width - 1.6:.1f}"/>'
        for width in _WATER_LINES
    )
    water = "".join(f'<path d="{path}" class="stream" stroke-width="{1.4 + 0.55 * step:.2f}"/>' for step, path in streams(sheet))
    return (
        f'{box(0, 0, sheet.span, HEIGHT, "water", 0)}{lines}<use {land} class="surf"/><use {land} class="shore wide"/>'
        f'<use {land} class="land broad"/><path d="{hills(sheet)}" class="hills"/>'
        f'{textures(sheet)}<path d="{grid(sheet)}" class="grid"/>{water}'
        f'<path d="{ridges(sheet)}" class="crest"/>'
        f'<path d="{ridges(sheet)}" class="crest light"/>'
        f'<path d="{stubs(sheet)}" class="stub"/>'
    )


def _cities(layout: str) -> str:
    """Draw the hexes in their printed colours, and where western links are built."""
    sheet = SHEETS[layout]
    west = "".join(city_hex(layout, *sheet.at(cell), "west") for cell in WESTERN_CELL)
    shadows = "".join(city_hex(layout, x, y + 2.2, "city-shadow") for x, y in map(sheet.city_at, range(CITIES)))
    return west + shadows + "".join(printed_city(layout, city, CITY_COLOUR[city]) for city in range(CITIES))


def printed_city(layout: str, city: int, colour: int) -> str:
    """Draw a city in a colour, with its sign."""
    x, y = SHEETS[layout].city_at(city)
    return city_hex(layout, x, y, f"space {COLOUR_NAMES[colour]}") + sign(
        COLOUR_SIGNS[colour], x, y - 10.4, 6.6, f"on-space {COLOUR_NAMES[colour]}"
    )


def city_hex(layout: str, x: float, y: float, classes: str) -> str:
    """Draw the outline of a city."""
    return f'<use href="#tycoon-city-{layout}" class="{classes}" transform="translate({number(x)} {number(y)})"/>'


def whole_hex(layout: str, x: float, y: float, classes: str) -> str:
    """Draw the outline of a hex."""
    return f'<use href="#tycoon-hex-{layout}" class="{classes}" transform="translate({number(x)} {number(y)})"/>'
