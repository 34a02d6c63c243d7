"""Grids: steps, centres and corners must tell the same story."""

from __future__ import annotations

from math import dist, isclose

import pytest

from roundhouse.core.grid import FLAT, POINTED, SQUARE, Grid

CELLS = [(column, row) for column in range(-3, 4) for row in range(-3, 4)]
KINDS = pytest.mark.parametrize("grid", [FLAT, POINTED, SQUARE], ids=["flat", "pointed", "square"])


@KINDS
def test_a_step_across_a_side_and_back_returns_to_the_cell(grid: Grid) -> None:
    """Every cell near the origin, every side, on even and odd lines."""
    for cell in CELLS:
        for side in range(len(grid.sides)):
            assert grid.neighbour(grid.neighbour(cell, side), grid.opposite(side)) == cell


@KINDS
def test_neighbours_share_the_two_corners_of_their_side(grid: Grid) -> None:
    """The corners that begin and end a side are corners of the cell across it."""
    for cell in CELLS:
        corners = grid.corners(cell)
        for side in range(len(grid.sides)):
            shared = (corners[side], corners[(side + 1) % len(corners)])
            others = grid.corners(grid.neighbour(cell, side))
            assert all(any(dist(corner, other) < 1e-9 for other in others) for corner in shared)


@KINDS
def test_a_cell_has_as_many_neighbours_as_sides_all_equally_far(grid: Grid) -> None:
    """No two sides lead to one cell, and the nearest centres are exactly the neighbours'."""
    for cell in CELLS:
        around = [grid.neighbour(cell, side) for side in range(len(grid.sides))]
        far = {round(dist(grid.centre(cell), grid.centre(other)), 9) for other in around}
        assert len(set(around)) == len(grid.sides)
        assert len(far) == 1


@KINDS
def test_corners_lie_on_the_unit_circle_around_the_centre(grid: Grid) -> None:
    """The size of a cell is what the docstring promises."""
    for cell in CELLS:
        assert all(isclose(dist(grid.centre(cell), corner), 1.0) for corner in grid.corners(cell))


def test_the_sides_of_a_flat_hex_point_where_their_names_say() -> None:
    """North is up: y falls; the eastern sides have a larger x."""
    x, y = FLAT.centre((2, 2))
    at = {name: FLAT.centre(FLAT.neighbour((2, 2), side)) for side, name in enumerate(FLAT.sides)}

    assert at["N"][1] < y < at["S"][1]
    assert min(at["NE"][0], at["SE"][0]) > x > max(at["NW"][0], at["SW"][0])
    assert at["NE"][1] < y < at["SE"][1]
