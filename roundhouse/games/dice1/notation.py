"""Moves of Railroad Dice as text: `lay west W-S`, `tile lake 2`, `station east green lakeside`, `buy red`, `cup 3`, `roll 5`.

A rail is the end where it is laid, the side by which the line goes out of that end, and the side at which the rail ends: `W-W` is
a straight rail to the west, `W-S` a curve. A tile is its kind and its quarter turns clockwise.
"""

from __future__ import annotations

from typing import Final

from roundhouse.core.texts import Texts, bare, separated
from roundhouse.games.dice1.board import (
    COMPANIES,
    COMPANY_NAMES,
    FACE_NAMES,
    FACES,
    KIND_NAMES,
    KIND_WAYS,
    LARGE_BANK,
    PLAN_COMPANY,
    PLAN_NEEDS,
    PLANS,
    REQUIREMENT_NAMES,
    SIDE_NAMES,
    SIDES,
    SIZE,
    WAY_KIND,
    WAY_TURN,
    WAYS,
)
from roundhouse.games.dice1.moves import (
    BUY,
    BUY_FROM,
    CUP,
    END,
    END_NAMES,
    ENDS,
    HANDFUL,
    HANDFULS,
    INCOME,
    KEEP,
    KEEPS,
    KEPT_FACES,
    LAY,
    LAYS,
    MOST_DUE,
    PAY,
    ROLL,
    SHOWN,
    STATION,
    TILE,
    lay_end,
    lay_exit,
    lay_out,
)
from roundhouse.games.dice1.typed import reason


def plain(text: str) -> str:
    """Return a text without case, accents and hyphens, with the dice of a handful in one order."""
    words = separated(bare(text), "-–,+").replace("?", "wild").split()
    if words[:1] in (["dice"], ["keep"]) and len(words) % 2:
        pairs = sorted(zip(words[2::2], words[1::2], strict=True))
        return " ".join([words[0], *(f"{count} {face}" for face, count in pairs)])
    return " ".join(words)


def square_name(square: int) -> str:
    """Return the name of a square, such as `d4`: column from the west, row from the north."""
    return f"{'abcdefg'[square % SIZE]}{square // SIZE + 1}"


def tile_name(way: int) -> str:
    """Return the kind of a tile, with its quarter turns where they make a difference."""
    kind = WAY_KIND[way]
    turns_show = bool(KIND_WAYS[kind] & (KIND_WAYS[kind] - 1))
    return f"{KIND_NAMES[kind]} {WAY_TURN[way]}" if turns_show else KIND_NAMES[kind]


def _lay(move: int) -> str:
    return f"lay {END_NAMES[lay_end(move)]} {SIDE_NAMES[lay_out(move)]}-{SIDE_NAMES[lay_exit(move)]}"


def _faces(counts: list[int]) -> str:
    return " ".join(f"{counts[face]} {FACE_NAMES[face]}" for face in range(FACES) if counts[face])


def _written() -> dict[int, str]:
    texts = {move: _lay(move) for move in range(LAY, LAY + LAYS)}
    texts |= {TILE + way: f"tile {tile_name(way)}" for way in range(WAYS)}
    for end in range(ENDS):
        for plan in range(PLANS):
            kind = f"{COMPANY_NAMES[PLAN_COMPANY[plan]]} {REQUIREMENT_NAMES[PLAN_NEEDS[plan]]}"
            texts[STATION + end * PLANS + plan] = f"station {END_NAMES[end]} {kind}"
    texts |= {PAY + wild: f"pay {wild} wild" for wild in range(MOST_DUE + 1)}
    texts |= {BUY + company: f"buy {COMPANY_NAMES[company]}" for company in range(COMPANIES)}
    texts |= {BUY_FROM + company: f"buy {COMPANY_NAMES[company]} from director" for company in range(COMPANIES)}
    texts |= {INCOME: "income", END: "end"}
    texts |= {CUP + wild: f"cup {wild}" for wild in range(LARGE_BANK + 1)}
    texts |= {ROLL + reserve: f"roll {reserve}" for reserve in range(LARGE_BANK + 1)}
    texts |= {KEEP + i: f"keep {_faces(list(KEPT_FACES[i * FACES : (i + 1) * FACES]))}" for i in range(KEEPS)}
    texts |= {HANDFUL + i: f"dice {_faces(list(SHOWN[i * FACES : (i + 1) * FACES]))}" for i in range(HANDFULS)}
    return texts


def _also() -> dict[str, int]:
    """Return other accepted texts of moves, in plain form: tiles turned to no effect, wild dice left out."""
    moves = {f"pay {wild}": PAY + wild for wild in range(MOST_DUE + 1)}
    for kind in range(len(KIND_NAMES)):
        ways = [way for way in range(WAYS) if WAY_KIND[way] == kind]
        moves |= {f"tile {KIND_NAMES[kind]} {turn}": TILE + ways[turn % len(ways)] for turn in range(SIDES)}
        moves[f"tile {KIND_NAMES[kind]}"] = TILE + ways[0]
    return moves


_TEXTS: Final = Texts(
    _written,
    plain,
    ("lay west W-S", "tile lake 2", "station east green lakeside", "buy red", "income", "cup 3", "roll 5", "end"),
    _also,
    reason,
)
notation: Final = _TEXTS.notation
parse: Final = _TEXTS.parse  # case, hyphens and the order of dice do not matter
