"""The material of Railroad Dice as tables: tiles and their squares, dice, companies; the numbers are in board.json.

RD1-9: passenger tokens are counted by their value, orange ones 1 and brown ones 5. RD1-7: players have no colour.
"""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.core.bits import BIT
from roundhouse.core.rails import opposite
from roundhouse.games.components import load

COMPONENTS: Final = load("dice1")
_DATA: Final[Any] = COMPONENTS.data

# Counts are written out so that the compiler knows them; tests check them against the tables.

# RD1-2, RD1-10: the dice are rails, shares and wild ones.
DICE: Final = 40
LARGE_BANK: Final = 60  # RD1-R3: the option
STRAIGHT: Final = 0
CURVE: Final = 1
SHARE: Final = 2
WILD: Final = 3
FACES: Final = 4
FACE_NAMES: Final = tuple(str(face["name"]) for face in _DATA["faces"])
FACE_SIDES: Final = vec[i64]([int(face["count"]) for face in _DATA["faces"]])  # how many sides of a die show each face
DIE_SIDES: Final = 6
FIRST_DICE: Final = 4  # RD1-12: wild dice of each player at the start
FRONT_LIMIT: Final = 5  # RD1-29
LEAST_INCOME: Final = 4  # RD1-30, and the parachute, RD1-32
REWARD: Final = 2  # RD1-24

# Sides of a square and of a tile, clockwise.
SIDES: Final = 4
SIDE_NAMES: Final = "NESW"
ACROSS: Final = vec[i64]([int(opposite(side, SIDES)) for side in range(SIDES)])

# RD1-3: squares of a tile, row by row.
SIZE: Final = 7
SQUARES: Final = 49
CENTRE: Final = 24  # RD1-14
ALL: Final[int] = (1 << SQUARES) - 1
TO_LEAVE: Final = 5  # RD1-63: dice and stations on a tile that may be left
_ROWS_DOWN: Final = (-1, 0, 1, 0)
_COLUMNS_RIGHT: Final = (0, 1, 0, -1)


def _edge(side: int) -> int:
    """Return the squares along one side of a tile, as a mask."""
    line = {0: range(SIZE), 1: range(SIZE - 1, SQUARES, SIZE), 2: range(SQUARES - SIZE, SQUARES), 3: range(0, SQUARES, SIZE)}
    return sum(int(BIT[square]) for square in line[side])


def _step(square: int, side: int) -> int:
    row, column = divmod(square, SIZE)
    return (row + _ROWS_DOWN[side]) % SIZE * SIZE + (column + _COLUMNS_RIGHT[side]) % SIZE


EDGE: Final = vec[i64]([_edge(side) for side in range(SIDES)])


def _edges(sides: int) -> int:
    """Return the squares along any of the given sides, as a mask."""
    result = 0
    for side in range(SIDES):
        if sides >> side & 1:
            result |= int(EDGE[side])
    return result


EDGES: Final = vec[i64]([_edges(sides) for sides in range(16)])
BEYOND_EAST: Final[int] = int(EDGE[1])  # a step east from here leaves the tile
BEYOND_WEST: Final[int] = int(EDGE[3])
# STEP[square * SIDES + side]: the next square; beyond an edge it is the square where the neighbouring tile is entered.
STEP: Final = vec[i64]([_step(square, side) for square in range(SQUARES) for side in range(SIDES)])

# RD1-3: kinds of tile and of square.
KINDS: Final = 4
KIND_NAMES: Final = tuple(str(tile["name"]) for tile in _DATA["tiles"])
MINI_TILES: Final = vec[i64]([int(tile["mini_tiles"]) for tile in _DATA["tiles"]])
MINI_TOTAL: Final = 35
TERRAIN: Final = ".~^"
GREEN: Final = 0  # kinds of a tile's side
ROCKY: Final = 1


def _turned(rows: list[str]) -> list[str]:
    """Return a tile turned clockwise by a quarter."""
    return ["".join(row[column] for row in reversed(rows)) for column in range(SIZE)]


def _ways() -> list[tuple[int, int, list[str], str]]:
    """Return every way a tile can lie: kind, quarter turns clockwise, rows, sides. Turns that look alike are one way, RD1-R13."""
    ways = []
    for kind, tile in enumerate(_DATA["tiles"]):
        rows, sides, met = list(tile["rows"]), str(tile["sides"]), []
        for turn in range(SIDES):
            if rows not in met:
                met.append(rows)
                ways.append((kind, turn, rows, sides))
            rows, sides = _turned(rows), sides[-1] + sides[:-1]
    return ways


_WAYS: Final = _ways()
WAYS: Final[i64] = len(_WAYS)  # ten on our tiles; an owner's drawing can look different from more sides
WAY_KIND: Final = vec[i64]([kind for kind, _, _, _ in _WAYS])
WAY_TURN: Final = vec[i64]([turn for _, turn, _, _ in _WAYS])
WAY_ROWS: Final = tuple(tuple(rows) for _, _, rows, _ in _WAYS)
KIND_WAYS: Final = vec[i64]([sum(int(BIT[way]) for way in range(WAYS) if WAY_KIND[way] == kind) for kind in range(KINDS)])
START_WAY: Final = 0  # RD1-14: all meadow


def _squares(rows: list[str], terrain: str) -> int:
    return sum(int(BIT[square]) for square, sign in enumerate("".join(rows)) if sign == terrain)


# Squares of each kind by way, as masks.
MEADOW: Final = vec[i64]([_squares(rows, ".") for _, _, rows, _ in _WAYS])
LAKE: Final = vec[i64]([_squares(rows, "~") for _, _, rows, _ in _WAYS])
MOUNTAIN: Final = vec[i64]([_squares(rows, "^") for _, _, rows, _ in _WAYS])
LAKE_FEE: Final = 2  # RD1-73
MOUNTAIN_FEE: Final = 1  # RD1-77


def _beside(square: int, eight: bool) -> list[int]:
    """Return the neighbouring squares within the tile."""
    row, column = divmod(square, SIZE)
    steps = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down or right) and (eight or not down or not right)]
    return [(row + down) * SIZE + column + right for down, right in steps if 0 <= row + down < SIZE and 0 <= column + right < SIZE]


def _zone(terrain: str, square: int) -> int:
    """Return the connected squares of the same kind as a square, as a mask (RD1-R14)."""
    zone, todo = {square}, [square]
    while todo:
        new = [other for other in _beside(todo.pop(), False) if other not in zone and terrain[other] == terrain[square]]
        zone.update(new)
        todo += new
    return sum(int(BIT[other]) for other in zone)


# ZONE[way * SQUARES + square]
ZONE: Final = vec[i64]([_zone("".join(rows), square) for _, _, rows, _ in _WAYS for square in range(SQUARES)])

# RD1-66: the sides of a tile. A place on the map needs up to four kinds of side, as a number in base three: 0 for any, 1 for
# green, 2 for mountain, the north side counting 1, the east side 3, then 9 and 27. FITS[need]: the ways that fit, as a mask.
SIDE_KIND: Final = vec[i64]([(GREEN, ROCKY)[".^".index(kind)] for _, _, _, sides in _WAYS for kind in sides])
NEED: Final = vec[i64]([1, 3, 9, 27])
_NEEDS: Final = 81


def _fits(need: int, way: int) -> bool:
    wanted = [need // NEED[side] % 3 for side in range(SIDES)]
    return all(kind in (0, SIDE_KIND[way * SIDES + side] + 1) for side, kind in enumerate(wanted))


FITS: Final = vec[i64]([sum(int(BIT[way]) for way in range(WAYS) if _fits(need, way)) for need in range(_NEEDS)])

# The general map, RD1-4: a place is one number, and a step to a neighbour adds to it.
FIRST_SPOT: Final = 8256  # column 64, row 64
SPOT_WIDTH: Final = 128
SPOT_STEP: Final = vec[i64]([-1, SPOT_WIDTH, 1, -SPOT_WIDTH])

# RD1-43: the requirement of a station.
REQUIREMENTS: Final = 3
REQUIREMENT_NAMES: Final = tuple(str(requirement["name"]) for requirement in _DATA["requirements"])


def _sites(rows: list[str], requirement: Any, eight: bool) -> int:
    """Return the inner squares of a tile that meet a requirement, as a mask (RD1-41, RD1-44, RD1-45, RD1-46)."""
    terrain, result = "".join(rows), 0
    for square in range(SQUARES):
        if terrain[square] == requirement["on"] and not any(EDGE[side] >> square & 1 for side in range(SIDES)):
            near = [terrain[other] for other in _beside(square, eight)]
            if near.count(requirement["next_to"]) >= requirement["at_least"]:
                result |= int(BIT[square])
    return result


# RD1-47: what stands on the squares does not matter.
# SITES[(eight * WAYS + way) * REQUIREMENTS + requirement]; eight is 1 where diagonal neighbours count, RD1-R5.
SITES: Final = vec[i64](
    [
        _sites(rows, requirement, eight)
        for eight in (False, True)
        for _, _, rows, _ in _WAYS
        for requirement in _DATA["requirements"]
    ]
)

# RD1-7, RD1-13: five companies; a plan is the stations of one company with one requirement, RD1-R7.
COMPANIES: Final = 5
COMPANY_NAMES: Final = tuple(str(company["name"]) for company in _DATA["companies"])
SHARES: Final = 10
STATIONS: Final = 8
_PLANS: Final = [(number, plan) for number, company in enumerate(_DATA["companies"]) for plan in company["stations"]]
PLANS: Final[i64] = len(_PLANS)
PLAN_COMPANY: Final = vec[i64]([number for number, _ in _PLANS])
PLAN_NEEDS: Final = vec[i64]([REQUIREMENT_NAMES.index(plan["requires"]) for _, plan in _PLANS])
CHEAP: Final = vec[i64]([plan["for_3"] for _, plan in _PLANS])  # RD1-38: how many cost 3 dice
STOCK: Final = vec[i64]([plan["for_3"] + plan["for_5"] for _, plan in _PLANS])  # and how many there are
CHEAP_PRICE: Final = 3
DEAR_PRICE: Final = 5

# What stands on a square: nothing, a rail as the mask of its two sides, or STATION + company.
EMPTY: Final = 0
STATION_PIECE: Final = 16

IDLE_YEARS: Final = 3  # RD1-R27
