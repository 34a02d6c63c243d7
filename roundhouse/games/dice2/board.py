"""The material of Railroad Dice 2 as tables: tiles, dice and their shapes, locomotives, stations, tokens; from board.json.

RD2-7: shares and the company card of the box have no place here.
"""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.core.bits import BIT
from roundhouse.core.rails import Shape, ends, exits, keeps, opposite, turnings
from roundhouse.games.components import load

COMPONENTS: Final = load("dice2")
_DATA: Final[Any] = COMPONENTS.data

# RD2-1: six tiles of sixteen squares. Square = tile * CELLS + row * SIZE + column, as the tile lies on the table.
TILES: Final = 6
SIZE: Final = 4
CELLS: Final = 16
SQUARES: Final = 96
TILE_NAMES: Final = tuple(str(tile["name"]) for tile in _DATA["tiles"])
TERRAIN_FEE: Final[dict[str, int]] = dict(_DATA["terrain_fee"])  # RD2-54 to RD2-56
TILE_FEES: Final = tuple(tuple(tuple(TERRAIN_FEE[c] for c in row) for row in tile["rows"]) for tile in _DATA["tiles"])  # as printed
PLAIN: Final = 0  # terrain is identified by its fee
MOUNTAIN: Final = 1
WATER: Final = 2
FIRST_LAYOUT: Final = str(_DATA["first_layout"])  # RD2-10
LEAST_TOUCHING: Final = int(_DATA["least_touching"])  # RD2-9

# Sides of a square, clockwise.
SIDES: Final = 4
SIDE_NAMES: Final = "NESW"
ACROSS: Final = vec[i64]([int(opposite(side, SIDES)) for side in range(SIDES)])

# RD2-6: the dice. Faces of both kinds are counted in one row: four of the simple die, then six of the complex one.
SIMPLE_DICE: Final = 30
COMPLEX_DICE: Final = 20
STRAIGHT: Final = 0
CURVE: Final = 1
LOCOMOTIVE: Final = 2
WILD: Final = 3
SIMPLE_FACES: Final = 4
COMPLEX_WILD: Final = 9
COMPLEX_FACES: Final = 6
FACES: Final = 10
FACE_NAMES: Final = tuple(str(face["name"]) for face in (*_DATA["simple_faces"], *_DATA["complex_faces"]))
SIMPLE_SIDES: Final = vec[i64]([int(face["count"]) for face in _DATA["simple_faces"]])  # how many sides of the die show each face
COMPLEX_SIDES: Final = vec[i64]([int(face["count"]) for face in _DATA["complex_faces"]])
DIE_SIDES: Final = 6

# RD2-42: the three offers that are rolled; the fourth is a complex die with its wild face.
OFFERS: Final = 4
OFFER_SIMPLE: Final = vec[i64]([offer["simple"] for offer in _DATA["offers"]])
OFFER_COMPLEX: Final = vec[i64]([offer["complex"] for offer in _DATA["offers"]])


def _shape(tracks: list[str]) -> Shape:
    return tuple(sorted(sum(int(BIT[SIDE_NAMES.index(end)]) for end in track) for track in tracks))


def _shapes() -> list[tuple[int, Shape]]:
    """Return every way a die can lie on a square, as (face, tracks).

    There are 2 straights, 4 curves, then 1 + 2 + 4 + 4 + 4 of the complex die. The first entry stands for an empty square.
    """
    result: list[tuple[int, Shape]] = [(-1, ())]
    for face, data in enumerate([*_DATA["simple_faces"], *_DATA["complex_faces"]]):
        if "tracks" in data:
            result += [(face, way) for way in turnings(_shape(data["tracks"]), SIDES)]
    return result


# What lies on a square: EMPTY, a simple shape, a complex shape, or STATION + its number. Index 0 of the tables is EMPTY.
EMPTY: Final = 0
SIMPLE: Final = 1
SIMPLE_SHAPES: Final = 6
COMPLEX: Final = 7
COMPLEX_SHAPES: Final = 15
STATION: Final = 22
_SHAPES: Final = _shapes()
SHAPES: Final = [shape for _, shape in _SHAPES]
SHAPE_FACE: Final = vec[i64]([face for face, _ in _SHAPES])
ENDS: Final = vec[i64]([ends(shape) for shape in SHAPES])  # sides that its tracks touch, as a mask
EXITS: Final = vec[i64]([exits(shape, side) for shape in SHAPES for side in range(SIDES)])  # [shape * SIDES + side entered], a mask


def _upgrades(simple: int) -> int:
    """Return the complex shapes that keep the track of a simple one, as a mask by number less COMPLEX (RD2-60)."""
    return sum(int(BIT[i]) for i in range(COMPLEX_SHAPES) if simple and keeps(SHAPES[COMPLEX + i], SHAPES[simple]))


def _of_face(face: int) -> int:
    """Return the complex shapes of a face, as the same kind of mask."""
    return sum(int(BIT[i]) for i in range(COMPLEX_SHAPES) if SHAPE_FACE[COMPLEX + i] == face)


UPGRADES: Final = vec[i64]([_upgrades(simple) for simple in range(COMPLEX)])
OF_FACE: Final = vec[i64]([_of_face(face) for face in range(FACES)])

# RD2-2, RD2-28, RD2-73: locomotives by value less SLOWEST.
SLOWEST: Final = 2
VALUES: Final = 5
CARDS: Final = vec[i64]([int(card["count"]) for card in _DATA["locomotives"]])
PRICE: Final = vec[i64]([int(card["price"]) for card in _DATA["locomotives"]])
CARDS_OUT: Final = int(_DATA["removed_with_two_players"])
SCRAPPED: Final = 0  # RD2-76: the value 2 goes
SCRAPPER: Final = 2  # when the first 4 is bought

# RD2-3, RD2-4: directors and stations. Stations 0 to 3 are the coloured ones, by seat; the grey ones follow.
# RD2-R3: with three seats the last colour is the ninth grey one.
COLOURS: Final = 4
STATIONS: Final = 12
COLOUR_NAMES: Final = tuple(str(director["colour"]) for director in _DATA["directors"])
DIRECTOR_NAMES: Final = tuple(str(director["name"]) for director in _DATA["directors"])
GREYS: Final = 8
# RD2-12: by number of seats.
GREYS_EACH: Final = vec[i64]([int(_DATA["grey_stations_per_player"].get(str(seats), 0)) for seats in range(COLOURS + 1)])
SPACING: Final = 3  # RD2-R6: least number of steps from station to station

# RD2-5, RD2-14: tokens, by value.
TOKENS: Final = 280
CAPITAL: Final = 10
CROWD: Final = 5  # RD2-25: passengers for every station
JOINED: Final = 5  # RD2-69: paid to each owner
EMPTY_TILES: Final = 3  # RD2-89
LAST_DICE: Final = 2  # RD2-90
IDLE_ROUNDS: Final = 3  # RD2-R37
