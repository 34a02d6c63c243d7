"""Cubes, the bag and the empty-city markers: parts of chapters 2, 9, 11, 13 and 16 of the rules."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.bits import BIT
from roundhouse.core.draw import Rng
from roundhouse.core.multiset import binomial
from roundhouse.core.state import CHANCE
from roundhouse.games.tycoon.board import CITY_CUBES, COLOURS, MARKERS_TO_END, RED, URBANIZE_CUBES, WESTERN_CUBES
from roundhouse.games.tycoon.moves import FIRST_HANDFUL, GOODS, GRABS, HANDFUL
from roundhouse.games.tycoon.position import GRABBING, OPEN, STOCKING, TRIGGERED, Position


def first_cubes(seats: i64, city: i64) -> i64:
    """Return the first cubes of a city: as printed (RRT-17), one fewer but never 0 with two or three players (RRT-18, RRT-19)."""
    printed = CITY_CUBES[city]
    if seats <= 3:
        return max(1, printed - 1)
    return printed


def handful_size(state: Position) -> i64:
    """Return the number of cubes drawn at once now, no more than the bag holds (RRT-133 and RRT-R19)."""
    if state.phase == STOCKING:
        return first_cubes(state.seats, state.place)
    return min(URBANIZE_CUBES, state.cubes_in_bag())


def handfuls(state: Position) -> vec[i64]:
    """Return the handfuls that can be drawn from the bag now."""
    moves = vec[i64]()
    size = handful_size(state)
    for number in range(FIRST_HANDFUL[size], FIRST_HANDFUL[size + 1]):
        if handful_weight(state, number):
            moves = append(moves, GOODS + number)
    return moves


def handful_weight(state: Position, handful: i64) -> i64:
    """Return in how many ways a handful can be drawn from the bag."""
    ways: i64 = 1
    for colour in range(i64(COLOURS)):
        ways *= binomial(state.bag[colour], HANDFUL[handful * COLOURS + colour])
    return ways


def draw_handful(state: Position, rng: Rng) -> i64:
    """Draw a handful at random."""
    size = handful_size(state)
    return GOODS + FIRST_HANDFUL[size] + GRABS[size].grab(state.bag, state.cubes_in_bag(), rng)


def put_handful(state: Position, handful: i64) -> None:
    """Put the cubes of a handful into the city `place`."""
    for colour in range(i64(COLOURS)):
        add_cubes(state, state.place, colour, HANDFUL[handful * COLOURS + colour])


def add_cubes(state: Position, city: i64, colour: i64, count: i64) -> None:
    """Add cubes to a city; an empty-city marker goes as soon as a cube arrives by any means (RRT-208)."""
    state.bag[colour] -= count
    state.goods[city * COLOURS + colour] += count
    if count > 0:
        state.marked &= ~BIT[city]


def add_western_cubes(state: Position, city: i64) -> None:
    """Add four red cubes, or as many as the bag has (RRT-133)."""
    add_cubes(state, city, RED, min(WESTERN_CUBES, state.bag[RED]))


def grab(state: Position, city: i64) -> bool:
    """Let chance draw two cubes for a city (RRT-100, RRT-134, RRT-145); return False if the bag is empty."""
    if state.cubes_in_bag() == 0:
        return False
    state.place = city
    state.phase = GRABBING
    state.actor = CHANCE
    return True


def take_away(state: Position, city: i64, colour: i64) -> None:
    """Remove a cube from a city into the bag (RRT-115); the last one leaves an empty-city marker (RRT-107, RRT-118).

    RRT-12: markers do not run out. RRT-186: one that was removed is placed again when the city is emptied again.
    """
    state.goods[city * COLOURS + colour] -= 1
    if state.cubes_in(city) == 0:
        state.marked |= BIT[city]
        if state.ending == OPEN and state.markers() >= MARKERS_TO_END[state.seats]:  # RRT-183; RRT-185: never undone
            state.ending = TRIGGERED
    state.bag[colour] += 1


def place_new_city(state: Position, city: i64, colour: i64) -> None:
    """Place a new-city tile, which gives a gray city its colour (RRT-99)."""
    state.stock[colour] -= 1
    state.demand[colour] |= BIT[city]


def tiles_left(state: Position) -> bool:
    """Return whether any new-city tile is in stock (RRT-103)."""
    total: i64 = 0
    for count in state.stock:
        total += count
    return total > 0
