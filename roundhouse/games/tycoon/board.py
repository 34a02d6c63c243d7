"""The board of Railroad Tycoon: hexes, cities, prices and cards as tables. RRT-n are the clauses of rules.md.

Money is in thousands of dollars: the smallest bill (RRT-9). A *stub* is a side of a city, city * SIDES + side; a *gate* is
a side of a hex, hex * SIDES + side. Only open hexes and hills have a number here: on all others no track is laid (RRT-76,
RRT-206).
"""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.core.grid import POINTED, Cell
from roundhouse.games.components import load

COMPONENTS: Final = load("tycoon")
_DATA: Final[Any] = COMPONENTS.data

# Counts are written out so that the compiler knows them; tests check them against the tables.

SIDES: Final = 6
SIDE_NAMES: Final = tuple(str(name) for name in _DATA["sides"])
NONE: Final = -1

# RRT-8 and RRT-15: five colours of cubes; a city may also be gray.
COLOURS: Final = 5
RED: Final = 0
GRAY: Final = 5
COLOUR_NAMES: Final = ("red", "yellow", "blue", "purple", "black", "gray")
CUBES: Final = vec[i64]([_DATA["cubes"][name] for name in COLOUR_NAMES[:COLOURS]])
CUBE_TOTAL: Final = 125
MOST_CUBES: Final = 5  # in one grab: the largest number printed in a city
NEW_CITIES: Final = vec[i64]([_DATA["new_cities"][name] for name in COLOUR_NAMES[:COLOURS]])  # RRT-6: 12 tiles, none red
PLAYER_COLOURS: Final = tuple(str(name) for name in _DATA["player_colours"]["names"])  # RRT-5, RRT-14: by seat

# RRT-2 and RRT-3: the map. RRT-16: 52 cities and 110 printed cubes.
HEXES: Final = 739
CITIES: Final = 52
STUBS: Final = 312
_MAP: Final[list[str]] = _DATA["map"]
_CELLS: Final[list[Cell]] = [(column, row) for row, line in enumerate(_MAP) for column, mark in enumerate(line) if mark in ".^"]
HEX_AT: Final = {cell: number for number, cell in enumerate(_CELLS)}
CELL_OF: Final = tuple(_CELLS)  # by hex: column and row, as core.grid counts
ROWS: Final = 38
COLUMNS: Final = 26


def _cell(name: str) -> Cell:
    return int(name[4:]), int(name[1:3])


CITY_NAMES: Final = tuple(str(city["name"]) for city in _DATA["cities"])
CITY_ALIASES: Final = {str(alias): i for i, city in enumerate(_DATA["cities"]) for alias in city.get("aliases", ())}
CITY_CELL: Final = tuple(_cell(city["hex"]) for city in _DATA["cities"])
CITY_COLOUR: Final = vec[i64]([COLOUR_NAMES.index(city["colour"]) for city in _DATA["cities"]])
CITY_CUBES: Final = vec[i64]([city["cubes"] for city in _DATA["cities"]])
CHICAGO: Final = 3
NEW_YORK: Final = 16
_CITY_AT: Final = {cell: city for city, cell in enumerate(CITY_CELL)}

# RRT-77: the stubs printed on the board; STUB_SIDES[city] as a mask of sides.
STUB_SIDES: Final = vec[i64]([sum(1 << SIDE_NAMES.index(side) for side in city["stubs"].split()) for city in _DATA["cities"]])

HILLY: Final = vec[i64]([int(_MAP[row][column] == "^") for column, row in _CELLS])
_RIVERS: Final[dict[Cell, str]] = {_cell(name): banks for name, banks in _DATA["rivers"].items()}
_RIDGES: Final[dict[Cell, list[str]]] = {_cell(name): sides.split() for name, sides in _DATA["ridges"].items()}
BANKS: Final = tuple(_RIVERS.get(cell, "") for cell in _CELLS)  # by hex: the bank of each side; empty without a river
RIDGE: Final = vec[i64]([sum(1 << SIDE_NAMES.index(side) for side in _RIDGES.get(cell, ())) for cell in _CELLS])
GRASS: Final = vec[i64]([int(_MAP[row][column] == "." and (column, row) not in _RIVERS) for column, row in _CELLS])  # RRT-176


def opposite(side: i64) -> i64:
    """Return the index of a side in the hex across it."""
    return (side + 3) % 6


def _beyond(cell: Cell, side: int) -> int:
    across = POINTED.neighbour(cell, side)
    if across in HEX_AT:
        return HEX_AT[across]
    if across in _CITY_AT:
        return HEXES + _CITY_AT[across]
    return NONE


# BEYOND[gate]: the hex across that side, or HEXES + the city, or NONE.
BEYOND: Final = vec[i64]([_beyond(cell, side) for cell in _CELLS for side in range(SIDES)])


def _first_gate(city: int, side: int) -> int:
    if not STUB_SIDES[city] >> side & 1:
        return NONE
    return _beyond(CITY_CELL[city], side) * SIDES + POINTED.opposite(side)


# FIRST_GATE[stub]: where track that leaves a city there enters its first hex; NONE without a stub.
FIRST_GATE: Final = vec[i64]([_first_gate(city, side) for city in range(CITIES) for side in range(SIDES)])


def _leads_on(gate: int) -> bool:
    """Return whether track may point across a gate (RRT-201): a playable hex or a stub, never water, frame or western link."""
    across = BEYOND[gate]
    if across < HEXES:
        return across != NONE
    return bool(STUB_SIDES[across - HEXES] >> POINTED.opposite(gate % SIDES) & 1)


def _exits(gate: int, tight: bool) -> int:
    """Return the far sides, a straight or a wide curve; neighbouring sides only with tight curves (RRT-78)."""
    least = 1 if tight else 2
    entry = gate % SIDES
    sides = [side for side in range(SIDES) if least <= (side - entry) % SIDES <= SIDES - least]
    return sum(1 << side for side in sides if _leads_on(gate - entry + side))


# EXITS[gate], or EXITS[GATES + gate] with tight curves: the sides a tile entered there can lead to, as a mask. RRT-4: tiles
# do not run out, so that none are counted anywhere.
GATES: Final = 4434
EXITS: Final = vec[i64]([_exits(gate, tight) for tight in (False, True) for gate in range(GATES)])

# Prices of track: RRT-79 open, RRT-80 hills, RRT-81 ridge, RRT-82 river.
_TRACK: Final[dict[str, int]] = _DATA["track"]
OPEN_PRICE: Final = 2
HILLS_PRICE: Final = 4
RIDGE_PRICE: Final = 4
RIVER_PRICE: Final = 1
TILES: Final = 4  # RRT-71: at most so many in an action
ENGINEERED_TILES: Final = 5  # RRT-161


def _river_price(banks: str, entry: int, far: int) -> int:
    """Return the price of a river (RRT-82 and RRT-83): 0 if both ends lie on one bank.

    `*` fits any bank, and an end on the river (R) always pays.
    """
    if not banks:
        return 0
    ends = {banks[entry], banks[far]}
    return _TRACK["river"] if "R" in ends or len(ends - {"*"}) == 2 else 0


def _price(gate: int, far: int) -> int:
    """Return the price of a tile entered at a gate (RRT-79 to RRT-84); a ridge at its far side counts only if that is a city's."""
    hex_, entry = divmod(gate, SIDES)
    base = _TRACK["hills"] if HILLY[hex_] else _TRACK["open"]
    crossed = {entry, far} if BEYOND[hex_ * SIDES + far] >= HEXES else {entry}
    ridges = sum(1 for side in crossed if RIDGE[hex_] >> side & 1)
    return base + _river_price(BANKS[hex_], entry, far) + ridges * _TRACK["ridge"]


# PRICE[gate * SIDES + far side]; RRT-194, RRT-195, RRT-196 and RRT-197 are examples of it and of the map.
PRICE: Final = vec[i64]([_price(gate, far) for gate in range(GATES) for far in range(SIDES)])


def _nearest_cities() -> list[int]:
    """Return the fewest tiles from each gate to a city, on an empty board; `choices` uses it to prune track that leads nowhere."""
    fewest = [GATES] * GATES
    changed = True
    while changed:
        changed = False
        for gate in range(GATES):
            sides = [side for side in range(SIDES) if EXITS[gate] >> side & 1]
            across = [BEYOND[gate - gate % SIDES + side] for side in sides]
            ways = [
                1 if beyond >= HEXES else 1 + fewest[beyond * SIDES + POINTED.opposite(side)]
                for side, beyond in zip(sides, across, strict=True)
            ]
            if ways and min(ways) < fewest[gate]:
                fewest[gate] = min(ways)
                changed = True
    return fewest


NEAREST: Final = vec[i64](_nearest_cities())

# Other prices.
URBANIZE_PRICE: Final = 10  # RRT-99
URBANIZE_CUBES: Final = 2  # RRT-100, RRT-145
WESTERN_PRICE: Final = 30  # RRT-131
WESTERN_CUBES: Final = 4  # RRT-133
REFILL_CUBES: Final = 2  # RRT-134
SHARE_VALUE: Final = 5  # RRT-33
LEVELS: Final = 8  # RRT-11, RRT-106
LEVEL_PRICE: Final = vec[i64](_DATA["locomotives"]["price_of_level"])  # RRT-104: by the new level
INCOME: Final = vec[i64](_DATA["income"]["by_position"])  # RRT-30
INCOME_PAST_100: Final = 9
MARKERS_TO_END: Final = vec[i64]([_DATA["empty_cities_that_end"].get(str(seats), 0) for seats in range(7)])  # RRT-183

# RRT-7, RRT-129: the two western links, by number.
WESTERN: Final = 2
WESTERN_CITY: Final = vec[i64]([CITY_NAMES.index(name) for name in _DATA["western_links"]["cities"]])
WESTERN_CELL: Final = tuple(_cell(name) for name in _DATA["western_links"]["cities"].values())

# Bounds of the program, not of the rules: RRT-R53, RRT-R55 and RRT-R56.
MOST_BID: Final = 100
MOST_SHARES: Final = 20  # issued at a time without need
IDLE_TURNS: Final = 4  # RRT-219: so many turns without a delivery end the game
LAST_TURN: Final = 60
MOST_PARTS: Final = 5_000  # of a network kept at a time in the search for the longest run of links

# RRT-13: 37 operations cards of 26 kinds.
KINDS: Final = 26
CARD_TOTAL: Final = 37
CARD_NAMES: Final = tuple(str(card["name"]) for card in _DATA["cards"])
COPIES: Final = vec[i64]([card["copies"] for card in _DATA["cards"]])
CARD_POINTS: Final = vec[i64]([card.get("points", 0) for card in _DATA["cards"]])
CITY_GROWTH: Final = 0
LAND_GRANT: Final = 1
NEW_INDUSTRY: Final = 2
ENGINEERING: Final = 3
EXECUTIVE: Final = 4
ERA: Final = 5
SPEED_RECORD: Final = 6
NEW_TRAIN: Final = 7
HOTEL: Final = 8  # + number of the hotel
HOTELS: Final = 6
LINE: Final = 14  # + number of the major line
LINES: Final = 6
BOUNTY: Final = 20  # + number of the bounty
BOUNTIES: Final = 6
CARD_USES: Final = tuple(str(card["use"]) for card in _DATA["cards"])  # RRT-123 to RRT-127: the symbol, in a word
IS_GOAL: Final = vec[i64]([int(use == "goal") for use in CARD_USES])  # RRT-123: never taken
START_CARDS: Final = vec[i64]([kind for kind, card in enumerate(_DATA["cards"]) if card.get("start")])  # RRT-27, RRT-128
# By city: RRT-147 Atlanta, RRT-148 Baltimore, RRT-149 Boston, RRT-150 Charleston, RRT-151 Chicago, RRT-152 New York.
HOTEL_CITY: Final = vec[i64]([CITY_NAMES.index(card["city"]) for card in _DATA["cards"][HOTEL:LINE]])
# RRT-153 Atlanta-Richmond, RRT-154 Baltimore-Toledo, RRT-155 Boston-Washington D.C., RRT-156 New Orleans-Minneapolis,
# RRT-157 New York-Chicago, RRT-158 New York-Kansas City.
LINE_A: Final = vec[i64]([CITY_NAMES.index(card["ends"][0]) for card in _DATA["cards"][LINE:BOUNTY]])
LINE_B: Final = vec[i64]([CITY_NAMES.index(card["ends"][1]) for card in _DATA["cards"][LINE:BOUNTY]])
LINE_WESTERN: Final = vec[i64]([int("western" in card) for card in _DATA["cards"][LINE:BOUNTY]])  # RRT-158
KANSAS_CITY_LINK: Final = 1  # the western link that RRT-158 asks for
# RRT-163 Duluth, RRT-164 Jacksonville, RRT-165 Louisville, RRT-166 Mobile, RRT-167 Raleigh, RRT-168 Toronto.
BOUNTY_CITY: Final = vec[i64]([CITY_NAMES.index(card["city"]) for card in _DATA["cards"][BOUNTY:]])
RECORD_LINKS: Final = 3  # RRT-169
NEW_TRAIN_LEVEL: Final = 4  # RRT-160

# RRT-13: ten tycoons.
TYCOONS: Final = 10
TYCOON_NAMES: Final = tuple(str(tycoon["name"]) for tycoon in _DATA["tycoons"])
TYCOON_POINTS: Final = vec[i64]([tycoon["points"] for tycoon in _DATA["tycoons"]])
FARNAM: Final = 0
MORGAN: Final = 1
GOULD: Final = 2
HOPKINS: Final = 3
PULLMAN: Final = 4
HOLLIDAY: Final = 5
JUDAH: Final = 6
VANDERBILT: Final = 7
FISK: Final = 8
DREW: Final = 9
PULLMAN_LEVEL: Final = 6  # RRT-48
