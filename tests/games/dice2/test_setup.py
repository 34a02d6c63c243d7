"""Chapter 2: set-up by play."""

from __future__ import annotations

import pytest

from roundhouse.core.draw import Rng
from roundhouse.core.sentence import BadSetup
from roundhouse.core.state import fields, restore
from roundhouse.games.dice2 import GAME
from roundhouse.games.dice2.board import CELLS, STATION
from roundhouse.games.dice2.position import GREYS, HOMES, NONE, TURN
from roundhouse.games.dice2.start import Options, start
from roundhouse.games.dice2.state import Dice2
from roundhouse.games.dice2.stations import owner_of, sites, steps
from tests.games.dice2.positions import legal, play, position, refused, square
from tests.sampling import seeds


def placed_at_random(seats: int, seed: int, options: Options | None = None) -> Dice2:
    """The first turn after a set-up at random."""
    state = start(seats, options or Options())
    rng = Rng(seed)
    while state.phase != TURN:
        moves = state.legal_moves()
        state.apply(moves[rng.below(len(moves))])
    return state


@pytest.mark.clause("RD2-11")
def test_each_seat_has_a_home_of_its_own_colour() -> None:
    """Seat 0 places the blue station, seat 1 the black one."""
    state = play(start(2, Options()), "place 1d3", "place 6a2")

    assert state.board[square("1d3")] == STATION + 0
    assert state.board[square("6a2")] == STATION + 1
    assert list(state.site[:4]) == [square("1d3"), square("6a2"), NONE, NONE]


@pytest.mark.clause("RD2-12")
@pytest.mark.parametrize(("seats", "greys", "seed"), [(2, 8, 5999), (3, 9, 5892), (4, 8, 5892)])
def test_number_of_grey_stations(seats: int, greys: int, seed: int) -> None:
    """4, 3 or 2 each: set-ups in which all of them found room, and no other has more."""
    assert placed_at_random(seats, seed).placed - seats == greys
    assert max(placed_at_random(seats, other).placed - seats for other in seeds(100)) <= greys


@pytest.mark.clause("RD2-12")
def test_with_three_players_the_unused_colour_is_the_ninth_neutral_station() -> None:
    """Eight grey stations stand already: the next one is green, and nobody's."""
    state = start(3, Options())
    values = fields(state) | {"phase": GREYS, "placed": 3 + 8, "actor": 2, "turn": 2}
    state = restore(Dice2, values)

    state.apply(square("5b3"))

    assert state.site[3] == square("5b3")
    assert owner_of(state, 3) == NONE


@pytest.mark.clause("RD2-13")
def test_grey_stations_belong_to_nobody() -> None:
    """Homes have owners, grey stations none, whoever placed them."""
    state = placed_at_random(2, 1)

    assert [owner_of(state, station) for station in range(12)] == [0, 1, *[NONE] * 10]


@pytest.mark.clause("RD2-14")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_starts_with_ten(seats: int) -> None:
    """Two brown tokens each."""
    assert list(start(seats, Options()).cash) == [10] * seats


@pytest.mark.clause("RD2-15")
def test_the_start_player_is_an_option() -> None:
    """Seat 0 if nothing is said; a seat that does not exist is refused."""
    assert start(3, Options()).actor == 0
    assert start(3, Options(first_seat=2)).actor == 2
    with pytest.raises(BadSetup, match="0 to 2"):
        GAME.start(3, Options(first_seat=3))


@pytest.mark.clause("RD2-16")
def test_homes_are_placed_clockwise_from_the_start_player() -> None:
    """With seat 1 first of three: 1, 2, 0; nothing else can be done."""
    state = start(3, Options(first_seat=1))
    seen = []
    for place in ("place 1d3", "place 6a2", "place 2c3"):
        seen.append(state.actor)
        assert refused(state, "dice 4") == "RD2-16"
        play(state, place)

    assert seen == [1, 2, 0]
    assert list(state.site[:3]) == [square("2c3"), square("1d3"), square("6a2")]
    assert state.phase == GREYS


@pytest.mark.clause("RD2-17")
def test_no_second_home_on_a_tile() -> None:
    """Tile 6 is taken: its far corner is refused, other tiles are not."""
    state = play(start(2, Options()), "place 6a1")

    assert refused(state, "place 6c3") == "RD2-17"
    assert refused(state, "place 5a1") == ""


@pytest.mark.clause("RD2-17")
def test_a_home_finds_room_even_if_every_free_tile_is_closed() -> None:
    """RD2-R40: on a strip only tile 1 is without a station; when its two land squares are closed, other tiles are open."""
    strip = Options(layout="2@0,0 3@0,4 4@0,8 5@0,12 6@0,16 1@0,20")
    values = fields(start(4, strip)) | {"stops": [0, 1, 1, 1, 1, 1], "placed": 3, "actor": 3, "turn": 3}
    state = restore(Dice2, values)
    closed = restore(Dice2, values | {"site": [square("6d2"), *[NONE] * 11]})

    assert state.phase == HOMES
    assert legal(state) == ["place 1a2", "place 1a3"]
    assert legal(closed)
    assert not [text for text in legal(closed) if text.startswith("place 1")]
    assert refused(closed, "place 1a2") == "RD2-22"
    assert refused(closed, "place 3b2") == ""


@pytest.mark.clause("RD2-18")
def test_grey_stations_are_placed_one_each_clockwise() -> None:
    """Two seats, seat 1 first: 1, 0, 1, 0, ...; nothing else can be done."""
    state = play(start(2, Options(first_seat=1)), "place 1d3", "place 6a2")
    seen = []
    while state.phase == GREYS:
        seen.append(state.actor)
        assert refused(state, "end") == "RD2-18"
        state.apply(state.legal_moves()[0])

    assert seen[:4] == [1, 0, 1, 0]
    assert state.actor == 1


@pytest.mark.clause("RD2-19")
def test_a_tile_may_hold_several_grey_stations() -> None:
    """A second station on tile 6 once homes are placed."""
    state = play(start(2, Options()), "place 1d3", "place 6a2", "place 6c3")

    assert state.stops[5] == 2


@pytest.mark.clause("RD2-20")
def test_no_station_at_the_edge_of_the_map() -> None:
    """The rim of the map is refused; the rim of a tile in the middle of the map is not."""
    state = start(2, Options())

    for place in ("1a1", "1a2", "3d4", "6d1", "5b4", "2c1"):
        assert refused(state, f"place {place}") == "RD2-20"
    assert refused(state, "place 2a2") == ""
    assert refused(state, "place 5b1") == ""


@pytest.mark.clause("RD2-21")
def test_no_station_on_water_but_on_mountains() -> None:
    """The lake is refused, the ridge is not."""
    state = start(2, Options())

    assert refused(state, "place 1b2") == "RD2-21"
    assert refused(state, "place 2b2") == ""


@pytest.mark.clause("RD2-22")
def test_two_squares_between_stations() -> None:
    """Counted in steps along the sides: three steps away is free, two are not, also around a corner and across tiles."""
    state = play(start(2, Options()), "place 2b3", "place 6a2")

    assert refused(state, "place 2b2") == "RD2-22"
    assert refused(state, "place 2c2") == "RD2-22"
    assert refused(state, "place 2d3") == "RD2-22"
    assert refused(state, "place 5b1") == "RD2-22"
    assert refused(state, "place 2b3") == "RD2-22"
    assert refused(state, "place 2d2") == ""
    assert steps(state, square("2b3"), square("2d2")) == 3


@pytest.mark.clause("RD2-23")
@pytest.mark.parametrize("seed", range(20))
def test_play_begins_when_no_grey_station_has_a_square_left(seed: int) -> None:
    """Either all are placed, or not one more fits; the others are out of the game."""
    state = placed_at_random(4, seed)
    full = state.placed == 12
    again = state.copy()
    again.phase = GREYS

    assert full or len(sites(again)) == 0
    assert (state.site[-1] == NONE) == (not full)


@pytest.mark.clause("RD2-23")
def test_often_some_grey_stations_have_no_room() -> None:
    """With careless placing most games begin without some of them."""
    assert sum(placed_at_random(2, seed).placed < 10 for seed in range(50)) > 10


@pytest.mark.clause("RD2-24")
def test_pools_are_kept_apart() -> None:
    """Passengers brought in on one tile are no others' (also the bank's loss)."""
    state = position(front="locomotive")
    before = list(state.pool)
    play(state, "bring 1")

    assert [after - old for after, old in zip(state.pool, before, strict=True)] == [5, 0, 0, 0, 0, 0]


@pytest.mark.clause("RD2-25")
@pytest.mark.parametrize("seed", range(10))
def test_five_passengers_for_every_station(seed: int) -> None:
    """On every tile, home or grey; none where no station stands."""
    state = placed_at_random(3, seed)
    counts = [sum(site // CELLS == tile for site in state.site if site != NONE) for tile in range(6)]

    assert list(state.stops) == counts
    assert list(state.pool) == [5 * count for count in counts]


@pytest.mark.clause("RD2-26")
def test_all_dice_are_in_the_bank() -> None:
    """None lies before a player."""
    state = placed_at_random(2, 3)

    assert (state.simple, state.complex, sum(state.front)) == (30, 20, 0)


@pytest.mark.clause("RD2-27", "RD2-74")
def test_locomotives_are_sold_in_ascending_order() -> None:
    """With endless money every card comes in order, 2 to 6."""
    state = position(seats=3, stations={"blue": "1d3", "black": "6a2", "white": "3b3"}, cash=[260, 0, 0], pools=[0, 0, 5, 0, 0, 5])
    bought = []
    while "buy" in legal(state):
        before = list(state.engines[:5])
        state.apply(GAME.parse("buy"))
        bought += [value + 2 for value in range(5) if state.engines[value] > before[value]]

    assert bought == [2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6]


@pytest.mark.clause("RD2-28")
def test_two_players_have_two_locomotives_of_each_value() -> None:
    """Ten cards; three and four players have all fifteen."""
    assert [list(start(seats, Options()).stock) for seats in (2, 3, 4)] == [[2] * 5, [3] * 5, [3] * 5]


@pytest.mark.clause("RD2-29")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_rest_of_the_tokens_is_the_bank(seats: int) -> None:
    """280 less 10 a player and 5 a station."""
    state = placed_at_random(seats, 4)

    assert state.bank == 280 - 10 * seats - 5 * state.placed
