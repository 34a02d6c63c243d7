"""Chapter 6: laying simple dice."""

from __future__ import annotations

import pytest

from roundhouse.games.dice2.board import EMPTY
from tests.games.dice2.positions import SHAPES, faces, legal, play, position, refused, square


def squares(state_moves: list[str]) -> set[str]:
    """The squares that moves name."""
    return {text.split()[1] for text in state_moves}


@pytest.mark.clause("RD2-46")
def test_rails_need_a_roll() -> None:
    """Before the roll no die is laid; after any offer it can be, also after the unrolled one (by way of an exchange)."""
    state = position(dice={"1d2": "NS"})
    assert refused(state, "lay 1d4 NS") == "RD2-46"
    assert refused(state, "exchange 1d2 NS+EW") == "RD2-46"
    play(state, "dice ?", "exchange 1d2 S>NE", "lay 1d4 NS")

    assert state.board[square("1d4")] == SHAPES["NS"]


@pytest.mark.clause("RD2-47")
def test_a_face_is_laid_as_what_it_shows() -> None:
    """A straight north of the home stands upright; a curve touches the home with one of its ends."""
    assert legal(position(front="straight"), "lay 1d2") == ["lay 1d2 NS"]
    assert legal(position(front="curve"), "lay 1d2") == ["lay 1d2 ES", "lay 1d2 SW"]


@pytest.mark.clause("RD2-47")
def test_a_wild_die_is_turned_to_straight_or_curve() -> None:
    """All three ways to join the home; the die is then what it was turned to."""
    state = position(front="?")
    assert legal(state, "lay 1d2") == ["lay 1d2 NS", "lay 1d2 ES", "lay 1d2 SW"]
    play(state, "lay 1d2 ES")

    assert state.board[square("1d2")] == SHAPES["ES"]
    assert sum(state.front) == 0


@pytest.mark.clause("RD2-47")
def test_the_face_itself_is_used_before_a_wild_one() -> None:
    """RD2-R41: straight and wild in front, a straight is laid: the wild one stays."""
    state = play(position(front="straight ?"), "lay 1d2 NS")

    assert list(state.front) == faces("?")


@pytest.mark.clause("RD2-47")
def test_a_simple_die_needs_an_empty_square() -> None:
    """Not on another die, not on a station."""
    state = position(dice={"1d2": "NS", "1d4": "N>ES"}, front="straight curve ?")

    assert refused(state, "lay 1d2 NS") == "RD2-47"
    assert refused(state, "lay 1d4 NS") == "RD2-47"
    assert refused(state, "lay 1d3 NS") == "RD2-47"
    assert refused(position(front="straight"), "lay 1d2 ES") == "RD2-47"


@pytest.mark.clause("RD2-48")
def test_the_locomotive_is_never_laid() -> None:
    """Four locomotives: nothing can be laid."""
    state = position(front="locomotive locomotive locomotive locomotive")

    assert legal(state, "lay") == []
    assert refused(state, "lay 1d2 NS") == "RD2-48"


@pytest.mark.clause("RD2-49")
def test_dice_go_beside_the_home_or_to_the_end_of_its_lines() -> None:
    """Home 1d3, line over 1d2 to 1d1: the other three sides of the home, and 1d1; not the square beside the line."""
    state = position(dice={"1d2": "NS"}, front="straight curve", cash=[10, 10])

    assert squares(legal(state, "lay")) == {"1c3", "1d4", "2a3", "1d1"}
    assert refused(state, "lay 2a2 EW") == "RD2-49"
    assert refused(state, "lay 6b2 EW") == "RD2-49"


@pytest.mark.clause("RD2-49")
def test_the_die_must_join_the_line() -> None:
    """RD2-R12: beside the home, but with no end towards it, a die joins nothing."""
    state = position(front="straight curve")

    assert refused(state, "lay 1d4 EW") == "RD2-49"
    assert refused(state, "lay 1d4 SW") == "RD2-49"
    assert refused(state, "lay 1d4 NS") == ""


@pytest.mark.clause("RD2-50")
def test_the_example_of_open_and_closed_squares() -> None:
    """Seen by black at 6a2: squares A beside the home and B at the ends of its line are open, C at the end of a line that ends
    at a station, of a line from elsewhere, and behind the branch of a switch are closed."""
    stations = {"blue": "1d3", "black": "6a2", "A": "5b3"}
    dice = {
        "6a1": "NS",  # black's line to the north: B is 3a4
        "6b2": "W>ES",  # and to the east: B are 6c2 and 6b3
        "5a3": "EW",  # a line on from station A, its other end C at 4d3
        "1d4": "NS",  # blue's line: C at 4d1
        "6d2": "NS",  # track that nobody has reached: C at 6d1 and 6d3
    }
    state = position(stations=stations, dice=dice, front="straight curve ?", turn=1)

    assert squares(legal(state, "lay")) == {"5d2", "6a3"} | {"3a4", "6c2", "6b3"}
    assert [refused(state, f"lay {place} NS") for place in ("4d3", "4d1", "6d1", "6d3")] == ["RD2-49"] * 4


@pytest.mark.clause("RD2-51")
def test_no_track_leads_off_the_map() -> None:
    """At 1d1 the line comes from the south: straight on is the edge, both bends are free."""
    state = position(dice={"1d2": "NS"}, front="straight curve")

    assert legal(state, "lay 1d1") == ["lay 1d1 ES", "lay 1d1 SW"]
    assert refused(state, "lay 1d1 NS") == "RD2-51"


@pytest.mark.clause("RD2-52")
def test_no_track_ends_at_a_complex_die_that_does_not_meet_it() -> None:
    """2a2 has a switch without a track to the west: 1d2 may not bend east."""
    state = position(dice={"2a2": "S>NE"}, front="straight curve")

    assert legal(state, "lay 1d2") == ["lay 1d2 NS", "lay 1d2 SW"]
    assert refused(state, "lay 1d2 ES") == "RD2-52"


@pytest.mark.clause("RD2-52")
def test_a_complex_die_with_a_track_there_is_met() -> None:
    """The same switch turned so that a branch points west: the line goes on through it."""
    state = play(position(dice={"2a2": "S>NW", "2a1": "ES"}, front="curve"), "lay 1d2 ES")

    assert state.reach[square("2a3")] >> 0 & 4095  # from the north, through branch and root


@pytest.mark.clause("RD2-53")
def test_a_track_may_end_at_the_blank_side_of_a_simple_die() -> None:
    """2a2 stands upright; a curve on 1d2 may point at its side, and is not joined with it."""
    state = play(position(dice={"2a2": "NS"}, front="curve"), "lay 1d2 ES")

    assert state.reach[square("2a2")] != 0
    assert state.reach[square("2a1")] == 0


@pytest.mark.clause("RD2-53")
def test_older_ends_may_point_at_a_blank_side_of_a_new_simple_die() -> None:
    """RD2-R14: the end of 2a2 that points west at 1d2 does not forbid an upright die there."""
    state = position(dice={"2a2": "EW"}, front="straight")

    assert refused(state, "lay 1d2 NS") == ""


@pytest.mark.clause("RD2-54")
def test_a_mountain_costs_one() -> None:
    """2c3 is part of the ridge: one token to the bank."""
    state = position(stations={"blue": "2b3", "black": "6a2"}, front="straight")
    bank = state.bank
    play(state, "lay 2c3 EW")

    assert (state.cash[0], state.bank) == (9, bank + 1)


@pytest.mark.clause("RD2-55")
def test_water_costs_two() -> None:
    """1c3 is part of the lake."""
    state = position(front="straight")
    bank = state.bank
    play(state, "lay 1c3 EW")

    assert (state.cash[0], state.bank) == (8, bank + 2)


@pytest.mark.clause("RD2-54", "RD2-55", "RD2-56")
def test_who_cannot_pay_cannot_lay_there() -> None:
    """With one token the mountain is open and the lake is not; with none, only plains."""
    one = position(stations={"blue": "2b3", "black": "6a2"}, front="straight", cash=[1, 10])
    none = position(stations={"blue": "2b3", "black": "6a2"}, front="straight", cash=[0, 10])

    assert refused(one, "lay 2c3 EW") == ""
    assert refused(none, "lay 2c3 EW") == "RD2-54"
    assert refused(position(front="straight", cash=[1, 10]), "lay 1c3 EW") == "RD2-55"
    assert refused(none, "lay 2a3 EW") == ""


@pytest.mark.clause("RD2-56")
def test_plains_are_free_and_the_fee_is_due_for_each_die() -> None:
    """Plain, plain, then the lake twice: 0 + 0 + 2 + 2."""
    state = position(front="straight straight straight straight")
    play(state, "lay 1d2 NS", "lay 1d4 NS")
    assert state.cash[0] == 10
    play(state, "lay 1c3 EW", "lay 1b3 EW")

    assert state.cash[0] == 6


@pytest.mark.clause("RD2-57")
def test_dice_are_laid_between_other_actions() -> None:
    """Lay, buy, lay, bring in, lay: four dice in one turn."""
    state = position(front="straight straight curve locomotive")
    play(state, "lay 1d2 NS", "buy", "lay 1d4 NS", "bring 1", "lay 4d1 NW")

    assert state.board[square("4d1")] != EMPTY
    assert sum(state.front) == 0
