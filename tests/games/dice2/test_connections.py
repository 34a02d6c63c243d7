"""Chapter 8: first connections."""

from __future__ import annotations

import pytest

from roundhouse.core.bits import count_bits
from roundhouse.games.dice2.position import CLOSING
from roundhouse.games.dice2.start import Options
from roundhouse.games.dice2.state import Dice2
from tests.games.dice2.positions import play, position

# Blue and black, a grey station out of the way, and a line from home to home with its last gap on 2c2, a mountain.
STATIONS = {"blue": "1d3", "black": "3a2", "A": "5b3"}
GAP = {"2a3": "EW", "2b3": "NW", "2b2": "ES", "2d2": "EW"}


@pytest.mark.clause("RD2-69")
def test_a_simple_die_that_joins_two_homes_pays_both() -> None:
    """Blue closes the gap (a mountain, fee 1): 5 to each from the bank."""
    state = position(stations=STATIONS, dice=GAP, front="straight")
    bank = state.bank
    play(state, "lay 2c2 EW")

    assert list(state.cash) == [14, 15]
    assert state.bank == bank + 1 - 10


@pytest.mark.clause("RD2-69")
def test_an_exchange_that_joins_two_homes_pays_both() -> None:
    """A straight stands across the line on 2c2; the crossing lets it through."""
    state = position(stations=STATIONS, dice={**GAP, "2c2": "NS", "2c1": "ES", "2c3": "NE"}, front="/ crossing")
    play(state, "exchange 2c2 NS+EW")

    assert list(state.cash) == [15, 15]


@pytest.mark.clause("RD2-69")
def test_several_new_pairs_of_one_die_all_pay() -> None:
    """RD2-R20: behind the gap a switch leads to black and to the grey A: 10 to blue, 5 to black. From black, A is behind the
    other branch."""
    stations = {"blue": "1d3", "black": "3a2", "A": "2d4", "B": "5b3"}
    state = position(stations=stations, dice={**GAP, "2d2": "W>ES", "2d3": "NS"}, front="straight")
    play(state, "lay 2c2 EW")

    assert list(state.cash) == [10 - 1 + 10, 10 + 5]
    assert [count_bits(mask) for mask in state.linked] == [2, 1]


def white_joins(own_only: bool) -> Dice2:
    """White, whose own line crosses there from the south, joins the homes of blue and black by an exchange."""
    stations = {"blue": "1d3", "black": "3a2", "white": "5c1", "A": "6c3"}
    dice = {**GAP, "2c2": "NS", "2c3": "NS", "2c4": "NS"}
    options = Options(own_connections_only=own_only)
    state = position(seats=3, stations=stations, dice=dice, front="/ crossing", turn=2, options=options, cash=[10, 10, 10])
    return play(state, "exchange 2c2 NS+EW")


@pytest.mark.clause("RD2-70")
def test_owners_are_paid_whoever_lays_the_die() -> None:
    """RD2-R20: white joins blue and black; they are paid, white is not."""
    assert list(white_joins(own_only=False).cash) == [15, 15, 10]


@pytest.mark.clause("RD2-71")
def test_a_grey_station_receives_nothing() -> None:
    """Blue links the grey A: 5 to blue, none to anyone else."""
    state = position(stations={"blue": "1d3", "black": "6a2", "A": "2c3"}, dice={"2a3": "EW"}, front="straight")
    bank = state.bank
    play(state, "lay 2b3 EW")

    assert list(state.cash) == [15, 10]
    assert state.bank == bank - 5


@pytest.mark.clause("RD2-72")
def test_a_second_line_between_the_same_stations_pays_nothing() -> None:
    """Blue has one line to A already; a second one, by the north, is not paid."""
    dice = {"2a3": "EW", "2b3": "EW", "1d2": "ES", "2a2": "EW", "2b2": "EW"}
    state = position(stations={"blue": "1d3", "black": "6a2", "A": "2c3"}, dice=dice, front="curve")
    play(state, "lay 2c2 SW")

    assert state.cash[0] == 10 - 1  # only the fee


@pytest.mark.clause("RD2-72")
def test_the_same_grey_station_pays_each_home_once() -> None:
    """A is linked with blue; when black links it too, that is another pair."""
    dice = {"2a3": "EW", "2b3": "EW", "6a1": "NS", "3a4": "NS"}
    state = position(
        stations={"blue": "1d3", "black": "6a2", "A": "2c3", "B": "4b1"}, dice={**dice, "3a3": "SW"}, front="straight", turn=1
    )
    play(state, "lay 2d3 EW")

    assert list(state.cash) == [10, 10 - 1 + 5]


@pytest.mark.clause("RD2-69")
def test_a_short_bank_pays_clockwise_from_the_active_player() -> None:
    """RD2-R9: 7 tokens are left for twice 5, and the fee makes 8: 5 to black, who lays, 3 to blue; then the bank is empty."""
    state = position(stations=STATIONS, dice=GAP, front="straight", turn=1, cash=[100, 100], pools=[25, 0, 24, 0, 24, 0])
    assert state.bank == 7
    play(state, "lay 2c2 EW")

    assert list(state.cash) == [103, 104]
    assert state.phase == CLOSING


@pytest.mark.clause("RD2-69")
def test_with_the_option_only_connections_of_the_active_player_pay() -> None:
    """RD2-R20, milder: white joins blue and black, nobody is paid, and the pair is joined all the same; blue's own pair pays."""
    state = white_joins(own_only=True)
    own = position(stations=STATIONS, dice=GAP, front="straight", options=Options(own_connections_only=True))

    assert list(state.cash) == [10, 10, 10]
    assert state.linked[0] == 1 << 1
    assert list(play(own, "lay 2c2 EW").cash) == [14, 15]
