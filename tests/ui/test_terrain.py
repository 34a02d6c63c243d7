"""Terrain on square cells: outlines that keep to their cells, and textures that repeat."""

from __future__ import annotations

from roundhouse.ui.terrain import outline, peaks, waves


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
