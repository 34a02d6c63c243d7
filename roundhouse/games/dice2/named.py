"""Views of Railroad Dice 2 by name: squares with their track, stations, passengers and locomotives, for programs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final, Literal, TypedDict

from roundhouse.core.bits import members
from roundhouse.core.named import doc, reader_of, seat_or_none
from roundhouse.core.state import OVER, View
from roundhouse.games.dice2.board import (
    COLOURS,
    EMPTY,
    PRICE,
    SIDES,
    SLOWEST,
    SQUARES,
    STATION,
    STATIONS,
    TILE_NAMES,
    TILES,
    VALUES,
)
from roundhouse.games.dice2.lines import distance
from roundhouse.games.dice2.moves import OFFER
from roundhouse.games.dice2.notation import notation, shape_name, square_name, station_name
from roundhouse.games.dice2.position import BOUGHT, CARRIED, LAID
from roundhouse.games.dice2.state import Dice2

VERSION: Final = 1

Phase = Literal["placing homes", "placing grey stations", "turn", "rolling", "closing"]
PHASES: Final[tuple[Phase, ...]] = ("placing homes", "placing grey stations", "turn", "rolling", "closing")
Roll = Literal["open", "rolled", "given up"]
ROLLS: Final[tuple[Roll, ...]] = ("open", "rolled", "given up")
Terrain = Literal["plain", "mountain", "water"]
TERRAINS: Final[tuple[Terrain, ...]] = ("plain", "mountain", "water")

FACE_IDS: Final = (  # both kinds of die have a wild face
    "straight",
    "curve",
    "locomotive",
    "simple wild",
    "crossing",
    "double curve",
    "right switch",
    "left switch",
    "fork",
    "complex wild",
)

Counts = dict[str, int]  # by name; what there is none of is left out


class Player(TypedDict):
    """A seat."""

    seat: int
    cash: Annotated[int, doc("value of the tokens held")]
    locomotives: Annotated[Counts, doc("by value")]
    linked: Annotated[list[str], doc("stations that the seat's home has a line to")]
    open_squares: Annotated[Counts, doc("squares that a line from the home arrives at, with the tiles of the best line")]


class Station(TypedDict):
    """A station on the map."""

    name: str
    owner: Annotated[int | None, doc("the seat whose home it is; null for a grey one")]
    square: str
    served: Annotated[bool, doc("whether passengers were carried there this turn")]


class Square(TypedDict):
    """A square of the map."""

    id: Annotated[str, doc("tile, column and row, such as 3b2")]
    terrain: Annotated[Terrain, doc("plain costs 0, mountain 1, water 2 tokens")]
    track: Annotated[str | None, doc("NE for one track, NS+EW for two, S>NE for a switch: its root, then its branches")]
    station: str | None
    neighbours: Annotated[list[str | None], doc("the squares to the north, east, south and west; null off the map")]


class Tile(TypedDict):
    """One of the six tiles."""

    name: str
    row: Annotated[int, doc("of its north-west corner on the table")]
    column: int
    quarter_turns: Annotated[int, doc("clockwise")]
    passengers: Annotated[int, doc("waiting there")]


class LocomotiveCard(TypedDict):
    """Locomotives in the bank."""

    value: Annotated[int, doc("the most tiles it carries over")]
    price: int
    left: int


class Dice2View(TypedDict):
    """What a seat may know of a game of Railroad Dice 2: everything."""

    game: Literal["dice2"]
    version: Annotated[Literal[1], doc("of this format")]
    seat: Annotated[int | None, doc("the reader; null for a spectator")]
    actor: Annotated[int | None, doc("the seat to act; null while dice are rolled, and at the end")]
    over: Annotated[bool, doc("whether the game has ended")]
    own_connections_only: Annotated[bool, doc("the option of that name")]
    phase: Phase
    turn: Annotated[int, doc("the seat whose turn it is")]
    start_player: int
    stations_placed: int
    offer: Annotated[str | None, doc("the offer being rolled, as its move")]
    roll: Annotated[Roll, doc("of this turn")]
    laid: Annotated[bool, doc("whether a die was laid this turn")]
    bought: Annotated[bool, doc("whether a locomotive was bought this turn")]
    carried: Annotated[bool, doc("whether passengers were carried this turn")]
    turns_idle: Annotated[int, doc("turns in a row in which nothing was laid, bought or carried")]
    turns_quiet: Annotated[int, doc("turns in a row of the closing phase without a transport")]
    bank: Annotated[int, doc("value of the tokens in the bank")]
    substitutes: Annotated[int, doc("value of the substitute tokens of the last filling")]
    simple_dice: Annotated[int, doc("in the bank")]
    complex_dice: Annotated[int, doc("in the bank")]
    front: Annotated[Counts, doc("dice before the active seat, by face")]
    locomotives: Annotated[list[LocomotiveCard], doc("in the bank; only the lowest value is on sale")]
    locomotives_used: Annotated[Counts, doc("this turn, by value")]
    players: Annotated[list[Player], doc("by seat")]
    stations: list[Station]
    tiles: list[Tile]
    squares: Annotated[list[Square], doc("all squares, always in the same order")]


def describe_view(view: View[Dice2]) -> Dice2View:
    """Return a view by names."""
    state = view.position
    return {
        "game": "dice2",
        "version": VERSION,
        "seat": reader_of(view),
        "actor": seat_or_none(state.actor),
        "over": state.actor == OVER,
        "own_connections_only": bool(state.mild),
        "phase": PHASES[state.phase],
        "turn": state.turn,
        "start_player": state.first,
        "stations_placed": state.placed,
        "offer": notation(OFFER + state.offer) if state.offer >= 0 else None,
        "roll": ROLLS[state.roll],
        "laid": bool(state.deeds & LAID),
        "bought": bool(state.deeds & BOUGHT),
        "carried": bool(state.deeds & CARRIED),
        "turns_idle": state.idle,
        "turns_quiet": state.quiet,
        "bank": state.bank,
        "substitutes": state.extra,
        "simple_dice": state.simple,
        "complex_dice": state.complex,
        "front": _faces(state.front),
        "locomotives": [{"value": SLOWEST + value, "price": PRICE[value], "left": state.stock[value]} for value in range(VALUES)],
        "locomotives_used": _engines(state.used),
        "players": [_player(state, seat) for seat in range(state.seats)],
        "stations": [_station(state, station) for station in range(STATIONS) if state.site[station] >= 0],
        "tiles": [_tile(state, tile) for tile in range(TILES)],
        "squares": [_square(state, square) for square in range(SQUARES)],
    }


def _faces(counts: Iterable[int]) -> Counts:
    return {FACE_IDS[face]: count for face, count in enumerate(counts) if count}


def _engines(counts: Iterable[int]) -> Counts:
    return {str(SLOWEST + value): count for value, count in enumerate(counts) if count}


def _player(state: Dice2, seat: int) -> Player:
    reached = {square: distance(state, seat, square) for square in range(SQUARES)}
    return {
        "seat": seat,
        "cash": state.cash[seat],
        "locomotives": _engines(list(state.engines)[seat * VALUES : (seat + 1) * VALUES]),
        "linked": [station_name(station) for station in members(state.linked[seat])],
        "open_squares": {square_name(square): tiles for square, tiles in reached.items() if tiles and state.board[square] == EMPTY},
    }


def _station(state: Dice2, station: int) -> Station:
    return {
        "name": station_name(station),
        "owner": station if station < min(COLOURS, state.seats) else None,
        "square": square_name(state.site[station]),
        "served": bool(state.served >> station & 1),
    }


def _tile(state: Dice2, tile: int) -> Tile:
    return {
        "name": TILE_NAMES[tile],
        "row": state.lie[tile * 3],
        "column": state.lie[tile * 3 + 1],
        "quarter_turns": state.lie[tile * 3 + 2],
        "passengers": state.pool[tile],
    }


def _square(state: Dice2, square: int) -> Square:
    thing = state.board[square]
    beside = [state.beside[square * SIDES + side] for side in range(SIDES)]
    return {
        "id": square_name(square),
        "terrain": TERRAINS[state.fee[square]],
        "track": shape_name(thing) if EMPTY < thing < STATION else None,
        "station": station_name(thing - STATION) if thing >= STATION else None,
        "neighbours": [square_name(other) if other >= 0 else None for other in beside],
    }
