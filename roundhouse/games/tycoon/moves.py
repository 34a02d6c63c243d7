"""The moves of Railroad Tycoon as ints: their ranges, and the tables that decode a handful of cubes."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.core.multiset import Multisets
from roundhouse.games.tycoon.board import CITIES, COLOURS, KINDS, MOST_BID, MOST_CUBES, MOST_SHARES, SIDES, STUBS, TYCOONS, WESTERN

OWNERS: Final = 6  # seats that can own a link
TILE_COLOURS: Final = 4  # of new cities: every colour but red, RRT-6

# A seat's moves. A build names the stub where the link leaves its city: what lies there already is worked on (RRT-69).
BUILD: Final = 0  # + stub
LAY: Final = BUILD + STUBS  # + far side of the tile
TURN: Final = LAY + SIDES  # + new far side of the last tile, RRT-95
STOP: Final = TURN + SIDES
DELIVER: Final = STOP + 1  # + city * COLOURS + colour of the cube
HOP: Final = DELIVER + CITIES * COLOURS  # + next city * OWNERS + owner of the link; equal links of one owner are one way
URBANIZE: Final = HOP + CITIES * OWNERS  # + city * TILE_COLOURS + colour - 1
GROW: Final = URBANIZE + CITIES * TILE_COLOURS  # + city
UPGRADE: Final = GROW + CITIES
TAKE: Final = UPGRADE + 1  # + kind of card
GRANT: Final = TAKE + KINDS  # a land grant serves the build that follows
WEST: Final = GRANT + 1  # + number of the western link
ISSUE: Final = WEST + WESTERN  # + shares - 1
PASS: Final = ISSUE + MOST_SHARES
BID: Final = PASS + 1  # + thousands - 1
MOVE_COUNT: Final = BID + MOST_BID

# Outcomes of chance.
GOODS: Final = MOVE_COUNT  # + handful of cubes
HANDFULS: Final = 251  # written out, so that the compiler knows what follows
TYCOON: Final = GOODS + HANDFULS  # + tycoon
CARD: Final = TYCOON + TYCOONS  # + kind of card
REVEAL: Final = CARD + KINDS  # the first seat at level 6 shows George Pullman, RRT-43
CONCEAL: Final = REVEAL + 1  # or does not hold the card: not a draw, but it depends on what is hidden
OUTCOME_COUNT: Final = HANDFULS + TYCOONS + KINDS + 2

# A shadow: what the others see.
A_TYCOON: Final = CONCEAL + 1
SHADOW_COUNT: Final = 1

# Handfuls of one to five cubes, by size and then in the order of their multisets.
GRABS: Final = [Multisets(COLOURS, size) for size in range(MOST_CUBES + 1)]
FIRST_HANDFUL: Final = vec[i64]([sum(GRABS[size].count for size in range(1, most)) for most in range(MOST_CUBES + 2)])
_COUNTS: Final = [list(GRABS[size].unrank(number)) for size in range(1, MOST_CUBES + 1) for number in range(GRABS[size].count)]
HANDFUL: Final = vec[i64]([count for counts in _COUNTS for count in counts])  # HANDFUL[handful * COLOURS + colour]
