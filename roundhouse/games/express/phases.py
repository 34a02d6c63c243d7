"""The phases of Chicago Express, in the order in which they are first met, and the value for "none"."""

from __future__ import annotations

from typing import Final

BIDDING: Final = 0  # a seat bids or passes
TURN: Final = 1  # a seat chooses its action
BUILDING: Final = 2  # a seat places the locomotives of an expansion

NONE: Final = -1
