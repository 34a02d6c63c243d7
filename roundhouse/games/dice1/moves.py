"""The moves of Railroad Dice as ints: their ranges, and the tables that decode them."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.core.multiset import Multisets
from roundhouse.games.dice1.board import COMPANIES, FACE_SIDES, FACES, FRONT_LIMIT, LARGE_BANK, PLANS, SIDES, WAYS

# RD1-1: the two ends of the line, by the side of the first rail they grow from.
ENDS: Final = 2
WEST: Final = 0
EAST: Final = 1
END_NAMES: Final = ("west", "east")

# How a rail lies: straight on, or a curve to the left or to the right.
ON: Final = 0
LEFT: Final = 1
RIGHT: Final = 2
BENDS: Final = 3
BEND: Final = vec[i64]([0, 3, 1])  # sides to turn clockwise

# A seat's moves. Those after the ways of tiles depend on the components, so they are no constants to the compiler.
LAY: Final = 0  # + (end * SIDES + side by which the end is left) * BENDS + bend
LAYS: Final = ENDS * SIDES * BENDS
TILE: Final = LAY + LAYS  # + way
STATION: Final[i64] = TILE + WAYS  # + end * PLANS + plan
PAY: Final[i64] = STATION + ENDS * PLANS  # + wild dice in a payment, 0..6: a station for 5 in a mountain zone not yet paid for
MOST_DUE: Final = 6
BUY: Final[i64] = PAY + MOST_DUE + 1  # + company: from the bank
BUY_FROM: Final[i64] = BUY + COMPANIES  # + company: from its director
INCOME: Final[i64] = BUY_FROM + COMPANIES
CUP: Final[i64] = INCOME + 1  # + wild dice put into the cup, 0..60
ROLL: Final[i64] = CUP + LARGE_BANK + 1  # + reserve dice rolled with them, 0..60
KEEP: Final[i64] = ROLL + LARGE_BANK + 1  # + number of the handful of five that stays in front
KEEPS: Final = 56
END: Final[i64] = KEEP + KEEPS
MOVE_COUNT: Final[i64] = END + 1

# Outcomes of chance: a handful of 1 to 8 dice, by size and then by number. Larger rolls are several handfuls.
HANDFUL: Final[i64] = MOVE_COUNT
MOST_ROLLED: Final = 8
HANDFULS: Final = 494
SHADOW_COUNT: Final = 0

_KEPT: Final = Multisets(FACES, FRONT_LIMIT)
_ROLLED: Final = [Multisets(FACES, size) for size in range(MOST_ROLLED + 1)]


def _first_handfuls() -> list[int]:
    first = [HANDFUL, HANDFUL]
    for size in range(1, MOST_ROLLED + 1):
        first.append(first[-1] + _ROLLED[size].count)
    return first


FIRST_HANDFUL: Final = vec[i64](_first_handfuls())  # by number of dice; the last entry is past the end
# RD1-11: at least one wild die is among six with 67 %, among eight with 77 %.
WEIGHT: Final = vec[i64]([weight for size in range(1, MOST_ROLLED + 1) for weight in _ROLLED[size].die_weights(FACE_SIDES)])
# KEPT_FACES[number * FACES + face], SHOWN[(handful - HANDFUL) * FACES + face]
KEPT_FACES: Final = vec[i64]([count for number in range(KEEPS) for count in _KEPT.unrank(number)])
SHOWN: Final = vec[i64](
    [count for size in range(1, MOST_ROLLED + 1) for number in range(_ROLLED[size].count) for count in _ROLLED[size].unrank(number)]
)


def handful_of(counts: vec[i64], size: i64) -> i64:
    """Return the outcome with the given number of dice of each face."""
    return FIRST_HANDFUL[size] + _ROLLED[size].rank(counts)


def lay_end(move: i64) -> i64:
    """Return the end at which a rail is laid."""
    return (move - LAY) // (SIDES * BENDS)


def lay_out(move: i64) -> i64:
    """Return the side by which the line leaves that end."""
    return (move - LAY) // BENDS % SIDES


def lay_exit(move: i64) -> i64:
    """Return the side at which the new rail ends."""
    return (lay_out(move) + BEND[(move - LAY) % BENDS]) % SIDES


def lay_move(end: i64, out: i64, bend: i64) -> i64:
    """Return the move that lays a rail."""
    return LAY + (end * SIDES + out) * BENDS + bend


def station_end(move: i64) -> i64:
    """Return the end at which a station is built."""
    return (move - STATION) // PLANS


def station_plan(move: i64) -> i64:
    """Return the company and requirement of a station."""
    return (move - STATION) % PLANS
