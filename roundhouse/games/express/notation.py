"""Moves of Chicago Express as text: `offer NYC`, `bid 14`, `expand B&O`, `build Q6`, `develop I9`, `decline auction`."""

from __future__ import annotations

import re
from typing import Final

from roundhouse.core.texts import Texts, bare
from roundhouse.games.express.board import (
    COMPANIES,
    COMPANY_COLOURS,
    COMPANY_IDS,
    COMPANY_NAMES,
    DIAL_NAMES,
    DIALS,
    HEX_IDS,
    HEX_NAMES,
    HEXES,
    HIGHEST_BID,
)
from roundhouse.games.express.moves import BID, BUILD, DECLINE, DEVELOP, EXPAND, OFFER, PASS, STOP
from roundhouse.games.express.typed import reason


def plain(text: str) -> str:
    """Return a text without case, accents or optional signs."""
    kept = bare(text)
    kept = re.sub(r"-(?!\d)", " ", kept)  # Fort-Wayne, but not a negative amount
    return " ".join(kept.replace(" & ", "").replace("&", "").replace("$", " ").split())


def hex_name(cell: int) -> str:
    """Return the name of a hex: `Q3 Binghamton`, or only `Q4`."""
    return f"{HEX_IDS[cell]} {HEX_NAMES[cell]}".strip()


def _written() -> dict[int, str]:
    texts = {DECLINE + dial: f"decline {DIAL_NAMES[dial]}" for dial in range(DIALS)}
    texts |= {OFFER + company: f"offer {COMPANY_IDS[company]}" for company in range(COMPANIES)}
    texts |= {EXPAND + company: f"expand {COMPANY_IDS[company]}" for company in range(COMPANIES)}
    texts |= {DEVELOP + cell: f"develop {HEX_IDS[cell]}" for cell in range(HEXES)}
    texts |= {BUILD + cell: f"build {HEX_IDS[cell]}" for cell in range(HEXES)}
    texts |= {STOP: "stop", PASS: "pass"}
    texts |= {BID + dollars: f"bid {dollars}" for dollars in range(1, HIGHEST_BID + 1)}
    return texts


def _also() -> dict[str, int]:
    """Return other accepted texts of moves, in plain form."""
    moves: dict[str, int] = {}
    for company in range(COMPANIES):
        for name in (COMPANY_NAMES[company], COMPANY_COLOURS[company]):
            moves[plain(f"offer {name}")] = OFFER + company
            moves[plain(f"expand {name}")] = EXPAND + company
    for cell in range(HEXES):
        for name in (HEX_NAMES[cell], hex_name(cell)) if HEX_NAMES[cell] else ():
            moves[plain(f"develop {name}")] = DEVELOP + cell
            moves[plain(f"build {name}")] = BUILD + cell
    return moves


_TEXTS: Final = Texts(
    _written,
    plain,
    ("bid 14", "pass", "offer NYC", "expand B&O", "build Q6", "stop", "develop Charleston", "decline auction"),
    _also,
    reason,
)
notation: Final = _TEXTS.notation
parse: Final = _TEXTS.parse  # case, accents and dollar signs do not matter; cities and companies have names
