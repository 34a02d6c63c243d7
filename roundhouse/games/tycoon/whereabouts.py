"""Where things are in words that people know (`west of Norfolk`), and the places on the map that a move is about."""

from __future__ import annotations

from functools import cache
from math import atan2, hypot, pi
from typing import TYPE_CHECKING, Final, cast

from roundhouse.core.grid import POINTED
from roundhouse.core.sentence import Sentence, say, say_many
from roundhouse.core.state import View
from roundhouse.games.tycoon.board import CELL_OF, CITIES, CITY_CELL, CITY_NAMES, COLOURS, SIDES, WESTERN_CITY
from roundhouse.games.tycoon.moves import (
    BUILD,
    DELIVER,
    GOODS,
    GROW,
    HOP,
    ISSUE,
    LAY,
    OWNERS,
    STOP,
    TILE_COLOURS,
    TURN,
    UPGRADE,
    URBANIZE,
    WEST,
)
from roundhouse.games.tycoon.notation import hex_name
from roundhouse.games.tycoon.position import GRABBING, STOCKING
from roundhouse.games.tycoon.track import head_of, last_gate

if TYPE_CHECKING:
    from roundhouse.games.tycoon.state import Tycoon

_STEP: Final = 3**0.5  # between the middles of two hexes that share a side


@cache
def near(hex: int) -> Sentence:
    """Say where a hex is, seen from the nearest city."""
    x, y = POINTED.centre(CELL_OF[hex])
    away = [hypot(x - cx, y - cy) for cx, cy in map(POINTED.centre, CITY_CELL)]
    city = min(range(CITIES), key=lambda other: away[other])
    cx, cy = POINTED.centre(CITY_CELL[city])
    eighth = round(atan2(y - cy, x - cx) / (pi / 4)) % 8  # clockwise from the east
    return _direction(eighth, max(1, round(away[city] / _STEP)), CITY_NAMES[city])


def _direction(eighth: int, count: int, city: str) -> Sentence:
    if count == 1:
        return (
            say("east of {city}", city=city),
            say("south-east of {city}", city=city),
            say("south of {city}", city=city),
            say("south-west of {city}", city=city),
            say("west of {city}", city=city),
            say("north-west of {city}", city=city),
            say("north of {city}", city=city),
            say("north-east of {city}", city=city),
        )[eighth]
    return (
        say_many("{count} hex east of {city}", "{count} hexes east of {city}", count=count, city=city),
        say_many("{count} hex south-east of {city}", "{count} hexes south-east of {city}", count=count, city=city),
        say_many("{count} hex south of {city}", "{count} hexes south of {city}", count=count, city=city),
        say_many("{count} hex south-west of {city}", "{count} hexes south-west of {city}", count=count, city=city),
        say_many("{count} hex west of {city}", "{count} hexes west of {city}", count=count, city=city),
        say_many("{count} hex north-west of {city}", "{count} hexes north-west of {city}", count=count, city=city),
        say_many("{count} hex north of {city}", "{count} hexes north of {city}", count=count, city=city),
        say_many("{count} hex north-east of {city}", "{count} hexes north-east of {city}", count=count, city=city),
    )[eighth]


# Places as the drawing names them.


def city_place(city: int) -> str:
    """Return the name of a city as a place on the drawing, which has no spaces."""
    return CITY_NAMES[city].replace(" ", "_")


def places(view: View, move: int) -> list[str]:
    """Return the places that a move is about, given the reader's view before it."""
    position = cast("Tycoon", view.position)
    if move < LAY:
        return [city_place((move - BUILD) // SIDES)]
    if move < STOP:
        if position.stub < 0:
            return []
        gate = last_gate(position, position.stub) if move >= TURN else head_of(position, position.stub)
        return [hex_name(gate // SIDES)]
    if move >= GOODS:
        drawn = position.phase in (STOCKING, GRABBING) and position.place >= 0
        return [city_place(position.place)] if drawn else []
    city = _city_of(move)
    return [city_place(city)] if city >= 0 else []


def _city_of(move: int) -> int:
    """Return the city that a move names, or -1."""
    if DELIVER <= move < HOP:
        return (move - DELIVER) // COLOURS
    if HOP <= move < URBANIZE:
        return (move - HOP) // OWNERS
    if URBANIZE <= move < GROW:
        return (move - URBANIZE) // TILE_COLOURS
    if GROW <= move < UPGRADE:
        return move - GROW
    return int(WESTERN_CITY[move - WEST]) if WEST <= move < ISSUE else -1
