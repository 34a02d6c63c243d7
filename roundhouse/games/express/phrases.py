"""Parts of sentences about Chicago Express: actions, terrain and lists, complete enough to translate with correct agreement."""

from __future__ import annotations

from typing import Final

from roundhouse.core.bits import members
from roundhouse.core.sentence import Sentence, both, say
from roundhouse.games.express.board import COMPANIES, COMPANY_IDS
from roundhouse.games.express.state import Express

# In the order of the dials, and of the kinds of terrain.
ACTION_WORDS: Final = (say("auction"), say("expansion"), say("development"))
TERRAIN_WORDS: Final = (say("plains"), say("forest"), say("mountain"), say("city"), say("industrial city"), say("start hex"))


def companies_in(state: Express, cell: int) -> Sentence:
    """Return the companies with a locomotive on a hex: `PRR and NYC`."""
    return both([COMPANY_IDS[company] for company in members(state.on[cell])])


def money(dollars: int) -> Sentence:
    """Return an amount with its sign, which each language puts in its own place."""
    return say("${dollars}", dollars=dollars)


def dividend_of(state: Express, seat: int) -> int:
    """Return what a seat would get if a general dividend were paid now (CEX-102)."""
    return sum(state.dividend(company) * state.share[seat * COMPANIES + company] for company in range(COMPANIES))
