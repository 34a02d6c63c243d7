"""What an owner's component file of Railroad Tycoon may change: hills, rivers, ridges, locomotives, new cities, points of cards."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Final

from roundhouse.core.document import Node
from roundhouse.core.grid import POINTED, Cell
from roundhouse.core.sentence import say
from roundhouse.games.components import Box
from roundhouse.games.facts import Grid, Keyed, Many, Note, Pattern, Whole

_PACKAGE: Final = "roundhouse.games.tycoon"
_MAP: Final = tuple(str(row) for row in json.loads(files(_PACKAGE).joinpath("board.json").read_text("utf-8"))["map"])
_SIDES: Final = ("NE", "E", "SE", "SW", "W", "NW")
_SIDE: Final = "(?:NE|E|SE|SW|W|NW)"
_HEX: Final = "r[0-9]{2}c[0-9]{2}"
_OPEN: Final = ".^"  # where track is laid
_LAND: Final = ".^@"
_NEW_CITIES: Final = 12
_LEVELS: Final = 8


def _check(top: Node) -> None:
    """Check what the facts have to do with each other (RRT-3, RRT-6, RRT-104)."""
    for key in ("rivers", "ridges"):
        for name, node in top.at(key).pairs(999).items():
            if _sign(_cell(name)) not in (_OPEN if key == "rivers" else _LAND):
                raise node.wrong(say("{hex} has no place in '{key}': no track can be laid there", hex=name, key=key))
    _check_ridges(top.at("ridges"))
    stock = top.at("new_cities")
    found = sum(stock.at(colour).whole(0, _NEW_CITIES) for colour in ("red", "yellow", "blue", "purple", "black"))
    if found != _NEW_CITIES:
        raise stock.wrong(say("there are {total} new-city tiles, not {found}", total=_NEW_CITIES, found=found))
    prices = top.at("locomotives", "price_of_level")
    numbers = [price.whole(0, 60) for price in prices.items(_LEVELS + 1, _LEVELS + 1)]
    if any(numbers[:2]) or not all(numbers[2:]) or numbers != sorted(numbers):
        raise prices.wrong(say("'price_of_level' begins with two zeros, since level 1 is free, and then never falls"))


def _check_ridges(node: Node) -> None:
    """Raise BadDocument for a ridge between two hexes that only one of them names."""
    ridges = {_cell(name): (name, part) for name, part in node.pairs(999).items()}
    for cell, (name, sides) in ridges.items():
        words = str(sides.value).split()
        if len(set(words)) < len(words):
            raise sides.wrong(say("a side of {hex} stands there twice", hex=name))
        for word in words:
            side = _SIDES.index(word)
            other, back = POINTED.neighbour(cell, side), _SIDES[POINTED.opposite(side)]
            if _sign(other) in _LAND and (other not in ridges or back not in str(ridges[other][1].value).split()):
                raise sides.wrong(say("the ridge of {hex} on its side {side} is missing on the other side", hex=name, side=word))


def _cell(name: str) -> Cell:
    return int(name[4:]), int(name[1:3])


def _sign(cell: Cell) -> str:
    """Return what the map has at a cell; nothing beyond its frame."""
    column, row = cell
    return _MAP[row][column] if 0 <= row < len(_MAP) and 0 <= column < len(_MAP[0]) else " "


BOX: Final = Box(
    package=_PACKAGE,
    facts={
        "edition": Note(),
        "confidence": Note(),
        "likely_hexes": Note(20_000),
        **{
            f"{key}.confidence": Note()
            for key in (
                *("map_layout", "cities.*", "western_links", "track", "urbanize", "shares", "locomotives", "income", "cubes"),
                *("new_cities", "empty_cities_that_end", "player_colours", "bounds", "cards.*", "tycoons.*"),
            )
        },
        "map": Grid(len(_MAP), len(_MAP[0]), ".^", _MAP),
        "rivers": Keyed(_HEX, Pattern("[A-F*R]{6}", "AABB*R"), 793),
        "ridges": Keyed(_HEX, Pattern(f"{_SIDE}(?: {_SIDE}){{0,5}}", "E SE"), 793),
        "locomotives.price_of_level": Many(Whole(0, 60), _LEVELS + 1, _LEVELS + 1),
        "new_cities.yellow": Whole(0, 12),
        "new_cities.blue": Whole(0, 12),
        "new_cities.purple": Whole(0, 12),
        "new_cities.black": Whole(0, 12),
        "cards.*.points": Whole(1, 20),
    },
    check=_check,
)
