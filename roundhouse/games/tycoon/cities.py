"""Chapters 9 and 13 of the rules: new cities, growing cities and western links."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.games.tycoon import goals
from roundhouse.games.tycoon.board import CITIES, NONE, URBANIZE_PRICE, WESTERN, WESTERN_CITY, WESTERN_PRICE
from roundhouse.games.tycoon.goods import add_western_cubes, grab, place_new_city
from roundhouse.games.tycoon.money import pay
from roundhouse.games.tycoon.moves import GROW, TILE_COLOURS, URBANIZE, WEST
from roundhouse.games.tycoon.position import INDUSTRY, Position
from roundhouse.games.tycoon.turns import end_action


def new_cities(state: Position, moves: vec[i64]) -> vec[i64]:
    """Add any tile in stock on any gray city, with or without track (RRT-99, RRT-102, RRT-103)."""
    coloured = state.coloured()
    for city in range(i64(CITIES)):
        if coloured >> city & 1:
            continue
        for tile in range(i64(TILE_COLOURS)):
            if state.stock[tile + 1]:
                moves = append(moves, URBANIZE + city * TILE_COLOURS + tile)
    return moves


def urbanize(state: Position, city: i64, colour: i64) -> None:
    """Place a tile for 10,000, with two cubes from the bag (RRT-99 to RRT-101); New Industry makes it free (RRT-159)."""
    if state.phase != INDUSTRY:
        pay(state, state.actor, URBANIZE_PRICE)
    place_new_city(state, city, colour)
    grow(state, city)


def growths() -> vec[i64]:
    """Return the moves of City Growth: any city (RRT-145)."""
    moves = vec[i64]()
    for city in range(i64(CITIES)):
        moves = append(moves, GROW + city)
    return moves


def grow(state: Position, city: i64) -> None:
    """Draw two cubes from the bag for a city, if it holds any."""
    if not grab(state, city):
        end_action(state)


def western_links(state: Position, moves: vec[i64]) -> vec[i64]:
    """Add each unbuilt western link if the player has a completed link to its city (RRT-129, RRT-130, RRT-137)."""
    for number in range(i64(WESTERN)):
        if state.western[number] == NONE and state.own[state.actor * CITIES + WESTERN_CITY[number]]:
            moves = append(moves, WEST + number)
    return moves


def build_western(state: Position, number: i64) -> None:
    """Build a western link for 30,000 (RRT-131): the tile with the player's locomotive (RRT-132), four red cubes (RRT-133)."""
    pay(state, state.actor, WESTERN_PRICE)
    state.western[number] = state.actor
    add_western_cubes(state, WESTERN_CITY[number])
    goals.linked(state, state.actor)  # RRT-213
    end_action(state)
