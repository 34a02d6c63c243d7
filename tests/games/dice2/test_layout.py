"""Chapter 2: how the tiles lie."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundhouse.core.sentence import BadSetup
from roundhouse.games.dice2 import GAME
from roundhouse.games.dice2.board import CELLS, SIDES, SQUARES, TILE_FEES
from roundhouse.games.dice2.layout import layout_of, random_layout, read_layout, touching
from roundhouse.games.dice2.start import Options, start
from tests.games.dice2.positions import square


@pytest.mark.clause("RD2-8", "RD2-10")
def test_the_first_layout_is_a_rectangle_of_three_by_two_tiles() -> None:
    """Eight rows of twelve squares, tile 1 in the corner, tile 6 in the opposite one; neighbours lie side by side."""
    layout = layout_of("first")

    assert sorted(layout.places()) == [(row, column) for row in range(8) for column in range(12)]
    assert layout.corners == ((0, 0), (0, 4), (0, 8), (4, 0), (4, 4), (4, 8))
    beside = layout.beside()
    assert beside[square("1d2") * SIDES + 1] == square("2a2")
    assert beside[square("1b4") * SIDES + 2] == square("4b1")
    assert beside[square("1a1") * SIDES] == -1
    assert start(2, Options()).lie == start(2, Options(layout="1@0,0 2@0,4 3@0,8 4@4,0 5@4,4 6@4,8")).lie


@pytest.mark.clause("RD2-8")
def test_a_turned_tile_turns_its_terrain_clockwise() -> None:
    """Tile 2 has a mountain at the top of its second column; after a quarter turn it is at the right of the second row."""
    plain, turned = read_layout("1@0,0 2@0,4 3@0,8 4@4,0 5@4,4 6@4,8"), read_layout("1@0,0 2@0,4/1 3@0,8 4@4,0 5@4,4 6@4,8")

    assert plain.fees()[square("2b1")] == 1
    assert turned.fees()[square("2b1")] == 0
    assert turned.fees()[square("2d2")] == 1
    assert sorted(plain.fees()[16:32]) == sorted(turned.fees()[16:32])


@pytest.mark.compiled
@pytest.mark.clause("RD2-9")
@given(st.integers(0, 10**9 - 1))
@settings(max_examples=25, deadline=None)
def test_random_layouts_are_legal(seed: int) -> None:
    """Six tiles that do not overlap, hang together and touch others with at least four squares each; read back from their text."""
    layout = random_layout(seed)

    assert len(set(layout.places())) == SQUARES
    assert min(touching(layout)) >= 4
    assert read_layout(str(layout)) == layout
    assert sorted(layout.fees()) == sorted(fee for tile in TILE_FEES for row in tile for fee in row)


@pytest.mark.clause("RD2-9")
def test_random_layouts_differ_and_stay_the_same() -> None:
    """Seeds give many layouts; one seed gives one."""
    assert len({str(random_layout(seed)) for seed in range(20)}) == 20
    assert layout_of("random 7") == random_layout(7)


@pytest.mark.clause("RD2-9")
def test_two_half_sides_are_enough() -> None:
    """Tile 6 lies below the gap of 4 and 5 and touches each with two squares."""
    layout = read_layout("1@0,0 2@0,4 3@0,8 4@4,0 5@4,4 6@8,2")

    assert touching(layout)[5] == 4


@pytest.mark.clause("RD2-9")
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1@0,0 2@0,4 3@0,8 4@4,0 5@4,4 6@8,6", "tile 6 touches others with 2"),
        ("1@0,0 2@0,3 3@0,8 4@4,0 5@4,4 6@4,8", "overlap"),
        ("1@0,0 2@0,4 3@0,20 4@4,0 5@4,4 6@4,20", "one map"),
        ("1@0,0 2@0,4 3@0,8 4@4,0 5@4,4", "six tiles"),
        ("1@0,0 1@0,4 3@0,8 4@4,0 5@4,4 6@4,8", "six tiles"),
        ("1@0,0 2@0,4/4 3@0,8 4@4,0 5@4,4 6@4,8", "six tiles"),
        ("second", "six tiles"),
        ("random", "six tiles"),
    ],
)
def test_other_layouts_are_refused(text: str, reason: str) -> None:
    """Too little contact, overlap, two maps, missing tiles, bad writing."""
    with pytest.raises(BadSetup, match=reason):
        GAME.start(2, GAME.options_from({"layout": text}))


@pytest.mark.clause("RD2-10")
def test_a_layout_of_ones_own_is_moved_to_the_corner() -> None:
    """Only how the tiles lie to each other counts."""
    assert read_layout("1@-4,3 2@-4,7 3@-4,11 4@0,3 5@0,7 6@0,11") == layout_of("first")


def test_neighbours_are_mutual_on_every_layout() -> None:
    """If b lies east of a, then a lies west of b."""
    for text in ("first", "random 1", "random 2", "random 3"):
        beside = layout_of(text).beside()
        for at in range(SQUARES * SIDES):
            if beside[at] >= 0:
                assert beside[beside[at] * SIDES + (at + 2) % SIDES] == at // SIDES
        assert len({number // CELLS for number in beside if number >= 0}) == 6
