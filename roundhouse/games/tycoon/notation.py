"""Moves of Railroad Tycoon as text: `build Chicago SE`, `lay NE`, `deliver red from Chicago`, `hop Toledo 2`, `bid 12`."""

from __future__ import annotations

from itertools import permutations
from typing import Final

from roundhouse.core.texts import Texts, bare, separated
from roundhouse.games.tycoon.board import (
    CARD_NAMES,
    CELL_OF,
    CITIES,
    CITY_ALIASES,
    CITY_NAMES,
    COLOUR_NAMES,
    COLOURS,
    KINDS,
    MOST_BID,
    MOST_SHARES,
    SIDE_NAMES,
    SIDES,
    TYCOON_NAMES,
    TYCOONS,
    WESTERN,
    WESTERN_CITY,
)
from roundhouse.games.tycoon.moves import (
    A_TYCOON,
    BID,
    BUILD,
    CARD,
    CONCEAL,
    DELIVER,
    GOODS,
    GRANT,
    GROW,
    HANDFUL,
    HANDFULS,
    HOP,
    ISSUE,
    LAY,
    OWNERS,
    PASS,
    REVEAL,
    STOP,
    TAKE,
    TILE_COLOURS,
    TURN,
    TYCOON,
    UPGRADE,
    URBANIZE,
    WEST,
)
from roundhouse.games.tycoon.typed import reason


def plain(text: str) -> str:
    """Return a text without case, accents or optional punctuation."""
    return " ".join(separated(bare(text), "-–.,").split())


def hex_name(hex: int) -> str:
    """Return the name of a hex by row and column, as the map counts them: `r06c00`."""
    column, row = CELL_OF[hex]
    return f"r{row:02}c{column:02}"


def stub_name(stub: int) -> str:
    """Return the name of a city's side: `Chicago SE`."""
    return f"{CITY_NAMES[stub // SIDES]} {SIDE_NAMES[stub % SIDES]}"


def handful(number: int) -> dict[int, int]:
    """Return the cubes of a handful: the count of each colour that it has."""
    counts = {colour: HANDFUL[number * COLOURS + colour] for colour in range(COLOURS)}
    return {colour: count for colour, count in counts.items() if count}


def _written() -> dict[int, str]:
    texts = {BUILD + stub: f"build {stub_name(stub)}" for stub in range(CITIES * SIDES)}
    texts |= {LAY + side: f"lay {SIDE_NAMES[side]}" for side in range(SIDES)}
    texts |= {TURN + side: f"turn {SIDE_NAMES[side]}" for side in range(SIDES)}
    texts |= {STOP: "stop", UPGRADE: "upgrade", GRANT: "grant", PASS: "pass"}
    for city, name in enumerate(CITY_NAMES):
        texts |= {DELIVER + city * COLOURS + colour: f"deliver {COLOUR_NAMES[colour]} from {name}" for colour in range(COLOURS)}
        texts |= {HOP + city * OWNERS + owner: f"hop {name} {owner}" for owner in range(OWNERS)}  # counted from 0, unlike _spelled
        texts |= {
            URBANIZE + city * TILE_COLOURS + tile: f"urbanize {name} {COLOUR_NAMES[tile + 1]}" for tile in range(TILE_COLOURS)
        }
        texts[GROW + city] = f"grow {name}"
    texts |= {TAKE + kind: f"take {CARD_NAMES[kind]}" for kind in range(KINDS)}
    texts |= {WEST + number: f"west {CITY_NAMES[WESTERN_CITY[number]]}" for number in range(WESTERN)}
    texts |= {ISSUE + count: f"issue {count + 1}" for count in range(MOST_SHARES)}
    texts |= {BID + bid: f"bid {bid + 1}" for bid in range(MOST_BID)}
    texts |= {GOODS + number: _goods(list(handful(number).items())) for number in range(HANDFULS)}
    texts |= {TYCOON + tycoon: f"tycoon {TYCOON_NAMES[tycoon]}" for tycoon in range(TYCOONS)}
    texts |= {CARD + kind: f"card {CARD_NAMES[kind]}" for kind in range(KINDS)}
    texts |= {REVEAL: "pullman shown", CONCEAL: "pullman not shown", A_TYCOON: "tycoon ?"}
    return texts


def _goods(cubes: list[tuple[int, int]]) -> str:
    return "goods " + " ".join(f"{count} {COLOUR_NAMES[colour]}" for colour, count in cubes)


def _spelled() -> dict[int, str]:
    """Return the texts of moves as people type them: with players counted from 1."""
    texts = _written()
    for city, name in enumerate(CITY_NAMES):
        texts |= {HOP + city * OWNERS + owner: f"hop {name} player {owner + 1}" for owner in range(OWNERS)}
    return texts


def _also_written() -> dict[str, int]:
    """Return other accepted texts of moves, in plain form: those that people type among them."""
    return _also(_TEXTS) | _also(_SPELLING) | {plain(text): move for move, text in enumerate(_SPELLING.all)}


def _also(texts: Texts) -> dict[str, int]:
    """Return texts with other names of cities and cards, and with the cubes of a handful in any order, in plain form."""
    moves = {
        plain(_goods(list(order))): GOODS + number for number in range(HANDFULS) for order in permutations(handful(number).items())
    }
    for alias, city in CITY_ALIASES.items():
        name = CITY_NAMES[city]
        for move, text in enumerate(texts.all):
            if name in text:
                moves[plain(text.replace(name, alias))] = move
            elif alias in text:
                moves[plain(text.replace(alias, name))] = move
    for kind, name in enumerate(CARD_NAMES):
        printed = name.replace("Line ", "Major Line ").replace("Bounty ", "Service Bounty ")
        moves |= {plain(f"take {printed}"): TAKE + kind, plain(f"card {printed}"): CARD + kind}
    return moves


def _also_spelled() -> dict[str, int]:
    return _also(_SPELLING)


_EXAMPLES: Final = (
    "build Chicago SE",
    "lay E",
    "deliver red from Boston",
    "hop Toledo player 1",
    "urbanize Dallas blue",
    "take City Growth",
    "bid 5",
    "pass",
)
_TEXTS: Final = Texts(_written, plain, _EXAMPLES, _also_written, reason)
_SPELLING: Final = Texts(_spelled, plain, _EXAMPLES, _also_spelled, reason)
notation: Final = _TEXTS.notation
spell: Final = _SPELLING.notation
read: Final = _SPELLING.parse  # of what people type
parse: Final = _TEXTS.parse  # case, accents, hyphens and the order of the cubes in a handful do not matter
