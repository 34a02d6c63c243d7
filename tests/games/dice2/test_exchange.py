"""Chapter 7 and RD2-98: complex dice in place of simple ones."""

from __future__ import annotations

import pytest

from roundhouse.games.dice2.notation import parse
from tests.games.dice2.positions import SHAPES, faces, legal, play, position, refused, square

LINE = {"1d4": "NS"}  # south of the blue home: a straight with plain squares to its west and east
KEEP_NS = ["NS+EW", "S>NE", "N>SW", "S>NW", "N>ES"]  # the five complex shapes with a track from north to south


def exchanges(front: str) -> list[str]:
    """The shapes that the straight on 1d4 can be exchanged for."""
    state = position(dice=LINE, front=front)
    return [text.split()[2] for text in legal(state, "exchange 1d4")]


@pytest.mark.clause("RD2-58")
@pytest.mark.parametrize(
    ("face", "shapes"),
    [
        ("crossing", ["NS+EW"]),
        ("double", []),
        ("right", ["S>NE", "N>SW"]),
        ("left", ["S>NW", "N>ES"]),
        ("fork", []),
        ("?", KEEP_NS),
    ],
)
def test_a_complex_die_replaces_a_simple_one(face: str, shapes: list[str]) -> None:
    """Each face in the ways that keep the straight; the wild face stands for any of the others."""
    assert exchanges(f"/ {face}") == shapes


@pytest.mark.clause("RD2-58")
@pytest.mark.parametrize(("face", "shapes"), [("crossing", 0), ("double", 1), ("right", 1), ("left", 1), ("fork", 2), ("?", 5)])
def test_a_curve_is_replaced_too(face: str, shapes: int) -> None:
    """A curve is in one double curve, one right and one left switch, and two forks."""
    state = position(dice={"1d4": "NE"}, front=f"/ {face}")

    assert len(legal(state, "exchange 1d4")) == shapes


@pytest.mark.clause("RD2-58")
def test_only_simple_dice_are_replaced() -> None:
    """RD2-R18: a crossing on the line stays for good; and a face that is not there cannot be laid."""
    assert refused(position(dice={"1d4": "NS+EW"}, front="/ ?"), "exchange 1d4 S>NE") == "RD2-58"
    assert refused(position(dice=LINE, front="/ fork"), "exchange 1d4 NS+EW") == "RD2-58"


@pytest.mark.clause("RD2-58")
def test_the_face_itself_is_used_before_the_wild_one() -> None:
    """RD2-R41: crossing and wild in front, a crossing is laid."""
    state = play(position(dice=LINE, front="/ crossing ?"), "exchange 1d4 NS+EW")

    assert list(state.front) == faces("straight / ?")


@pytest.mark.clause("RD2-59")
def test_a_complex_die_is_never_laid_on_an_empty_square() -> None:
    """Nor on a station."""
    state = position(front="/ ?")

    assert legal(state, "exchange") == []
    assert refused(state, "exchange 1d4 NS+EW") == "RD2-59"
    assert refused(state, "exchange 1d3 NS+EW") == "RD2-59"


@pytest.mark.clause("RD2-60")
def test_every_track_of_the_old_die_stays() -> None:
    """A straight becomes no double curve, no fork, and no switch across it."""
    state = position(dice=LINE, front="/ ?")

    for shape in ("NE+SW", "S>EW", "W>NE", "E>NW", "N>EW"):
        assert refused(state, f"exchange 1d4 {shape}") == "RD2-60"


@pytest.mark.clause("RD2-60")
def test_the_complex_die_may_be_turned() -> None:
    """A right switch keeps the straight with its root in the south or in the north."""
    assert exchanges("/ right") == ["S>NE", "N>SW"]


@pytest.mark.clause("RD2-61")
def test_the_replaced_die_comes_back_and_is_used_again() -> None:
    """The straight of 1d4 is laid on 4d1 in the same turn."""
    state = play(position(dice=LINE, front="/ crossing"), "exchange 1d4 NS+EW")
    assert list(state.front) == faces("straight")
    play(state, "lay 4d1 NS")

    assert state.board[square("4d1")] == SHAPES["NS"]


@pytest.mark.clause("RD2-62")
def test_the_replaced_die_keeps_its_face_but_may_be_rotated() -> None:
    """A recovered straight is laid upright or across, never as a curve; one once laid as wild is no longer wild."""
    state = play(position(front="? / crossing"), "lay 1d4 NS", "exchange 1d4 NS+EW")

    assert list(state.front) == faces("straight")
    assert refused(state, "lay 1d2 NS") == ""
    assert refused(state, "lay 2a3 EW") == ""
    assert refused(state, "lay 4d1 NE") == "RD2-47"


@pytest.mark.clause("RD2-62")
def test_laying_a_recovered_die_costs_the_fee_of_its_new_square() -> None:
    """RD2-R17: from the plain to the lake, two tokens."""
    state = play(position(dice=LINE, front="/ crossing"), "exchange 1d4 NS+EW", "lay 1c3 EW")

    assert state.cash[0] == 8


@pytest.mark.clause("RD2-63")
def test_a_recovered_die_goes_back_to_the_bank_at_the_end() -> None:
    """29 simple dice before the exchange, 30 after the turn."""
    state = position(dice=LINE, front="/ crossing")
    assert state.simple == 29
    play(state, "exchange 1d4 NS+EW", "end")

    assert (state.simple, state.complex) == (30, 19)


@pytest.mark.clause("RD2-64")
def test_the_die_must_lie_on_a_line_of_the_player() -> None:
    """Blue may exchange what its line reaches, black's line is closed to it."""
    state = position(dice={"1d4": "NS", "4d1": "NS", "6a1": "NS"}, front="/ crossing")

    assert legal(state, "exchange") == ["exchange 1d4 NS+EW", "exchange 4d1 NS+EW"]
    assert refused(state, "exchange 6a1 NS+EW") == "RD2-64"


@pytest.mark.clause("RD2-64")
def test_a_die_beside_the_home_without_a_track_to_it_must_get_one() -> None:
    """RD2-R19: 1d4 lies across, below the home: the crossing joins it, a switch to the south does not."""
    state = position(dice={"1d4": "EW"}, front="/ ?")

    assert [text.split()[2] for text in legal(state, "exchange 1d4")] == ["NS+EW", "E>NW", "W>NE"]
    assert refused(state, "exchange 1d4 W>ES") == "RD2-65"


@pytest.mark.clause("RD2-65")
def test_a_die_of_a_foreign_line_is_exchanged_where_the_own_line_ends_at_its_blank_side() -> None:
    """Blue's curve on 1d2 points at the blank side of 2a2, which hangs on nothing: a crossing makes it blue's, a switch to the
    other side does not; the other track of the crossing need not be reached."""
    state = position(dice={"1d2": "ES", "2a2": "NS", "2a1": "ES"}, front="/ ?")
    shapes = [text.split()[2] for text in legal(state, "exchange 2a2")]

    assert shapes == ["NS+EW", "N>SW", "S>NW"]
    assert refused(state, "exchange 2a2 S>NE") == "RD2-65"
    play(state, "exchange 2a2 NS+EW")
    assert state.reach[square("2b2")] != 0
    assert state.reach[square("2b1")] == 0


@pytest.mark.clause("RD2-66")
def test_ends_of_a_complex_die_keep_the_rules_of_all_ends() -> None:
    """On 1d1 at the edge: no shape with an end to the north. Beside a switch that shows its blank side: none towards it."""
    edge = position(dice={"1d2": "NS", "1d1": "SW"}, front="/ ?")
    blank = position(dice={"1d4": "NS", "2a4": "S>NE"}, front="/ ?")

    assert [text.split()[2] for text in legal(edge, "exchange 1d1")] == ["W>ES", "S>EW"]
    assert refused(edge, "exchange 1d1 S>NW") == "RD2-51"
    assert refused(edge, "exchange 1d1 NE+SW") == "RD2-51"
    assert refused(blank, "exchange 1d4 S>NE") == "RD2-52"
    assert [text.split()[2] for text in legal(blank, "exchange 1d4")] == ["N>SW", "S>NW"]


@pytest.mark.clause("RD2-67")
@pytest.mark.parametrize(("place", "old"), [("1d4", "NS"), ("4d1", "NE"), ("5a1", "EW"), ("5b1", "SW")])
def test_every_die_on_the_line_can_be_exchanged_in_every_way_that_keeps_its_track(place: str, old: str) -> None:
    """A line of four dice away from the edge: five ways each, which all show the old track."""
    line = {"1d4": "NS", "4d1": "NE", "5a1": "EW", "5b1": "SW"}
    state = position(dice=line, front="/ ?")
    found = legal(state, f"exchange {place}")

    assert len(found) == 5
    for text in found:
        after = state.copy()
        after.apply(parse(text))
        after.check()
        assert list(after.front) == faces("straight" if old in ("NS", "EW") else "curve")


@pytest.mark.clause("RD2-68")
def test_an_exchange_costs_nothing() -> None:
    """On the lake, with no token left."""
    state = play(position(dice={"1c3": "EW"}, front="/ crossing", cash=[0, 10]), "exchange 1c3 NS+EW")

    assert state.cash[0] == 0


@pytest.mark.clause("RD2-98")
def test_a_complex_die_must_meet_every_end_that_points_at_it() -> None:
    """2a4 points west at 1d4: only shapes with an end to the east are left, whoever uses that line."""
    state = position(dice={"1d4": "NS", "2a4": "EW"}, front="/ ?")

    assert [text.split()[2] for text in legal(state, "exchange 1d4")] == ["NS+EW", "S>NE", "N>ES"]
    assert refused(state, "exchange 1d4 N>SW") == "RD2-98"


@pytest.mark.clause("RD2-98")
def test_an_end_left_at_a_complex_die_is_noticed() -> None:
    """2a4 shows its blank side to the curve on 1d4: the invariants say so."""
    state = position(dice={"1d4": "NE", "2a4": "S>NE"})

    with pytest.raises(AssertionError, match="RD2-98"):
        state.check()
