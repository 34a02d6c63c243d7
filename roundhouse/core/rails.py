"""Sides of a cell and the tracks between them, for cells of four sides or of six.

Sides are numbered clockwise from 0. A set of sides is a mask, a track is the mask of its two ends, and a shape (a tile, a
face of a die) is the tuple of its tracks in ascending order. Tracks that share an end are a switch: a train passes between
the shared end and either of the others, never between those two, because only what is a track can be run along.
"""

from __future__ import annotations

from mypy_extensions import i64

from roundhouse.core.bits import BIT, low_bit

Shape = tuple[int, ...]


def opposite(side: i64, sides: i64) -> i64:
    """The side across the cell, which is also the side of the neighbour that touches this one."""
    return (side + sides // 2) % sides


def turned(mask: i64, turns: i64, sides: i64) -> i64:
    """A set of sides after so many steps clockwise."""
    steps = turns % sides
    return (mask << steps | mask >> (sides - steps)) & (BIT[sides] - 1)


def track(a: i64, b: i64) -> i64:
    """The track between two different sides."""
    return BIT[a] | BIT[b]


def other_end(rail: i64, side: i64) -> i64:
    """Where a train leaves that enters a track by one of its ends."""
    return low_bit(rail & ~BIT[side])


def tracks(sides: int) -> Shape:
    """Every track a cell can have: 6 with four sides, 15 with six."""
    return tuple(sorted(int(track(a, b)) for b in range(sides) for a in range(b)))


def turned_shape(shape: Shape, turns: int, sides: int) -> Shape:
    """A shape after so many steps clockwise."""
    return tuple(sorted(int(turned(rail, turns, sides)) for rail in shape))


def turnings(shape: Shape, sides: int) -> list[Shape]:
    """The different ways to lay a shape, the one given first and then clockwise."""
    result: list[Shape] = []
    for turns in range(sides):
        way = turned_shape(shape, turns, sides)
        if way not in result:
            result.append(way)
    return result


def ends(shape: Shape) -> int:
    """The sides that the tracks of a shape touch, as a mask."""
    mask = 0
    for rail in shape:
        mask |= rail
    return mask


def exits(shape: Shape, side: int) -> int:
    """Where a train that enters by `side` may leave, as a mask; none if no track begins there."""
    mask = 0
    for rail in shape:
        if rail >> side & 1:
            mask |= rail
    return mask & ~int(BIT[side])


def keeps(shape: Shape, older: Shape) -> bool:
    """Whether every track of the older shape is still there."""
    return set(older) <= set(shape)
