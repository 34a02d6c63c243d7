"""Chapter 1 of the rules: what is in the box."""

from __future__ import annotations

from collections import Counter

import pytest

from roundhouse.core.bits import members
from roundhouse.core.state import fields
from roundhouse.games.dice2.board import (
    CARDS,
    COLOUR_NAMES,
    COLOURS,
    COMPLEX,
    COMPLEX_SIDES,
    DIRECTOR_NAMES,
    ENDS,
    FACE_NAMES,
    GREYS,
    PRICE,
    SHAPE_FACE,
    SHAPES,
    SIMPLE_SIDES,
    STATIONS,
    TILE_FEES,
    TILE_NAMES,
    TILES,
    UPGRADES,
)
from roundhouse.games.dice2.notation import shape_name
from roundhouse.games.dice2.start import Options, start
from tests.games.dice2.positions import SHAPES as SHAPES_BY_NAME
from tests.games.dice2.positions import position


@pytest.mark.clause("RD2-1")
def test_six_tiles_of_sixteen_squares_with_three_kinds_of_terrain() -> None:
    """66 plain, 18 mountain and 12 water squares in all."""
    assert TILES == len(TILE_NAMES) == len(TILE_FEES) == 6
    assert all(len(tile) == 4 and all(len(row) == 4 for row in tile) for tile in TILE_FEES)
    assert Counter(fee for tile in TILE_FEES for row in tile for fee in row) == {0: 66, 1: 18, 2: 12}


@pytest.mark.clause("RD2-2")
def test_three_locomotives_of_each_value_from_2_to_6() -> None:
    """Fifteen cards."""
    assert list(CARDS) == [3, 3, 3, 3, 3]
    assert list(start(3, Options()).stock) == [3, 3, 3, 3, 3]


@pytest.mark.clause("RD2-3")
def test_four_directors() -> None:
    """Each has a colour and a company; two names are in the captions of the rulebook."""
    assert COLOUR_NAMES == ("blue", "black", "white", "green")
    assert DIRECTOR_NAMES[:2] == ("Seeterrassen Betriebe", "InterBahn")
    assert len(set(DIRECTOR_NAMES)) == 4


@pytest.mark.clause("RD2-4")
def test_twelve_stations_eight_of_them_grey() -> None:
    """Four coloured ones come first."""
    assert STATIONS == 12
    assert GREYS == 8
    assert COLOURS + GREYS == STATIONS


@pytest.mark.clause("RD2-5")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_tokens_are_worth_280(seats: int) -> None:
    """40 x 5 + 80 x 1; before stations are placed all of it is in the bank or with the players."""
    state = start(seats, Options())

    assert 40 * 5 + 80 == 280
    assert state.bank + sum(state.cash) + sum(state.pool) == 280


@pytest.mark.clause("RD2-5")
def test_lost_or_forged_tokens_are_noticed() -> None:
    """One token more in a pool than there is in the box."""
    state = position()
    state.pool[0] += 1

    with pytest.raises(AssertionError, match="RD2-5"):
        state.check()


@pytest.mark.clause("RD2-6")
def test_thirty_simple_and_twenty_complex_dice() -> None:
    """A lost die is noticed."""
    state = start(2, Options())

    assert (state.simple, state.complex) == (30, 20)
    state.simple -= 1
    with pytest.raises(AssertionError, match="RD2-6"):
        state.check()


@pytest.mark.clause("RD2-6")
def test_the_faces_of_both_dice() -> None:
    """Simple: 2 straight, 2 curve, 1 locomotive, 1 wild. Complex: five rail faces and a wild one, each once."""
    assert dict(zip(FACE_NAMES[:4], SIMPLE_SIDES, strict=True)) == {"straight": 2, "curve": 2, "locomotive": 1, "?": 1}
    assert dict(zip(FACE_NAMES[4:], COMPLEX_SIDES, strict=True)) == dict.fromkeys(
        ["crossing", "double", "right", "left", "fork", "?"], 1
    )


@pytest.mark.clause("RD2-6")
def test_the_ways_in_which_dice_can_lie() -> None:
    """2 straights, 4 curves; 1 crossing, 2 double curves and 4 of each switch: exactly the shapes of two tracks on four sides."""
    ways = Counter(FACE_NAMES[SHAPE_FACE[shape]] for shape in range(1, len(SHAPES)))
    tracks = [track for shape in SHAPES[1:COMPLEX] for track in shape]
    pairs = {tuple(sorted((a, b))) for a in tracks for b in tracks if a != b}

    assert ways == {"straight": 2, "curve": 4, "crossing": 1, "double": 2, "right": 4, "left": 4, "fork": 4}
    assert set(SHAPES[COMPLEX:]) == pairs
    assert [len(members(ENDS[shape])) for shape in range(1, COMPLEX)] == [2] * 6


@pytest.mark.clause("RD2-6", "RD2-39")
@pytest.mark.parametrize(
    ("name", "face"), [("S>NE", "right"), ("S>NW", "left"), ("S>EW", "fork"), ("E>NW", "right"), ("N>ES", "left")]
)
def test_a_switch_goes_right_or_left_seen_from_its_root(name: str, face: str) -> None:
    """Who comes from the south and heads north has the east on the right."""
    assert FACE_NAMES[SHAPE_FACE[SHAPES_BY_NAME[name]]] == face


@pytest.mark.clause("RD2-60")
def test_five_complex_shapes_keep_each_simple_one() -> None:
    """Each track is in five pairs of tracks."""
    assert [len(members(UPGRADES[simple])) for simple in range(COMPLEX)] == [0, 5, 5, 5, 5, 5, 5]
    assert {shape_name(COMPLEX + i) for i in members(UPGRADES[SHAPES_BY_NAME["NS"]])} == {"NS+EW", "S>NE", "S>NW", "N>SW", "N>ES"}


@pytest.mark.clause("RD2-7")
def test_shares_and_the_company_card_take_no_part() -> None:
    """No field of a position tells of shares or companies."""
    assert not [name for name in fields(start(2, Options())) if "share" in name or "company" in name]


@pytest.mark.clause("RD2-73")
def test_prices() -> None:
    """5, 10, 15, 20, 25 for the values 2 to 6."""
    assert list(PRICE) == [5, 10, 15, 20, 25]
