"""Moves of Railroad Dice 2 as text: `place 3b2`, `dice 2+1`, `lay 3b2 NE`, `exchange 3b2 S>NE`, `carry 4 C`, `roll curve ? / fork`.

A square is its tile, its column and its row, as the tile lies: `3b2` is on tile 3, second from the left, second from the top.
A track is its two ends; two tracks that do not meet are joined by `+`; a switch is its root, then its two branches: `S>NE`.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from roundhouse.core.bits import members
from roundhouse.core.texts import Texts
from roundhouse.games.dice2.board import (
    CELLS,
    COLOUR_NAMES,
    COLOURS,
    COMPLEX,
    COMPLEX_SHAPES,
    FACE_NAMES,
    FACES,
    OFFERS,
    SHAPES,
    SIDE_NAMES,
    SIMPLE,
    SIMPLE_FACES,
    SIMPLE_SHAPES,
    SIZE,
    SLOWEST,
    SQUARES,
    STATIONS,
    TILES,
    VALUES,
)
from roundhouse.games.dice2.moves import BRING, BUY, CARRY, END, EXCHANGE, FEED, LAY, OFFER, PLACE, ROLL, ROLLS, dice_shown
from roundhouse.games.dice2.typed import reason

_COLUMNS: Final = "abcd"
_OFFERS: Final = ("4", "2+1", "0+2", "?")


def square_name(square: int) -> str:
    """Return the name of a square, such as `3b2`: tile, column, row."""
    return f"{square // CELLS + 1}{_COLUMNS[square % SIZE]}{square % CELLS // SIZE + 1}"


def station_name(station: int) -> str:
    """Return the name of a station: a colour, or a letter for a grey one."""
    return COLOUR_NAMES[station] if station < COLOURS else "ABCDEFGH"[station - COLOURS]


def shape_name(shape: int) -> str:
    """Return the name of a shape: `NE` for one track, `NS+EW` for two, `S>NE` for a switch (its root, then its branches)."""
    tracks = SHAPES[shape]
    if len(tracks) == 1:
        return _sides(tracks[0])
    root = tracks[0] & tracks[1]
    if root:
        return f"{_sides(root)}>{_sides((tracks[0] | tracks[1]) & ~root)}"
    return "+".join(sorted((_sides(track) for track in tracks), key=lambda name: SIDE_NAMES.index(name[0])))


def _sides(mask: int) -> str:
    return "".join(SIDE_NAMES[side] for side in members(mask))


def roll_name(counts: list[int]) -> str:
    """Return the dice of a roll, the complex ones after a slash: `straight curve / ?`."""
    words = [FACE_NAMES[face] for face in range(FACES) for _ in range(counts[face])]
    simple = sum(counts[:SIMPLE_FACES])
    return " ".join(words[:simple] + (["/", *words[simple:]] if words[simple:] else []))


def plain(text: str) -> str:
    """Return a text without case or spaces around signs, with the sides of a track and the dice of a roll in one order."""
    bare = unicodedata.normalize("NFKC", text).casefold()
    for sign in "+>/":
        bare = bare.replace(sign, f" {sign} ")
    words = bare.split()
    if words[:1] == ["roll"]:
        return " ".join(["roll", *_sorted_dice(words[1:])])
    if words[:1] in (["lay"], ["exchange"]):
        return " ".join(words[:2] + _sorted_tracks(words[2:]))
    return " ".join(words)


def _sorted_dice(words: list[str]) -> list[str]:
    at = words.index("/") if "/" in words else len(words)
    return sorted(words[:at]) + words[at : at + 1] + sorted(words[at + 1 :])


def _sorted_tracks(words: list[str]) -> list[str]:
    ordered = ["".join(sorted(word)) for word in words]
    return sorted(ordered) if "+" in ordered else ordered


def _written() -> dict[int, str]:
    squares = [square_name(square) for square in range(SQUARES)]
    texts = {PLACE + square: f"place {squares[square]}" for square in range(SQUARES)}
    texts |= {OFFER + offer: f"dice {_OFFERS[offer]}" for offer in range(OFFERS)}
    texts |= {FEED: "feed", BUY: "buy", END: "end"}
    for square in range(SQUARES):
        texts |= {LAY + square * SIMPLE_SHAPES + i: f"lay {squares[square]} {shape_name(SIMPLE + i)}" for i in range(SIMPLE_SHAPES)}
        texts |= {
            EXCHANGE + square * COMPLEX_SHAPES + i: f"exchange {squares[square]} {shape_name(COMPLEX + i)}"
            for i in range(COMPLEX_SHAPES)
        }
    for value in range(VALUES):
        texts |= {CARRY + value * STATIONS + at: f"carry {value + SLOWEST} {station_name(at)}" for at in range(STATIONS)}
    texts |= {BRING + tile: f"bring {tile + 1}" for tile in range(TILES)}
    texts |= {move: f"roll {roll_name(list(dice_shown(move)))}" for move in range(ROLL, ROLL + ROLLS)}
    return texts


_TEXTS: Final = Texts(
    _written,
    plain,
    ("place 3b2", "dice 2+1", "lay 3b2 NE", "exchange 3b2 S>NE", "buy", "carry 4 C", "bring 3", "feed", "end"),
    reason=reason,
)
notation: Final = _TEXTS.notation
parse: Final = _TEXTS.parse  # case, spaces around signs, and the order of sides and of dice do not matter
