"""Chapter 11: fees, and bridges over lakes."""

from __future__ import annotations

from typing import Any

import pytest

from roundhouse.games.dice1.bridges import open_bridges
from roundhouse.games.dice1.position import PAYING
from tests.games.dice1.positions import EAST, HOME, Tile, in_front, legal, mask, play, position, refused, square

LEFT = "e4:WE f4:WE g4:WE"
LAKE: Tile = ("lake", 1, 0, "")
PASS: Tile = ("foothills 2", 1, 0, "")  # mountain to the north and east: its rows are those of the foothills upside down
MOUNTAIN: Tile = ("mountain", 2, 0, "")
SHORE: dict[str, Any] = {"land": (HOME, LAKE), "east_on": 1, "east": "a4:WE b4:WE", "rest": LEFT}  # points at the lake square c4
HIGH: dict[str, Any] = {"land": (HOME, PASS, MOUNTAIN), "east_on": 2, "east": "a2:WE", "west": "c4:EW b4:EW a4:EN a3:SN"}


@pytest.mark.clause("RD1-73")
def test_a_bridge_costs_two_dice_once() -> None:
    """c4, d4, e4: three rails on one lake; the fee is paid with the first."""
    state = position(front={0: "4 straight"}, reserve={0: 3}, **SHORE)
    bank = state.bank

    play(state, "lay east E-E")
    assert (state.reserve[0], state.bank) == (1, bank + 2)
    play(state, "lay east E-E", "lay east E-E")
    assert (state.reserve[0], state.at[EAST]) == (1, square("e4"))


@pytest.mark.clause("RD1-73")
@pytest.mark.parametrize(("reserve", "wild", "clause"), [(2, 0, ""), (1, 1, ""), (0, 2, ""), (1, 0, "RD1-73"), (0, 1, "RD1-73")])
def test_the_fee_must_be_there(reserve: int, wild: int, clause: str) -> None:
    """In reserve and wild dice together."""
    state = position(front={0: f"3 straight {wild} wild"}, reserve={0: reserve}, **SHORE)

    assert refused(state, "lay east E-E") == clause


@pytest.mark.clause("RD1-74")
def test_a_bridge_is_begun_only_if_a_shore_is_in_reach() -> None:
    """Three straights lead over c4, d4, e4 to f4; two do not, but two curves lead by c3 and b3 to the shore."""
    assert refused(position(front={0: "3 straight"}, reserve={0: 2}, **SHORE), "lay east E-E") == ""
    assert refused(position(front={0: "2 straight"}, reserve={0: 2}, **SHORE), "lay east E-E") == "RD1-74"
    assert refused(position(front={0: "1 straight 2 curve"}, reserve={0: 2}, **SHORE), "lay east E-E") == ""


@pytest.mark.clause("RD1-74")
def test_a_bridge_may_end_with_a_rail_on_the_lake_that_points_at_the_shore() -> None:
    """The last rail is on e4 and points at f4: the turn may end there."""
    state = play(position(front={0: "3 straight"}, reserve={0: 2}, **SHORE), "lay east E-E", "lay east E-E", "lay east E-E")

    assert open_bridges(state) == 0
    assert play(state, "end").turn == 1


@pytest.mark.clause("RD1-74")
def test_wild_dice_are_rails_or_pay_but_not_both() -> None:
    """Three straights are needed and two dice for the fee: five wild dice do, four do not."""
    assert refused(position(front={0: "5 wild"}, **SHORE), "lay east E-E") == ""
    assert refused(position(front={0: "3 wild"}, **SHORE), "lay east E-E") == "RD1-74"


@pytest.mark.clause("RD1-75")
def test_no_turn_ends_with_an_end_that_points_at_a_lake() -> None:
    """In the middle of the bridge END is refused; and so is a rail that would point at the lake without means to cross it."""
    state = play(position(front={0: "3 straight"}, reserve={0: 2}, **SHORE), "lay east E-E")
    before = {**SHORE, "east": "a4:WE"}

    assert refused(state, "end") == "RD1-75"
    assert refused(position(front={0: "1 straight"}, **before), "lay east E-E") == "RD1-74"
    assert refused(position(front={0: "4 straight"}, reserve={0: 2}, **before), "lay east E-E") == ""


@pytest.mark.clause("RD1-75")
def test_a_lakeside_station_points_nowhere() -> None:
    """RD1-R15: d3 has lakes on its three free sides, and the turn may end there."""
    state = position(
        directors={"green": 0}, reserve={0: 3}, land=(HOME, LAKE), east_on=1, east="a1:WE b1:WE c1:WE d1:WS d2:NS", rest=LEFT
    )

    play(state, "station east green lakeside")

    assert play(state, "end").turn == 1


@pytest.mark.clause("RD1-76")
def test_meadow_squares_cost_nothing() -> None:
    """Without any means to pay."""
    assert play(position(front={0: "2 straight"}), "lay west W-W", "lay east E-E").taken[0] == mask("c4 d4 e4")


@pytest.mark.clause("RD1-77")
def test_one_die_opens_a_mountain_zone_for_the_turn() -> None:
    """Two rails in the same zone for one die."""
    state = position(front={0: "2 straight"}, reserve={0: 2}, **HIGH)

    play(state, "lay east E-E", "lay east E-E")

    assert state.reserve[0] == 1
    assert refused(position(front={0: "2 straight"}, **HIGH), "lay east E-E") == "RD1-77"


@pytest.mark.clause("RD1-78")
def test_the_fee_stays_paid_when_the_line_comes_back_in_the_same_turn() -> None:
    """From b4 through the valley c4, d4, e4 and into the mountains again at f4."""
    line = {**HIGH, "east": "a4:WE"}
    state = position(front={0: "5 straight"}, reserve={0: 3}, **line)

    play(state, *["lay east E-E"] * 5)

    assert (state.at[EAST], state.reserve[0]) == (square("f4"), 2)


@pytest.mark.clause("RD1-78")
def test_in_a_later_turn_the_fee_is_due_again() -> None:
    """For the next player, and for the same one later."""
    state = position(front={0: "2 straight", 1: "1 straight"}, reserve={0: 2, 1: 1}, **HIGH)

    play(state, "lay east E-E", "end", "lay east E-E", "end")
    assert list(state.reserve) == [1, 0]
    play(state, "end", "lay east E-E")
    assert list(state.reserve) == [0, 0]


@pytest.mark.clause("RD1-77")
def test_a_mountain_zone_goes_on_where_the_line_crosses_to_the_next_tile() -> None:
    """RD1-R14: leaving rail and first rail both on mountain squares: one fee for both."""
    line = {**HIGH, "east": "a2:WE b2:WE c2:WE d2:WE e2:WE f2:WE"}
    state = position(front={0: "3 straight"}, reserve={0: 1}, **line)

    play(state, "lay east E-E", "tile mountain", "lay east E-E", "lay east E-E")

    assert state.reserve[0] == 0
    assert in_front(state) == "2 wild"


@pytest.mark.clause("RD1-99")
def test_no_action_takes_a_die_that_the_bridge_needs() -> None:
    """The last wild die is the curve that leads from d4 to the shore d3: neither rail elsewhere nor share nor roll may take it."""
    state = position(front={0: "1 straight 1 share 1 wild"}, reserve={0: 3}, **SHORE)

    play(state, "lay east E-E")

    assert (in_front(state), state.reserve[0]) == ("1 share 1 wild", 1)
    assert refused(state, "lay west W-W") == "RD1-99"
    assert refused(state, "cup 1") == "RD1-99"
    assert refused(state, "cup 0") == ""
    play(state, "buy red", "income")
    assert refused(state, "buy red") == "RD1-99"
    assert play(state, "lay east E-N", "end").turn == 1


@pytest.mark.clause("RD1-99")
def test_a_payment_leaves_the_wild_dice_that_the_bridge_needs() -> None:
    """Two rails of the bridge and the fee: of three wild dice one may pay, of two none; then nothing is asked."""
    state = position(front={0: "2 wild"}, reserve={0: 2}, **SHORE)
    choice = position(front={0: "3 wild"}, reserve={0: 2}, **SHORE)

    assert play(state, "lay east E-E").reserve[0] == 0
    play(choice, "lay east E-E")
    assert choice.phase == PAYING
    assert legal(choice) == ["pay 0 wild", "pay 1 wild"]
    assert refused(choice, "pay 2 wild") == "RD1-74"


@pytest.mark.clause("RD1-99")
def test_the_roll_during_a_bridge_counts_its_dice_as_gone() -> None:
    """Three straights and the fee are needed; with the wild die one reserve die will do for it, so just one can be rolled."""
    state = position(front={0: "4 straight 1 wild"}, reserve={0: 2}, **{**SHORE, "east": "a4:WE"})

    play(state, "lay east E-E")
    assert open_bridges(state) == 1 << EAST
    play(state, "cup 0")

    assert state.loose == 1
    assert state.reserve[0] == 1


@pytest.mark.clause("RD1-99")
def test_a_station_elsewhere_is_built_if_its_reward_lets_the_bridge_be_finished() -> None:
    """The price takes the wild die that the bridge needs, but the reward is two wild dice."""
    state = position(front={0: "1 straight 1 wild"}, reserve={0: 4}, directors={"purple": 0}, **SHORE)

    play(state, "lay east E-E")
    assert (in_front(state), state.reserve[0]) == ("1 wild", 2)
    play(state, "station west purple open")
    assert (in_front(state), state.reserve[0]) == ("2 wild", 0)
    assert play(state, "lay east E-N", "end").turn == 1


@pytest.mark.clause("RD1-99")
def test_a_station_elsewhere_is_refused_if_its_reward_cannot_replace_what_it_costs() -> None:
    """A dear one takes all five dice; the bridge needs three, the reward is two."""
    stations: list[Tile] = [("meadow", 10 + i, 10 + i, "purple") for i in range(4)]
    line = {**SHORE, "east": "a4:WE", "land": (HOME, LAKE, *stations)}
    state = position(front={0: "2 straight 1 wild"}, reserve={0: 4}, directors={"purple": 0}, **line)

    play(state, "lay east E-E")

    assert refused(state, "station west purple open") == "RD1-99"


@pytest.mark.clause("RD1-74")
def test_the_reward_counts_for_a_bridge_that_begins_with_the_first_rail() -> None:
    """RD1-R15: c1 of the lake tile, entered from the north, points at c2; a reward die is the curve to the shore b2."""
    line: dict[str, Any] = {"west": "c4:ES c5:NS c6:NS", "east": "e4:WE"}
    rich = position(front={0: "2 straight"}, reserve={0: 2}, **line)
    poor = position(front={0: "2 straight"}, reserve={0: 2}, bank=0, **line)

    play(rich, "lay west S-S", "tile lake 0")
    assert legal(rich) == ["lay west S-S"]
    play(rich, "lay west S-S")
    assert refused(rich, "end") == "RD1-75"
    assert play(rich, "lay west S-W", "pay 0 wild", "end").turn == 1
    play(poor, "lay west S-S")
    assert refused(poor, "tile lake 0") == "RD1-67"
    assert refused(poor, "tile meadow") == ""


@pytest.mark.clause("RD1-99")
def test_two_bridges_at_once_need_the_dice_of_both() -> None:
    """Both ends point at lakes: each needs a rail to c4, a curve to the shore, and two dice for the fee."""
    lakes: dict[str, Any] = {
        "land": (HOME, LAKE, ("lake 2", -1, 0, "")),
        "east_on": 1,
        "east": "a4:WE",
        "west_on": 2,
        "west": "g4:EW",
    }
    enough = position(front={0: "4 straight 2 curve"}, reserve={0: 4}, **lakes)
    few = position(front={0: "4 straight 2 curve"}, reserve={0: 3}, **lakes)

    for state in (enough, few):
        play(state, "lay east E-E")
    assert refused(few, "lay west W-W") == "RD1-74"
    play(enough, "lay west W-W")
    assert open_bridges(enough) == 0b11
    play(enough, "lay east E-E", "lay east E-N", "lay west W-W", "lay west W-S", "end")
    assert enough.turn == 1
