"""Chapter 12: the closing phase, the end of the game and the winner."""

from __future__ import annotations

import pytest

from roundhouse.core.state import OVER
from roundhouse.games.dice2.ending import can_transport
from roundhouse.games.dice2.position import CLOSING, LAID, TURN
from tests.games.dice2.positions import faces, legal, play, position, refused

STATIONS = {"blue": "1d3", "black": "6a2", "A": "2c3", "B": "4b1"}
TO_A = {"2a3": "EW", "2b3": "EW"}


@pytest.mark.clause("RD2-90")
def test_closing_begins_when_a_player_has_linked_all_stations() -> None:
    """(a): blue links the only other station in play. Stations that were never placed do not count."""
    stations = {"blue": "1d3", "black": "2c3"}
    state = position(stations=stations, dice={"2a3": "EW"}, front="straight curve")
    play(state, "lay 2b3 EW")

    assert state.phase == CLOSING
    assert list(state.cash) == [15, 15]


@pytest.mark.clause("RD2-90")
def test_closing_begins_for_all_when_another_player_has_linked_all() -> None:
    """(a) with three seats: blue lays the die that gives black its last link; white is out of it."""
    stations = {"blue": "1d3", "black": "2c3", "white": "3b4"}
    dice = {"2a3": "EW", "2d3": "EW", "3a3": "SW", "3a4": "NE"}
    state = position(seats=3, stations=stations, dice=dice, front="straight", cash=[10, 10, 10])
    play(state, "lay 2b3 EW")

    assert state.phase == CLOSING
    assert [bin(mask).count("1") for mask in state.linked] == [1, 2, 1]


@pytest.mark.clause("RD2-90")
def test_closing_begins_when_the_bank_is_empty() -> None:
    """(b): the last 10 tokens go to the pools."""
    state = position(cash=[100, 100], pools=[35, 0, 0, 0, 0, 35])
    play(state, "feed")

    assert state.phase == CLOSING


@pytest.mark.clause("RD2-90")
def test_closing_begins_when_the_last_complex_die_is_laid() -> None:
    """(c), RD2-R30: nineteen crossings lie in a block; taking the twentieth does not close, as it may come back; laying it does."""
    block = {f"{tile}{column}{row}": "NS+EW" for tile in (4, 5) for column in "bcd" for row in (1, 2, 3)}
    stations = {"blue": "1d3", "black": "3b3"}
    state = position(stations=stations, dice={"1d4": "NS", **block, "6b2": "NS+EW"})
    assert state.complex == 1
    play(state, "dice ?")
    assert state.phase == TURN
    play(state, "exchange 1d4 NS+EW")

    assert state.phase == CLOSING


@pytest.mark.clause("RD2-90")
def test_closing_begins_when_two_dice_are_left() -> None:
    """(d), RD2-R30: 29 simple and 18 complex dice lie on the map away from the homes; the last simple one is laid: two are left."""
    crossings = {
        f"{tile}{column}{row}": "NS+EW"
        for tile, columns in ((4, "bcd"), (5, "abcd"), (6, "ab"))
        for column in columns
        for row in (2, 3)
    }
    rows = [
        f"{tile}{column}{row}" for row in (1, 4) for tile, columns in ((4, "bcd"), (5, "abcd"), (6, "abc")) for column in columns
    ]
    top = [f"{tile}{column}1" for tile, columns in ((1, "bcd"), (2, "abcd"), (3, "ab")) for column in columns]
    state = position(
        stations={"blue": "1d3", "black": "3b3"}, dice={**crossings, **dict.fromkeys(rows + top, "EW")}, front="straight"
    )
    assert (state.simple, state.complex, state.phase) == (0, 2, TURN)
    play(state, "lay 1d4 NS")

    assert state.phase == CLOSING


@pytest.mark.clause("RD2-90")
@pytest.mark.parametrize("seats", [2, 3])
def test_closing_begins_after_three_idle_rounds(seats: int) -> None:
    """RD2-R37: turns in which nothing is laid, bought or carried, three for every seat; feeding and rolling do not count."""
    stations = {"blue": "1d3", "black": "6a2", "white": "3b3"} if seats == 3 else {"blue": "1d3", "black": "6a2"}
    state = position(seats=seats, stations=stations)
    for _ in range(3 * seats - 1):
        play(state, "end")
    assert state.phase == TURN
    play(state, "feed", "end")

    assert state.phase == CLOSING
    assert state.actor == 0
    assert state.quiet == 0


@pytest.mark.clause("RD2-90")
def test_a_purchase_breaks_the_idle_rounds() -> None:
    """Five idle turns, then a purchase: the count starts again."""
    state = position()
    play(state, "end", "end", "end", "end", "end", "buy", "end")

    assert (state.phase, state.idle) == (TURN, 0)


@pytest.mark.clause("RD2-91")
def test_the_last_filling_comes_at_once_and_in_full() -> None:
    """RD2-R29: the bank has 7, the filling needs 10: 3 are substitutes. RD2-R32: dice go back, used things stay used."""
    stations = {"blue": "1d3", "black": "2c3"}
    state = position(stations=stations, dice={"2a3": "EW"}, front="straight curve / fork", pools=[0, 90, 0, 0, 0, 0], cash=[90, 83])
    assert state.bank == 17
    play(state, "lay 2b3 EW")

    assert list(state.cash) == [95, 88]
    assert list(state.pool) == [5, 95, 0, 0, 0, 0]
    assert (state.bank, state.extra) == (0, 3)
    assert list(state.front) == faces("")
    assert (state.actor, state.simple, state.complex) == (0, 28, 20)


@pytest.mark.clause("RD2-92")
def test_no_shortage_in_the_closing_phase() -> None:
    """The transport empties the last of the tiles but one; nothing is filled."""
    state = position(stations=STATIONS, dice=TO_A, phase=CLOSING, engines={0: "2"}, pools=[0, 2, 0, 0, 0, 9])
    play(state, "carry 2 A")

    assert list(state.pool) == [0, 0, 0, 0, 0, 9]


@pytest.mark.clause("RD2-93")
def test_only_buying_and_transporting_are_left() -> None:
    """RD2-R31: both, any number of times, in any order; nothing else."""
    state = position(stations=STATIONS, dice=TO_A, phase=CLOSING, engines={0: "2"}, cash=[30, 10])

    assert legal(state) == ["buy", "carry 2 A", "end"]
    for text in ("dice 4", "dice ?", "feed", "lay 1d4 NS", "exchange 2a3 NS+EW", "bring 1"):
        assert refused(state, text) == "RD2-93"
    play(state, "buy", "carry 2 A", "buy")


@pytest.mark.clause("RD2-93")
def test_what_was_used_before_closing_stays_used() -> None:
    """RD2-R32: the locomotive and the station of this turn."""
    stations = {"blue": "1d3", "black": "2c3", "A": "1b4"}
    state = position(stations=stations, dice={"2a3": "EW", "1d4": "NW", "1c4": "EW"}, front="straight", engines={0: "2"})
    play(state, "carry 2 A", "lay 2b3 EW")

    assert state.phase == CLOSING
    assert refused(state, "carry 2 black") == "RD2-79"


@pytest.mark.clause("RD2-94")
def test_closing_never_ends_but_with_the_game() -> None:
    """The bank is full of money again after purchases: still closing."""
    state = position(stations=STATIONS, dice=TO_A, phase=CLOSING, engines={0: "2"}, cash=[30, 10])
    play(state, "buy", "carry 2 A", "end")

    assert state.phase == CLOSING
    assert state.actor == 1
    assert "dice 4" not in legal(state)


@pytest.mark.clause("RD2-95")
def test_the_game_ends_when_nobody_waits_any_more() -> None:
    """The last two passengers are carried; at the end of that turn it is over."""
    state = position(stations=STATIONS, dice=TO_A, phase=CLOSING, engines={0: "2"}, pools=[0, 2, 0, 0, 0, 0])
    play(state, "carry 2 A")
    assert state.actor == 0
    play(state, "end")

    assert state.actor == OVER
    assert legal(state) == []
    assert refused(state, "end") == "RD2-95"


@pytest.mark.clause("RD2-95")
def test_the_game_ends_when_nobody_can_transport_any_more() -> None:
    """Many wait, but no line leads to them."""
    state = position(phase=CLOSING, engines={0: "2"})
    play(state, "end")

    assert state.actor == OVER


@pytest.mark.clause("RD2-95")
@pytest.mark.parametrize(("cash", "can"), [(4, False), (5, True)])
def test_a_locomotive_that_could_be_bought_counts(cash: int, can: bool) -> None:
    """RD2-R33: blue has a line of two tiles and no locomotive; five tokens buy a 2."""
    state = position(stations=STATIONS, dice=TO_A, phase=CLOSING, cash=[cash, 0])

    assert can_transport(state, 0) == can
    assert (play(state, "end").actor == OVER) == (not can)


@pytest.mark.clause("RD2-95")
@pytest.mark.parametrize(("cash", "can"), [(19, False), (20, True)])
def test_locomotives_are_bought_in_their_order_for_that_test(cash: int, can: bool) -> None:
    """A line of three tiles needs a 3, and two 2s are on sale before it: 5 + 5 + 10."""
    dice = {"1d4": "NS", "4d1": "NE", "5a1": "EW", "5b1": "SW"}
    state = position(stations={"blue": "1d3", "black": "6a2", "A": "5b2", "B": "3b3"}, dice=dice, phase=CLOSING, cash=[cash, 0])

    assert can_transport(state, 0) == can


@pytest.mark.clause("RD2-95")
def test_a_round_without_a_transport_ends_the_game() -> None:
    """RD2-R33: blue could carry and does not, black cannot; after two quiet turns begun in the closing phase it is over."""
    state = position(stations=STATIONS, dice=TO_A, phase=CLOSING, engines={0: "2"})
    play(state, "end")
    assert state.actor == 1
    play(state, "end")

    assert state.actor == OVER


@pytest.mark.clause("RD2-95")
def test_the_turn_in_which_closing_began_is_not_a_quiet_one() -> None:
    """It began before: two more turns are needed."""
    stations = {"blue": "1d3", "black": "2c3"}
    state = position(stations=stations, dice={"2a3": "EW"}, front="straight", engines={0: "2"})
    play(state, "lay 2b3 EW", "end", "end")
    assert state.actor == 0
    play(state, "end")

    assert state.actor == OVER


@pytest.mark.clause("RD2-95")
def test_a_transport_breaks_the_quiet_round() -> None:
    """Black is quiet, blue carries, black is quiet: not over while blue can still carry."""
    state = position(stations=STATIONS, dice=TO_A, phase=CLOSING, engines={0: "2"}, pools=[5, 9, 0, 5, 0, 5])
    play(state, "carry 2 A", "end", "end", "carry 2 A", "end", "end")

    assert state.actor == 0
    assert state.quiet == 1


@pytest.mark.clause("RD2-96")
def test_most_tokens_win() -> None:
    """RD2-R34: all tokens held, spent ones not; stations and locomotives do not help."""
    state = position(stations=STATIONS, dice=TO_A, engines={0: "2 2"}, cash=[20, 21], actor=OVER)

    assert list(state.scores()) == [20, 21]
    assert list(state.ranks()) == [1, 0]


@pytest.mark.clause("RD2-97")
def test_ties_are_broken_by_linked_stations_then_by_locomotives() -> None:
    """Equal tokens: who has a link wins; without links, who has more locomotives; else both share the first place."""
    linked = position(stations=STATIONS, dice=TO_A, engines={1: "2 2"}, cash=[20, 20], actor=OVER)
    engines = position(stations=STATIONS, engines={1: "2 2"}, cash=[20, 20], actor=OVER)
    equal = position(stations=STATIONS, engines={0: "2", 1: "2"}, cash=[20, 20], actor=OVER)

    assert list(linked.ranks()) == [0, 1]
    assert list(engines.ranks()) == [1, 0]
    assert list(equal.ranks()) == [0, 0]


@pytest.mark.clause("RD2-97")
def test_before_the_end_only_tokens_rank() -> None:
    """During the game the ranking is that of the scores."""
    assert list(position(stations=STATIONS, dice=TO_A, cash=[20, 20]).ranks()) == [0, 0]


@pytest.mark.clause("RD2-100")
def test_connections_then_shortage_then_end() -> None:
    """One die: blue links black (5 each, bank 13 - 10 = 3), three tiles are empty (3 tokens go to tile 1), the bank is empty
    and all stations are linked: the last filling, in full."""
    stations = {"blue": "1d3", "black": "2c3", "A": "1b4"}
    dice = {"2a3": "EW", "1d4": "NW", "1c4": "EW"}
    state = position(stations=stations, dice=dice, front="straight", pools=[0, 0, 0, 0, 0, 0], cash=[150, 117])
    assert state.bank == 13
    play(state, "lay 2b3 EW")

    assert list(state.cash) == [155, 122]
    assert list(state.pool) == [3 + 10, 5, 0, 0, 0, 0]
    assert (state.bank, state.extra) == (0, 15)
    assert state.phase == CLOSING
    assert state.deeds == LAID
