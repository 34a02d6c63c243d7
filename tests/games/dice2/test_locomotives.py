"""Chapters 9 and 10: locomotives and transports."""

from __future__ import annotations

import pytest

from roundhouse.games.dice2.board import VALUES
from roundhouse.games.dice2.lines import distance
from roundhouse.games.dice2.notation import parse
from roundhouse.games.dice2.position import CLOSING
from tests.games.dice2.positions import NAMES, legal, play, position, refused, square

THREE = {"blue": "1d3", "black": "6a2", "white": "3b3", "A": "5b3"}

# Blue at 1d3 with a line to A on tile 2 (two tiles); B lies out of the way.
NEAR = {"blue": "1d3", "black": "6a2", "A": "2c3", "B": "4b1"}
TO_A = {"2a3": "EW", "2b3": "EW"}


@pytest.mark.clause("RD2-73")
@pytest.mark.parametrize(("value", "price"), [(2, 5), (3, 10), (4, 15), (5, 20), (6, 25)])
def test_the_price_goes_to_the_bank(value: int, price: int) -> None:
    """All lower values are sold; one token less is not enough."""
    stock = [0 if other < value else 3 for other in range(2, 7)]
    rich = position(seats=3, stations=THREE, stock=stock, cash=[price, 10, 10])
    poor = position(seats=3, stations=THREE, stock=stock, cash=[price - 1, 10, 10])
    bank = rich.bank
    rich.apply(parse("buy"))

    assert (rich.cash[0], rich.bank) == (0, bank + price)
    assert rich.engines[value - 2] == 1
    assert refused(poor, "buy") == "RD2-73"


@pytest.mark.clause("RD2-74")
def test_the_next_value_opens_when_the_last_card_before_it_is_sold() -> None:
    """One 2 is left: the next purchase is a 2, the one after it a 3."""
    state = position(engines={1: "2"}, cash=[40, 10])
    play(state, "buy")
    assert list(state.engines[:VALUES]) == [1, 0, 0, 0, 0]
    play(state, "buy")

    assert list(state.engines[:VALUES]) == [1, 1, 0, 0, 0]


@pytest.mark.clause("RD2-74")
def test_when_all_are_sold_none_can_be_bought() -> None:
    """The bank is empty."""
    assert refused(position(stock=[0, 0, 0, 0, 0], cash=[100, 10]), "buy") == "RD2-74"


@pytest.mark.clause("RD2-75")
def test_several_can_be_bought_and_used_in_one_turn() -> None:
    """RD2-R22: one after another at the price of the moment: 5 + 5 + 10; the first is used at once."""
    state = position(stations=NEAR, dice=TO_A, cash=[30, 10])
    play(state, "buy", "carry 2 A", "buy", "buy")

    assert state.cash[0] == 30 - 20 + 2
    assert list(state.engines[:VALUES]) == [2, 1, 0, 0, 0]


@pytest.mark.clause("RD2-76")
def test_the_first_four_scraps_every_two() -> None:
    """Of all players, also the buyer's, also one used this turn; the 3s stay."""
    state = position(stations=NEAR, dice=TO_A, engines={0: "2 3", 1: "2 3"}, cash=[20, 10])
    play(state, "carry 2 A", "buy")

    assert list(state.engines) == [0, 1, 1, 0, 0, 0, 1, 0, 0, 0]
    assert list(state.used) == [0, 0, 0, 0, 0]
    assert refused(state, "carry 2 A") == "RD2-78"


@pytest.mark.clause("RD2-77")
def test_nothing_else_is_scrapped() -> None:
    """Buying a 5 and a 6 leaves 3s and 4s alone."""
    state = position(stations=NEAR, engines={0: "3 3", 1: "4 4 5"}, stock=[0, 0, 0, 1, 2], cash=[45, 10])
    play(state, "buy", "buy")

    assert list(state.engines) == [0, 2, 0, 1, 1, 0, 0, 2, 1, 0]


@pytest.mark.clause("RD2-78")
def test_a_transport_needs_a_locomotive_and_a_linked_station() -> None:
    """The own home, a station without a line, one that is not in play and a missing locomotive are refused."""
    state = position(stations=NEAR, dice=TO_A, engines={0: "2"})

    assert legal(state, "carry") == ["carry 2 A"]
    for text in ("carry 2 blue", "carry 2 black", "carry 2 B", "carry 2 white", "carry 2 H", "carry 3 A"):
        assert refused(state, text) == "RD2-78"


@pytest.mark.clause("RD2-79")
def test_a_locomotive_works_once_a_turn_and_is_fresh_in_the_next() -> None:
    """One 2: after A it is used; when the turn comes round again it is not."""
    stations = {**NEAR, "B": "6c3", "C": "1b4"}
    state = position(stations=stations, dice={**TO_A, "1d4": "NW", "1c4": "EW"}, engines={0: "2"})
    play(state, "carry 2 A")
    assert refused(state, "carry 2 C") == "RD2-79"
    play(state, "end", "end")

    assert refused(state, "carry 2 C") == ""


@pytest.mark.clause("RD2-80")
def test_a_destination_is_served_once_a_turn() -> None:
    """Two locomotives, one station: the second may not go there; next turn it may."""
    state = position(stations=NEAR, dice=TO_A, engines={0: "2 2"}, pools=[5, 10, 0, 5, 0, 5])
    play(state, "carry 2 A")
    assert refused(state, "carry 2 A") == "RD2-80"
    play(state, "end", "end")

    assert refused(state, "carry 2 A") == ""


@pytest.mark.clause("RD2-81")
@pytest.mark.parametrize(
    ("station", "dice", "tiles"),
    [
        ("1b4", {"1d4": "NW", "1c4": "EW"}, 1),
        ("2c3", TO_A, 2),
        ("5b2", {"1d4": "NS", "4d1": "NE", "5a1": "EW", "5b1": "SW"}, 3),
    ],
)
def test_distance_counts_the_tiles_of_both_ends(station: str, dice: dict[str, str], tiles: int) -> None:
    """On the home's own tile 1, on the next one 2, around a corner 3."""
    state = position(stations={"blue": "1d3", "black": "6a2", "A": station}, dice=dice)

    assert distance(state, 0, square(station)) == tiles


@pytest.mark.clause("RD2-82")
def test_a_tile_entered_again_counts_again() -> None:
    """Out to tile 2 and back: tile 1, 2, 1; the station on the home's own tile is three tiles away."""
    dice = {"1d4": "NW", "1d3": "ES", "2a3": "NW", "2a2": "SW"}
    state = position(stations={"blue": "1c4", "black": "6a2", "A": "1d2"}, dice=dice)
    state.check()

    assert state.linked[0] == 1 << NAMES.index("A")
    assert distance(state, 0, square("1d2")) == 3


@pytest.mark.clause("RD2-83")
def test_a_locomotive_goes_no_farther_than_its_value() -> None:
    """Three tiles: a 2 is refused, a 3 may go."""
    state = position(
        stations={"blue": "1d3", "black": "6a2", "A": "5b2", "B": "3b3"},
        dice={"1d4": "NS", "4d1": "NE", "5a1": "EW", "5b1": "SW"},
        engines={0: "2 2 3"},
    )

    assert refused(state, "carry 2 A") == "RD2-83"
    assert refused(state, "carry 3 A") == ""


@pytest.mark.clause("RD2-83")
def test_the_best_of_several_lines_counts() -> None:
    """RD2-R24: three tiles by the south, then a second line of two tiles: the shorter one decides from then on."""
    stations = {"blue": "1d3", "black": "6a2", "A": "2b4", "B": "6c3"}
    state = position(
        stations=stations, dice={"1d4": "NS", "4d1": "NE", "5a1": "EW", "5b1": "NW"}, front="straight curve", engines={0: "2"}
    )
    assert distance(state, 0, square("2b4")) == 4
    assert refused(state, "carry 2 A") == "RD2-83"
    play(state, "lay 2a3 EW", "lay 2b3 SW")

    assert distance(state, 0, square("2b4")) == 2
    assert refused(state, "carry 2 A") == ""


@pytest.mark.clause("RD2-84")
def test_locomotives_are_never_added() -> None:
    """2 and 2 do not make the three tiles; and each brings only its own load."""
    far = position(
        stations={"blue": "1d3", "black": "6a2", "A": "5b2", "B": "3b3"},
        dice={"1d4": "NS", "4d1": "NE", "5a1": "EW", "5b1": "SW"},
        engines={0: "2 2"},
    )
    near = play(position(stations=NEAR, dice=TO_A, engines={0: "2 2"}), "carry 2 A")

    assert legal(far, "carry") == []
    assert near.cash[0] == 12
    assert refused(near, "carry 2 A") == "RD2-80"


@pytest.mark.clause("RD2-85")
@pytest.mark.parametrize(("waiting", "brought"), [(1, 1), (2, 2), (3, 3), (4, 3), (10, 3)])
def test_the_load_is_the_value_or_all_who_wait(waiting: int, brought: int) -> None:
    """A locomotive 3 at a pool of different sizes; the passengers become tokens."""
    state = position(stations=NEAR, dice=TO_A, engines={0: "3", 1: "2 2"}, pools=[5, waiting, 0, 5, 0, 5])
    play(state, "carry 3 A")

    assert state.cash[0] == 10 + brought
    assert state.pool[1] == waiting - brought


@pytest.mark.clause("RD2-85")
def test_two_stations_of_a_tile_share_its_pool() -> None:
    """RD2-R25: A and C on tile 2; after the 3 took three of four, the 2 finds one."""
    stations = {"blue": "1d4", "black": "6a2", "A": "2c4", "C": "2a2", "B": "4b2"}
    dice = {"2a4": "EW", "2b4": "EW", "1d3": "NS", "1d2": "ES"}
    state = position(stations=stations, dice=dice, engines={0: "2 3", 1: "2"}, pools=[5, 4, 0, 5, 0, 5])
    play(state, "carry 3 A", "carry 2 C")

    assert state.cash[0] == 10 + 3 + 1


@pytest.mark.clause("RD2-85")
def test_another_home_is_a_destination_like_any_other() -> None:
    """RD2-R25: blue carries from black's home; black receives nothing."""
    dice = {"1d4": "NS", "4d1": "NE", "5a1": "EW", "5b1": "EW", "5c1": "EW", "5d1": "SW", "5d2": "NE"}
    state = position(
        stations={"blue": "1d3", "black": "6a2", "A": "3b3"},
        dice=dice,
        engines={0: "4", 1: "3 3"},
        stock=[0, 0, 1, 2, 2],
        cash=[10, 10],
    )
    play(state, "carry 4 black")

    assert list(state.cash) == [14, 10]


@pytest.mark.clause("RD2-86")
def test_the_example_of_transports() -> None:
    """Black on tile 6 with locomotives 4 and 5; F, A, B, C, D linked at distances 1, 2, 3, 6, 2; E and G without a line."""
    stations = {"blue": "1d2", "black": "6a2", "A": "5b3", "B": "4d2", "C": "1c4", "D": "3b3", "E": "2c2", "F": "6c3", "G": "5c1"}
    dice = {
        "6b2": "SW", "6b3": "NE",  # to F
        "5d2": "E>SW", "5d3": "NW", "5c3": "EW",  # to A
        "5c2": "EW", "5b2": "EW", "5a2": "EW",  # on to B, by the other branch
        "6a1": "NS", "3a4": "S>NE", "3b4": "NW",  # to D
        "3a3": "SW", "2d3": "EW", "2c3": "EW", "2b3": "EW", "2a3": "EW", "1d3": "ES", "1d4": "NS", "4d1": "NW", "4c1": "NE",  # to C
    }  # fmt: skip
    state = position(
        stations=stations, dice=dice, engines={0: "3 3 4", 1: "4 5"}, stock=[0, 0, 0, 1, 2], pools=[5, 5, 0, 13, 10, 3], turn=1
    )
    state.check()
    tiles = {name: distance(state, 1, state.site[NAMES.index(name)]) for name in "ABCDEFG"}

    assert tiles == {"F": 1, "A": 2, "B": 3, "C": 6, "D": 2, "E": 0, "G": 0}
    assert legal(state, "carry") == ["carry 4 A", "carry 4 B", "carry 4 F", "carry 5 A", "carry 5 B", "carry 5 F"]
    brought = {}
    for text in legal(state, "carry"):
        brought[text] = play(state.copy(), text).cash[1] - 10
    assert brought == {"carry 4 A": 4, "carry 4 B": 4, "carry 4 F": 3, "carry 5 A": 5, "carry 5 B": 5, "carry 5 F": 3}
    assert [refused(play(state.copy(), "carry 4 A"), "carry 5 A"), refused(play(state.copy(), "carry 5 B"), "carry 4 B")] == [
        "RD2-80"
    ] * 2
    assert [refused(state, f"carry {value} C") for value in (4, 5)] == ["RD2-83"] * 2
    assert refused(state, "carry 5 D") == "RD2-99"
    assert [refused(state, f"carry 5 {name}") for name in "EG"] == ["RD2-78"] * 2


@pytest.mark.clause("RD2-99")
def test_a_trip_without_passengers_is_no_action() -> None:
    """RD2-R38: an empty pool cannot be served; the load is not chosen either, there is one move a locomotive and station."""
    state = position(stations=NEAR, dice=TO_A, engines={0: "2"}, pools=[5, 0, 0, 5, 0, 5])

    assert refused(state, "carry 2 A") == "RD2-99"
    assert state.phase != CLOSING
