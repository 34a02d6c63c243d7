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
    """RRT-99, RRT-102, RRT-103: any tile in stock on any gray city, with or without track."""
    coloured = state.coloured()
    for city in range(i64(CITIES)):
        if coloured >> city & 1:
            continue
        for tile in range(i64(TILE_COLOURS)):
            if state.stock[tile + 1]:
                moves = append(moves, URBANIZE + city * TILE_COLOURS + tile)
    return moves


def urbanize(state: Position, city: i64, colour: i64) -> None:
    """RRT-99 to RRT-101: a tile for 10,000, and two cubes from the bag; RRT-159: free by New Industry."""
    if state.phase != INDUSTRY:
        pay(state, state.actor, URBANIZE_PRICE)
    place_new_city(state, city, colour)
    grow(state, city)


def growths() -> vec[i64]:
    """RRT-145: any city."""
    moves = vec[i64]()
    for city in range(i64(CITIES)):
        moves = append(moves, GROW + city)
    return moves


def grow(state: Position, city: i64) -> None:
    """Two cubes from the bag, if it holds any."""
    if not grab(state, city):
        end_action(state)


def western_links(state: Position, moves: vec[i64]) -> vec[i64]:
    """RRT-129, RRT-130, RRT-137: each tile once, by a player with a completed link to the city."""
    for number in range(i64(WESTERN)):
        if state.western[number] == NONE and state.own[state.actor * CITIES + WESTERN_CITY[number]]:
            moves = append(moves, WEST + number)
    return moves


def build_western(state: Position, number: i64) -> None:
    """RRT-131: 30,000; RRT-132: the tile with an own locomotive; RRT-133: four red cubes."""
    pay(state, state.actor, WESTERN_PRICE)
    state.western[number] = state.actor
    add_western_cubes(state, WESTERN_CITY[number])
    goals.linked(state, state.actor)  # RRT-213
    end_action(state)
