"""What the signs on the map mean, in the corner where there are no hexes."""

from __future__ import annotations

from typing import Final

from roundhouse.core.sentence import Sentence, say
from roundhouse.games.express.board import FOREST_GRANT
from roundhouse.games.express.svg.pieces import house
from roundhouse.games.express.svg.reader import Reader
from roundhouse.ui.panels import Panel
from roundhouse.ui.svg import moved, sign, write

_PITCH: Final = 17.0


def legend(reader: Reader) -> Panel:
    """Draw the signs of cost, income, houses and terrain (CEX-15, CEX-72, CEX-75, CEX-96)."""
    plan = house(5, -4, 10, ghost=True) + write(12, 0, "+2", "t10 strong")
    rows: tuple[tuple[str, Sentence], ...] = (
        (write(0, 0, reader.money(2), "t12 strong cost"), say("cost per locomotive on the hex")),
        (write(0, 0, "+1", "t12 strong"), say("income")),
        (plan, say("more with a house")),
        (sign("tree", 6, -4, 11, "tree"), say("one company; a house brings {dollars}", dollars=reader.money(FOREST_GRANT))),
        (sign("peak", 7, -4, 14, "peak"), say("one company")),
    )
    content = "".join(
        moved(0, 12 + i * _PITCH, mark + write(30, 0, reader.tell(words), "t12 halo")) for i, (mark, words) in enumerate(rows)
    )
    return content, _PITCH * len(rows)
