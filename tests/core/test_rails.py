"""Sides, tracks and shapes of cells with four and with six sides."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundhouse.core.bits import members
from roundhouse.core.rails import ends, exits, keeps, opposite, other_end, track, tracks, turned, turned_shape, turnings

N, E, S, W = range(4)
SIDES = st.sampled_from([4, 6])


@pytest.mark.parametrize(("sides", "across"), [(4, [2, 3, 0, 1]), (6, [3, 4, 5, 0, 1, 2])])
def test_opposite_sides_touch_each_other(sides: int, across: list[int]) -> None:
    """North meets south, east meets west; on a hexagon three steps further."""
    assert [opposite(side, sides) for side in range(sides)] == across


def test_a_cell_has_six_or_fifteen_tracks() -> None:
    """As many as there are pairs of sides, each a mask of two."""
    assert len(tracks(4)) == 6
    assert len(tracks(6)) == 15
    assert all(len(members(rail)) == 2 for rail in tracks(4) + tracks(6))


@given(SIDES, st.integers(0, 63), st.integers(0, 12), st.integers(0, 12))
def test_turns_add_up_and_a_full_turn_changes_nothing(sides: int, mask: int, first: int, second: int) -> None:
    """Any set of sides, turned twice, is turned by the sum; the number of sides stays."""
    mask %= 1 << sides

    assert turned(turned(mask, first, sides), second, sides) == turned(mask, first + second, sides)
    assert turned(mask, sides, sides) == mask
    assert sorted((side + first) % sides for side in members(mask)) == members(turned(mask, first, sides))


def test_a_train_leaves_by_the_other_end() -> None:
    """The curve from north to east leads from either end to the other."""
    curve = track(N, E)

    assert other_end(curve, N) == E
    assert other_end(curve, E) == N


@pytest.mark.parametrize(
    ("shape", "ways"),
    [
        ((track(N, S),), 2),
        ((track(N, E),), 4),
        ((track(N, S), track(E, W)), 1),
        ((track(N, E), track(S, W)), 2),
        ((track(N, S), track(S, E)), 4),
        ((track(S, E), track(S, W)), 4),
    ],
)
def test_ways_to_lay_a_shape(shape: tuple[int, ...], ways: int) -> None:
    """Straight 2, curve 4, crossing 1, double curve 2, switches 4."""
    assert len(turnings(shape, 4)) == ways
    assert all(turned_shape(way, 4, 4) == way for way in turnings(shape, 4))


def test_a_switch_joins_its_root_with_both_branches_but_not_the_branches() -> None:
    """Root south, branches north and east: from north and from east there is only south."""
    switch = (track(N, S), track(S, E))

    assert exits(switch, S) == 1 << N | 1 << E
    assert exits(switch, N) == 1 << S
    assert exits(switch, E) == 1 << S
    assert exits(switch, W) == 0
    assert ends(switch) == 1 << N | 1 << E | 1 << S


def test_a_crossing_has_two_tracks_that_do_not_meet() -> None:
    """Who enters from the north leaves in the south."""
    crossing = (track(N, S), track(E, W))

    assert [exits(crossing, side) for side in range(4)] == [1 << S, 1 << W, 1 << N, 1 << E]


def test_a_shape_keeps_an_older_one_if_its_tracks_are_all_there() -> None:
    """The crossing keeps both straights and no curve."""
    crossing = (track(N, S), track(E, W))

    assert keeps(crossing, (track(N, S),))
    assert keeps(crossing, (track(E, W),))
    assert not keeps(crossing, (track(N, E),))
