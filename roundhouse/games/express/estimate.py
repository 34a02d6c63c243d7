"""The expected result of a game of Chicago Express: cash, and what the shares will still be paid.

The weights are those that best predicted the final cash from positions of the heuristic's games with two to four seats.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.core.state import OVER
from roundhouse.games.express.board import COMPANIES
from roundhouse.games.express.state import Express
from roundhouse.games.express.value import LONGEST, Outlook
from roundhouse.games.express.ways import ways_of

DOLLAR: Final = 72  # final value of a dollar in hand, in cents,
EARLY_DOLLAR: Final = 100  # and this much more at the start of the game: it can buy shares
SHARE: Final = 90  # per cent of the estimated value of a share


def evaluate(at: Express) -> vec[i64]:
    """Return the expected final cash by seat (CEX-136), in cents."""
    result = vec[i64](capacity=at.seats)
    if at.actor == OVER:
        for cash in at.cash:
            result = append(result, 100 * cash)
        return result
    outlook = Outlook(at, ways_of(at))
    dollar = DOLLAR + EARLY_DOLLAR * outlook.rounds // LONGEST
    for seat in range(at.seats):
        shares: i64 = 0
        for company in range(i64(COMPANIES)):
            shares += at.share[seat * COMPANIES + company] * outlook.share[company]
        result = append(result, dollar * at.cash[seat] + SHARE * shares // 100)
    return result
