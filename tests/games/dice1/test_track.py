"""Chapter 9: laying track on a tile; the two ends on the start tile."""

from __future__ import annotations

import pytest

from tests.games.dice1.positions import EAST, HOME, WEST, in_front, legal, mask, play, position, refused, square

MANY = {0: "4 straight 4 curve 4 wild"}
LEFT = "e4:WE f4:WE g4:WE"


@pytest.mark.clause("RD1-1", "RD1-57")
def test_rails_are_laid_at_either_end_one_after_another() -> None:
    """A turn may serve both ends; every player lengthens the same line."""
    state = position(front={0: "3 straight", 1: "1 curve"})

    play(state, "lay west W-W", "lay east E-E", "lay west W-W", "end", "lay east E-N")

    assert state.taken[0] == mask("b4 c4 d4 e4 f4")
    assert (state.at[WEST], state.at[EAST]) == (square("b4"), square("f4"))
    assert refused(state, "lay west N-N") == "RD1-57"


@pytest.mark.clause("RD1-57")
def test_a_rail_needs_its_die_or_a_wild_one() -> None:
    """One straight and one wild die: two straights or one of each; then nothing."""
    state = play(position(front={0: "1 straight 1 wild"}), "lay west W-W", "lay west W-S")

    assert in_front(state) == ""
    assert legal(state, "lay") == []


@pytest.mark.clause("RD1-58")
def test_a_rail_starts_from_a_station_on_any_free_side() -> None:
    """RD1-R10: from c4, reached from the east, the line goes on to the north, south or west, straight or bent."""
    state = position(front={0: "1 wild"}, land=[("meadow", 0, 0, "red")], west="c4:Ered")

    assert {text[9:] for text in legal(state, "lay west")} == {
        *("N-N", "N-E", "N-W", "S-S", "S-E", "S-W"),
        *("W-W", "W-N", "W-S"),
    }


@pytest.mark.clause("RD1-59")
def test_a_station_has_no_branches() -> None:
    """Not back over its entry rail, and once a second rail is there the line goes on from that rail only."""
    state = position(front={0: "2 wild"}, land=[("meadow", 0, 0, "red")], west="c4:Ered")

    assert refused(state, "lay west E-E") == "RD1-59"
    play(state, "lay west N-N")
    assert refused(state, "lay west W-W") == "RD1-57"


@pytest.mark.clause("RD1-60")
def test_the_line_is_not_led_into_itself_but_may_run_alongside() -> None:
    """At b3, heading east: straight on leads to c3, alongside c4; on c3 a bend to the south would lead into c4."""
    state = position(front={0: "1 straight 1 curve"}, west="c4:EW b4:EN")

    assert refused(play(state.copy(), "lay west N-E"), "lay west E-E") == ""
    inner = position(front=MANY, west="c4:EW b4:EN b3:SE")
    assert refused(inner, "lay west E-S") == "RD1-60"
    assert refused(inner, "lay west E-E") == ""


@pytest.mark.clause("RD1-60")
def test_the_line_is_not_led_into_a_station() -> None:
    """From the station on b4, reached from the south, no rail starts to the east, where c4 is taken."""
    state = position(front=MANY, land=[("meadow", 0, 0, "red")], west="c4:ES c5:NW b5:EN b4:Sred")

    assert refused(state, "lay west E-E") == "RD1-60"
    assert refused(state, "lay west W-W") == ""


@pytest.mark.clause("RD1-61")
def test_no_rail_leads_into_a_pocket_where_none_could_follow() -> None:
    """Test 1 of RD1-R11: b2 is free, but has the line on its other three sides."""
    state = position(front=MANY, west="c4:EN c3:SN c2:SN c1:SW b1:EW a1:ES a2:NS a3:NE")

    assert refused(state, "lay west E-N") == "RD1-61"
    assert refused(state, "lay west E-E") == "RD1-60"
    assert refused(state, "lay west E-S") == ""


@pytest.mark.clause("RD1-61")
def test_an_edge_square_can_be_pointed_at_only_if_the_line_can_go_on_there() -> None:
    """Test 1: the corner a1 has the line on its other side; its exits are open to the fifth die, not to the fourth."""
    four = position(front=MANY, west="b1:EW", rest="", at=[square("b1"), 24])
    few = position(front=MANY, land=(HOME, ("meadow", 1, 0, "")), east_on=1, east="a2:WE b2:WN", rest=LEFT)

    assert refused(four, "lay west W-S") == ""
    assert refused(few, "lay east N-W") == "RD1-61"


@pytest.mark.clause("RD1-61")
def test_a_way_to_an_open_exit_must_remain() -> None:
    """Test 2: from e5 rails could be laid to d5 and c5, but the line closes all ways from there; f5 is the other end's."""
    wall = "c4:EN c3:SN c2:SW b2:ES b3:NS b4:NS b5:NS b6:NE c6:WE d6:WE"
    shut = position(front=MANY, west=wall, east="e4:WN e3:SN e2:SE f2:WS f3:NS f4:NS")
    open_ = position(front=MANY, west=wall, east="e4:WN e3:SN e2:SE f2:WS f3:NE")

    assert refused(shut, "lay west E-N") == "RD1-61"
    assert refused(shut, "lay west E-E") == ""
    assert refused(open_, "lay west E-N") == ""


@pytest.mark.clause("RD1-62", "RD1-65")
def test_the_line_never_comes_back_to_a_visited_tile() -> None:
    """The east end on the tile east of the start: its west side leads back."""
    state = position(front=MANY, land=(HOME, ("meadow", 1, 0, "")), east_on=1, east="a4:WE b4:WN b3:SN b2:SN", rest=LEFT)

    play(state, "lay east N-W")
    assert refused(state, "lay east W-W") == "RD1-62"
    assert refused(state, "lay east W-N") == ""


@pytest.mark.clause("RD1-63", "RD1-65")
def test_five_dice_or_stations_stand_on_a_tile_that_is_left() -> None:
    """The leaving rail is the fourth die: refused; with one more, or a station instead of a rail, allowed."""
    few = position(front=MANY, west="c4:EW b4:EW")
    more = position(front=MANY, west="c4:EW b4:EW", east="e4:WE")
    station = position(front=MANY, land=[("meadow", 0, 0, "red")], west="c4:EW b4:EW", east="e4:Wred")

    assert refused(few, "lay west W-W") == "RD1-63"
    assert refused(more, "lay west W-W") == ""
    assert refused(station, "lay west W-W") == ""


@pytest.mark.clause("RD1-81")
def test_dice_on_both_sides_of_the_first_rail_count() -> None:
    """Four dice on the east side, and the first rail: the west end may leave with a short line of its own."""
    state = position(front=MANY, west="c4:EW b4:EW", east="e4:WE f4:WS")

    assert refused(state, "lay west W-W") == ""


@pytest.mark.clause("RD1-64")
def test_a_rail_that_points_off_the_tile_obliges_to_lay_a_new_one() -> None:
    """RD1-R12: a curve on an edge square leads out as well; nothing but a tile may follow."""
    state = position(front=MANY, west="c4:EW b4:EN b3:SN b2:SN")

    assert refused(state, "tile lake") == "RD1-64"
    play(state, "lay west N-W")
    curve = play(state.copy(), "lay west W-N")
    assert all(text.startswith("tile") for text in legal(curve))
    assert refused(curve, "end") == "RD1-97"
    assert all(text.startswith("tile") for text in legal(play(state, "lay west W-W")))


@pytest.mark.clause("RD1-98")
def test_neither_end_takes_the_square_the_other_points_at() -> None:
    """The east end points at e3: from d3 the west end may not lead there, but past it."""
    state = position(front=MANY, west="c4:EN c3:SE", east="e4:WN")

    assert refused(state, "lay west E-E") == "RD1-98"
    assert refused(state, "lay west E-N") == ""


@pytest.mark.clause("RD1-98")
def test_the_two_ends_are_never_joined() -> None:
    """West points at d3; the east end may neither lead there nor into the line."""
    state = position(front=MANY, west="c4:EN c3:SE", east="e4:WN")

    assert refused(state, "lay east N-W") == "RD1-98"
    assert refused(state, "lay east N-N") == ""


@pytest.mark.clause("RD1-58", "RD1-98")
def test_a_rail_from_a_station_does_not_take_the_square_the_other_end_points_at() -> None:
    """The station on c3 ends the line in the west; the east end points at d3 beside it."""
    state = position(front=MANY, land=[("meadow", 0, 0, "red")], west="c4:EN c3:Sred", east="e4:WN e3:SW")

    assert refused(state, "lay west E-N") == "RD1-98"
    assert refused(state, "lay west N-N") == ""


@pytest.mark.clause("RD1-61", "RD1-98")
def test_one_end_does_not_cut_off_the_other() -> None:
    """RD1-R28: the east end points at e5, and its only way out is by e6; if the west end points there, it is cut off."""
    state = position(front=MANY, west="c4:EW b4:ES b5:NS b6:NE c6:WE", east="e4:WE f4:WS f5:NW")

    assert refused(state, "lay west E-E") == "RD1-61"
    assert refused(state, "lay west E-S") == ""
