"""Sides of a cell and the tracks between them, for cells with four or six sides.

Sides are numbered clockwise from 0. A set of sides is a mask, a track is the mask of its two ends, and a shape (a tile, a
face of a die) is the tuple of its tracks in ascending order. Tracks that share an end are a switch: a train passes between
the shared end and either of the others, never between those two, because only what is a track can be run along.
"""

from __future__ import annotations

from mypy_extensions import i64

from roundhouse.core.bits import BIT, low_bit

Shape = tuple[int, ...]


def opposite(side: i64, sides: i64) -> i64:
    """Return the opposite side of the cell, which is also the neighbour's index of a shared side."""
    return (side + sides // 2) % sides


def turned(mask: i64, turns: i64, sides: i64) -> i64:
    """Return a set of sides turned clockwise by `turns` steps."""
    steps = turns % sides
    return (mask << steps | mask >> (sides - steps)) & (BIT[sides] - 1)


def track(a: i64, b: i64) -> i64:
    """Return the track between two different sides."""
    return BIT[a] | BIT[b]


def other_end(rail: i64, side: i64) -> i64:
    """Return the side by which a train leaves a track that it enters by `side`."""
    return low_bit(rail & ~BIT[side])


def tracks(sides: int) -> Shape:
    """Return every track that a cell can have: 6 with four sides, 15 with six."""
    return tuple(sorted(int(track(a, b)) for b in range(sides) for a in range(b)))


def turned_shape(shape: Shape, turns: int, sides: int) -> Shape:
    """Return a shape turned clockwise by `turns` steps."""
    return tuple(sorted(int(turned(rail, turns, sides)) for rail in shape))


def turnings(shape: Shape, sides: int) -> list[Shape]:
    """Return the distinct rotations of a shape, clockwise from the given one."""
    result: list[Shape] = []
    for turns in range(sides):
        way = turned_shape(shape, turns, sides)
        if way not in result:
            result.append(way)
    return result


def ends(shape: Shape) -> int:
    """Return the sides that the tracks of a shape touch, as a mask."""
    mask = 0
    for rail in shape:
        mask |= rail
    return mask


def exits(shape: Shape, side: int) -> int:
    """Return the sides by which a train that enters by `side` may leave, as a mask; 0 if no track starts there."""
    mask = 0
    for rail in shape:
        if rail >> side & 1:
            mask |= rail
    return mask & ~int(BIT[side])


def keeps(shape: Shape, older: Shape) -> bool:
    """Return whether `shape` has every track of `older`."""
    return set(older) <= set(shape)
