"""Chapter 11: bringing in passengers, and the shortage."""

from __future__ import annotations

import pytest

from roundhouse.games.dice2.position import CLOSING, TURN
from tests.games.dice2.positions import faces, legal, play, position, refused

STATIONS = {"blue": "1d3", "black": "6a2", "A": "2c3", "B": "4b1"}
TO_A = {"2a3": "EW", "2b3": "EW"}


@pytest.mark.clause("RD2-87")
@pytest.mark.parametrize("face", ["locomotive", "?"])
def test_a_die_brings_five_a_station_to_one_tile(face: str) -> None:
    """Tile 6 has two stations: 10 passengers from the bank; the die goes back."""
    state = position(stations={**STATIONS, "C": "6c3"}, front=f"straight {face}")
    bank = state.bank
    play(state, "bring 6")

    assert list(state.pool) == [5, 5, 0, 5, 0, 20]
    assert state.bank == bank - 10
    assert list(state.front) == faces("straight")
    assert state.simple == 29


@pytest.mark.clause("RD2-87")
def test_the_locomotive_is_put_back_before_the_wild_face() -> None:
    """RD2-R41: the wild die can still be laid."""
    assert list(play(position(front="locomotive ?"), "bring 1").front) == faces("?")


@pytest.mark.clause("RD2-87")
def test_only_simple_dice_with_locomotive_or_wild_face_bring_passengers() -> None:
    """RD2-R27: not rails, not a complex wild face, not a recovered die; and not on a tile without stations."""
    state = position(dice={"1d4": "NS"}, front="straight curve / ?")

    assert refused(state, "bring 1") == "RD2-87"
    play(state, "exchange 1d4 NS+EW")
    assert refused(state, "bring 1") == "RD2-87"
    assert legal(position(front="locomotive"), "bring") == ["bring 1", "bring 6"]
    assert refused(position(front="locomotive"), "bring 2") == "RD2-87"


@pytest.mark.clause("RD2-87")
def test_a_short_bank_brings_what_it_has() -> None:
    """RD2-R9: three tokens are left; then the bank is empty and the closing phase begins with its last filling."""
    state = position(front="locomotive", cash=[100, 100], pools=[40, 0, 0, 0, 0, 37])
    assert state.bank == 3
    play(state, "bring 1")

    assert state.phase == CLOSING
    assert list(state.pool) == [40 + 3 + 5, 0, 0, 0, 0, 37 + 5]


@pytest.mark.clause("RD2-88")
def test_it_can_be_repeated_with_further_dice() -> None:
    """Two locomotives and a wild face: three times, on tiles of one's choice."""
    state = play(position(front="locomotive locomotive ?"), "bring 1", "bring 1", "bring 6")

    assert list(state.pool) == [15, 0, 0, 0, 0, 10]
    assert refused(state, "bring 1") == "RD2-87"


@pytest.mark.clause("RD2-89")
def test_three_empty_tiles_fill_every_tile() -> None:
    """Two of four tiles with stations are empty; the transport that empties a third is followed by 5 a station everywhere."""
    state = position(stations=STATIONS, dice=TO_A, engines={0: "2"}, pools=[0, 2, 0, 0, 0, 9])
    play(state, "carry 2 A")

    assert list(state.pool) == [5, 5, 0, 5, 0, 14]
    assert state.phase == TURN


@pytest.mark.clause("RD2-89")
def test_two_empty_tiles_are_no_shortage() -> None:
    """And tiles without stations do not count (RD2-R28)."""
    state = position(stations=STATIONS, dice=TO_A, engines={0: "2"}, pools=[0, 2, 0, 4, 0, 9])
    play(state, "carry 2 A")

    assert list(state.pool) == [0, 0, 0, 4, 0, 9]


@pytest.mark.clause("RD2-89")
def test_with_two_manned_tiles_both_must_be_empty() -> None:
    """RD2-R28: all stations stand on tiles 1 and 2; when both are empty, both are filled."""
    stations = {"blue": "1d3", "black": "2b2", "A": "2c4"}
    one = position(stations=stations, front="straight", pools=[0, 7, 0, 0, 0, 0])
    both = position(stations=stations, front="straight", pools=[0, 0, 0, 0, 0, 0])

    assert list(play(one, "lay 1d4 NS").pool) == [0, 7, 0, 0, 0, 0]
    assert list(play(both, "lay 1d4 NS").pool) == [5, 10, 0, 0, 0, 0]


@pytest.mark.clause("RD2-89")
def test_a_shortage_is_filled_as_far_as_the_bank_goes() -> None:
    """RD2-R9, RD2-R39: 8 tokens fill tile 1 and part of tile 2; the bank is empty, so the last filling follows at once."""
    state = position(stations=STATIONS, dice=TO_A, engines={0: "2"}, pools=[0, 2, 0, 0, 0, 70], cash=[100, 100])
    assert state.bank == 8
    play(state, "carry 2 A")

    assert list(state.pool) == [5 + 5, 3 + 5, 0, 5, 0, 75]
    assert state.phase == CLOSING
    assert state.extra == 20
