"""Parts of sentences about Chicago Express: actions, terrain and lists, whole enough to agree in every language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from roundhouse.core.bits import members
from roundhouse.core.sentence import Sentence, say
from roundhouse.games.express.board import COMPANY_IDS
from roundhouse.games.express.state import Express

# In the order of the dials, and of the kinds of terrain.
ACTION_WORDS: Final = (say("auction"), say("expansion"), say("development"))
TERRAIN_WORDS: Final = (say("plains"), say("forest"), say("mountain"), say("city"), say("industrial city"), say("start hex"))


Phrase = Sentence | str  # a name is the same in every language


def companies_in(state: Express, cell: int) -> Phrase:
    """The companies with a locomotive on a hex: `PRR and NYC`."""
    return both([COMPANY_IDS[company] for company in members(state.on[cell])])


def both(parts: Sequence[Phrase]) -> Phrase:
    """`a, b and c`."""
    if len(parts) == 1:
        return parts[0]
    return say("{some} and {last}", some=comma(parts[:-1]), last=parts[-1])


def comma(parts: Sequence[Phrase]) -> Phrase:
    """`a, b, c`."""
    text = parts[0]
    for more in parts[1:]:
        text = say("{some}, {more}", some=text, more=more)
    return text
