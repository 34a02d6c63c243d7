"""The moves of Chicago Express as ints: their ranges."""

from __future__ import annotations

from typing import Final

from roundhouse.games.express.board import COMPANIES, DIALS, HEXES, HIGHEST_BID

# In a turn: one move chooses the dial and what to do with it, CEX-42.
DECLINE: Final = 0  # + dial
OFFER: Final = DECLINE + DIALS  # + company whose share is put up for auction
EXPAND: Final = OFFER + COMPANIES  # + company
DEVELOP: Final = EXPAND + COMPANIES  # + hex

# In an expansion.
BUILD: Final = DEVELOP + HEXES  # + hex
STOP: Final = BUILD + HEXES

# In an auction.
PASS: Final = STOP + 1
BID: Final = PASS  # + dollars from 1 on
MOVE_COUNT: Final = BID + HIGHEST_BID + 1

OUTCOME_COUNT: Final = 0  # there is no chance
SHADOW_COUNT: Final = 0  # and nothing is hidden, CEX-63
