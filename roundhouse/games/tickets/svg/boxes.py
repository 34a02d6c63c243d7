"""Boxes on a drawing, and whether they overlap."""

from __future__ import annotations

from itertools import pairwise

from roundhouse.core.grid import Point

Box = tuple[float, float, float, float]  # left, top, right, bottom


def overlap(one: list[Point], other: list[Point]) -> bool:
    """Return whether two convex shapes, given by their corners, overlap: no line separates them."""
    for shape in (one, other):
        for (ax, ay), (bx, by) in pairwise([*shape, shape[0]]):
            nx, ny = ay - by, bx - ax
            first = [x * nx + y * ny for x, y in one]
            second = [x * nx + y * ny for x, y in other]
            if max(first) <= min(second) or max(second) <= min(first):
                return False
    return True


def corners_of(box: Box) -> list[Point]:
    """Return the corners of an upright box."""
    left, top, right, bottom = box
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def boxes_overlap(one: Box, other: Box) -> bool:
    """Return whether two upright boxes overlap."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
