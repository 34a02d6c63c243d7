"""What never changes on the map: water, land, hills, rivers, ridges, the grid, and the cities as they are printed."""

from __future__ import annotations

from functools import cache
from typing import Final

from roundhouse.games.tycoon.board import CITIES, CITY_COLOUR, CITY_NAMES, COLOUR_NAMES, WESTERN_CELL
from roundhouse.games.tycoon.svg.map import (
    HEIGHT,
    RADIUS,
    SHEETS,
    WIDTH,
    at,
    city_at,
    coast,
    grid,
    hills,
    labels_of,
    ridges,
    rivers,
    stubs,
)
from roundhouse.games.tycoon.svg.reader import COLOUR_SIGNS
from roundhouse.ui.svg import box, number, sign, smooth, titled

CITY_RADIUS: Final = 15.4
# Where a link may begin: a dot styled by its user, inside an invisible target for a finger.
_SPOT: Final = '<g id="tycoon-spot"><circle r="8" class="reach"/><circle r="3.1"/></g>'


@cache
def draw_map(layout: str) -> str:
    """Draw the map, the same in every game."""
    scale = SHEETS[layout].scale
    defs = (
        f'<defs><clipPath id="tycoon-frame-{layout}">{box(0, 0, WIDTH, HEIGHT, "", 0)}</clipPath>'
        f'<path id="tycoon-land-{layout}" d="{_land()}"/>{_pattern(layout)}{hexagon(f"tycoon-city-{layout}")}{_SPOT}</defs>'
    )
    return f'{defs}<g transform="scale({scale:.4f})" clip-path="url(#tycoon-frame-{layout})">{_ground(layout)}{_cities(layout)}</g>'


@cache
def _land() -> str:
    return "".join(smooth(line, closed=True) for line in coast())


def _pattern(layout: str) -> str:
    """Define a pattern of two small peaks in the middle of every hex of hills; it has the period of the grid."""
    x, y = at((0, 0))
    across, down = RADIUS * 3**0.5, RADIUS * 3
    peaks = ""
    for dx, dy in ((across / 2, RADIUS * 0.5), (0, RADIUS * 2), (across, RADIUS * 2)):
        peaks += f'<path d="M{number(dx - 9)} {number(dy + 3)}l4.5-6.5l3.5 5m-1-1.6l3.6-5.4l6 8.5" class="peaks"/>'
    return (
        f'<pattern id="tycoon-hills-{layout}" patternUnits="userSpaceOnUse" x="{x - across / 2:.3f}" y="{y - RADIUS / 2:.3f}" '
        f'width="{across:.4f}" height="{down:.4f}">{peaks}</pattern>'
    )


def hexagon(name: str) -> str:
    """Define the outline of a city about the origin, to be used by its id."""
    half = CITY_RADIUS * 3**0.5 / 2
    top, side = number(CITY_RADIUS), number(CITY_RADIUS / 2)
    points = f"M0-{top}L{number(half)}-{side}V{side}L0 {top}L-{number(half)} {side}V-{side}Z"
    return f'<path id="{name}" d="{points}"/>'


def _ground(layout: str) -> str:
    land = f'href="#tycoon-land-{layout}"'
    water = "".join(smooth(line, closed=False) for line in rivers())
    return (
        f'{box(0, 0, WIDTH, HEIGHT, "water", 0)}<use {land} class="surf wide"/><use {land} class="shore wide"/>'
        f'<use {land} class="land broad"/><path d="{hills()}" class="hills"/>'
        f'<path d="{hills()}" fill="url(#tycoon-hills-{layout})"/>'
        f'<path d="{grid()}" class="grid"/><path d="{water}" class="stream"/>'
        f'<path d="{ridges()}" class="crest"/><path d="{ridges()}" class="crest light"/><path d="{stubs()}" class="stub"/>'
    )


def _cities(layout: str) -> str:
    """Draw the hexes in their printed colours, and where western links are built."""
    west = "".join(city_hex(layout, *at(cell), "west") for cell in WESTERN_CELL)
    return west + "".join(printed_city(layout, city, CITY_COLOUR[city]) for city in range(CITIES))


def printed_city(layout: str, city: int, colour: int) -> str:
    """Draw a city in a colour, with its sign."""
    x, y = city_at(city)
    return city_hex(layout, x, y, f"space {COLOUR_NAMES[colour]}") + sign(
        COLOUR_SIGNS[colour], x, y - 9.2, 6.2, f"on-space {COLOUR_NAMES[colour]}"
    )


def city_hex(layout: str, x: float, y: float, classes: str) -> str:
    """Draw the outline of a city."""
    return f'<use href="#tycoon-city-{layout}" class="{classes}" transform="translate({number(x)} {number(y)})"/>'


@cache
def draw_names(layout: str) -> str:
    """Write the names of the cities; they lie over the track."""
    names = ""
    for city, label in enumerate(labels_of(layout)):
        names += titled(CITY_NAMES[city], label.draw()) if SHEETS[layout].codes else f"<g>{label.draw()}</g>"
    return names
