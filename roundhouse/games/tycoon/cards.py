"""Chapters 9, 10, 12 and 13 of the rules: cities, locomotives, operations cards and western links, the actions of one choice."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.bits import BIT
from roundhouse.core.state import CHANCE
from roundhouse.games.tycoon import goals
from roundhouse.games.tycoon.board import (
    CITIES,
    CITY_GROWTH,
    ENGINEERING,
    EXECUTIVE,
    HOTEL,
    IS_GOAL,
    KINDS,
    LAND_GRANT,
    LEVEL_PRICE,
    NEW_INDUSTRY,
    NONE,
    PULLMAN,
    PULLMAN_LEVEL,
    URBANIZE_PRICE,
    WESTERN,
    WESTERN_CITY,
    WESTERN_PRICE,
)
from roundhouse.games.tycoon.goods import add_western_cubes, grab, place_new_city, tiles_left
from roundhouse.games.tycoon.money import pay
from roundhouse.games.tycoon.moves import CONCEAL, GROW, REVEAL, TAKE, TILE_COLOURS, URBANIZE, WEST
from roundhouse.games.tycoon.position import BEGINNER, GROWING, INDUSTRY, REVEALING, Position
from roundhouse.games.tycoon.turns import begin_turn, end_action

# Cities.


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


# Locomotives.


def upgrade(state: Position) -> None:
    """RRT-104, RRT-105: the next level at its price. RRT-48: the first seat at level 6 is remembered."""
    seat = state.actor
    state.level[seat] += 1
    pay(state, seat, LEVEL_PRICE[state.level[seat]])
    goals.upgraded(state, seat)
    if state.level[seat] == PULLMAN_LEVEL and state.six == NONE:
        state.six = seat  # RRT-214: nobody else can be the first any more
        if not state.variant & BEGINNER:
            state.phase = REVEALING
            state.actor = CHANCE
            return
    end_action(state)


def verdict(state: Position) -> i64:
    """RRT-43: George Pullman is shown when his goal is met."""
    if state.tycoon[state.six] == PULLMAN:
        return REVEAL
    return CONCEAL


def reveal(state: Position, move: i64) -> None:
    """The first seat at level 6 has shown its card, or has not."""
    if move == REVEAL:
        state.shown = 1
    end_action(state)


# Operations cards.


def takes(state: Position, moves: vec[i64]) -> vec[i64]:
    """RRT-120: the available cards but those with a green circle; RRT-209: New Industry only if it can be used."""
    for kind in range(i64(KINDS)):
        if state.display[kind] and can_take(state, kind):
            moves = append(moves, TAKE + kind)
    return moves


def can_take(state: Position, kind: i64) -> bool:
    """Whether a card, if it is available, may be taken now."""
    if IS_GOAL[kind]:
        return False
    if kind == NEW_INDUSTRY:
        return tiles_left(state) and state.coloured() != BIT[CITIES] - 1
    return True


def take(state: Position, kind: i64) -> None:
    """RRT-122: the card is not replaced. RRT-125: a red X is used at once and then gone; RRT-124, RRT-126, RRT-127: others
    are kept."""
    seat = state.actor
    state.display[kind] -= 1
    if kind == CITY_GROWTH:
        state.phase = GROWING
    elif kind == NEW_INDUSTRY:
        state.phase = INDUSTRY
    else:
        if kind == LAND_GRANT:
            state.grants[seat] += 1
        elif kind == ENGINEERING:
            state.engineers[seat] += 1
        elif kind == EXECUTIVE:
            state.extra += 2  # RRT-162, RRT-181
        else:
            state.hotel[kind - HOTEL] = seat
        end_action(state)


def use_grant(state: Position) -> None:
    """RRT-146, RRT-178: a land grant is used up at the start of a build."""
    state.grants[state.actor] -= 1
    state.granted = 1


def turn_up(state: Position, kind: i64) -> None:
    """RRT-121, RRT-144: a new card becomes available, then the next turn begins."""
    state.deck[kind] -= 1
    goals.appeared(state, kind)
    begin_turn(state)


# Western links.


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
