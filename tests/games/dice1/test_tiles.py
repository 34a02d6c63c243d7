"""Chapters 10 and 12: new tiles, and the opening."""

from __future__ import annotations

from typing import Any

import pytest

from roundhouse.games.dice1.board import EMPTY, MINI_TILES, SPOT_STEP, STATION_PIECE, WAY_KIND
from roundhouse.games.dice1.ground import exits_at
from roundhouse.games.dice1.position import EMPTY_BANK, ENTERING, NONE, TILING, TURN
from tests.games.dice1.positions import EAST, HOME, WEST, Tile, in_front, legal, play, position, refused, square

MANY = {0: "4 straight 4 curve 4 wild"}
LEFT = "e4:WE f4:WE g4:WE"
MEADOW: Tile = ("meadow", 1, 0, "")


def about_to_leave(front: str = "3 straight", **more: Any) -> dict[str, Any]:
    """The west end at b4 of the start tile, with four dice there: one straight rail on a4 leads out."""
    return {"front": {0: front}, "west": "c4:EW b4:EW", "east": "e4:WE", **more}


def far_away(meadow: int) -> list[Tile]:
    """So many meadow tiles and all lakes and foothills, used up far from here, none next to another."""
    kinds = ["meadow"] * meadow + ["lake"] * 8 + ["foothills"] * 8
    return [(kind, 10 + i, 10 + i, "") for i, kind in enumerate(kinds)]


@pytest.mark.clause("RD1-66")
def test_green_meets_green_and_mountain_meets_mountain() -> None:
    """West of the start tile the new tile has a green east side: all meadows and lakes, two of the foothills, no mountain."""
    state = play(position(**about_to_leave()), "lay west W-W")

    assert legal(state) == [
        "tile meadow",
        *("tile lake 0", "tile lake 1", "tile lake 2", "tile lake 3"),
        *("tile foothills 0", "tile foothills 1"),
    ]
    assert refused(state, "tile mountain") == "RD1-66"
    assert refused(state, "tile foothills 3") == "RD1-66"


@pytest.mark.clause("RD1-66")
def test_continuity_is_asked_of_every_neighbour() -> None:
    """RD1-R13: the new place touches the start tile to the east and a mountain tile to the north: only one way of the foothills."""
    land: tuple[Tile, ...] = (HOME, ("foothills 1", 0, -1, ""), ("mountain", -1, -1, ""))
    state = position(front=MANY, land=land, west="c4:EW b4:EW", east_on=2, east="d4:EW", rest="e4:WN e3:SN e2:SN e1:SN")
    state.check()

    play(state, "lay west W-W")

    assert legal(state) == ["tile foothills 1"]


@pytest.mark.clause("RD1-67", "RD1-97")
def test_the_first_rail_is_laid_at_once_on_the_new_tile() -> None:
    """Leaving rail, tile, first rail: no other action comes in between."""
    state = position(**about_to_leave("3 straight 1 share"))

    play(state, "lay west W-W")
    assert state.phase == TILING
    assert refused(state, "buy red") == refused(state, "income") == refused(state, "lay east E-E") == "RD1-97"
    play(state, "tile meadow")
    assert state.phase == ENTERING
    assert legal(state) == ["lay west W-W"]
    assert refused(state, "buy red") == refused(state, "end") == refused(state, "lay east E-E") == "RD1-97"
    play(state, "lay west W-W")
    assert (state.phase, state.at[WEST]) == (TURN, square("g4"))


@pytest.mark.clause("RD1-67", "RD1-97")
def test_a_tile_is_left_only_if_a_second_rail_is_there() -> None:
    """RD1-R22: leaving takes two rail or wild dice; the reward cannot be that first rail."""
    one = position(**about_to_leave("1 straight"))
    two = position(**about_to_leave("1 straight 1 curve"))

    assert refused(one, "lay west W-W") == "RD1-67"
    assert refused(two, "lay west W-W") == ""


@pytest.mark.clause("RD1-68", "RD1-24")
def test_two_wild_dice_come_after_the_first_rail() -> None:
    """In front, to be used in the same turn; with a short bank as many as there are."""
    state = play(position(**about_to_leave()), "lay west W-W", "tile meadow")
    assert in_front(state) == "2 straight"

    play(state, "lay west W-W")
    assert in_front(state) == "1 straight 2 wild"
    assert refused(state, "lay west W-N") == ""
    short = play(position(**about_to_leave(bank=1)), "lay west W-W", "tile meadow", "lay west W-W")
    assert (in_front(short), short.closing) == ("1 straight 1 wild", EMPTY_BANK)


@pytest.mark.clause("RD1-68")
def test_the_reward_cannot_pay_the_fee_of_the_first_rail() -> None:
    """From the foothills into the mountains: two rails and nothing to pay with."""
    land: tuple[Tile, ...] = (HOME, ("foothills 2", 1, 0, ""))
    line = "a2:WE b2:WE c2:WE d2:WE e2:WE"
    poor = position(front={0: "3 straight"}, land=land, east_on=1, east=line, rest=LEFT)
    paid = position(front={0: "3 straight"}, reserve={0: 1}, land=land, east_on=1, east=line, rest=LEFT)

    assert refused(poor, "lay east E-E") == "RD1-77"
    assert refused(paid, "lay east E-E") == ""


@pytest.mark.clause("RD1-69")
def test_the_mini_tile_and_the_pawn_follow_the_line() -> None:
    """The map has the new place west of the start, the supply one lake less, and the west end stands there."""
    state = play(position(**about_to_leave()), "lay west W-W", "tile lake 1", "lay west W-W")

    assert state.spot[1] == state.spot[0] + SPOT_STEP[3]
    assert WAY_KIND[state.land[1]] == 1
    assert list(state.supply) == [MINI_TILES[0] - 1, MINI_TILES[1] - 1, MINI_TILES[2], MINI_TILES[3]]
    assert list(state.place) == [1, 0]


@pytest.mark.clause("RD1-70")
def test_the_tile_that_is_left_is_cleared() -> None:
    """Its four rails go to the bank after the reward; its station stays on the mini-tile."""
    state = position(
        front={0: "2 straight"},
        land=(HOME, ("meadow", 1, 0, "red")),
        east_on=1,
        east="a4:WE b4:WE c4:WE d4:Wred e4:WE f4:WE",
        rest=LEFT,
        bank=1,
    )

    play(state, "lay east E-E", "tile meadow", "lay east E-E")

    assert (state.bank, in_front(state), state.closing) == (6, "1 wild", EMPTY_BANK)
    assert list(state.stops) == [0, 1 << 3, 0]
    assert sum(EMPTY < thing < STATION_PIECE for thing in state.board) == 5
    assert not any(thing >= STATION_PIECE for thing in state.board)


@pytest.mark.clause("RD1-65", "RD1-71")
def test_a_side_for_which_no_mini_tile_is_left_is_closed() -> None:
    """Only mountain tiles are left: none has a green side, so the start tile cannot be left at all."""
    state = position(**about_to_leave(land=[HOME, *far_away(meadow=10)]))

    assert refused(state, "lay west W-W") == "RD1-71"
    assert exits_at(state.exits, WEST) == 0


@pytest.mark.clause("RD1-71")
def test_the_last_mini_tile_that_fits_is_used_only_once() -> None:
    """With one meadow tile left besides mountains, the line may go there, if it can then go on at all."""
    state = position(**about_to_leave(land=[HOME, *far_away(meadow=9)]))

    play(state, "lay west W-W", "tile meadow", "lay west W-W")

    assert list(state.supply) == [0, 0, 0, 8]
    assert state.exits == 0


@pytest.mark.clause("RD1-61")
def test_a_new_tile_must_not_stop_the_other_end() -> None:
    """RD1-R29: the east end has one way on, out of its tile to the place where the west end wants to go."""
    land: tuple[Tile, ...] = (HOME, ("meadow", 1, 0, ""), ("meadow", 2, 1, ""))
    # The east end is on tile 1 and points at g4, between its own track on g3 and g5: only to the east can it go on, to (2, 0).
    east = "a4:WN a3:SN a2:SE b2:WE c2:WE d2:WE e2:WE f2:WE g2:WS g3:NW f3:EW e3:ES e4:NS e5:NS e6:NE f6:WE g6:WN g5:SW f5:EN f4:SE"
    state = position(front=MANY, land=land, east_on=1, east=east, west_on=2, west="d7:SN d6:SN d5:SN d4:SN d3:SN d2:SN")
    state.check()

    assert exits_at(state.exits, EAST) >> 1 & 1
    assert refused(state, "lay west N-N") == "RD1-67"
    assert refused(state, "lay west N-W") == ""


@pytest.mark.clause("RD1-6", "RD1-79")
def test_the_first_end_to_leave_has_the_orange_pawns_and_the_start_tile_stays() -> None:
    """Its dice are still there for the other end."""
    state = play(position(**about_to_leave()), "lay west W-W", "tile meadow")

    assert state.orange == WEST
    play(state, "lay west W-W")
    assert list(state.slot) == [1, 0]
    assert sum(thing != EMPTY for thing in list(state.board)[:49]) == 5


@pytest.mark.clause("RD1-5", "RD1-80")
def test_when_the_other_end_leaves_too_the_start_tile_is_cleared() -> None:
    """The brown pawns come in: two large tiles are in play, one for each end, and five dice come back."""
    state = position(
        front={0: "3 straight"},
        land=(HOME, ("meadow", -1, 0, "")),
        west_on=1,
        west="g4:EW",
        east="e4:WE f4:WE",
        rest="c4:EW b4:EW a4:EW",
    )
    bank = state.bank

    play(state, "lay east E-E", "tile lake 0", "lay east E-E")

    assert state.orange == WEST
    assert list(state.place) == [1, 2]
    assert sorted(state.slot) == [0, 1]
    assert state.bank == bank - 2 + 7
    assert sum(thing != EMPTY for thing in state.board) == 2


@pytest.mark.clause("RD1-80")
def test_the_orange_end_may_go_on_before_the_other_has_left() -> None:
    """Its tile is cleared as usual, and the start tile still is not."""
    state = position(front={0: "2 straight"}, land=(HOME, MEADOW), east_on=1, east="a4:WE b4:WE c4:WE d4:WE e4:WE f4:WE", rest=LEFT)

    play(state, "lay east E-E", "tile meadow", "lay east E-E")

    assert sum(thing != EMPTY for thing in state.board) == 4 + 1
    assert (state.orange, state.place[WEST]) == (EAST, 0)
    assert state.tile[state.slot[WEST]] != NONE
