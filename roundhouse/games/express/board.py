"""The board of Chicago Express: companies, hexes and tracks as tables. CEX-n are the clauses of rules.md."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.core.bits import BIT
from roundhouse.core.grid import FLAT
from roundhouse.games.components import load

COMPONENTS: Final = load("express")
_DATA: Final[Any] = COMPONENTS.data

# Counts are written out so that the compiler knows them; tests check them against the tables.

# CEX-2: five companies, in the order in which their first shares are auctioned (CEX-27), the Wabash last.
COMPANY_IDS: Final = tuple(str(company["id"]) for company in _DATA["companies"])
COMPANY_NAMES: Final = tuple(str(company["name"]) for company in _DATA["companies"])
COMPANY_COLOURS: Final = tuple(str(company["colour"]) for company in _DATA["companies"])
COMPANIES: Final = 5
PRR: Final = 0
WABASH: Final = 4
SHARES: Final = vec[i64]([company["shares"] for company in _DATA["companies"]])  # CEX-3: 20 in all
LOCOMOTIVES: Final = vec[i64]([company["locomotives"] for company in _DATA["companies"]])  # CEX-4: 103 in all
FIRST_INCOME: Final = vec[i64]([company["income"] for company in _DATA["companies"]])  # CEX-20: also the first opening bids, CEX-28

# CEX-8, CEX-44: the dials and how many choices turn each needle to red.
DIAL_NAMES: Final = tuple(str(name) for name in _DATA["dials"])
DIALS: Final = 3
AUCTION: Final = 0
EXPANSION: Final = 1
DEVELOPMENT_DIAL: Final = 2
RED: Final = vec[i64](list(_DATA["dials"].values()))

# CEX-6: money is a number of whole dollars; CEX-25: 120 of them are shared out.
CASH_TOTAL: Final = 120
CASH: Final = vec[i64]([_DATA["cash"].get(str(seats), 0) for seats in range(7)])  # by the number of seats
HIGHEST_BID: Final = 999  # CEX-138

SUPPLY: Final = 20  # CEX-5, CEX-22: houses that can be placed; the three markers of the industrial track are `track`
LAST_HOUSES: Final = 3  # CEX-132 (c)
FOREST_GRANT: Final = 2  # CEX-96
BUILDS: Final = 3  # CEX-66: locomotives in one expansion
INCOME_TRACK: Final = 50  # CEX-7, CEX-16: income above this shows as the token "+50" and the rest

# CEX-10: kinds of hexes.
PLAINS: Final = 0
FOREST: Final = 1
MOUNTAIN: Final = 2
CITY: Final = 3
INDUSTRIAL: Final = 4
START: Final = 5
TERRAIN_NAMES: Final = ("plains", "forest", "mountain", "city", "industrial", "start")

# CEX-15: 160 hexes, named by column (A in the west) and row (0 in the north); odd columns are shifted to the south.
HEXES: Final = 160
HEX_IDS: Final = tuple(str(cell["id"]) for cell in _DATA["hexes"])
HEX_NAMES: Final = tuple(str(cell.get("name", "")) for cell in _DATA["hexes"])  # of cities and start hexes, else ""
TERRAIN: Final = vec[i64]([TERRAIN_NAMES.index(cell["terrain"]) for cell in _DATA["hexes"]])
COST: Final = vec[i64]([cell.get("cost", 0) for cell in _DATA["hexes"]])  # 0 on start hexes, where nobody builds
INCOME: Final = vec[i64]([cell.get("income", 0) for cell in _DATA["hexes"]])
DEVELOPMENT: Final = vec[i64]([cell.get("development", 0) for cell in _DATA["hexes"]])
LAKES: Final = tuple(str(cell) for cell in _DATA["lakes"])


def cell_of(name: str) -> tuple[int, int]:
    """Return column and row of a hex by its id: `B12` is (1, 12)."""
    return ord(name[0]) - ord("A"), int(name[1:])


HEX_CELLS: Final = tuple(cell_of(name) for name in HEX_IDS)

CHICAGO: Final[int] = HEX_IDS.index(_DATA["chicago"])  # CEX-14
HOME: Final = vec[i64]([HEX_IDS.index(company["start"]) for company in _DATA["companies"]])  # CEX-12, and for the Wabash CEX-13
FORT_WAYNE: Final[int] = HOME[WABASH]

# CEX-11: the three industrial cities, each with a row of the industrial track.
ROWS: Final = 3
DETROIT: Final = 0
WHEELING: Final = 1
PITTSBURGH: Final = 2
ROW_HEX: Final = vec[i64]([HEX_IDS.index(row["hex"]) for row in _DATA["industry"]])
ROW_VALUES: Final = tuple(tuple(int(value) for value in row["values"]) for row in _DATA["industry"])
ROW_FIRST: Final = vec[i64]([values[0] for values in ROW_VALUES])  # CEX-23
ROW_STEP: Final = vec[i64]([values[1] - values[0] for values in ROW_VALUES])  # CEX-93
ROW_LAST: Final = vec[i64]([values[-1] for values in ROW_VALUES])  # CEX-95
ROW: Final = vec[i64]([list(ROW_HEX).index(cell) if cell in ROW_HEX else -1 for cell in range(HEXES)])

# CEX-72: forests and mountains admit one locomotive; CEX-69: start hexes none after set-up.
SINGLE: Final = vec[i64]([TERRAIN[cell] in (FOREST, MOUNTAIN) for cell in range(HEXES)])


def _developable(cell: int) -> bool:
    """Return whether a hex can be developed: CEX-86, CEX-88 and CEX-90 allow it, CEX-89 and CEX-98 forbid it."""
    if cell in (CHICAGO, ROW_HEX[DETROIT]):
        return False
    return TERRAIN[cell] not in (PLAINS, START)


DEVELOPABLE: Final = vec[i64]([_developable(cell) for cell in range(HEXES)])


def _neighbours(cell: int) -> list[int]:
    found = [FLAT.neighbour(HEX_CELLS[cell], side) for side in range(len(FLAT.sides))]
    return [HEX_CELLS.index(other) if other in HEX_CELLS else -1 for other in found]


SIDES: Final = 6
NEXT: Final = vec[i64]([other for cell in range(HEXES) for other in _neighbours(cell)])  # NEXT[hex * SIDES + side]: a hex, or -1

# Sets of hexes are masks in three planes: bit i of plane p is hex p * WIDTH + i.
PLANES: Final = 3
WIDTH: Final = 54
PLANE: Final = vec[i64]([cell // WIDTH for cell in range(HEXES)])
HEX_BIT: Final = vec[i64]([BIT[cell % WIDTH] for cell in range(HEXES)])
