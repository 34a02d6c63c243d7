"""The moves of Railroad Dice 2 as ints: their ranges, and the tables that decode a roll."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.core.multiset import Multisets
from roundhouse.games.dice2.board import (
    COMPLEX_FACES,
    COMPLEX_SHAPES,
    COMPLEX_SIDES,
    FACES,
    OFFERS,
    SIMPLE_FACES,
    SIMPLE_SHAPES,
    SIMPLE_SIDES,
    SQUARES,
    STATIONS,
    TILES,
    VALUES,
)

# A seat's moves.
PLACE: Final = 0  # + square: a station
OFFER: Final = PLACE + SQUARES  # + offer
FEED: Final = OFFER + OFFERS  # give up the roll for passengers everywhere
LAY: Final = FEED + 1  # + square * SIMPLE_SHAPES + shape - SIMPLE
EXCHANGE: Final = LAY + SQUARES * SIMPLE_SHAPES  # + square * COMPLEX_SHAPES + shape - COMPLEX
BUY: Final = EXCHANGE + SQUARES * COMPLEX_SHAPES  # only the lowest value is on sale
CARRY: Final = BUY + 1  # + (value - SLOWEST) * STATIONS + station
BRING: Final = CARRY + VALUES * STATIONS  # + tile
END: Final = BRING + TILES
MOVE_COUNT: Final = END + 1

# Outcomes of chance: a roll of up to 4 simple and 0 complex, 2 and 1, or 0 and 2 dice; fewer when the bank is short.
ROLL: Final = MOVE_COUNT  # + number of the roll
ROLLS: Final = 180  # written out, so that the compiler knows it
SHADOW_COUNT: Final = 0

MOST_SIMPLE: Final = 4
MOST_COMPLEX: Final = 2
_MOST_COMPLEX_WITH: Final = (2, 1, 1, 0, 0)  # by number of simple dice


def _handfuls() -> list[tuple[int, int]]:
    return [(s, c) for s in range(MOST_SIMPLE + 1) for c in range(_MOST_COMPLEX_WITH[s] + 1) if s + c]


def _first_rolls() -> list[int]:
    """Return FIRST_ROLL[simple * 3 + complex]: the first roll with that many dice of each kind, or -1."""
    first = [-1] * ((MOST_SIMPLE + 1) * (MOST_COMPLEX + 1))
    at = ROLL
    for simple, complex in _handfuls():
        first[simple * (MOST_COMPLEX + 1) + complex] = at
        at += Multisets(SIMPLE_FACES, simple).count * Multisets(COMPLEX_FACES, complex).count
    return first


def _all_rolls() -> list[tuple[list[int], int]]:
    """Return every roll as (dice by face, weight), in the order of its number."""
    rolls = []
    for simple, complex in _handfuls():
        whites, oranges = Multisets(SIMPLE_FACES, simple), Multisets(COMPLEX_FACES, complex)
        for white in range(whites.count):
            for orange in range(oranges.count):
                weight = whites.die_weight(white, SIMPLE_SIDES) * oranges.die_weight(orange, COMPLEX_SIDES)
                rolls.append(([*whites.unrank(white), *oranges.unrank(orange)], int(weight)))
    return rolls


_ROLLS: Final = _all_rolls()
FIRST_ROLL: Final = vec[i64](_first_rolls())
ROLL_FACES: Final = vec[i64]([count for counts, _ in _ROLLS for count in counts])  # [(move - ROLL) * FACES + face]
ROLL_WEIGHT: Final = vec[i64]([weight for _, weight in _ROLLS])
ORANGES: Final = vec[i64]([int(Multisets(COMPLEX_FACES, complex).count) for complex in range(MOST_COMPLEX + 1)])


def dice_shown(move: i64) -> vec[i64]:
    """Return the dice of a roll by face."""
    at = (move - ROLL) * FACES
    return ROLL_FACES[at : at + FACES]
