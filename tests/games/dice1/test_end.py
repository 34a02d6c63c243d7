"""Chapter 14: the end of the game."""

from __future__ import annotations

import pytest

from roundhouse.core.state import OVER
from roundhouse.games.dice1.laying import is_dead
from roundhouse.games.dice1.position import DEAD_ENDS, EMPTY_BANK, LAST_STATION, NO_MINI_TILES, RUNNING, STALLED
from tests.games.dice1.positions import EAST, HOME, WEST, Tile, end_year, in_front, legal, play, position, refused


def seven(name: str) -> list[Tile]:
    """The start tile and seven mini-tiles with a station each, in a row."""
    return [HOME, *(("meadow", i + 1, 0, name) for i in range(7))]


@pytest.mark.clause("RD1-90")
def test_the_eighth_station_of_a_company_ends_the_game_with_the_year() -> None:
    """The others still have their turns, and passengers are paid a last time: eight in a row."""
    state = position(seats=3, land=seven("purple"), directors={"purple": 0}, shares={0: "1 purple", 1: "2 purple"}, reserve={0: 5})

    play(state, "station west purple open")
    assert state.closing == LAST_STATION
    play(state, "end", "income", "end", "end")

    assert state.actor == OVER
    assert list(state.tokens) == [8, 0, 0]
    assert state.director[0] == 0
    assert legal(state) == []
    assert refused(state, "end") == "RD1-90"


SHUT: list[Tile] = [HOME, ("meadow", 1, 0, ""), ("meadow", -1, 0, ""), ("meadow", 0, 1, ""), ("meadow", 0, -1, "")]
DEAD_WEST = "c4:EW b4:EW a4:EN a3:SN a2:SE b2:WE c2:WN c1:SW"  # points at b1; beyond it there is only the corner a1
DEAD_EAST = "e4:WE f4:WE g4:WN g3:SN g2:SW f2:EW e2:EN e1:SE"


@pytest.mark.clause("RD1-91")
def test_the_game_ends_with_the_year_when_both_ends_are_dead() -> None:
    """All places around are visited, and at either end a rail would lead into a corner without a way on."""
    state = position(land=SHUT, west=DEAD_WEST, east=DEAD_EAST, front={0: "5 wild"}, reserve={0: 5})

    assert legal(state, "lay") == []
    assert {refused(state, f"lay west W-{side}") for side in "WNS"} == {"RD1-60", "RD1-61", "RD1-62"}
    play(state, "end")
    assert state.closing == DEAD_ENDS
    assert end_year(state).actor == OVER


@pytest.mark.clause("RD1-91")
def test_one_dead_end_is_not_enough() -> None:
    """At the west end no rail can be laid whatever dice there are, at the east end one can, though nobody has a die."""
    state = position(land=SHUT, west=DEAD_WEST, east="e4:WE")

    assert (is_dead(state, WEST), is_dead(state, EAST)) == (True, False)
    assert play(state, "end").closing == RUNNING


@pytest.mark.clause("RD1-92", "RD1-100")
def test_a_demand_that_the_bank_cannot_meet_ends_the_game_with_the_year() -> None:
    """An income of three instead of four, a roll and the reward of a tile likewise; what a station costs covers its reward."""
    income = play(position(bank=3), "income")
    tile = position(bank=1, front={0: "2 straight"}, west="c4:EW b4:EW", east="e4:WE")
    station = position(bank=0, reserve={0: 1}, front={0: "2 wild"}, directors={"purple": 0}, shares={0: "1 purple"})

    assert (income.reserve[0], income.closing) == (3, EMPTY_BANK)
    assert end_year(income).actor == OVER
    assert play(tile, "lay west W-W", "tile meadow", "lay west W-W").closing == EMPTY_BANK
    play(station, "station west purple open")
    assert (in_front(station), station.bank, station.closing) == ("2 wild", 1, RUNNING)


@pytest.mark.clause("RD1-92")
def test_exactly_emptying_the_bank_is_no_end() -> None:
    """RD1-R18: four dice for an income of four."""
    state = play(position(bank=4), "income")

    assert (state.bank, state.closing) == (0, RUNNING)


@pytest.mark.clause("RD1-93")
def test_the_game_ends_with_the_year_when_the_last_mini_tile_is_laid() -> None:
    """34 mini-tiles are on the map, and the line takes the last one."""
    kinds = ["meadow"] * 9 + ["lake"] * 8 + ["foothills"] * 8 + ["mountain"] * 8
    far: list[Tile] = [(kind, 10 + i, 10 + i, "") for i, kind in enumerate(kinds)]
    state = position(land=[HOME, *far], front={0: "3 straight"}, west="c4:EW b4:EW", east="e4:WE")

    play(state, "lay west W-W", "tile meadow", "lay west W-W")

    assert (sum(state.supply), state.closing) == (0, NO_MINI_TILES)
    assert end_year(state).actor == OVER


@pytest.mark.clause("RD1-90")
def test_three_years_without_rail_or_station_end_the_game() -> None:
    """RD1-R27: the years are finished and paid; a rail begins the count anew."""
    state = position(front={1: "1 straight"}, land=[("meadow", 0, 0, "red")], directors={"red": 1}, shares={1: "1 red"})

    end_year(state)
    end_year(state)
    assert state.idle == 2
    play(state, "end", "lay west W-W", "end")
    assert state.idle == 0
    for _ in range(3):
        end_year(state)
    assert (state.actor, state.closing, list(state.tokens)) == (OVER, STALLED, [0, 6])


@pytest.mark.clause("RD1-94", "RD1-95", "RD1-9")
@pytest.mark.parametrize(
    ("tokens", "front", "reserve", "ranks"),
    [
        ([7, 12, 5], ("5 wild", "", ""), (9, 0, 9), [1, 0, 2]),
        ([7, 7, 5], ("1 wild", "2 wild", "5 wild"), (9, 0, 0), [1, 0, 2]),
        ([7, 7, 7], ("1 wild 2 curve", "1 wild", "1 wild"), (0, 3, 1), [1, 0, 2]),
        ([7, 7, 5], ("1 wild 2 curve", "1 wild 1 share", ""), (0, 1, 0), [0, 0, 2]),
    ],
)
def test_most_passengers_win_then_wild_dice_then_all_dice(
    tokens: list[int], front: tuple[str, ...], reserve: tuple[int, ...], ranks: list[int]
) -> None:
    """RD1-R19: still equal is a shared victory. Tokens count by value, RD1-R20: without limit."""
    state = position(seats=3, tokens=tokens, front=dict(enumerate(front)), reserve=dict(enumerate(reserve)))

    assert list(state.ranks()) == ranks
    assert list(state.scores()) == tokens
