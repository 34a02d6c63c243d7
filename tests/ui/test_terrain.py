"""Terrain on square cells: outlines that keep to their cells, and textures that repeat."""

from __future__ import annotations

import re
from collections.abc import Callable
from xml.etree import ElementTree as ET

import pytest

from roundhouse.ui.terrain import grass, hachures, outline, peaks, relief, trees, water_lines, waves


def test_cells_that_hang_together_have_one_outline() -> None:
    """An L of three cells is one line, and cells that touch at a corner only are two."""
    assert outline({(0, 0), (0, 1), (1, 1)}, 10).count("Z") == 1
    assert outline({(0, 0), (1, 1)}, 10).count("Z") == 2


def test_a_ring_has_an_outline_within() -> None:
    """Eight cells around a free one."""
    ring = {(column, row) for column in range(3) for row in range(3)} - {(1, 1)}

    assert outline(ring, 10).count("Z") == 2


def test_an_outline_lies_where_it_is_told_and_grows_with_its_cells() -> None:
    """One cell, drawn in by a twentieth; and nothing for no cells."""
    assert outline({(0, 0)}, 20).startswith("M1 7Q1 1 7 1L")
    assert outline({(0, 0)}, 20, 100, 50).startswith("M101 57Q101 51 107 51L")
    assert outline(set(), 20) == ""


def test_textures_change_from_cell_to_cell_and_come_back() -> None:
    """Three drawings of peaks, two of waves."""
    assert len({peaks(number, 0, 0, 54) for number in range(9)}) == 3
    assert len({waves(number, 0, 0, 54) for number in range(9)}) == 2
    assert 'class="ridge"' in peaks(0, 0, 0, 54)
    assert 'class="wave"' in waves(0, 0, 0, 54)


@pytest.mark.parametrize("texture", [grass, trees, water_lines, relief, hachures])
def test_a_texture_over_many_cells_stays_within_them_and_is_a_few_paths(
    texture: Callable[[set[tuple[int, int]], float], str],
) -> None:
    """A block of sixteen cells: the same strokes every time, none far outside, at most four paths."""
    cells = {(column, row) for column in range(2, 6) for row in range(2, 6)}
    drawn = ET.fromstring(f"<g>{texture(cells, 50.0)}</g>")
    starts = [(float(x), float(y)) for path in drawn for x, y in re.findall(r"M(-?[\d.]+) (-?[\d.]+)", path.attrib["d"])]

    assert 1 <= len(drawn) <= 4
    assert starts
    assert all(95 <= x <= 305 and 95 <= y <= 305 for x, y in starts)
    assert texture(cells, 50.0) == texture(cells, 50.0)


def test_high_ground_has_strokes_along_its_edge_alone() -> None:
    """Two cells side by side have six outer sides with five strokes each."""
    (path,) = ET.fromstring(f"<g>{hachures({(0, 0), (1, 0)}, 50.0)}</g>")

    assert path.attrib["d"].count("M") == 30
